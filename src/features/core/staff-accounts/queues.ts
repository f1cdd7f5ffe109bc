import { opens, type StaffRole } from '#sites/staff-roles.ts'

/** Where tasks of several queues are one list. */
export const placeTable = {
  pictures: { title: 'Pictures' },
  cases: { title: 'Cases' },
  matches: { title: 'Matches' },
} as const
export type TaskPlace = keyof typeof placeTable
export const taskPlaces = Object.keys(placeTable) as [TaskPlace, ...TaskPlace[]]

type About = {
  place: TaskPlace
  roles: readonly StaffRole[]
  /** What staff call it, and what waits in it. */
  title: string
  one: string
  many: string
  /** How what is decided there came to our notice, as its statement of reasons says. */
  source: 'report' | 'check' | 'own'
  /** Somebody may leave it to others for a day's work. */
  isHard?: true
}

const MODERATORS = ['moderator', 'lead'] as const
/** What is on a list of pictures that nobody may see is for leads alone. */
const LEADS = ['lead'] as const

/** The queues of staff work that share one table; tickets have their own. */
const table = {
  photos: {
    place: 'pictures',
    roles: MODERATORS,
    title: 'New photos',
    one: 'One photo waits',
    many: 'photos wait',
    source: 'check',
  },
  reports: {
    place: 'cases',
    roles: MODERATORS,
    title: 'Reports',
    one: 'One report waits',
    many: 'reports wait',
    source: 'report',
  },
  removals: {
    place: 'cases',
    roles: MODERATORS,
    title: 'Urgent removals',
    one: 'One removal waits',
    many: 'removals wait',
    source: 'report',
    isHard: true,
  },
  appeals: {
    place: 'cases',
    roles: MODERATORS,
    title: 'Objections',
    one: 'One objection waits',
    many: 'objections wait',
    source: 'own',
  },
  fraud: {
    place: 'cases',
    roles: MODERATORS,
    title: 'Fraud signals',
    one: 'One signal waits',
    many: 'signals wait',
    source: 'own',
  },
  viewOnce: {
    place: 'pictures',
    roles: MODERATORS,
    title: 'Photos for one view',
    one: 'One photo for one view waits',
    many: 'photos for one view wait',
    source: 'check',
  },
  chatPhotos: {
    place: 'pictures',
    roles: MODERATORS,
    title: 'Photos in chats',
    one: 'One photo in a chat waits',
    many: 'photos in chats wait',
    source: 'check',
  },
  poses: {
    place: 'pictures',
    roles: MODERATORS,
    title: 'Photo checks',
    one: 'One photo check waits',
    many: 'photo checks wait',
    source: 'check',
  },
  matches: {
    place: 'matches',
    roles: LEADS,
    title: 'Photos on a list',
    one: 'One photo on a list waits',
    many: 'photos on a list wait',
    source: 'check',
    isHard: true,
  },
  viewOnceMatches: {
    place: 'matches',
    roles: LEADS,
    title: 'Photos for one view on a list',
    one: 'One photo for one view on a list waits',
    many: 'photos for one view on a list wait',
    source: 'check',
    isHard: true,
  },
  chatPhotoMatches: {
    place: 'matches',
    roles: LEADS,
    title: 'Photos in chats on a list',
    one: 'One photo in a chat on a list waits',
    many: 'photos in chats on a list wait',
    source: 'check',
    isHard: true,
  },
} as const satisfies Record<string, About>

export type Queue = keyof typeof table
export const queues = Object.keys(table) as [Queue, ...Queue[]]

/** Why somebody who is no lead decides nothing about staff. */
export const ABOUT_STAFF =
  'This is about somebody of staff. Leads decide about it, two of them, or the operator.'

export function queueOf(queue: Queue): About {
  return table[queue]
}

export function deskOf(queue: Queue): string {
  return `/staff/queue/${queue}`
}

export function isQueue(word: string | undefined): word is Queue {
  return word !== undefined && Object.hasOwn(table, word)
}

export function queuesFor(held: readonly StaffRole[]): Queue[] {
  return queues.filter((queue) => opens(held, queueOf(queue).roles))
}

export function queuesIn(place: TaskPlace): Queue[] {
  return queues.filter((queue) => queueOf(queue).place === place)
}
