/** What an authority asks for (DSA Art. 9 and 10), and what came of it. */
export const orderKinds = {
  remove: 'to act against content',
  information: 'to give information',
} as const
export type OrderKind = keyof typeof orderKinds

export const orderOutcomes = {
  done: 'carried out',
  partly: 'carried out in part',
  refused: 'refused',
} as const
export type OrderOutcome = keyof typeof orderOutcomes

export const MAX_AUTHORITY = 120
export const ORDERS_PATH = '/staff/authority-orders'

/** `2026-11-23T10:30` of a form, in UTC. */
export function momentOf(words: string): Date {
  return new Date(`${words}Z`)
}
