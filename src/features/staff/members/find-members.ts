import { lengthOf } from '#lib/texts.ts'
import { opens, type StaffRole } from '#sites/staff-roles.ts'

/** What staff type in the field that finds members, and what it may be. */

type SearchKind = 'number' | 'name' | 'email' | 'reference'

/** By how many letters a name may begin. */
export const LEAST_LETTERS = 3
export const MOST_HITS = 20

export const matches = [
  'number',
  'username',
  'formerName',
  'email',
  'order',
  'payment',
  'beginning',
] as const
export type Match = (typeof matches)[number]

export const matchInWords: Readonly<Record<Match, string>> = {
  number: 'number',
  username: 'username',
  formerName: 'former username',
  email: 'mail address',
  order: 'order',
  payment: 'payment',
  beginning: 'first letters',
}

/** `short`: there is too little to search for, so that nobody is listed. */
export type Sought = { kind: SearchKind; text: string } | { kind: 'short' }

export function askedFor(typed: string): Sought {
  const text = typed.trim()
  if (text.includes('@')) return { kind: 'email', text }
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  if (number !== undefined) return { kind: 'number', text: number }
  if (lengthOf(text) < 2) return { kind: 'short' }
  return { kind: /[:\d]/.test(text) ? 'reference' : 'name', text }
}

/** Tickets carry addresses, and moderators work on none. */
export const READS_ADDRESSES: readonly StaffRole[] = ['support', 'lead']

/** What may be typed, as the page says it. */
export function whatMayBeTyped(roles: readonly StaffRole[]): string {
  const address = opens(roles, READS_ADDRESSES) ? ' a whole mail address,' : ''
  return `Type a member’s number, a whole username or its first ${LEAST_LETTERS} letters,${address} or the number of an order or a payment.`
}
