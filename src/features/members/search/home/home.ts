import { boundedCount } from '#lib/bounded-count.ts'
import { DAY } from '#lib/clock.ts'
import type { ShownPart } from '#members/likes/parts.contract.ts'
import { likedInWords } from '#members/likes/parts.ts'

/** What home tells of, in this order; nobody is in two of them. */
export const newsKinds = [
  'unread',
  'requests',
  'invitations',
  'matches',
  'likes',
  'visitors',
] as const
export type NewsKind = (typeof newsKinds)[number]

/**
 * What a newcomer does first, in this order. Until the first two are done, home shows no strangers.
 */
export const firstSteps = ['photo', 'words', 'wishes', 'like'] as const
export type FirstStep = (typeof firstSteps)[number]

/** What home says once all counters are marked. */
export const ALL_SEEN = 'Everything is marked as seen.'

/** A member is a newcomer for this long, until the first steps are done. */
export const NEWCOMER_FOR = 14 * DAY

export function showsStrangers(todo: readonly FirstStep[]): boolean {
  return !todo.includes('photo') && !todo.includes('words')
}

type Person = { id: number; username: string; likedOfYours?: readonly ShownPart[] | undefined }
type News = { kind: NewsKind; people: readonly Person[]; count: number; isMore: boolean }

/**
 * A line of home and where it leads: `Rosa, Kim and 3 others looked at your profile`. `liked` says
 * what of the profile the people of the line like, where it does not say so itself: `Rosa likes
 * your photo`.
 */
export function newsLine({ kind, people, count, isMore }: News): {
  words: string
  liked: string[]
  href: string
} {
  const [only] = count === 1 ? people : []
  const { verb, href, one } = lines[kind]
  const liked = people.flatMap(({ username, likedOfYours = [] }) =>
    likedOfYours.length > 0 ? [`${username} likes ${likedInWords(likedOfYours)}`] : [],
  )
  const isSaid = kind === 'likes' && only !== undefined && liked[0] !== undefined
  return {
    words: isSaid ? (liked[0] ?? '') : `${namesOf(people, count, isMore)} ${verb(count)}`,
    liked: isSaid ? [] : liked,
    href: only && one ? one(only.id) : href,
  }
}

const kindOf = {
  message: 'unread',
  photoRequest: 'requests',
  partnerInvitation: 'invitations',
  match: 'matches',
  like: 'likes',
  view: 'visitors',
} as const satisfies Record<string, NewsKind>

/** One thing that has just happened: what it is, and where it leads. */
export function justNow({
  kind,
  other,
}: {
  kind: keyof typeof kindOf
  other: { userId: number; username: string } | null
}): { words: string; href: string } {
  const { verb, href, one } = lines[kindOf[kind]]
  return {
    words: `${other?.username ?? 'Somebody'} ${verb(1)}`,
    href: other && one ? one(other.userId) : href,
  }
}

type Line = { verb(count: number): string; href: string; one?: (id: number) => string }
const lines: Record<NewsKind, Line> = {
  unread: { verb: () => 'wrote to you', href: '/messages', one: (id) => `/messages?with=${id}` },
  requests: {
    verb: (count) => `${count === 1 ? 'asks' : 'ask'} to see your private photos`,
    href: '/profile/edit/managePhotos',
  },
  invitations: {
    verb: (count) => `${count === 1 ? 'asks' : 'ask'} to be linked with you as a partner`,
    href: '/profile/edit/profile?part=partners#partners',
  },
  matches: {
    verb: (count) => `and you like each other: say hello${count === 1 ? '' : ' to one of them'}`,
    href: '/plist/matches/1',
    one: (id) => `/messages?with=${id}`,
  },
  likes: {
    verb: (count) => (count === 1 ? 'likes you' : 'like you'),
    href: '/plist/likesyou/1',
    one: (id) => `/profile/view/id/${id}`,
  },
  visitors: {
    verb: () => 'looked at your profile',
    href: '/plist/viewedyou/1',
    one: (id) => `/profile/view/id/${id}`,
  },
}

const NAMED = 2

function namesOf(people: readonly Person[], count: number, isMore: boolean): string {
  const named = people.slice(0, NAMED).map(({ username }) => username)
  const rest = count - named.length
  if (named.length === 0)
    return count === 1 && !isMore ? 'Somebody' : `${boundedCount({ count, isMore })} people`
  if (rest === 0) return named.join(' and ')
  return `${named.join(', ')} and ${boundedCount({ count: rest, isMore })} ${rest === 1 && !isMore ? 'other' : 'others'}`
}
