import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Holding, membershipOf } from '../../../src/features/accounts/membership.ts'
import { grantCredits, spendCredits } from '../../../src/features/billing/credits.sql.ts'
import { isUpgradeShown, upgradeLabel } from '../../../src/features/billing/upgrade-label.ts'
import type { getParameters } from '../../../src/features/viewer/parameters.contract.ts'
import { brandById } from '../../../src/sites/registry.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { becomesPremium, joins } from '../../support/cast.ts'

const nothing: Holding = { credits: null, isSubscribed: false, wasPremium: false }
const none: Holding = { ...nothing, credits: 0 }

// Specification §4: states, and what the button says for each.
test.each<[string, Holding, string, { isPremium: boolean; isExPremium: boolean }, string | null]>([
  ['subscription: never paid', nothing, 'standard', { isPremium: false, isExPremium: false }, 'Upgrade'],
  ['subscription: paid', { ...nothing, isSubscribed: true, wasPremium: true }, 'premium', { isPremium: true, isExPremium: false }, null],
  ['subscription: ended', { ...nothing, wasPremium: true }, 'standard', { isPremium: false, isExPremium: true }, 'Upgrade'],
  ['credits: never any', none, 'standard', { isPremium: false, isExPremium: false }, 'Unlock Credits'],
  ['credits: some', { ...none, credits: 3, wasPremium: true }, 'premium', { isPremium: true, isExPremium: false }, null],
  ['credits: at 0, given or bought', { ...none, wasPremium: true }, 'standard', { isPremium: false, isExPremium: true }, 'Re-purchase'],
  [
    'credits: none, and a subscription of other brands',
    { ...none, isSubscribed: true },
    'standard',
    { isPremium: false, isExPremium: false },
    'Unlock Credits',
  ],
])('%s: %j is %s', (_, holding, membership, flags, label) => {
  const standing = membershipOf(holding)
  expect(standing).toEqual({ membership, ...flags, hasInsufficientCreditsFlag: holding.credits === 0 })
  const situation = { ...standing, billingPartner: 0, isExternalUpgradeSite: false, isCreditsSite: holding.credits !== null }
  expect(isUpgradeShown(situation) ? upgradeLabel(situation) : null).toBe(label)
})

describe('what the server says', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  test('of given credits that have run out is what the page said when they did', async () => {
    const gina = await joins(app, { brand: 'wivesnow', username: 'Gina' })
    const userInfo = async () => (await gina.send<typeof getParameters>('GET /site/getParameters', { query: {} })).userInfo
    expect(await userInfo()).toMatchObject({ membership: 'standard', isExPremium: false })
    const at = app.clock.now()
    await app.services.db.transaction().execute((trx) => grantCredits(trx, gina.id, { credits: 2, source: 'grant', reference: 'welcome', expiresAt: null, at }))
    expect(await userInfo()).toMatchObject({ membership: 'premium', isPremium: true, isExPremium: false, neverUpgraded: true })
    await app.services.db.transaction().execute((trx) => spendCredits(trx, gina.id, { credits: 2, reason: 'message', reference: null, at }))
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
    const { userInfo } = await olga.send<typeof getParameters>('GET /site/getParameters', { query: {} })
    expect(userInfo).toMatchObject({ membership: 'standard', isPremium: false, isExPremium: true })
  })
})
