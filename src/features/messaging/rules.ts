import type { Billing } from '../../sites/site.ts'
import { standingOn } from '../accounts/membership.ts'

export type Membership = 'premium' | 'standard'
type Model = Billing['model']
export type Rule = {
  /** `oneADay`: what others wrote is masked, save what was revealed; one reveal a day. */
  reads: 'all' | 'oneADay'
  /** What a message takes: nothing, credits, or a premium membership. */
  writes: 'free' | 'credits' | 'premium'
}

/** decisions §5, row by row: how the session's brand bills, and what the member is there. */
const rules: Record<Model, Record<Membership, Rule>> = {
  credits: { premium: { reads: 'all', writes: 'credits' }, standard: { reads: 'all', writes: 'credits' } },
  subscription: { premium: { reads: 'all', writes: 'free' }, standard: { reads: 'oneADay', writes: 'premium' } },
  partner: { premium: { reads: 'all', writes: 'free' }, standard: { reads: 'oneADay', writes: 'premium' } },
}

/**
 * How a member reads on a brand. What credits they have does not matter to that: where a brand takes credits,
 * reading is free for all.
 */
export function readsOf(member: Parameters<typeof standingOn>[1], billing: Billing, at: Date): Rule['reads'] {
  return rules[billing.model][standingOn(billing, member, null, at).membership].reads
}

/** What of a brand's billing writing depends on; small enough to be an island's property. */
export type WritingRules = { model: Model; /** Credits that a message costs; 0 where none are used. */ price: number }

export function writingRulesOf(billing: Billing): WritingRules {
  return { model: billing.model, price: billing.model === 'credits' ? billing.prices.message : 0 }
}

export type MayWrite = { may: true; price: number } | { may: false; price: number; code: 'noCredits' | 'needsPremium' }

/** Whether somebody may write to a member, and at what price in credits. Support is always free to write to. */
export function mayWrite(member: { isSupport: boolean }, brand: WritingRules, membership: Membership, credits: number): MayWrite {
  const { writes } = rules[brand.model][membership]
  if (member.isSupport || writes === 'free') return { may: true, price: 0 }
  if (writes === 'premium') return { may: false, price: 0, code: 'needsPremium' }
  return credits >= brand.price ? { may: true, price: brand.price } : { may: false, price: brand.price, code: 'noCredits' }
}

/** Stands in the place of a masked message, whatever its length. */
export const MASK = '•••••• ••• •••••••• •••••'
export const REVEALS_A_DAY = 1

type Seen = { isMine: boolean; isRevealed: boolean; isFromSupport: boolean }

/** Whether a message's text stays on the server. */
export function isMasked(message: Seen, reads: Rule['reads']): boolean {
  return reads === 'oneADay' && !message.isMine && !message.isRevealed && !message.isFromSupport
}

/** Characters as people count them in a limit: code points of what would be stored. */
export function charactersIn(body: string): number {
  return [...body.normalize('NFC').trim()].length
}
