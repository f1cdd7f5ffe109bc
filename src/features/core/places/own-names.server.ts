import { readFileSync } from 'node:fs'

/**
 * By the number of the town. Read anew at each call: the few countries of a process keep them in
 * their index.
 */
export function ownNamesIn(country: string): Map<number, string[]> {
  const text = readFileSync(new URL('own-names.txt', import.meta.url), 'utf8')
  const heading = `\n#${country}\n`
  const start = text.indexOf(heading)
  if (start === -1) return new Map()
  const end = text.indexOf('\n#', start + heading.length)
  const lines = text.slice(start + heading.length, end === -1 ? text.length : end).split('\n')
  return new Map(
    lines.filter(Boolean).map((line) => {
      const space = line.indexOf(' ')
      return [Number(line.slice(0, space)), line.slice(space + 1).split('|')]
    }),
  )
}
