/** One writing of a text. `body` null takes the text away. Ids are of accounts. */
export type Revision = {
  id: number
  path: string
  body: string | null
  authorId: number
  createdAt: Date
  submittedAt: Date | null
  readyAt: Date | null
  publishedAt: Date | null
  publishedBy: number | null
  /** Of the file that it was published over; null where there was none. */
  shippedHash: string | null
  retiredAt: Date | null
  retiredBy: number | null
  discardedAt: Date | null
}

/** How far a draft has come, as colleagues tell each other. */
export const standings = ['draft', 'review', 'ready'] as const
export type Standing = (typeof standings)[number]

/** What a revision is now: on its way, `live` on the sites, `past` once it was, `discarded` before it ever was. */
export type State = Standing | 'live' | 'past' | 'discarded'

export function stateOf({ publishedAt, retiredAt, discardedAt, readyAt, submittedAt }: Revision): State {
  if (publishedAt) return retiredAt ? 'past' : 'live'
  if (discardedAt) return 'discarded'
  if (readyAt) return 'ready'
  return submittedAt ? 'review' : 'draft'
}

/** A text of this many characters is longer than any that people read. */
export const MOST_CHARACTERS = 100_000
export const TOO_LONG = 'This is longer than anybody reads.'
