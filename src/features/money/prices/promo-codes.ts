import type { Billing } from '#sites/site.ts'

/**
 * A brand's code that takes a share off the first payment of a plan or pack. Renewals cost the full
 * price.
 */
export type PromoCode = Extract<Billing, { model: 'subscription' }>['promoCodes'][number]

/** Those that a brand's folder has; staff add others, and end any (money/promo-codes). */
export function codesInFolder(billing: Billing): readonly PromoCode[] {
  return billing.model === 'partner' ? [] : billing.promoCodes
}

/** As it is written, however it was typed; null if there is none, or its last day is over. */
export function promoCodeOf(
  codes: readonly PromoCode[],
  typed: string,
  at: Date,
): PromoCode | null {
  const code = typed.trim().toUpperCase()
  return codes.find((one) => one.code === code && isCurrent(one, at)) ?? null
}

/** Until the end of its last day, of UTC. */
export function isCurrent({ until }: Pick<PromoCode, 'until'>, at: Date): boolean {
  return at.toISOString().slice(0, 10) <= until
}
