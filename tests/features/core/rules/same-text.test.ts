import { expect, test } from 'vitest'
import { featuresInWords } from '#core/rules/rules.ts'
import { NEARLY, textHash } from '#core/rules/same-text.ts'
import { mailboxOf } from '#lib/mailboxes.ts'
import { ordinary } from './message-corpus.ts'

const TEXT =
  'Hello dear, I saw your profile and I think you are the most beautiful person here. I would love to know you better, where do you live?'

function distance(one: string, other: string): number {
  const bits = BigInt.asUintN(64, BigInt(textHash(one) ?? 0) ^ BigInt(textHash(other) ?? 0))
  return bits.toString(2).replaceAll('0', '').length
}

test.each([
  ['another name', TEXT.replace('dear', 'Anna')],
  ['another word and an end', TEXT.replace('person', 'woman').replace('?', ', my love?')],
  ['capitals and signs', TEXT.toUpperCase().replaceAll(',', ' …')],
  ['letters that look alike', TEXT.replaceAll('e', 'е').replaceAll('o', 'о')],
])('a text is nearly the same with %s', (_, other) => {
  expect(distance(TEXT, other)).toBeLessThanOrEqual(NEARLY)
})

test('no two ordinary messages are', () => {
  const long = ordinary.filter((body) => textHash(body) !== null)
  expect(long.length).toBeGreaterThan(100)
  const near = long.flatMap((one, index) =>
    long.slice(0, index).filter((other) => distance(one, other) <= NEARLY),
  )
  expect(near).toEqual([])
})

test('a greeting has no hash', () => {
  expect(textHash('Hello, how are you?')).toBeNull()
})

test.each([
  ['Kate.Hot+site@GMail.com', 'katehot@gmail.com'],
  ['kate+2@example.org', 'kate@example.org'],
  ['kate.hot@example.org', 'kate.hot@example.org'],
  ['+1@example.org', '+1@example.org'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

test('features are said in words, and unknown ones are not', () => {
  expect(
    featuresInWords({ isFirst: 1, hasContact: 0, copiesTo: 5, constructor: 1, accountDays: 1 }),
  ).toEqual(['a first message', '5 people got these words', '1 day since joining'])
})
