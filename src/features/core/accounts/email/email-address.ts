/**
 * Where the link to a new address leads, whoever is signed in there; `?outcome=` says what came of
 * it.
 */
export const EMAIL_ADDRESS_PAGE = '/site/emailAddress'

export const emailOutcomes = ['confirmed', 'changed', 'taken', 'sent'] as const
export type EmailOutcome = (typeof emailOutcomes)[number]

export function emailOutcomePath(outcome: EmailOutcome): string {
  return `${EMAIL_ADDRESS_PAGE}?outcome=${outcome}`
}
