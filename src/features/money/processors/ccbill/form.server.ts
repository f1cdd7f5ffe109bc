import { createHash } from 'node:crypto'
import type { Order } from '#money/orders/orders.sql.ts'
import type { Product } from '#money/prices/offers.ts'
import { decimalOf } from '../decimals.ts'
import type { Checkout } from '../processor.ts'
import { numberOf } from './currencies.ts'
import type { Ccbill } from './env.server.ts'
import { orderField } from './order-field.server.ts'

/** Its name for "until it is cancelled". */
const WITHOUT_END = '99'
/** Days of a price. */
const [SHORTEST, LONGEST] = [2, 365]
/** CCBill repeats it in its report of the sale, with `X-` before it. */
const ORDER_FIELD = 'orderNumber'

/**
 * A price as the form is asked for it, in the order in which the digest takes them
 * (ccbill.com/doc/formdigest-value).
 */
type Price = {
  initialPrice: string
  initialPeriod: string
  recurringPrice?: string
  recurringPeriod?: string
  numRebills?: string
  currencyCode: string
}

export function ccbillCheckout({
  shops,
  formOrigin,
  limits: [least, most],
}: Pick<Ccbill, 'shops' | 'formOrigin' | 'limits'>): Checkout {
  return {
    name: 'CCBill',
    statement: 'CCBILL.COM',
    sells: (product) =>
      product.price.amount >= least &&
      product.price.amount <= most &&
      priceOf(product, { ...product.price, renewalAmount: product.price.amount }) !== null,
    address: ({ order, product, brand }) => {
      const [shop, price] = [shops.get(brand.id), priceOf(product, order)]
      if (!shop || !price) throw new Error(`CCBill does not sell ${product.keyword} of ${brand.id}`)
      return formAddress(formOrigin, shop, price, order)
    },
  }
}

type Shop = { subaccount: string; form: string; salt: string }

function formAddress(
  origin: string,
  { subaccount, form, salt }: Shop,
  price: Price,
  { id }: Pick<Order, 'id'>,
): string {
  const url = new URL(`/wap-frontflex/flexforms/${form}`, origin)
  const query = {
    clientSubacc: subaccount,
    ...price,
    formDigest: formDigest(price, salt),
    [ORDER_FIELD]: orderField(id, salt),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Protects the price, and nothing else, from changes on the way; the order has a signature of its
 * own.
 */
export function formDigest(
  {
    initialPrice,
    initialPeriod,
    recurringPrice = '',
    recurringPeriod = '',
    numRebills = '',
    currencyCode,
  }: Price,
  salt: string,
): string {
  return createHash('md5')
    .update(
      initialPrice +
        initialPeriod +
        recurringPrice +
        recurringPeriod +
        numRebills +
        currencyCode +
        salt,
    )
    .digest('hex')
}

type Agreed = Pick<Order, 'amount' | 'renewalAmount' | 'currency'>

/** Null for what a form of CCBill cannot charge: a free day, another currency. */
function priceOf({ gives }: Product, { amount, renewalAmount, currency }: Agreed): Price | null {
  const currencyCode = numberOf(currency)
  if (currencyCode === undefined || amount === 0) return null
  const initialPrice = decimalOf(amount)
  if (gives.kind === 'credits')
    return {
      initialPrice,
      initialPeriod: String(Math.min(gives.expiresAfter, LONGEST)),
      currencyCode,
    }
  const days = String(gives.days)
  if (gives.days < SHORTEST || gives.days > LONGEST) return null
  if (!gives.renews) return { initialPrice, initialPeriod: days, currencyCode }
  return {
    initialPrice,
    initialPeriod: days,
    recurringPrice: decimalOf(renewalAmount),
    recurringPeriod: days,
    numRebills: WITHOUT_END,
    currencyCode,
  }
}
