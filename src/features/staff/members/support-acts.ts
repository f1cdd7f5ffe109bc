import { formatMoney } from '#money/prices/price-list.ts'
import type { Brand } from '#sites/site.ts'

/** What support does for a member's account and money, and how much of it without a lead. */

export const supportActs = [
  'signOut',
  'resendConfirmation',
  'cancelRenewal',
  'giveCredits',
  'giveDays',
  'refund',
  'refundAgain',
  'refundDrop',
  'correctAddress',
  'withdraw',
] as const
export type SupportAct = (typeof supportActs)[number]

export const MAX_REASON = 300
export const reasonField = {
  name: 'reason',
  label: 'Why',
  hint: 'Staff alone read it, in this file.',
  maxlength: MAX_REASON,
  autocomplete: 'off',
  required: true,
} as const
export const MOST_GIVEN = 1000
/** Within how many days what was given counts towards the limit. */
export const LIMIT_DAYS = 30
/** One person gives all members of a day together this many times what one member may get. */
export const MEMBERS_A_DAY = 5
/** For how long given credits are good. */
export const CREDITS_LAST_DAYS = 365

export const actLabels: Readonly<Record<SupportAct, string>> = {
  signOut: 'Sign out everywhere',
  resendConfirmation: 'Send the confirmation mail again',
  cancelRenewal: 'Cancel the renewal',
  giveCredits: 'Give credits',
  giveDays: 'Give days of membership',
  refund: 'Pay back',
  refundAgain: 'Ask the processor once more to pay back',
  refundDrop: 'Give up paying back',
  correctAddress: 'Correct the address',
  withdraw: 'Take a request back',
}

/** What is about one charge, whichever brand it was made on. */
export const isOfRefund = (act: string) => act.startsWith('refund')

/** What stands in a form of its own, and not in the list of acts. */
export const hasOwnForm = (act: string) =>
  isOfRefund(act) || act === 'correctAddress' || act === 'withdraw'

/** Null for what has no amount. */
export function limitOf(act: SupportAct, { support }: Pick<Brand, 'support'>): number | null {
  if (act === 'giveCredits') return support.credits
  if (act === 'refund') return support.refund
  return act === 'giveDays' ? support.days : null
}

/** What means something where a brand is paid so: what a partner sold is the partner's to give. */
export function actsOn({ billing }: Pick<Brand, 'billing'>): SupportAct[] {
  const given = { credits: 'giveCredits', subscription: 'giveDays', partner: null }[billing.model]
  return supportActs.filter((act) => !hasOwnForm(act) && (!act.startsWith('give') || act === given))
}

/** `amount`: what is given, or goes back of a payment in the smallest unit of the currency. */
export type ActWords = {
  act: SupportAct
  amount: number | null
  currency: string | null
  reference: string | null
  /** Whole as long as it waits, then masked. */
  address: string | null
}

/** With its amount, as it is asked for. */
export function actInWords({ act, amount, currency, reference, address }: ActWords): string {
  if (isOfRefund(act) && currency !== null)
    return `${actLabels[act]}: ${formatMoney({ amount: amount ?? 0, currency })} of payment ${reference}`
  if (act === 'giveCredits') return `Give ${amount === 1 ? 'one credit' : `${amount} credits`}`
  if (act === 'giveDays') return `Give ${amount === 1 ? 'one day' : `${amount} days`} of membership`
  return act === 'correctAddress' && address !== null
    ? `Change the address to ${address}`
    : actLabels[act]
}
