import type { Queue } from '../../core/staff-accounts/queues.ts'

/** What staff call each queue, and what waits in it. */
export const queueNames: Readonly<Record<Queue, { title: string; one: string; many: string }>> = {
  photos: { title: 'New photos', one: 'One photo waits', many: 'photos wait' },
  matches: {
    title: 'Photos on a list',
    one: 'One photo on a list waits',
    many: 'photos on a list wait',
  },
  reports: { title: 'Reports', one: 'One report waits', many: 'reports wait' },
  removals: { title: 'Urgent removals', one: 'One removal waits', many: 'removals wait' },
  appeals: { title: 'Objections', one: 'One objection waits', many: 'objections wait' },
  fraud: { title: 'Fraud signals', one: 'One signal waits', many: 'signals wait' },
  viewOnce: {
    title: 'Photos for one view',
    one: 'One photo for one view waits',
    many: 'photos for one view wait',
  },
  viewOnceMatches: {
    title: 'Photos for one view on a list',
    one: 'One photo for one view on a list waits',
    many: 'photos for one view on a list wait',
  },
}

/** The queues that are worked on here. */
export const rooms = [
  'photos',
  'matches',
  'viewOnce',
  'viewOnceMatches',
  'reports',
  'fraud',
] as const satisfies readonly Queue[]
export type Room = (typeof rooms)[number]

export function isRoom(word: string | undefined): word is Room {
  return (rooms as readonly (string | undefined)[]).includes(word)
}

export const desks: Readonly<Record<Queue, string>> = {
  photos: queuePath('photos'),
  matches: queuePath('matches'),
  reports: queuePath('reports'),
  removals: '/staff/removal',
  appeals: '/staff/appeals',
  fraud: queuePath('fraud'),
  viewOnce: queuePath('viewOnce'),
  viewOnceMatches: queuePath('viewOnceMatches'),
}

export function queuePath(queue: Room): string {
  return `/staff/queue/${queue}`
}
