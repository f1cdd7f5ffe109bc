import { decimalOf } from '../decimals.ts'
import { type Parameters, signatureOfRequest } from './signature.server.ts'

/** The number of a website of ours at Verotel, and what signs its addresses and postbacks. */
export type Shop = { shop: string; key: string }

/** The protocol's version, of which the number goes with each request. */
const VERSION = '4'
/** Sale currencies of the FlexPay documentation; each has two decimals. */
const currencies: ReadonlySet<string> = new Set('USD EUR GBP AUD CAD CHF DKK NOK SEK'.split(' '))
/** Days; the comments of flexpay4j name the shortest. */
const SHORTEST = { recurring: 7, trial: 2 }
const LONGEST_TEXT = 100

/** What is charged now, for how long, and what follows. */
export type OrderPrice = {
  amount: number
  currency: string
  /** Null: once, with nothing that follows. */
  renewal: { days: number; amount: number; everyDays: number } | null
}

export function isSellable({ amount, currency, renewal }: OrderPrice): boolean {
  if (!currencies.has(currency)) return false
  if (!renewal) return amount > 0
  return (
    renewal.everyDays >= SHORTEST.recurring &&
    (!hasTrial(renewal, amount) || renewal.days >= SHORTEST.trial)
  )
}

type StartOrder = {
  order: number
  name: string
  charge: OrderPrice
  successUrl: string
  declineUrl: string
}

/**
 * Where the buyer is sent. `referenceID` must be unique, so that Verotel takes no second payment of
 * an order.
 */
export function startOrderAddress(
  origin: string,
  shop: Shop,
  { order, name, charge, successUrl, declineUrl }: StartOrder,
): string {
  return signedAddress(origin, '/startorder', shop, {
    ...partsOf(charge, name.slice(0, LONGEST_TEXT)),
    priceCurrency: charge.currency,
    referenceID: String(order),
    successURL: successUrl,
    declineURL: declineUrl,
  })
}

/** Verotel's own name for a sale, or ours for an order. */
export function saleStatusAddress(
  origin: string,
  shop: Shop,
  sale: { saleID: string } | { referenceID: string },
): string {
  return signedAddress(origin, '/salestatus', shop, sale)
}

function partsOf({ amount, renewal }: OrderPrice, name: string): Parameters {
  if (!renewal) return { type: 'purchase', priceAmount: decimalOf(amount), description: name }
  const then = {
    type: 'subscription',
    subscriptionType: 'recurring',
    priceAmount: decimalOf(renewal.amount),
    period: `P${renewal.everyDays}D`,
    name,
  }
  return hasTrial(renewal, amount)
    ? { ...then, trialAmount: decimalOf(amount), trialPeriod: `P${renewal.days}D` }
    : then
}

function hasTrial(
  { days, amount, everyDays }: NonNullable<OrderPrice['renewal']>,
  first: number,
): boolean {
  return amount !== first || days !== everyDays
}

function signedAddress(origin: string, path: string, shop: Shop, given: Parameters): string {
  const parameters = { ...given, shopID: shop.shop, version: VERSION }
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.searchParams.set('signature', signatureOfRequest(parameters, shop.key))
  return url.href
}
