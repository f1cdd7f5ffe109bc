import { DAY, later } from '#lib/clock.ts'
import { referenceOf } from '#money/orders/providers.ts'
import { amountIn } from '../decimals.ts'
import type { GatewayEvent } from '../gateway/webhook.contract.ts'

/**
 * FlexPay's postbacks (controlcenter.verotel.com/flexpay-doc; recorded in pipisco/laravel-verotel-
 * flexpay). They have no time and no id, and of a declined renewal there is `expiry` in the end,
 * and nothing before.
 */
type Parameters = Readonly<Record<string, string>>

/** Of events that move no money: ISO 4217 reserves it, so that no order has it. */
const NO_CURRENCY = 'XTS'

type Shape = {
  type: string
  /** The first of these that is there. */
  amount: readonly string[] | null
  /** Which transaction it is about; `parentID` is the one that is paid back. */
  payment: 'transactionID' | 'parentID' | null
  /** The day on which it is charged or ends; the time is paid for until that day has passed. */
  until?: readonly string[]
}

const price = ['priceAmount', 'amount']

const shapes: Record<string, Shape> = {
  // Of a subscription that begins with a trial, the trial's amount is charged and the price
  // follows.
  initial: {
    type: 'payment.approved',
    amount: ['trialAmount', ...price],
    payment: 'transactionID',
  },
  purchase: { type: 'payment.approved', amount: price, payment: 'transactionID' },
  rebill: {
    type: 'subscription.renewed',
    amount: ['amount', 'priceAmount'],
    payment: 'transactionID',
  },
  cancel: { type: 'subscription.cancelled', amount: null, payment: null },
  uncancel: { type: 'subscription.resumed', amount: null, payment: null },
  extend: {
    type: 'subscription.extended',
    amount: null,
    payment: null,
    until: ['nextChargeOn', 'expiresOn'],
  },
  downgrade: { type: 'subscription.repriced', amount: price, payment: null },
  expiry: { type: 'subscription.expired', amount: null, payment: null },
  credit: { type: 'payment.refunded', amount: price, payment: 'parentID' },
  chargeback: { type: 'payment.chargedBack', amount: price, payment: 'parentID' },
}

/**
 * Everything else that is signed, `upgrade` among it, which our orders never ask for: kept, and
 * without effect.
 */
const unknown = (name: string): Shape => ({
  type: `verotel.${name}`.slice(0, 60),
  amount: null,
  payment: null,
})

export type PostbackRefusal = { refusal: string }

/** The event of a postback whose signature is right. `id`: see `eventIdOf`; `at`: when it came. */
export function eventOf(
  parameters: Parameters,
  id: string,
  at: Date,
): GatewayEvent | PostbackRefusal {
  const {
    referenceID = '',
    saleID = '',
    type,
    event = type === 'purchase' ? 'purchase' : '',
  } = parameters
  if (!/^[1-9]\d{0,14}$/.test(referenceID)) return { refusal: 'referenceID is none of our orders' }
  if (!isId(saleID)) return { refusal: 'saleID is missing' }
  if (event === '') return { refusal: 'event is missing' }
  const shape = (Object.hasOwn(shapes, event) ? shapes[event] : undefined) ?? unknown(event)
  const money = moneyOf(parameters, shape)
  if (!money) return { refusal: 'the amount or its currency is missing' }
  const payment = paymentOf(parameters, shape, saleID)
  if (payment === null) return { refusal: `${shape.payment} is missing` }
  const until = shape.until && endOf(firstOf(parameters, shape.until))
  if (shape.until && !until) return { refusal: 'the day is missing' }
  return {
    id,
    type: shape.type,
    occurredAt: at.toISOString(),
    order: Number(referenceID),
    reference: payment,
    subscription: type === 'purchase' ? null : saleReference(saleID),
    ...money,
    ...(until ? { until: until.toISOString() } : {}),
    ...(parameters['cancelledBy'] === undefined
      ? {}
      : { reason: `by ${parameters['cancelledBy']}`.slice(0, 200) }),
  }
}

/** Sales and transactions are numbered apart. */
export const saleReference = (sale: string) => referenceOf('verotel', `sale-${sale}`)
export const transactionReference = (transaction: string) =>
  referenceOf('verotel', `transaction-${transaction}`)

/** Verotel's number in a reference of ours; null for a reference of another kind. */
export function numberIn(reference: string, kind: 'sale' | 'transaction'): string | null {
  const prefix = referenceOf('verotel', `${kind}-`)
  return reference.startsWith(prefix) ? reference.slice(prefix.length) : null
}

function paymentOf(parameters: Parameters, { payment, type }: Shape, sale: string): string | null {
  if (payment === null) return saleReference(sale)
  const number = parameters[payment]
  if (isId(number)) return transactionReference(number)
  // The documentation of version 3.4 has a transactionID in the first postback only; live ones have
  // it in renewals, too.
  const day = parameters['nextChargeOn']
  return type === 'subscription.renewed' && day !== undefined && dayIn(day)
    ? `${saleReference(sale)}-${day}`
    : null
}

function moneyOf(
  parameters: Parameters,
  { amount: names }: Shape,
): Pick<GatewayEvent, 'amount' | 'currency'> | null {
  if (!names) return { amount: 0, currency: NO_CURRENCY }
  const amount = amountIn(firstOf(parameters, names))
  const currency = firstOf(parameters, ['priceCurrency', 'currency'])
  return amount !== null && currency !== undefined && /^[A-Z]{3}$/.test(currency)
    ? { amount, currency }
    : null
}

const firstOf = (parameters: Parameters, names: readonly string[]) =>
  names.map((name) => parameters[name]).find((value) => value !== undefined)

function isId(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,30}$/.test(text)
}

/** The moment until which is paid for what is charged or ends on a day; null for no day. */
export function endOf(text: string | undefined): Date | null {
  const day = dayIn(text)
  return day && later(day, DAY)
}

function dayIn(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? null : day
}
