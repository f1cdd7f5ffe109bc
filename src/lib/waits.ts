import { DAY, HOUR, MINUTE } from './clock.ts'

export function waitInWords(since: Date, now: Date): string {
  return lengthInWords(now.getTime() - since.getTime())
}

/** `waited` in milliseconds, rounded down to its largest unit. */
export function lengthInWords(waited: number): string {
  const units = [
    [DAY, 'day'],
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
  ] as const
  const [length, name] = units.find(([unit]) => waited >= unit) ?? [0, '']
  if (length === 0) return 'a moment'
  const count = Math.floor(waited / length)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
