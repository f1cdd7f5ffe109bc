import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreditStatus,
  type Holding,
  membershipOf,
  membershipOn,
} from '#core/accounts/standing/membership.ts'
import { DAY, later } from '#lib/clock.ts'
import { grantCredits, spendCredits } from '#money/credits/credits.sql.ts'
import { isUpgradeShown, upgradeFor, upgradeLabel } from '#money/prices/upgrade-label.ts'
import { brandById } from '#sites/registry.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { becomesPremium, joins, parametersFor } from '#tests/support/cast.ts'

const nothing: Holding = { credits: null, isSubscribed: false, wasPremium: false }
const none: Holding = { ...nothing, credits: 0 }

// Specification §4: states, and what the button says for each.
test.each<[string, Holding, string, { isPremium: boolean; isExPremium: boolean }, string | null]>([
  [
    'subscription: never paid',
    nothing,
    'standard',
    { isPremium: false, isExPremium: false },
    'Upgrade',
  ],
  [
    'subscription: paid',
    { ...nothing, isSubscribed: true, wasPremium: true },
    'premium',
    { isPremium: true, isExPremium: false },
    null,
  ],
  [
    'subscription: ended',
    { ...nothing, wasPremium: true },
    'standard',
    { isPremium: false, isExPremium: true },
    'Upgrade',
  ],
  [
    'credits: never any',
    none,
    'standard',
    { isPremium: false, isExPremium: false },
    'Unlock Credits',
  ],
  [
    'credits: some',
    { ...none, credits: 3, wasPremium: true },
    'premium',
    { isPremium: true, isExPremium: false },
    null,
  ],
  [
    'credits: at 0, given or bought',
    { ...none, wasPremium: true },
    'standard',
    { isPremium: false, isExPremium: true },
    'Re-purchase',
  ],
  [
    'credits: none, and a subscription of other brands',
    { ...none, isSubscribed: true },
    'standard',
    { isPremium: false, isExPremium: false },
    'Unlock Credits',
  ],
])('%s: %j is %s', (_, holding, membership, flags, label) => {
  const standing = membershipOf(holding)
  expect(standing).toEqual({
    membership,
    ...flags,
    hasInsufficientCreditsFlag: holding.credits === 0,
  })
  const situation = {
    ...standing,
    billingPartner: 0,
    isExternalUpgradeSite: false,
    isCreditsSite: holding.credits !== null,
  }
  expect(isUpgradeShown(situation) ? upgradeLabel(situation) : null).toBe(label)
})

const now = new Date('2026-11-20T12:00:00Z')
const unpaid = { premiumUntil: null, firstPremiumAt: null }
/** A month elsewhere that runs, and a free day or a month that has ended. */
const runs = { premiumUntil: later(now, DAY), firstPremiumAt: later(now, -DAY) }
const ended = { premiumUntil: later(now, -DAY), firstPremiumAt: later(now, -2 * DAY) }
const never: CreditStatus = { credits: 0, hadCredits: false, hasBought: false }
const given: CreditStatus = { credits: 3, hadCredits: true, hasBought: false }
const bought: CreditStatus = { credits: 3, hadCredits: true, hasBought: true }
const spent = (one: CreditStatus): CreditStatus => ({ ...one, credits: 0 })
type Flags = [isPremium: boolean, isExPremium: boolean, neverUpgraded: boolean]

// Specification §4, "Upgrade button label", row by row and from what is in the books.
test.each<[string, string, typeof unpaid | typeof runs, CreditStatus | null, string, Flags]>([
  ['partner 7', 'xmeeting', unpaid, null, 'Unlimited Access', [false, false, true]],
  ['another partner', 'meetwives', unpaid, null, 'Get Verified', [false, false, true]],
  ['credits: premium', 'wivesnow', unpaid, bought, 'Unlock Credits', [true, false, false]],
  [
    'credits: premium by given ones',
    'wivesnow',
    unpaid,
    given,
    'Unlock Credits',
    [true, false, true],
  ],
  [
    'credits: ex-premium, bought and spent',
    'wivesnow',
    unpaid,
    spent(bought),
    'Re-purchase',
    [false, true, false],
  ],
  [
    'credits: ex-premium, given and spent',
    'wivesnow',
    unpaid,
    spent(given),
    'Re-purchase',
    [false, true, true],
  ],
  ['credits: never any', 'wivesnow', unpaid, never, 'Unlock Credits', [false, false, true]],
  [
    'credits: never any, after a free day elsewhere',
    'wivesnow',
    ended,
    never,
    'Unlock Credits',
    [false, false, true],
  ],
  [
    'credits: never any, with a subscription elsewhere',
    'wivesnow',
    runs,
    never,
    'Unlock Credits',
    [false, false, true],
  ],
  [
    'credits: spent, with a subscription elsewhere',
    'wivesnow',
    runs,
    spent(given),
    'Re-purchase',
    [false, true, true],
  ],
  ['credits: not known', 'wivesnow', ended, null, 'Unlock Credits', [false, false, true]],
  ['subscription: never paid', 'adultcrush', unpaid, null, 'Upgrade', [false, false, true]],
  ['subscription: premium', 'adultcrush', runs, null, 'Upgrade', [true, false, false]],
  ['subscription: ex-premium', 'adultcrush', ended, null, 'Upgrade', [false, true, false]],
])(
  '%s: on %s with %j and %j the button says “%s”',
  (_, id, paid, credits, label, [isPremium, isExPremium, neverUpgraded]) => {
    const { billing } = brandById(id) ?? expect.fail('no such brand')
    const standing = membershipOn(billing, paid, credits, now)
    expect(standing).toMatchObject({ isPremium, isExPremium, neverUpgraded })
    expect(
      upgradeFor(
        { ...standing, billingPartner: billing.model === 'partner' ? billing.partner : 0 },
        billing.model,
      ).label,
    ).toBe(label)
  },
)

describe('what the server says', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  test('of given credits that have run out is what the page said when they did', async () => {
    const gina = await joins(app, { brand: 'wivesnow', username: 'Gina' })
    const userInfo = async () => (await parametersFor(gina)).userInfo
    expect(await userInfo()).toMatchObject({ membership: 'standard', isExPremium: false })
    const at = app.clock.now()
    await app.transaction((trx) =>
      grantCredits(trx, gina.id, {
        credits: 2,
        source: 'grant',
        reference: 'welcome',
        expiresAt: null,
        at,
      }),
    )
    expect(await userInfo()).toMatchObject({
      membership: 'premium',
      isPremium: true,
      isExPremium: false,
      neverUpgraded: true,
    })
    await app.transaction((trx) =>
      spendCredits(trx, gina.id, { credits: 2, reason: 'message', reference: null, at }),
    )
    expect(await userInfo()).toMatchObject({
      membership: 'standard',
      isPremium: false,
      isExPremium: true,
      hasInsufficientCreditsFlag: true,
      neverUpgraded: true,
    })
  })

  test('of a subscription is nothing on a brand of credits', async () => {
    expect(brandById('wivesnow')?.billing.model).toBe('credits')
    const olga = await joins(app, { brand: 'adultcrush', username: 'Olga', signsInOn: 'wivesnow' })
    await becomesPremium(app, olga)
    const { userInfo } = await parametersFor(olga)
    expect(userInfo).toMatchObject({
      membership: 'standard',
      isPremium: false,
      isExPremium: false,
      neverUpgraded: true,
    })
  })
})
