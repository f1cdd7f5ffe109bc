import { moneyFormat } from '../lib/formats.ts'

export type Charge = {
  order: number
  keyword: string
  amount: number
  /** Of each renewal: differs from `amount` after a free trial. */
  renewalAmount: number
  currency: string
  description: string
  renewsAfterDays: number | null
  expiresAt: string
}

export type Payment = { charge: Charge; reference: string; subscription: string | null; state: 'paid' | 'refunded'; isCancelled: boolean }

/** An issued form; `isChallenged` after a card was entered and its bank asks for a code. */
export type OpenForm = { charge: Charge; needsChallenge: boolean; isChallenged: boolean }

export function sumOf({ amount, currency }: Pick<Charge, 'amount' | 'currency'>): string {
  const format = moneyFormat(currency)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export function isCharge(value: unknown): value is Charge {
  if (typeof value !== 'object' || value === null) return false
  const { order, keyword, amount, renewalAmount, currency, description, expiresAt } = value as Record<string, unknown>
  return (
    [order, amount, renewalAmount].every((one) => typeof one === 'number') &&
    [keyword, currency, description, expiresAt].every((one) => typeof one === 'string')
  )
}
