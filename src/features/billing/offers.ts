import type { Billing, Brand } from '../../sites/site.ts'
import { formatMoney } from './price-list.ts'

/** What a payment grants: premium time that may renew, or credits that expire. */
export type Product = {
  keyword: string
  name: string
  price: { amount: number; currency: string }
  gives: Premium | { kind: 'credits'; credits: number; expiresAfter: number }
}

/** `then`: what follows a free trial, where that is not the same again. */
export type Premium = { kind: 'premium'; days: number; renews: boolean; then?: { days: number; amount: number } }

const TRIAL_KEYWORD = 'trial'

type Plan = Extract<Billing, { model: 'subscription' }>['plans'][number]

export function productsOf(billing: Billing): Product[] {
  switch (billing.model) {
    case 'subscription':
      return [
        ...trialOf(billing.plans, billing.oneDayFreeTrial),
        ...billing.plans.map(({ keyword, name, price, days, renews }): Product => ({ keyword, name, price, gives: { kind: 'premium', days, renews } })),
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
    { keyword: TRIAL_KEYWORD, name, price: { ...price, amount: 0 }, gives: { kind: 'premium', days: 1, renews: true, then: { days, amount: price.amount } } },
  ]
}

export const isTrial = ({ keyword }: Pick<Product, 'keyword'>): boolean => keyword === TRIAL_KEYWORD

export function productOf(brand: Brand, keyword: string): Product | undefined {
  return productsOf(brand.billing).find((product) => product.keyword === keyword)
}

export type Offer = { keyword: string; name: string; amount: string; each: string | null; terms: string }

export function offerOf({ keyword, name, price, gives }: Product): Offer {
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
    each: months > 1 ? `${formatMoney({ ...price, amount: Math.round(price.amount / months) })} a month` : null,
    terms: termsOf(gives, price),
  }
}

function termsOf({ days, renews, then }: Premium, price: Product['price']): string {
  const amount = formatMoney(price)
  if (then)
    return `Nothing for ${days} day${days === 1 ? '' : 's'}, then ${formatMoney({ ...price, amount: then.amount })} every ${then.days} days until you cancel.`
  return renews ? `${amount} now for ${days} days, then ${amount} every ${days} days until you cancel.` : `${amount} once, for ${days} days. Does not renew.`
}
