/** A hint that something changed for a member: only names and ids, no private data. */
export type MemberEvent =
  | { type: 'message'; otherId: number }
  | { type: 'read'; otherId: number }
  | { type: 'match'; otherId: number }
  | { type: 'tickers' }
  | { type: 'credits' }
  | { type: 'signedOut' }

/** What /event/stream sends; `ready` comes first. */
export type Hint = { type: 'ready' } | MemberEvent
