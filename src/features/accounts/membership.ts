import type { Billing } from '../../sites/site.ts'

type Paid = { premiumUntil: Date | null; firstPremiumAt: Date | null }

export type Holding = {
  /** Null on a brand without credits. */
  credits: number | null
  /** Whether a subscription runs; ignored on a brand of credits (decisions §1). */
  isSubscribed: boolean
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

export type CreditStatus = { credits: number; hadCredits: boolean }

export function membershipOn(billing: Billing, member: Paid, creditStatus: CreditStatus | null, at: Date): MembershipStatus {
  const counted = billing.model === 'credits' ? (creditStatus ?? { credits: 0, hadCredits: false }) : null
  return membershipOf({
    credits: counted && counted.credits,
    isSubscribed: member.premiumUntil !== null && member.premiumUntil > at,
    wasPremium: member.firstPremiumAt !== null || (counted?.hadCredits ?? false),
  })
}
