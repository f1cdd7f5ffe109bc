import type { Brand } from '#sites/site.ts'

export type DeclarationKind = 'withdrawal' | 'cancellation'
/** Section 312k (2) BGB: an extraordinary one is for a reason that is stated. */
export type EndingKind = 'ordinary' | 'extraordinary'

export const WITHDRAW_PAGE = '/site/withdraw'
export const CANCEL_PAGE = '/site/cancelContract'
export const CONTRACTS_SECTION = '/profile/edit/settings?screen=contracts#contracts'
export const MAX_REASON = 1000

/**
 * The words of each: Article 11a of Directive 2011/83/EU asks for "withdraw from contract here" and
 * "confirm withdrawal", section 312k of the German civil code for "cancel contracts here" and
 * "cancel now".
 */
export const declarationWords = {
  withdrawal: {
    page: WITHDRAW_PAGE,
    link: 'Withdraw from contract here',
    confirm: 'Confirm withdrawal',
    noun: 'withdrawal',
  },
  cancellation: {
    page: CANCEL_PAGE,
    link: 'Cancel contracts here',
    confirm: 'Cancel now',
    noun: 'cancellation',
  },
} as const satisfies Record<
  DeclarationKind,
  { page: `/${string}`; link: string; confirm: string; noun: string }
>

/**
 * Whether a contract that is paid until then goes on beyond, because it was ended by a later day.
 * Days are those of UTC, as in every mail.
 */
export function goesOn(endOn: string | null, paidUntil: Date): boolean {
  return endOn !== null && endOn > paidUntil.toISOString().slice(0, 10)
}

/** As receipts show it: `AC-1042`. */
export function orderNumber(brand: Pick<Brand, 'shortName'>, id: number): string {
  return `${brand.shortName.toUpperCase()}-${id}`
}

/** `AC-1042`, `ac 1042` and `1042`; null if it is no order number. */
export function readOrderNumber(text: string): { shortName: string | null; id: number } | null {
  const found = /^(?:([a-z]{1,8})\s*(?:-\s*)?)?#?(\d{1,15})$/i.exec(text.trim())
  return found ? { shortName: found[1]?.toLowerCase() ?? null, id: Number(found[2]) } : null
}
