import { DAY, HOUR, MINUTE } from '#lib/clock.ts'

/** Updates of a member within 24 hours. */
export const UPDATES_A_DAY = 5

/** Updates of a list before it asks for older ones. */
export const UPDATES_AT_ONCE = 5

export const UNDO_PERIOD = HOUR

/** When an update was written: `12 minutes ago`, `yesterday`; null where only a date is of use. */
export function agoInWords(at: Date, now: Date): string | null {
  const passed = now.getTime() - at.getTime()
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return some(passed / MINUTE, 'minute')
  if (passed < DAY) return some(passed / HOUR, 'hour')
  return passed < 7 * DAY ? some(passed / DAY, 'day') : null
}

function some(count: number, unit: string): string {
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
