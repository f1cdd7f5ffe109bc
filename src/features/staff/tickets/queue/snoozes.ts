import { DAY, HOUR } from '#lib/clock.ts'

/** For how long a ticket can be put away. */
export const snoozes = [
  { value: 'hour', label: 'An hour', length: HOUR },
  { value: 'day', label: 'A day', length: DAY },
  { value: 'threeDays', label: 'Three days', length: 3 * DAY },
  { value: 'week', label: 'A week', length: 7 * DAY },
] as const
