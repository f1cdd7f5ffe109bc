import { DAY } from '#lib/clock.ts'

/** For how long reports of a member open no task; 0 ends it. */
export const muteLengths = [
  { value: 'week', label: 'A week', length: 7 * DAY },
  { value: 'month', label: '30 days', length: 30 * DAY },
  { value: 'quarter', label: '90 days', length: 90 * DAY },
  { value: 'end', label: 'No longer', length: 0 },
] as const
