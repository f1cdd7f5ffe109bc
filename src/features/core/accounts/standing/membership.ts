import type { Billing } from '#sites/site.ts'

type Paid = { premiumUntil: Date | null; firstPremiumAt: Date | null }

export type Holding = {
  /** Null on a brand without credits. */
  credits: number | null
  /** Whether a subscription runs; ignored on a brand of credits (decisions §1). */
  isSubscribed: boolean
  /** On a brand of credits: whether there ever was a credit. */
  wasPremium: boolean
}

export type MembershipStatus = {
  membership: 'premium' | 'standard'
  isPremium: boolean
  isExPremium: boolean
  hasInsufficientCreditsFlag: boolean
}

/** Specification §4. Server and browser share the rule, so that both show the same. */
export function membershipOf({ credits, isSubscribed, wasPremium }: Holding): MembershipStatus {
  const isPremium = credits === null ? isSubscribed : credits > 0
  return {
    membership: isPremium ? 'premium' : 'standard',
    isPremium,
    isExPremium: !isPremium && wasPremium,
    hasInsufficientCreditsFlag: credits !== null && credits <= 0,
  }
}

/** `hadCredits`: given or bought, spent or not. */
export type CreditStatus = { credits: number; hadCredits: boolean; hasBought: boolean }

const noCredits: CreditStatus = { credits: 0, hadCredits: false, hasBought: false }

/**
 * On a brand of credits all of it speaks of credits: a subscription or a free day elsewhere makes
 * nobody ex-premium (decisions §6).
 */
export function membershipOn(
  billing: Billing,
  { premiumUntil, firstPremiumAt }: Paid,
  creditStatus: CreditStatus | null,
  at: Date,
): MembershipStatus & { neverUpgraded: boolean } {
  if (billing.model === 'credits') {
    const { credits, hadCredits, hasBought } = creditStatus ?? noCredits
    return {
      ...membershipOf({ credits, isSubscribed: false, wasPremium: hadCredits }),
      neverUpgraded: !hasBought,
    }
  }
  const isSubscribed = premiumUntil !== null && premiumUntil > at
  return {
    ...membershipOf({ credits: null, isSubscribed, wasPremium: firstPremiumAt !== null }),
    neverUpgraded: firstPremiumAt === null,
  }
}
