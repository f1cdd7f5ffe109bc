import type { Billing } from '../../sites/site.ts'

type Paid = { premiumUntil: Date | null; firstPremiumAt: Date | null }

/** What somebody has, where they are looked at. */
export type Holding = {
  /** Credits left; null on a brand that uses none. */
  credits: number | null
  /** A subscription that has not ended; on a brand of credits it counts for nothing (decisions §1). */
  isSubscribed: boolean
  /** Has been premium before: paid once, or had credits of whatever kind. */
  wasPremium: boolean
}

/** What that makes them, in the user record's words (specification §3). */
export type Standing = {
  membership: 'premium' | 'standard'
  isPremium: boolean
  isExPremium: boolean
  hasInsufficientCreditsFlag: boolean
}

/**
 * What a member is (specification §4): premium is who has credits on a brand of credits, elsewhere who is subscribed;
 * ex-premium who was once and is not any more. Server and browser both ask here, so that a page says the same before
 * and after it is loaded again.
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

/** An account's credits: those it can spend, and whether it ever had any. */
export type Purse = { credits: number; hadCredits: boolean }

/** The same for an account, on a brand that bills so; `purse` is null where that is not by credits. */
export function standingOn(billing: Billing, member: Paid, purse: Purse | null, at: Date): Standing {
  const counted = billing.model === 'credits' ? (purse ?? { credits: 0, hadCredits: false }) : null
  return standingWith({
    credits: counted && counted.credits,
    isSubscribed: member.premiumUntil !== null && member.premiumUntil > at,
    wasPremium: member.firstPremiumAt !== null || (counted?.hadCredits ?? false),
  })
}
