import type { Billing, Brand } from '../../sites/site.ts'
import { formatMoney } from './price-list.ts'

/** What a payment grants: premium time that may renew, or credits that expire. */
export type Product = {
  keyword: string
  name: string
  price: { amount: number; currency: string }
  gives: { kind: 'premium'; days: number; renews: boolean } | { kind: 'credits'; credits: number; expiresAfter: number }
}

export function productsOf(billing: Billing): Product[] {
  switch (billing.model) {
    case 'subscription':
      return billing.plans.map(({ keyword, name, price, days, renews }) => ({ keyword, name, price, gives: { kind: 'premium', days, renews } }))
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
    terms: gives.renews
      ? `${amount} now for ${gives.days} days, then ${amount} every ${gives.days} days until you cancel.`
      : `${amount} once, for ${gives.days} days. Does not renew.`,
  }
}
