/** What of a member staff looked at, and how the member reads it. */
export const looks = {
  account: 'your account',
  messages: 'messages of yours',
  photos: 'your photos',
  photoCheck: 'your photo check',
  ticket: 'what you wrote to support',
} as const
export type Looked = keyof typeof looks

export const looked = Object.keys(looks) as [Looked, ...Looked[]]

/** For how long members see it. */
export const LOOKS_SHOWN_DAYS = 365
/** After how many days they see a look that a report, a request for removal or a suspicion was the reason for. */
export const LATER_DAYS = 30
