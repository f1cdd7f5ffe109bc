import { opens, type StaffRole } from '../../../sites/staff-roles.ts'

/** The queues of staff work that share one table; tickets have their own (staff/tickets). */
export const queues = [
  'photos',
  'reports',
  'removals',
  'appeals',
  'fraud',
  'viewOnce',
  'matches',
  'viewOnceMatches',
] as const
export type Queue = (typeof queues)[number]

/** Why somebody who is no lead decides nothing about staff. */
export const ABOUT_STAFF =
  'This is about somebody of staff. Leads decide about it, two of them, or the operator.'

/**
 * Who sees which queue; photo checks are for whoever sees new photos, and what is on a list of pictures that nobody may
 * see is for leads alone.
 */
const rolesOf: Readonly<Record<Queue, readonly StaffRole[]>> = {
  photos: ['moderator', 'lead'],
  matches: ['lead'],
  reports: ['moderator', 'lead'],
  removals: ['moderator', 'lead'],
  appeals: ['moderator', 'lead'],
  fraud: ['moderator', 'lead'],
  viewOnce: ['moderator', 'lead'],
  viewOnceMatches: ['lead'],
}

export function queuesFor(held: readonly StaffRole[]): Queue[] {
  return queues.filter((queue) => opens(held, rolesOf[queue]))
}

export function rolesFor(queue: Queue): readonly StaffRole[] {
  return rolesOf[queue]
}
