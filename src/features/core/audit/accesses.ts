/** What of a member's staff see, and how the member reads it. */
export const accessWords = {
  account: 'your account',
  messages: 'messages of yours',
  photos: 'your photos',
  photoCheck: 'your photo check',
  ticket: 'what you wrote to support',
  ticketPictures: 'pictures that you sent to support, or we to you',
} as const
export type Accessed = keyof typeof accessWords

export const accessKinds = Object.keys(accessWords) as [Accessed, ...Accessed[]]

/** For how long members see it. */
export const ACCESSES_SHOWN_DAYS = 365
/**
 * After how many days they see one that a report, a request for removal or a suspicion was the
 * reason for.
 */
export const LATER_DAYS = 30
