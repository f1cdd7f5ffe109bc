import { expect, test } from 'vitest'
import { faultOf } from '#api/faults.server.ts'

test.each([
  ['plain words', 'relation does not exist', 'relation does not exist'],
  [
    'quoted words',
    'invalid value "Anna" for `name`, \'x\' and "y"',
    'invalid value … for …, … and …',
  ],
  ['an address', 'no account of anna@example.org, sorry', 'no account of … sorry'],
  ['an apostrophe', "can't read anna@example.org", "can't read …"],
  ['a quotation in another', `in "it's" and more`, 'in … and more'],
  ['a megabyte of signs', `${'a'.repeat(500_000)}@${'"'.repeat(500_001)}`, '…'],
])('of a message with %s the log has what is ours', (_, message, told) => {
  expect(faultOf(new Error(message)).message).toBe(told)
})
