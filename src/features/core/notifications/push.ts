/** What a member may be told of outside the page, device by device. */
export const pushKinds = ['message', 'match', 'request', 'partner', 'like', 'visit'] as const
export type PushKind = (typeof pushKinds)[number]

/**
 * `what` is for browsers that say what happened; `about` is a part of the member's profile, as
 * `your photo`.
 */
type Words = {
  label: string
  path: string
  isUsual: boolean
  what(about: string | null): Pick<PushPayload, 'title' | 'body'>
}
const OPEN_IT = 'Open it to see more.'
export const pushWords: Record<PushKind, Words> = {
  message: {
    label: 'Messages',
    path: '/messages',
    isUsual: true,
    what: () => ({ title: 'A new message', body: OPEN_IT }),
  },
  match: {
    label: 'Matches',
    path: '/plist/matches/1',
    isUsual: true,
    what: (about) => ({
      title: 'You and somebody like each other',
      body: about === null ? OPEN_IT : `They like ${about}.`,
    }),
  },
  request: {
    label: 'Requests to see private photos',
    path: '/profile/edit/managePhotos',
    isUsual: true,
    what: () => ({ title: 'A request to see private photos', body: OPEN_IT }),
  },
  partner: {
    label: 'Invitations of partners',
    path: '/profile/edit/profile?part=partners#partners',
    isUsual: true,
    what: () => ({ title: 'An invitation', body: OPEN_IT }),
  },
  like: {
    label: 'Likes',
    path: '/plist/likesyou/1',
    isUsual: false,
    what: (about) => ({ title: `Somebody likes ${about ?? 'you'}`, body: OPEN_IT }),
  },
  visit: {
    label: 'Visits to your profile',
    path: '/plist/viewedyou/1',
    isUsual: false,
    what: () => ({ title: 'Somebody looked at your profile', body: OPEN_IT }),
  },
}

/**
 * What the browser shows: a locked screen must not tell what the site is, who did something, or
 * what they said; and what happened only where the member chose so for this browser.
 */
export type PushPayload = { title: string; body: string; path: string; tag: string }

export function payloadOf(
  kind: PushKind,
  { saysWhat, about }: { saysWhat: boolean; about: string | null },
): PushPayload {
  const { path, what } = pushWords[kind]
  return {
    ...(saysWhat ? what(about) : { title: 'Something new', body: 'Open it to see what.' }),
    path,
    tag: kind,
  }
}

/**
 * Whose push services the browsers use: who passes a notice on, encrypted. The privacy policy names
 * them.
 */
export const pushServices = ['Google', 'Mozilla', 'Apple', 'Microsoft'] as const
