import type { Billing } from '../../../sites/site.ts'

/** A brand's code that takes a share off the first payment of a plan or pack. Renewals cost the full price. */
export type PromoCode = Extract<Billing, { model: 'subscription' }>['promoCodes'][number]

/** As it is written in the brand's file, however it was typed; null if there is none, or its last day is over. */
export function promoCodeOf(billing: Billing, typed: string, at: Date): PromoCode | null {
  const code = typed.trim().toUpperCase()
  const today = at.toISOString().slice(0, 10)
  return billing.model === 'partner'
    ? null
    : (billing.promoCodes.find((one) => one.code === code && today <= one.until) ?? null)
}
