import { DAY, later } from '#lib/clock.ts'
import { dayIn } from '#lib/formats.ts'
import type { Billing, Brand } from '#sites/site.ts'
import { formatMoney } from './price-list.ts'
import type { PromoCode } from './promo-codes.ts'

/** What a payment grants: premium time that may renew, or credits that expire. */
export type Product = {
  keyword: string
  name: string
  price: { amount: number; currency: string }
  gives: Premium | { kind: 'credits'; credits: number; expiresAfter: number }
}

/**
 * `then`: what follows a first payment that is not the same again: after a free trial, or by a
 * code.
 */
type Premium = {
  kind: 'premium'
  days: number
  renews: boolean
  then?: { days: number; amount: number }
}

const TRIAL_KEYWORD = 'trial'

type Plan = Extract<Billing, { model: 'subscription' }>['plans'][number]

export function productsOf(billing: Billing): Product[] {
  switch (billing.model) {
    case 'subscription':
      return [
        ...trialOf(billing.plans, billing.oneDayFreeTrial),
        ...billing.plans.map(({ keyword, name, price, days, renews }): Product => ({
          keyword,
          name,
          price,
          gives: { kind: 'premium', days, renews },
        })),
      ]
    case 'credits':
      return billing.packs.map(({ keyword, name, price, credits, expiresAfter }) => ({
        keyword,
        name,
        price,
        gives: { kind: 'credits', credits, expiresAfter },
      }))
    case 'partner':
      return []
  }
}

/** The free day goes on as the shortest plan that renews. */
function trialOf(plans: readonly Plan[], isOffered: boolean): Product[] {
  const plan = plans.find(({ renews }) => renews)
  if (!isOffered || !plan) return []
  const { days, price } = plan
  const name = '1 day free'
  return [
    {
      keyword: TRIAL_KEYWORD,
      name,
      price: { ...price, amount: 0 },
      gives: { kind: 'premium', days: 1, renews: true, then: { days, amount: price.amount } },
    },
  ]
}

export const isTrial = ({ keyword }: Pick<Product, 'keyword'>): boolean => keyword === TRIAL_KEYWORD

/** What follows a free trial, as `US$19.95 every 30 days`; null where there is none. */
export function afterTrial({ keyword, price, gives }: Product): string | null {
  if (!isTrial({ keyword }) || gives.kind !== 'premium' || !gives.then) return null
  return periodically(gives.then, price)
}

function periodically(
  { amount, days }: { amount: number; days: number },
  price: Product['price'],
): string {
  return `${formatMoney({ ...price, amount })} every ${days} days`
}

export function productOf(brand: Brand, keyword: string): Product | undefined {
  return productsOf(brand.billing).find((product) => product.keyword === keyword)
}

/** A free trial stays what it is. */
export function withPromo(product: Product, { percent }: PromoCode): Product {
  if (isTrial(product)) return product
  const { price, gives } = product
  const reduced = { ...price, amount: Math.round((price.amount * (100 - percent)) / 100) }
  const isRenewing = gives.kind === 'premium' && gives.renews
  return {
    ...product,
    price: reduced,
    gives: isRenewing ? { ...gives, then: { days: gives.days, amount: price.amount } } : gives,
  }
}

/**
 * What all products of a brand cost, in a line: a page that showed other prices than these is of
 * before.
 */
export function pricesOf({ billing }: Pick<Brand, 'billing'>, promo: PromoCode | null): string {
  return productsOf(billing)
    .map((product) => (promo === null ? product : withPromo(product, promo)))
    .map(({ keyword, price, gives }) => {
      const given = gives.kind === 'credits' ? gives.credits : gives.days
      const then = gives.kind === 'premium' && gives.renews ? (gives.then ?? price).amount : 0
      return [keyword, price.amount, price.currency, given, then].join(':')
    })
    .join(' ')
}

export type Offer = {
  keyword: string
  name: string
  amount: string
  /** What it costs without the code; null without one. */
  full: string | null
  each: string | null
  terms: string
  afterTrial: string | null
  isBest: boolean
  button: string
  /** What is said beside the button (field L3). */
  facts: ReadonlyArray<readonly [term: string, text: string]>
}

type Buyer = {
  at: Date
  locale: string | null
  premiumUntil: Date | null
  mayTry: boolean
  promo?: PromoCode | null
}

/** The brand's offers; the free trial for those alone who may have it. */
export function offersOf(brand: Pick<Brand, 'billing' | 'legal'>, buyer: Buyer): Offer[] {
  const products = productsOf(brand.billing).filter((product) => buyer.mayTry || !isTrial(product))
  const best = bestValue(products)
  return products.map((product) => {
    const sold = buyer.promo ? withPromo(product, buyer.promo) : product
    return {
      ...offerOf(sold),
      full: sold.price.amount === product.price.amount ? null : formatMoney(product.price),
      afterTrial: afterTrial(product),
      isBest: product === best,
      button: buttonOf(product),
      facts: factsOf(sold, brand.legal.companyName, buyer),
    }
  })
}

/**
 * Nothing expensive is preselected: what was bought last, otherwise the smallest that costs
 * something.
 */
export function preselected(
  brand: Pick<Brand, 'billing'>,
  lastBought: string | null,
): string | null {
  const products = productsOf(brand.billing).filter((product) => !isTrial(product))
  const last = products.find(({ keyword }) => keyword === lastBought)
  return (last ?? products.toSorted((a, b) => a.price.amount - b.price.amount)[0])?.keyword ?? null
}

/** The lowest price of a day or a credit; none if there is nothing to compare it with. */
function bestValue(products: readonly Product[]): Product | undefined {
  const paid = products.filter((product) => !isTrial(product))
  const unit = ({ price, gives }: Product) =>
    price.amount / (gives.kind === 'premium' ? gives.days : gives.credits)
  return paid.length > 1 ? paid.toSorted((a, b) => unit(a) - unit(b))[0] : undefined
}

/** Article 8(2) of Directive 2011/83/EU names the words. */
function buttonOf(product: Product): string {
  return isTrial(product) ? 'Start my free day, then pay' : 'Order with obligation to pay'
}

function factsOf(
  { price, gives }: Product,
  seller: string,
  { at, locale, premiumUntil }: Buyer,
): Offer['facts'] {
  const sum = (amount: number) => formatMoney({ ...price, amount })
  const total = [
    'Total',
    price.amount === 0 ? 'Nothing today' : `${sum(price.amount)}, including VAT, charged now`,
  ] as const
  const end = [
    'To end it',
    'Two clicks in your settings, or “Cancel contracts here” below each page. Within 14 days you can withdraw.',
  ] as const
  if (gives.kind === 'credits') {
    const lasts = `${gives.credits} credits, until ${dayIn(locale, later(at, gives.expiresAfter * DAY))}`
    return [
      total,
      ['You get', lasts],
      ['Renewal', 'None: it is charged once'],
      ['Seller', seller],
      ['To withdraw', 'Within 14 days you can withdraw, for what is not spent.'],
    ]
  }
  const from = premiumUntil !== null && premiumUntil > at ? premiumUntil : at
  const lasts = `${gives.days} day${gives.days === 1 ? '' : 's'}, until ${dayIn(locale, later(from, gives.days * DAY))}`
  if (!gives.renews)
    return [
      total,
      ['You get', lasts],
      ['Renewal', 'None: it is charged once'],
      ['Seller', seller],
      end,
    ]
  const next = { days: gives.then?.days ?? gives.days, amount: gives.then?.amount ?? price.amount }
  return [
    total,
    ['You get', lasts],
    ['Renewal', `${sum(next.amount)} every ${next.days} days, until you cancel`],
    ['Next charge', `${sum(next.amount)} on ${dayIn(locale, later(at, gives.days * DAY))}`],
    ['Seller', seller],
    end,
  ]
}

type Base = Pick<Offer, 'keyword' | 'name' | 'amount' | 'each' | 'terms'>

function offerOf({ keyword, name, price, gives }: Product): Base {
  const amount = formatMoney(price)
  if (gives.kind === 'credits') {
    const each = formatMoney({ ...price, amount: Math.round(price.amount / gives.credits) })
    return {
      keyword,
      name,
      amount,
      each: `${gives.credits} credits, about ${each} each`,
      terms: `${amount} once. Expires after ${gives.expiresAfter} day${gives.expiresAfter === 1 ? '' : 's'}. Does not renew.`,
    }
  }
  const months = Math.round(gives.days / 30)
  return {
    keyword,
    name,
    amount,
    each:
      months > 1
        ? `${formatMoney({ ...price, amount: Math.round(price.amount / months) })} a month`
        : null,
    terms: termsOf(gives, price),
  }
}

function termsOf({ days, renews, then }: Premium, price: Product['price']): string {
  const amount = formatMoney(price)
  if (then) {
    const first = price.amount === 0 ? 'Nothing' : `${amount} now`
    return `${first} for ${days} day${days === 1 ? '' : 's'}, then ${periodically(then, price)} until you cancel.`
  }
  return renews
    ? `${amount} now for ${days} days, then ${amount} every ${days} days until you cancel.`
    : `${amount} once, for ${days} days. Does not renew.`
}
