import { moneyFormat } from '../lib/formats.ts'

export type Charge = {
  order: number
  keyword: string
  amount: number
  /** Of each renewal: differs from `amount` after a free trial or by a code. */
  renewalAmount: number
  currency: string
  description: string
  renewsAfterDays: number | null
  /** From the first renewal on, where that differs: after a free trial. */
  thenEveryDays?: number | null
  expiresAt: string
}

export type Payment = {
  charge: Charge
  reference: string
  subscription: string | null
  amount: number
  state: 'paid' | 'refunded' | 'charged back'
  paidBack: number
  /** Refunds that the merchant asked for, by its keys: a repeated request pays back once. */
  refundKeys: Set<string>
  /** When the bank takes it back, if a test says so. */
  chargebackAt: Date | null
}

/** Why a bank declines; the names are reported with the event. */
export const declineReasons = [
  'insufficientFunds',
  'expiredCard',
  'authenticationFailed',
  'stolenCard',
] as const
export type DeclineReason = (typeof declineReasons)[number]

export type SandboxSubscription = {
  id: string
  charge: Charge
  firstPayment: string
  state: 'active' | 'pastDue' | 'cancelled'
  nextAt: Date | null
  /** The outcomes of the next charges; approved where none is written. */
  script: DeclineReason[]
  /** Charges that the merchant asked for, by its keys: a repeated request does not charge again. */
  asked: Set<string>
}

/** An issued form; `isChallenged` after a card was entered and its bank asks for a code. */
export type OpenForm = {
  charge: Charge
  needsChallenge: boolean
  asksPostalCode: boolean
  isChallenged: boolean
}

export function sumOf({ amount, currency }: Pick<Charge, 'amount' | 'currency'>): string {
  const format = moneyFormat(currency)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export function isCharge(value: unknown): value is Charge {
  if (typeof value !== 'object' || value === null) return false
  const { order, keyword, amount, renewalAmount, currency, description, expiresAt } =
    value as Record<string, unknown>
  return (
    [order, amount, renewalAmount].every((one) => typeof one === 'number') &&
    [keyword, currency, description, expiresAt].every((one) => typeof one === 'string')
  )
}
