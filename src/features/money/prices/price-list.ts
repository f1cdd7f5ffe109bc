import { minorDigits, moneyFormat } from '#lib/formats.ts'
import type { Brand } from '#sites/site.ts'
import { isPartnerSeller } from './upgrade-label.ts'

export type Price = { name: string; amount: string; note: string }

/** Formats an amount in minor units: `{ amount: 2995, currency: 'USD' }` -> `US$29.95`. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  return moneyFormat(currency).format(amount / 10 ** minorDigits(currency))
}

export function priceList({ billing }: Brand): Price[] {
  switch (billing.model) {
    case 'subscription':
      return billing.plans.map(({ name, price, days, renews }) => {
        const months = Math.round(days / 30)
        const monthly =
          months > 1
            ? `${formatMoney({ ...price, amount: Math.round(price.amount / months) })} a month, `
            : ''
        return {
          name,
          amount: formatMoney(price),
          note: monthly + (renews ? 'renews until you cancel' : 'does not renew'),
        }
      })
    case 'credits':
      return billing.packs.map(({ name, price, credits, expiresAfter }) => ({
        name,
        amount: formatMoney(price),
        note: `${credits} credits, good for ${expiresAfter} days`,
      }))
    case 'partner':
      return [
        { name: 'Looking around', amount: 'Free', note: 'for as long as you like' },
        isPartnerSeller(billing)
          ? {
              name: 'Unlimited access',
              amount: 'One membership',
              note: 'sold by our billing partner',
            }
          : { name: 'Age check', amount: 'Free', note: 'done by our partner, once' },
      ]
  }
}

export function creditPrices({ billing }: Brand): Array<{ act: string; credits: number }> {
  if (billing.model !== 'credits') return []
  const { message, magicMessage, revealLocation } = billing.prices
  return [
    { act: 'A message', credits: message },
    { act: 'An opener to up to ten people', credits: magicMessage },
    { act: 'Somebody’s location', credits: revealLocation },
  ]
}
