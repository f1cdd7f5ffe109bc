/**
 * What somebody wrote in an answer to a mail: without the mail that they answered, above or below their words, and
 * without their signature. `marker` is in a line of every mail of ours that is answered.
 */
export function answerIn(text: string, marker: RegExp): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.trimEnd())
  const kept: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const next = nextWritten(lines, at + 1)
    if (isQuote(line)) continue
    const attribution = attributionAt(lines, at)
    if (attribution > 0 && isQuote(nextWritten(lines, at + attribution))) {
      at += attribution - 1
      continue
    }
    if (attribution > 0 || marker.test(line) || (line.length < 100 && ENDS.some((end) => end.test(line))) || isHeader(line, next)) break
    kept.push(line)
  }
  return withoutFarewell(kept)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const ENDS = [
  // RFC 3676, 4.3; many programs drop the space at the end.
  /^-- ?$/,
  /^\s*-{3,}.{1,60}-{3,}$/,
  // Outlook's line between an answer and what is answered.
  /^_{10,}$/,
]

function isQuote(line: string): boolean {
  return line.startsWith('>')
}

function nextWritten(lines: readonly string[], from: number): string {
  for (let at = from; at < Math.min(lines.length, from + 5); at += 1) if (lines[at] !== '') return lines[at] ?? ''
  return ''
}

/**
 * Of how many lines the attribution is that begins here: “On Monday, the company <address> wrote:”, in any language, which
 * mail programs break into up to three. It names an address or a time, and ends with a colon; 0 if there is none.
 */
function attributionAt(lines: readonly string[], at: number): number {
  for (let count = 1; count <= 3; count += 1) {
    const some = lines.slice(at, at + count)
    if (some.at(-1) === '' || some.length < count) return 0
    const text = some.join(' ')
    if (!text.endsWith(':') || text.length > 400) continue
    if (/[^\s@]@[^\s@]/.test(text)) return count
    if (/\b20\d\d\b|\d:\d\d/.test(text) && isQuote(nextWritten(lines, at + count))) return count
  }
  return 0
}

/** The header of the answered mail as Outlook writes it, in any language: the sender's line, then a line of its kind. */
function isHeader(line: string, next: string): boolean {
  return /^\*?\p{L}{2,12}\s?:\*?\s.{0,200}@/u.test(line) && /^\*?\p{L}{2,12}\s?:\*?\s/u.test(next)
}

const FAREWELL = /^(sent from|get outlook for|gesendet|von meinem|envoyé|enviado|inviato|verzonden) .{0,60}$/i

/** “Sent from my phone”, as the last line. */
function withoutFarewell(lines: string[]): string[] {
  while (lines.at(-1) === '') lines.pop()
  return FAREWELL.test(lines.at(-1) ?? '') ? lines.slice(0, -1) : lines
}
