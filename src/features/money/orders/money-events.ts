import { domainEvent } from '#api/domain-events.ts'
import type { PaymentKind } from './payments.sql.ts'
import type { Provider } from './providers.ts'

/** Amounts are in the currency's smallest unit; `reference` is the processor's, of the charge. */
type OfCharge = {
  orderId: number
  accountId: number
  brand: string
  amount: number
  currency: string
  reference: string
  processor: Provider
  at: Date
}

/** A charge was entered, also one that goes back. `isFirst`: before it, the account paid nothing. */
export const paymentTaken = domainEvent<
  OfCharge & { paymentId: number; kind: PaymentKind; isFirst: boolean }
>('paymentTaken')

/** Of a charge that may be reported later than this. A refund may be a part. */
export const moneyReturned = domainEvent<OfCharge & { kind: 'refund' | 'chargeback' }>(
  'moneyReturned',
)

/** An order or a renewal was declined. */
export const chargeDeclined = domainEvent<{
  orderId: number
  accountId: number
  brand: string
  processor: Provider
  kind: 'order' | 'renewal'
  at: Date
}>('chargeDeclined')
