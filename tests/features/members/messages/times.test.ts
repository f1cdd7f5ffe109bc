import { expect, test } from 'vitest'
import { dayInWords, shortTime } from '#members/messages/chat/times.ts'

const reader = { now: new Date('2026-11-20T01:30:00Z'), zone: 'UTC', locale: 'en-GB' }
const inNewYork = { ...reader, zone: 'America/New_York' }

test.each([
  ['2026-11-20T01:29:40Z', reader, 'Today', 'now'],
  ['2026-11-20T00:05:00Z', reader, 'Today', '00:05'],
  ['2026-11-20T00:05:00Z', inNewYork, 'Today', '19:05'],
  ['2026-11-19T23:59:00Z', reader, 'Yesterday', 'Yesterday'],
  ['2026-11-19T23:59:00Z', inNewYork, 'Today', '18:59'],
  ['2026-11-16T12:00:00Z', reader, 'Monday 16 November', '16 Nov'],
  ['2025-03-03T12:00:00Z', reader, '3 March 2025', '3 Mar 2025'],
  ['2025-03-03T12:00:00Z', { ...reader, locale: 'en-US' }, 'March 3, 2025', 'Mar 3, 2025'],
  ['2026-11-16T12:00:00Z', { ...reader, locale: 'de' }, 'Montag, 16. November', '16. Nov.'],
] as const)('%s, read in %o, is %s and for short %s', (instant, who, day, short) => {
  expect(dayInWords(instant, who)).toBe(day)
  expect(shortTime(instant, who)).toBe(short)
})
