import { DAY, HOUR } from '#lib/clock.ts'

/** How long "not now" keeps somebody out of the tray of those who wait for an answer. */
export const NOT_NOW_FOR = 3 * DAY

/** Rows that the tray shows at first; the others are behind "more". */
export const TRAY_ROWS = 3

/** How long a ready answer can be taken back before it goes out, in milliseconds. */
export const UNDO_FOR = 10_000

/** `Wrote 3 days ago`, of the first message that is not answered. */
export function waitsInWords(since: Date, now: Date): string {
  const passed = now.getTime() - since.getTime()
  if (passed < HOUR) return 'Wrote within the hour'
  const [count, unit] =
    passed < DAY ? [Math.floor(passed / HOUR), 'hour'] : [Math.floor(passed / DAY), 'day']
  return `Wrote ${count} ${unit}${count === 1 ? '' : 's'} ago`
}
