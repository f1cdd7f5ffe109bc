import { expect, test } from 'vitest'
import { isEmailAddress } from '#lib/email-addresses.ts'
import { asStored, lengthLimit, lengthOf } from '#lib/texts.ts'

test('a browser’s field and the server count the same characters, whatever line breaks are sent', () => {
  const typed = `${'😀'.repeat(10)}\n${'e\u0301'.repeat(5)}`
  const sent = typed.replaceAll('\n', '\r\n')
  expect([lengthOf(typed), lengthOf(sent)]).toEqual([16, 16])
  expect(asStored(sent)).toBe(typed.normalize('NFC'))
  // The field takes as many emoji as the limit says: two units each.
  expect('😀'.repeat(16).length).toBeLessThanOrEqual(lengthLimit(16).maxlength)
})

test('whether a text is an address is decided in steps that grow with it: at most 254 signs are read', () => {
  expect(isEmailAddress(`${'a.'.repeat(2_000_000)}@`)).toBe(false)
  expect(isEmailAddress(`${'-'.repeat(126)}@${'-'.repeat(126)}`)).toBe(false)
})
