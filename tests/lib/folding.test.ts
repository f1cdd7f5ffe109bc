import { describe, expect, test } from 'vitest'
import { provisionalUsername } from '#core/accounts/usernames/usernames.server.ts'
import { usernameProblem } from '#core/accounts/usernames/usernames.ts'
import { castNames } from '#demo/cast.ts'
import { randomFrom } from '#demo/random.ts'
import { inventUsername } from '#demo/self-descriptions.ts'
import { TakenNames } from '#demo/taken-names.ts'
import { foldAddress, foldLogin, foldName } from '#lib/folding.ts'
import { lookOf } from '#lib/look-alikes.ts'
import { genderValues } from '#sites/genders.ts'

/** One spelling of names and addresses, and what names look like (assurance 34). */

describe('a name', () => {
  test.each([
    ['Alice', 'alice'],
    ['ＡＬＩＣＥ', 'alice'],
    ['Straße', 'STRASSE'],
    ['ΛΌΓΟΣ', 'λόγος'],
    ['Işıl', 'IŞIL'],
    ['Zoe\u0308', 'ZOË'],
    ['ﬁona', 'FIONA'],
  ])('is one with %s and %s', (one, other) => expect(foldName(one)).toBe(foldName(other)))

  test.each([
    ['Zoë', 'Zoe'],
    ['alİce', 'alice'],
    ['аlice', 'alice'],
  ])('is two with %s and %s', (one, other) => expect(foldName(one)).not.toBe(foldName(other)))

  test('that is folded stays as it is', () => {
    const foldedTwice: string[] = []
    for (let point = 0x20; point < 0x30000; point += 1) {
      const folded = foldName(`a${String.fromCodePoint(point)}b`)
      if (foldName(folded) !== folded) foldedTwice.push(`U+${point.toString(16)}`)
    }
    expect(foldedTwice).toEqual([])
  })
})

test('an address is folded as ASCII: two mailboxes stay two', () => {
  expect(foldAddress(' Alice@Example.ORG ')).toBe('alice@example.org')
  expect(foldAddress('alıce@example.org')).not.toBe('alice@example.org')
  expect(foldAddress('ALİCE@example.org')).not.toBe('alice@example.org')
  expect(foldLogin('ＡLICE')).toBe('alice')
  expect(foldLogin('\u212aim@example.org')).not.toBe('kim@example.org')
})

describe('names look alike', () => {
  test.each([
    ['Alice', 'AIice'],
    ['alice', 'a1ice'],
    ['Maria', 'rnaria'],
    ['Bob', 'ВОВ'],
    ['alice', 'аӏісе'],
    ['Oscar', '0scar'],
    ['aIice', 'ALICE'],
    ['alİce', 'alice'],
    ['Po', 'Þo'],
  ])('%s and %s', (one, other) => expect(lookOf(one)).toBe(lookOf(other)))

  test.each([
    ['Zoë', 'Zoe'],
    ['Nora', 'Norah'],
    ['Ольга', 'Olga'],
    ['Fox12', 'Fox13'],
  ])('but not %s and %s', (one, other) => expect(lookOf(one)).not.toBe(lookOf(other)))
})

test('the names of the demo network may be chosen, and look like nobody else’s', () => {
  const taken = new TakenNames()
  const random = randomFrom('names')
  const names = Array.from({ length: 5000 }, (_, n) =>
    inventUsername(random, genderValues[n % 4] ?? 'woman', taken),
  )
  expect([...castNames, ...names].filter((name) => usernameProblem(name) !== null)).toEqual([])
  expect(new Set(names.map(lookOf)).size).toBe(names.length)
})

test('a name that is given for the time being is nobody’s choice', () => {
  expect(usernameProblem(provisionalUsername())).toBe(
    'This name is kept for those who run the site. Please choose another.',
  )
})
