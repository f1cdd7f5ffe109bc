/** What an affiliate earns by; one of them. */
export const models = ['join', 'first', 'share'] as const
export type EarnedBy = (typeof models)[number]

export type Terms = {
  model: EarnedBy
  /** For each confirmed join or first payment, in the currency's smallest unit. */
  amount: number
  /** Of each payment in the first `months` after joining. */
  percent: number
  months: number
  currency: string
  holdDays: number
  /** Below it nothing is paid out, and waits for the next month. */
  minimum: number
}

export const HOLD_DAYS = 30

export type Earned = { kind: EarnedBy; amount: number; currency: string }

export function earnedByJoin({ model, amount, currency }: Terms): Earned | null {
  return model === 'join' && amount > 0 ? { kind: 'join', amount, currency } : null
}

type Charge = { amount: number; currency: string; isFirst: boolean; at: Date }

/** A share is in the currency of the payment, which is nowhere mixed with others. */
export function earnedByPayment(terms: Terms, charge: Charge, joinedAt: Date): Earned | null {
  if (terms.model === 'first')
    return charge.isFirst && charge.amount > 0 && terms.amount > 0
      ? { kind: 'first', amount: terms.amount, currency: terms.currency }
      : null
  if (terms.model !== 'share' || charge.at >= monthsAfter(joinedAt, terms.months)) return null
  const amount = Math.floor((charge.amount * terms.percent) / 100)
  return amount > 0 ? { kind: 'share', amount, currency: charge.currency } : null
}

/** What goes back of a commission when so much of its charge has gone back. */
export function backOf(commission: { amount: number; charge: number }, returned: number): number {
  return returned >= commission.charge
    ? commission.amount
    : Math.round((commission.amount * returned) / commission.charge)
}

/** The same day of a later month, or that month's last. */
export function monthsAfter(date: Date, months: number): Date {
  const found = new Date(date)
  found.setUTCMonth(found.getUTCMonth() + months)
  if (found.getUTCDate() !== date.getUTCDate()) found.setUTCDate(0)
  return found
}
