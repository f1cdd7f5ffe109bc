import type { Billing } from '../../sites/site.ts'

type Paid = { premiumUntil: Date | null; firstPremiumAt: Date | null }

export type Holding = {
  /** Null on a brand without credits. */
  credits: number | null
  /** Whether a subscription runs; ignored on a brand of credits (decisions §1). */
  isSubscribed: boolean
  /** Whether the account ever paid or had credits. */
  wasPremium: boolean
}

/** The membership in the user record's terms (specification §3). */
export type Standing = {
  membership: 'premium' | 'standard'
  isPremium: boolean
  isExPremium: boolean
  hasInsufficientCreditsFlag: boolean
}

/**
 * A member's membership (specification §4): premium with credits on a brand of credits, with a subscription elsewhere;
 * ex-premium if either was true before. Server and browser share the rule, so that both show the same.
 */
export function standingWith({ credits, isSubscribed, wasPremium }: Holding): Standing {
  const isPremium = credits === null ? isSubscribed : credits > 0
  return {
    membership: isPremium ? 'premium' : 'standard',
    isPremium,
    isExPremium: !isPremium && wasPremium,
    hasInsufficientCreditsFlag: credits !== null && credits <= 0,
  }
}

export type Purse = { credits: number; hadCredits: boolean }

/** The membership of an account under a brand's billing; `purse` is null where the brand does not use credits. */
export function standingOn(billing: Billing, member: Paid, purse: Purse | null, at: Date): Standing {
  const counted = billing.model === 'credits' ? (purse ?? { credits: 0, hadCredits: false }) : null
  return standingWith({
    credits: counted && counted.credits,
    isSubscribed: member.premiumUntil !== null && member.premiumUntil > at,
    wasPremium: member.firstPremiumAt !== null || (counted?.hadCredits ?? false),
  })
}
