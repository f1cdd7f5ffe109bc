import { expect, test } from 'vitest'
import { later } from '#lib/clock.ts'
import { lengthOf } from '#lib/texts.ts'
import { isMasked, mayWrite, readsOf, writingRulesOf } from '#members/messages/writing/rules.ts'
import { brandById } from '#sites/registry.ts'

function brandWith(id: string) {
  const brand = brandById(id)
  if (!brand) throw new Error(`no brand ${id}`)
  return brand
}

test.each([
  ['wivesnow', 'standard', 0, { may: false, price: 1, code: 'noCredits' }],
  ['wivesnow', 'premium', 1, { may: true, price: 1 }],
  ['wivesnow', 'premium', 0, { may: false, price: 1, code: 'noCredits' }],
  ['adultcrush', 'premium', 0, { may: true, price: 0 }],
  ['adultcrush', 'standard', 0, { may: false, price: 0, code: 'needsPremium' }],
  ['xmeeting', 'premium', 0, { may: true, price: 0 }],
  ['xmeeting', 'standard', 0, { may: false, price: 0, code: 'needsPremium' }],
] as const)(
  'on %s, a %s member with %d credits may write: %o',
  (brand, membership, credits, verdict) => {
    expect(mayWrite(writingRulesOf(brandWith(brand).billing), membership, credits)).toEqual(verdict)
  },
)

const received = { isMine: false, isRevealed: false }

test.each([
  ['all', received, false],
  ['oneADay', received, true],
  ['oneADay', { ...received, isMine: true }, false],
  ['oneADay', { ...received, isRevealed: true }, false],
] as const)('to whom reads %s, %o is masked: %s', (reads, message, masked) => {
  expect(isMasked(message, reads)).toBe(masked)
})

const at = new Date('2026-11-20T12:00:00Z')
const standard = { premiumUntil: null, firstPremiumAt: null }
const premium = { premiumUntil: later(at, 1), firstPremiumAt: at }
const ended = { premiumUntil: at, firstPremiumAt: at }

test.each([
  ['wivesnow', standard, 'all'],
  ['wivesnow', premium, 'all'],
  ['adultcrush', standard, 'oneADay'],
  ['adultcrush', premium, 'all'],
  ['adultcrush', ended, 'oneADay'],
  ['xmeeting', standard, 'oneADay'],
  ['xmeeting', premium, 'all'],
] as const)('on %s, %o reads %s', (id, member, reads) => {
  expect(readsOf(member, brandWith(id).billing, at)).toBe(reads)
})

test.each([
  ['', 0],
  ['  hello \n', 5],
  ['👋🏽', 2],
  ['e\u0301', 1],
  ['one\r\ntwo\rthree\nfour', 18],
])('counts %j as %d characters', (body, characters) => {
  expect(lengthOf(body)).toBe(characters)
})
