import type { Brand } from '#sites/site.ts'

export type Opens = { what: string; now: string; then: string }

/**
 * What an upgrade opens against what a standard member has (decisions §5), and what credits are
 * spent on.
 */
export function whatOpens(brand: Brand): Opens[] {
  const { billing, flags } = brand
  if (billing.model === 'credits') {
    const cost = (credits: number) => ({
      now: `${credits} credit${credits === 1 ? '' : 's'}`,
      then: 'The same',
    })
    return [
      { what: 'Reading', now: 'Free', then: 'Free' },
      { what: 'Searching, liking, matching', now: 'Free', then: 'Free' },
      { what: 'A message', ...cost(billing.prices.message) },
      { what: 'An opener to up to ten people', ...cost(billing.prices.magicMessage) },
      { what: 'How far away somebody is, and which way', ...cost(billing.prices.revealLocation) },
    ]
  }
  return [
    { what: 'Write', now: 'To our support', then: 'To anybody' },
    { what: 'Read', now: 'One message a day', then: 'Every message in full' },
    { what: 'Who likes you', now: 'How many they are', then: 'Who they are' },
    { what: 'One opener to ten people', now: 'No', then: 'Once a day' },
    ...(flags.locationChangeNeedsPremium
      ? [{ what: 'Change your place', now: 'No', then: 'As often as you move' }]
      : []),
  ]
}
