import { expect, test } from 'vitest'
import { DAY, HOUR, later } from '#lib/clock.ts'
import {
  declarationWords,
  orderNumber,
  readOrderNumber,
} from '#money/contracts/ending/declarations.ts'
import {
  type Purchase,
  settleWithdrawal,
  withdrawableUntil,
} from '#money/contracts/ending/refund-rules.ts'
import { reminderOf } from '#money/contracts/ending/reminders.ts'

const bought = new Date('2026-11-20T12:00:00Z')
const credits: Purchase = {
  kind: 'credits',
  days: null,
  isTrial: false,
  charged: 999,
  paidAt: bought,
  chargedAt: bought,
  used: 0,
  unused: 20,
  isOver: false,
}
const month: Purchase = {
  ...credits,
  kind: 'premium',
  days: 30,
  charged: 3000,
  used: 0,
  unused: 30 * DAY,
}
const afterTrial = later(bought, DAY)

// Directive 2011/83/EU, Articles 9 and 14: what a withdrawal gives back.
test.each<[string, Purchase, number, ReturnType<typeof settleWithdrawal>]>([
  ['credits untouched', credits, 1, { rule: 'untouched', refund: 999, ends: 'now' }],
  [
    'credits used in part, rounded up',
    { ...credits, used: 7, unused: 13 },
    1,
    { rule: 'partlyUsed', refund: 650, ends: 'now' },
  ],
  [
    'credits used up',
    { ...credits, used: 20, unused: 0 },
    1,
    { rule: 'usedUp', refund: 0, ends: 'now' },
  ],
  ['a membership at its first moment', month, 0, { rule: 'untouched', refund: 3000, ends: 'now' }],
  [
    'a membership after ten of thirty days',
    { ...month, used: 10 * DAY, unused: 20 * DAY },
    10,
    { rule: 'partlyUsed', refund: 2000, ends: 'now' },
  ],
  [
    'the last moment of the fourteenth day',
    { ...month, used: 14 * DAY, unused: 16 * DAY },
    14,
    { rule: 'partlyUsed', refund: 1600, ends: 'now' },
  ],
  [
    'a moment after the fourteenth day',
    { ...month, used: 15 * DAY, unused: 15 * DAY },
    14.001,
    { rule: 'late', refund: 0, ends: 'renewal' },
  ],
  [
    'a free trial',
    { ...month, isTrial: true, charged: 0, used: HOUR, unused: 23 * HOUR },
    0.04,
    { rule: 'trial', refund: 0, ends: 'now' },
  ],
  [
    'the first charge after a trial',
    { ...month, isTrial: true, chargedAt: afterTrial, used: 14 * DAY, unused: 16 * DAY },
    15,
    { rule: 'partlyUsed', refund: 1600, ends: 'now' },
  ],
  [
    'the second year of a plan of a year',
    { ...month, days: 365, chargedAt: later(bought, 365 * DAY), used: 0, unused: 365 * DAY },
    365,
    { rule: 'untouched', refund: 3000, ends: 'now' },
  ],
  [
    'the second month',
    { ...month, chargedAt: later(bought, 30 * DAY) },
    31,
    { rule: 'late', refund: 0, ends: 'renewal' },
  ],
  [
    'an order that was never paid',
    { ...month, paidAt: null, chargedAt: null },
    1,
    { rule: 'unpaid', refund: 0, ends: 'nothing' },
  ],
  [
    'what was refunded or withdrawn from before',
    { ...month, isOver: true },
    1,
    { rule: 'over', refund: 0, ends: 'nothing' },
  ],
])('%s', (_, purchase, days, settled) => {
  expect(settleWithdrawal(purchase, later(bought, days * DAY))).toEqual(settled)
})

test('a withdrawal never gives back more than was charged, or less than nothing', () => {
  for (let used = 0; used <= 40; used += 1) {
    const { refund } = settleWithdrawal(
      { ...credits, used, unused: 40 - used, charged: 1001 },
      bought,
    )
    expect(refund).toBeGreaterThanOrEqual(0)
    expect(refund).toBeLessThanOrEqual(1001)
  }
  expect(withdrawableUntil(credits)).toEqual(later(bought, 14 * DAY))
})

// L4: 15 to 45 days before each renewal of six months and more; every six months for shorter plans;
// before a trial ends.
test.each<[string, Parameters<typeof reminderOf>[0], Date | null]>([
  [
    'a trial of a day',
    { isTrial: true, days: 1, since: bought, until: later(bought, DAY) },
    later(bought, 12 * HOUR),
  ],
  [
    'a year',
    { isTrial: false, days: 365, since: bought, until: later(bought, 365 * DAY) },
    later(bought, 344 * DAY),
  ],
  [
    'half a year',
    { isTrial: false, days: 180, since: bought, until: later(bought, 180 * DAY) },
    later(bought, 159 * DAY),
  ],
  [
    'the first month',
    { isTrial: false, days: 30, since: bought, until: later(bought, 30 * DAY) },
    null,
  ],
  [
    'the fifth month',
    { isTrial: false, days: 30, since: bought, until: later(bought, 150 * DAY) },
    null,
  ],
  [
    'the sixth month',
    { isTrial: false, days: 30, since: bought, until: later(bought, 180 * DAY) },
    later(bought, 173 * DAY),
  ],
  [
    'the second quarter',
    { isTrial: false, days: 90, since: bought, until: later(bought, 180 * DAY) },
    later(bought, 173 * DAY),
  ],
])('the reminder of %s', (_, period, expected) => {
  expect(reminderOf(period)).toEqual(expected)
})

test.each([
  ['AC-1042', { shortName: 'ac', id: 1042 }],
  [' ac 1042 ', { shortName: 'ac', id: 1042 }],
  ['#1042', { shortName: null, id: 1042 }],
  ['1042', { shortName: null, id: 1042 }],
  ['AC-', null],
  ['1042 or 1=1', null],
  ['', null],
  ['9'.repeat(20), null],
])('the order number %j', (text, number) => {
  expect(readOrderNumber(text)).toEqual(number)
})

test('an order number reads as it is written, and the buttons are labelled as the law says', () => {
  expect(readOrderNumber(orderNumber({ shortName: 'ac' }, 7))).toEqual({ shortName: 'ac', id: 7 })
  expect(declarationWords.withdrawal).toMatchObject({
    link: 'Withdraw from contract here',
    confirm: 'Confirm withdrawal',
  })
  expect(declarationWords.cancellation).toMatchObject({
    link: 'Cancel contracts here',
    confirm: 'Cancel now',
  })
})
