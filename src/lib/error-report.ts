/**
 * What the error service is told of an error. All of it is built from what a program says of
 * itself: a name that does not look like one, or a message that may quote what a person typed, is
 * left out and stays in our own log.
 */
export type ReportedError = { type: string; message: string; frames: ReportedFrame[] }

/** Innermost call last. */
type ReportedFrame = { function: string; file: string; line: number; column: number }

/** What browsers and Node say in their own words, of which only these are passed on. */
const ENGINE_WORDS =
  /Cannot (?:read|set) properties of (?:undefined|null)|is (?:not )?(?:a function|a constructor|iterable|defined|an object|null|undefined)$|Cannot access|before initialization|Assignment to constant variable|Maximum call stack size exceeded|too much recursion|Invalid (?:array length|time value|URL|string length)|Failed to fetch dynamically imported module|[Ii]mport(?:ing)? a? ?module script failed|fetch failed|Failed to fetch|Load failed|circular structure to JSON/g

export function safeType(name: string): string {
  return /^[a-z][\w$]{0,60}$/i.test(name) ? name : 'Error'
}

export function safeMessage(message: string): string {
  return [...message.matchAll(ENGINE_WORDS)].map(([words]) => words).join(' … ')
}

/** PostgreSQL puts what it was given between quotes or after a colon. */
export function safeDatabaseMessage(message: string): string {
  const [words = ''] = message.split(/[":]/)
  return words.replaceAll(/\d+/g, '…').slice(0, 200).trim()
}

export function safeFunction(name: string | undefined): string {
  return name !== undefined &&
    name.length <= 200 &&
    /^(?:(?:async|new|get|set) )*[\w$.#<>]{1,80}$/.test(name)
    ? name
    : '?'
}

export function safeFile(file: string | undefined): string {
  return file !== undefined && /^[\w@./:+~[\]-]{1,200}$/.test(file) ? file : '?'
}

export function safeNumber(value: number | undefined): number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : 0
}
