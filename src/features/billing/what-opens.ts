import type { Brand } from '../../sites/site.ts'
import { creditPrices } from './price-list.ts'

export type Opens = { what: string; now: string; then: string }

/** What an upgrade opens against what a standard member has (decisions §5), and what credits are spent on. */
export function whatOpens(brand: Brand): Opens[] {
  const { billing, flags } = brand
  if (billing.model === 'credits') {
    const costs = creditPrices(brand).map(({ act, credits }) => ({ what: act, now: `${credits} credit${credits === 1 ? '' : 's'}`, then: 'the same' }))
    return [{ what: 'Reading, liking, searching', now: 'Free', then: 'Free' }, ...costs]
  }
  return [
    { what: 'Write', now: 'To our support', then: 'To anybody' },
    { what: 'Read', now: 'One message a day', then: 'Every message in full' },
    { what: 'Who likes you', now: 'How many they are', then: 'Who they are' },
    { what: 'One opener to ten people', now: 'No', then: 'Once a day' },
    ...(flags.locationChangeNeedsPremium ? [{ what: 'Change your place', now: 'No', then: 'As often as you move' }] : []),
  ]
}
