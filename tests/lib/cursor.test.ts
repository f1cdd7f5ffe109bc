import { expect, test } from 'vitest'
import { cursorOf, cursorText } from '#lib/cursor.ts'

test('a cursor is read as it was written', () => {
  const last = { at: new Date('2026-06-15T12:00:00.123Z'), id: 17 }
  expect(cursorText(last)).toBe('1781524800123-17')
  expect(cursorOf(cursorText(last))).toEqual(last)
})

test.each([
  undefined,
  '',
  'today',
  '1781524800123',
  '1781524800123-a',
  '1781524800123-99999999999999999999',
  '99999999999999999999-17',
])('%j is none', (text) => {
  expect(cursorOf(text)).toBeNull()
})
