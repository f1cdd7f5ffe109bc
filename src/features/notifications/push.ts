/** What a member may be told of outside the page, device by device. */
export const pushKinds = ['message', 'match', 'request', 'partner', 'like', 'visit'] as const
export type PushKind = (typeof pushKinds)[number]

type Words = { label: string; path: string; isUsual: boolean }
export const pushWords: Record<PushKind, Words> = {
  message: { label: 'Messages', path: '/messages', isUsual: true },
  match: { label: 'Matches', path: '/plist/matches/1', isUsual: true },
  request: { label: 'Requests to see private photos', path: '/profile/edit/managePhotos', isUsual: true },
  partner: { label: 'Invitations of partners', path: '/profile/edit/profile#partners', isUsual: true },
  like: { label: 'Likes', path: '/plist/likesyou/1', isUsual: false },
  visit: { label: 'Visits to your profile', path: '/plist/viewedyou/1', isUsual: false },
}

/** What the browser shows: a locked screen must not tell what the site is, who did something, or what they said. */
export type PushPayload = { title: string; body: string; path: string; tag: string }

export function payloadOf(kind: PushKind): PushPayload {
  return { title: 'Something new', body: 'Open it to see what.', path: pushWords[kind].path, tag: kind }
}

/** Whose push services the browsers use: who passes a notice on, encrypted. The privacy policy names them. */
export const pushServices = ['Google', 'Mozilla', 'Apple', 'Microsoft'] as const
