import { membershipOn } from '#core/accounts/standing/membership.ts'
import { later, MINUTE } from '#lib/clock.ts'
import type { Billing } from '#sites/site.ts'

export type Membership = 'premium' | 'standard'
type Model = Billing['model']
export type Rule = {
  /** `oneADay`: received messages are masked until revealed, one reveal a day. */
  reads: 'all' | 'oneADay'
  writes: 'free' | 'credits' | 'premium'
}

/** decisions §5, row by row: billing model of the session's brand and membership on it. */
const rules: Record<Model, Record<Membership, Rule>> = {
  credits: {
    premium: { reads: 'all', writes: 'credits' },
    standard: { reads: 'all', writes: 'credits' },
  },
  subscription: {
    premium: { reads: 'all', writes: 'free' },
    standard: { reads: 'oneADay', writes: 'premium' },
  },
  partner: {
    premium: { reads: 'all', writes: 'free' },
    standard: { reads: 'oneADay', writes: 'premium' },
  },
}

type Reader = Parameters<typeof membershipOn>[1]

/** The credit balance does not matter: reading is free where messages cost credits. */
export function readsOf(member: Reader, billing: Billing, at: Date): Rule['reads'] {
  return rules[billing.model][membershipOn(billing, member, null, at).membership].reads
}

export type WritingRules = {
  model: Model
  /** Credits per message; 0 on brands without credits. */
  price: number
}

export function writingRulesOf(billing: Billing): WritingRules {
  return { model: billing.model, price: billing.model === 'credits' ? billing.prices.message : 0 }
}

export type MayWrite =
  | { may: true; price: number }
  | { may: false; price: number; code: 'noCredits' | 'needsPremium' }

/**
 * Returns whether somebody may write to others, and the price in credits. Support is reached by
 * tickets, which cost nothing.
 */
export function mayWrite(brand: WritingRules, membership: Membership, credits: number): MayWrite {
  const { writes } = rules[brand.model][membership]
  if (writes === 'free') return { may: true, price: 0 }
  if (writes === 'premium') return { may: false, price: 0, code: 'needsPremium' }
  return credits >= brand.price
    ? { may: true, price: brand.price }
    : { may: false, price: brand.price, code: 'noCredits' }
}

/** How many members a magic message goes to at most (decisions §5). */
export const MAGIC_RECIPIENTS = 10

export type MagicRule = { may: boolean; /** Credits for all recipients together. */ price: number }

/**
 * decisions §5: paid in credits, or free to premium members; the credits themselves are checked
 * when they are spent.
 */
export function magicRuleOf(billing: Billing, membership: Membership): MagicRule {
  if (billing.model === 'credits') return { may: true, price: billing.prices.magicMessage }
  return { may: rules[billing.model][membership].writes === 'free', price: 0 }
}

/** Replaces a masked message; its length is fixed, so that it reveals nothing about the message. */
export const MASK = '•••••• ••• •••••••• •••••'
export const REVEALS_A_DAY = 1

/** In the place of a masked message that is quoted. */
export const HIDDEN = 'A hidden message'
/** In the place of a message that its sender deleted for both. */
export const DELETED = 'This message was deleted'
/** For how long after it was sent. */
export const DELETABLE_FOR = 15 * MINUTE

type Deletable = {
  isMine: boolean
  sentAt: string | Date
  photo?: { isHeld: boolean } | undefined
}

/** What the other does not have yet is taken back at any time. */
export function mayDelete({ isMine, sentAt, photo }: Deletable, at: Date): boolean {
  return isMine && (photo?.isHeld === true || at <= later(new Date(sentAt), DELETABLE_FOR))
}

type Seen = { isMine: boolean; isRevealed: boolean }

export function isMasked(message: Seen, reads: Rule['reads']): boolean {
  return reads === 'oneADay' && !message.isMine && !message.isRevealed
}
