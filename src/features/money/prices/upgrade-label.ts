import type { Billing } from '#sites/site.ts'

export type UpgradeSituation = {
  billingPartner: number
  isExternalUpgradeSite: boolean
  isCreditsSite: boolean
  isPremium: boolean
  isExPremium: boolean
  hasInsufficientCreditsFlag: boolean
}

const UNLIMITED_ACCESS_PARTNER = 7

/** What it takes to write to members, in a sentence: a free age check is no upgrade. */
export function whatWritingTakes(billing: Billing): string {
  if (billing.model !== 'partner') return 'an upgrade'
  return isPartnerSeller(billing) ? 'unlimited access' : 'a free age check'
}

/** Whether a partner sells access to the brand, and does not only check who is an adult. */
export function isPartnerSeller(billing: Billing): boolean {
  return billing.model === 'partner' && billing.partner === UNLIMITED_ACCESS_PARTNER
}

export type UpgradeLabel =
  | 'Unlimited Access'
  | 'Get Verified'
  | 'Re-purchase'
  | 'Unlock Credits'
  | 'Upgrade'
type Row = readonly [when: (situation: UpgradeSituation) => boolean, label: UpgradeLabel]

/** Specification §4, "Upgrade button label": the first row that matches applies. */
const labels: readonly Row[] = [
  [({ billingPartner }) => billingPartner === UNLIMITED_ACCESS_PARTNER, 'Unlimited Access'],
  [({ isExternalUpgradeSite }) => isExternalUpgradeSite, 'Get Verified'],
  [
    ({ isCreditsSite, isPremium, hasInsufficientCreditsFlag }) =>
      isCreditsSite && isPremium && hasInsufficientCreditsFlag,
    'Re-purchase',
  ],
  [
    ({ isCreditsSite, isPremium, isExPremium }) => isCreditsSite && isExPremium && !isPremium,
    'Re-purchase',
  ],
  [({ isCreditsSite }) => isCreditsSite, 'Unlock Credits'],
  [() => true, 'Upgrade'],
]

export const upgradeLabels = (): UpgradeLabel[] => [...new Set(labels.map(([, label]) => label))]

export function upgradeLabel(situation: UpgradeSituation): UpgradeLabel {
  return labels.find(([when]) => when(situation))?.[1] ?? 'Upgrade'
}

/**
 * Specification §3, `insufficientCreditsAction`: empty while there are credits, or where there are
 * none at all. The rows of §4 for the button decide which it is.
 */
export function insufficientCreditsAction(
  situation: UpgradeSituation,
): '' | 'purchase' | 're-purchase' {
  if (!situation.isCreditsSite || !situation.hasInsufficientCreditsFlag) return ''
  return upgradeLabel(situation) === 'Re-purchase' ? 're-purchase' : 'purchase'
}

/**
 * Specification §4: shown for non-premium members, or per the credits rules (a premium member
 * without credits).
 */
export function isUpgradeShown(situation: UpgradeSituation): boolean {
  return !situation.isPremium || (situation.isCreditsSite && situation.hasInsufficientCreditsFlag)
}

/** Specification §9, "External-upgrade ribbon"; null if none is shown. */
export function ribbonText(situation: UpgradeSituation): string | null {
  if (!situation.isExternalUpgradeSite || situation.isPremium) return null
  return situation.billingPartner === UNLIMITED_ACCESS_PARTNER
    ? 'Special offer: get instant unlimited access to all premium features!'
    : 'Limited time offer: verify you are 18+ free of charge and unlock all premium features!'
}

type OfMember = Omit<UpgradeSituation, 'isExternalUpgradeSite' | 'isCreditsSite'>

export function upgradeSituation(user: OfMember, model: Billing['model']): UpgradeSituation {
  return {
    ...user,
    isExternalUpgradeSite: model === 'partner',
    isCreditsSite: model === 'credits',
  }
}

export type Upgrade = { label: UpgradeLabel; isShown: boolean }

export function upgradeFor(user: OfMember, model: Billing['model']): Upgrade {
  const situation = upgradeSituation(user, model)
  return { label: upgradeLabel(situation), isShown: isUpgradeShown(situation) }
}
