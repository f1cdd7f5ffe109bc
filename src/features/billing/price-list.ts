import type { Brand } from '../../sites/site.ts'

/** One thing that can be bought, in words. */
export type Price = { name: string; amount: string; note: string }

/** `{ amount: 2995, currency: 'USD' }` -> `US$29.95`. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}

/** What a brand sells, the smallest first, as its landing shows it. */
export function priceList({ billing }: Brand): Price[] {
  switch (billing.model) {
    case 'subscription':
      return billing.plans.map(({ name, price, renews }) => ({
        name,
        amount: formatMoney(price),
        note: renews ? 'renews until you cancel' : 'does not renew',
      }))
    case 'credits':
      return billing.packs.map(({ name, price, credits, expiresAfter }) => ({
        name,
        amount: formatMoney(price),
        note: `${credits} credits, good for ${expiresAfter} days`,
      }))
    case 'partner':
      return [
        { name: 'Looking around', amount: 'Free', note: 'for as long as you like' },
        billing.partner === UNLIMITED_PARTNER
          ? { name: 'Unlimited access', amount: 'One membership', note: 'sold by our billing partner' }
          : { name: 'Age check', amount: 'Free', note: 'done by our partner, once' },
      ]
  }
}

/** Billing partner code of specification §9: unlimited access. */
export const UNLIMITED_PARTNER = 7

/** What an act costs in credits, where a brand counts in credits; else nothing. */
export function creditPrices({ billing }: Brand): Array<{ act: string; credits: number }> {
  if (billing.model !== 'credits') return []
  const { message, magicMessage, revealLocation } = billing.prices
  return [
    { act: 'A message', credits: message },
    { act: 'An opener to ten people', credits: magicMessage },
    { act: 'Somebody’s location', credits: revealLocation },
  ]
}
