import { describe, expect, test } from 'vitest'
import {
  insufficientCreditsAction,
  isUpgradeShown,
  ribbonText,
  upgradeLabel,
  type UpgradeSituation,
  whatWritingTakes,
} from '#money/prices/upgrade-label.ts'
import { brands } from '#sites/registry.ts'

const subscription: UpgradeSituation = {
  billingPartner: 0,
  isExternalUpgradeSite: false,
  isCreditsSite: false,
  isPremium: false,
  isExPremium: false,
  hasInsufficientCreditsFlag: false,
}
const external = { ...subscription, billingPartner: 3, isExternalUpgradeSite: true }
const unlimited = { ...external, billingPartner: 7 }
const credits = { ...subscription, isCreditsSite: true }

// Specification §4, "Upgrade button label".
test.each<[string, UpgradeSituation, string, boolean]>([
  ['partner 7', unlimited, 'Unlimited Access', true],
  ['partner 7, premium', { ...unlimited, isPremium: true }, 'Unlimited Access', false],
  ['another partner', external, 'Get Verified', true],
  ['another partner, ex-premium', { ...external, isExPremium: true }, 'Get Verified', true],
  [
    'credits, never had any',
    { ...credits, hasInsufficientCreditsFlag: true },
    'Unlock Credits',
    true,
  ],
  [
    'credits, ex-premium and standard',
    { ...credits, isExPremium: true, hasInsufficientCreditsFlag: true },
    'Re-purchase',
    true,
  ],
  [
    'credits, premium with none left',
    { ...credits, isPremium: true, hasInsufficientCreditsFlag: true },
    'Re-purchase',
    true,
  ],
  ['credits, premium with some', { ...credits, isPremium: true }, 'Unlock Credits', false],
  ['credits, standard', credits, 'Unlock Credits', true],
  ['subscription, standard', subscription, 'Upgrade', true],
  ['subscription, ex-premium', { ...subscription, isExPremium: true }, 'Upgrade', true],
  ['subscription, premium', { ...subscription, isPremium: true }, 'Upgrade', false],
])('%s: %j says “%s”; shown: %s', (_, situation, label, shown) => {
  expect(upgradeLabel(situation)).toBe(label)
  expect(isUpgradeShown(situation)).toBe(shown)
})

// Specification §3, "insufficientCreditsAction", by the rows of §4.
test.each<[string, UpgradeSituation, string]>([
  ['a subscription brand', { ...subscription, hasInsufficientCreditsFlag: true }, ''],
  ['a partner brand', { ...unlimited, hasInsufficientCreditsFlag: true }, ''],
  ['credits that are left', { ...credits, isPremium: true }, ''],
  ['credits, never had any', { ...credits, hasInsufficientCreditsFlag: true }, 'purchase'],
  [
    'credits, ex-premium and standard',
    { ...credits, isExPremium: true, hasInsufficientCreditsFlag: true },
    're-purchase',
  ],
  [
    'credits, premium with none left',
    { ...credits, isPremium: true, hasInsufficientCreditsFlag: true },
    're-purchase',
  ],
])('the card form is told for %s: %j → “%s”', (_, situation, action) => {
  expect(insufficientCreditsAction(situation)).toBe(action)
})

// Specification §9, "External-upgrade ribbon".
describe('the ribbon', () => {
  test.each<[string, UpgradeSituation, string | null]>([
    [
      'partner 7',
      unlimited,
      'Special offer: get instant unlimited access to all premium features!',
    ],
    [
      'another partner',
      external,
      'Limited time offer: verify you are 18+ free of charge and unlock all premium features!',
    ],
    ['a premium member', { ...unlimited, isPremium: true }, null],
    ['a subscription brand', subscription, null],
    ['a credits brand', credits, null],
  ])('for %s', (_, situation, text) => {
    expect(ribbonText(situation)).toBe(text)
  })
})

test.each([
  ['xmeeting', 'unlimited access'],
  ['meetwives', 'a free age check'],
  ['adultcrush', 'an upgrade'],
])('on %s, writing takes %s', (id, takes) => {
  expect(
    brands.filter((brand) => brand.id === id).map(({ billing }) => whatWritingTakes(billing)),
  ).toEqual([takes])
})
