import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isAhead } from '#money/orders/event-time.ts'
import { amountIn } from '../decimals.ts'
import { currencyOf } from './currencies.ts'
import type { Ccbill } from './env.server.ts'
import { orderInField } from './order-field.server.ts'
import { paymentReference, subscriptionReference } from './references.ts'

/**
 * What CCBill calls what happened (ccbill.com/doc/webhooks-user-guide). Others say nothing that
 * changes access.
 */
const kinds = {
  NewSaleSuccess: 'payment.approved',
  NewSaleFailure: 'payment.declined',
  RenewalSuccess: 'subscription.renewed',
  RenewalFailure: 'subscription.declined',
  Cancellation: 'subscription.cancelled',
  Expiration: 'subscription.expired',
  UserReactivation: 'subscription.resumed',
  Chargeback: 'payment.chargedBack',
  Return: 'payment.chargedBack',
  Refund: 'payment.refunded',
  Void: 'payment.refunded',
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

/**
 * What is kept of a webhook: no name, no address, and neither username nor password, which come in
 * clear.
 */
export type CcbillReport = {
  eventId: string
  kind: Kind
  /**
   * Of the sale alone: later reports name the subscription. Null, too, where it is not signed as
   * our form had it.
   */
  order: number | null
  subscription: string | null
  payment: string | null
  amount: number | null
  currency: string | null
  at: string
  brand: string
  reason?: string
  retryAt?: string
}

const text = z.union([z.string(), z.number()]).transform(String)
const number = (most: number) => text.pipe(z.string().regex(new RegExp(`^\\d{1,${most}}$`)))
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())
/** `2012-08-05 15:18:17`, in Arizona, which has no summer time. */
const moment = text
  .pipe(z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/))
  .transform((value) => new Date(`${value.replace(' ', 'T')}-07:00`))
const day = text
  .pipe(z.string().regex(/^\d{4}-\d\d-\d\d/))
  .transform((value) => new Date(`${value.slice(0, 10)}T12:00:00-07:00`))
const valid = (date: Date) => !Number.isNaN(date.getTime())

const fields = z.object({
  clientAccnum: number(8),
  clientSubacc: number(4).transform((value) => value.padStart(4, '0')),
  subscriptionId: optional(number(20)),
  transactionId: optional(number(24)),
  timestamp: optional(moment.refine(valid)),
  billedInitialPrice: optional(text),
  billedAmount: optional(text),
  amount: optional(text),
  billedCurrencyCode: optional(text),
  currencyCode: optional(text),
  reason: optional(text),
  failureReason: optional(text),
  nextRetryDate: optional(day.refine(valid)),
})

export type ReportRefusal = 'otherAccount' | 'otherShop' | 'incomplete'

/**
 * Reads a webhook of CCBill, whose type stands in the query; null for a type without effect. Which
 * brand it is about is said by the subaccount alone, whatever host it came to.
 */
export function readReport(
  { account, shops }: Pick<Ccbill, 'account' | 'shops'>,
  type: string,
  given: Record<string, unknown>,
  at: Date,
): CcbillReport | ReportRefusal | null {
  if (!Object.hasOwn(kinds, type)) return null
  const kind = kinds[type as keyof typeof kinds]
  const parsed = fields.safeParse(given)
  if (!parsed.success) return 'incomplete'
  const {
    clientAccnum,
    clientSubacc: subaccount,
    subscriptionId,
    transactionId,
    timestamp,
    reason,
    failureReason,
    nextRetryDate,
    ...money
  } = parsed.data
  if (clientAccnum !== account) return 'otherAccount'
  const [brand, shop] = [...shops].find(([, one]) => one.subaccount === subaccount) ?? []
  if (brand === undefined || !shop) return 'otherShop'
  const order = orderIn(given, shop.salt)
  const of = subscriptionId === undefined ? null : { subaccount, subscription: subscriptionId }
  const amount = amountIn(money.billedInitialPrice ?? money.billedAmount ?? money.amount)
  const isSale = kind === 'payment.approved' || kind === 'subscription.renewed'
  if (kind === 'payment.declined' ? order === null : of === null) return 'incomplete'
  if (isSale && (transactionId === undefined || amount === null)) return 'incomplete'
  if (timestamp && isAhead(timestamp, at)) return 'incomplete'
  const why = reason ?? failureReason
  return {
    eventId: eventId(type, transactionId, subscriptionId, timestamp, order),
    kind,
    order,
    subscription: of && subscriptionReference(of),
    payment: of && transactionId !== undefined ? paymentReference(of, transactionId) : null,
    amount,
    currency: currencyOf(money.billedCurrencyCode ?? money.currencyCode),
    at: (timestamp ?? at).toISOString(),
    brand,
    ...(why === undefined ? {} : { reason: why.toWellFormed().replaceAll('\0', '').slice(0, 200) }),
    ...(nextRetryDate === undefined ? {} : { retryAt: nextRetryDate.toISOString() }),
  }
}

/**
 * CCBill gives none: the same report has the same, however often and in whichever encoding it
 * comes.
 */
function eventId(
  type: string,
  transaction: string | undefined,
  subscription: string | undefined,
  timestamp: Date | undefined,
  order: number | null,
): string {
  const parts = [
    'ccbill',
    type,
    transaction ?? '',
    subscription ?? (order === null ? '' : `order ${order}`),
    timestamp?.toISOString() ?? '',
  ]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40)
}

function orderIn(given: Record<string, unknown>, salt: string): number | null {
  const [, value] = Object.entries(given).find(([name]) => /^(?:x-)+ordernumber$/i.test(name)) ?? []
  return orderInField(String(value), salt)
}
