import { expect, test } from 'vitest'
import { charactersIn, isMasked, mayWrite, termsOf } from '../../../src/features/messaging/rules.ts'
import { brandById } from '../../../src/sites/registry.ts'

const termsOn = (id: string) => {
  const brand = brandById(id)
  if (!brand) throw new Error(`no brand ${id}`)
  return termsOf(brand.billing)
}
const somebody = { isSupport: false }
const support = { isSupport: true }

test.each([
  ['wivesnow', 'standard', 0, somebody, { may: false, price: 1, code: 'noCredits' }],
  ['wivesnow', 'premium', 1, somebody, { may: true, price: 1 }],
  ['wivesnow', 'premium', 0, somebody, { may: false, price: 1, code: 'noCredits' }],
  ['wivesnow', 'standard', 0, support, { may: true, price: 0 }],
  ['adultcrush', 'premium', 0, somebody, { may: true, price: 0 }],
  ['adultcrush', 'standard', 0, somebody, { may: false, price: 0, code: 'needsPremium' }],
  ['adultcrush', 'standard', 0, support, { may: true, price: 0 }],
  ['xmeeting', 'premium', 0, somebody, { may: true, price: 0 }],
  ['xmeeting', 'standard', 0, somebody, { may: false, price: 0, code: 'needsPremium' }],
  ['xmeeting', 'standard', 0, support, { may: true, price: 0 }],
] as const)('on %s, a %s member with %d credits may write to %o: %o', (brand, membership, credits, to, verdict) => {
  expect(mayWrite(to, termsOn(brand), membership, credits)).toEqual(verdict)
})

const received = { isMine: false, isRevealed: false, isFromSupport: false }

test.each([
  ['credits', 'standard', received, false],
  ['subscription', 'standard', received, true],
  ['subscription', 'premium', received, false],
  ['subscription', 'standard', { ...received, isMine: true }, false],
  ['subscription', 'standard', { ...received, isRevealed: true }, false],
  ['subscription', 'standard', { ...received, isFromSupport: true }, false],
  ['partner', 'standard', received, true],
  ['partner', 'premium', received, false],
] as const)('on a %s brand, for a %s member, %o is masked: %s', (model, membership, message, masked) => {
  expect(isMasked(message, model, membership)).toBe(masked)
})

test.each([
  ['', 0],
  ['  hello \n', 5],
  ['👋🏽', 2],
  ['e\u0301', 1],
])('counts %j as %d characters', (body, characters) => {
  expect(charactersIn(body)).toBe(characters)
})
