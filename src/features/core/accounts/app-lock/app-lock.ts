export const lockTimes = [
  { minutes: 1, label: 'After 1 minute away' },
  { minutes: 5, label: 'After 5 minutes away' },
  { minutes: 15, label: 'After 15 minutes away' },
  { minutes: 60, label: 'After an hour away' },
] as const

/** Wrong PINs before the session ends. */
export const MOST_PINS = 5
export const PIN = { pattern: '[0-9]{4,8}', most: 8 } as const
