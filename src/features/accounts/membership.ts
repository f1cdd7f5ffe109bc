import type { Billing } from '../../sites/site.ts'

type Paid = { premiumUntil: Date | null; firstPremiumAt: Date | null }

/**
 * What a member is at an instant (specification §4 and §6). On credits brands premium means having
 * credits; elsewhere, a subscription that has not ended. Who once was and no longer is, is ex-premium.
 */
export function membershipOf(member: Paid, billing: Billing, credits: number, at: Date): 'premium' | 'standard' {
  if (member.premiumUntil !== null && member.premiumUntil > at) return 'premium'
  return billing.model === 'credits' && credits > 0 ? 'premium' : 'standard'
}

export function isExPremium(member: Paid, membership: 'premium' | 'standard'): boolean {
  return membership === 'standard' && member.firstPremiumAt !== null
}
