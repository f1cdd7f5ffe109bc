import { formatMoney } from '#money/prices/price-list.ts'
import type { Terms } from './terms.ts'

export function termsInWords(terms: Terms): string {
  const { model, amount, percent, months, currency, holdDays, minimum } = terms
  const sum = formatMoney({ amount, currency })
  const earned = {
    join: `${sum} for each member who joins and confirms the address`,
    first: `${sum} for each member’s first payment`,
    share: `${percent} % of what a member pays in the first ${months === 1 ? 'month' : `${months} months`} after joining, in the currency of the payment`,
  }[model]
  const least =
    minimum > 0
      ? `; paid out from ${formatMoney({ amount: minimum, currency })} on${model === 'share' ? ', or as much of another currency' : ''}`
      : ''
  return `${earned}; held for ${holdDays === 1 ? 'one day' : `${holdDays} days`}${least}`
}
