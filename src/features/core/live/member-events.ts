/** A hint that something changed for a member: only names and ids, no private data. */
export type MemberEvent =
  | { type: 'message'; otherId: number }
  | { type: 'read'; otherId: number }
  /**
   * A message of the two has another reaction, or was deleted; without one, the member has pinned,
   * muted or hidden the conversation, or marked it as unread.
   */
  | { type: 'changed'; otherId: number; messageId?: number }
  | { type: 'match'; otherId: number }
  /** `on`: the brands on which the member may learn of it. */
  | { type: 'typing'; otherId: number; on: readonly string[] }
  | { type: 'tickers' }
  | { type: 'credits' }
  | { type: 'photoCheck' }
  | { type: 'signedOut' }
  | { type: 'locked' }
  /** What came cannot be told any more: anything may have changed. */
  | { type: 'reload' }

/** What /event/stream sends; `ready` comes first. */
export type Hint =
  | { type: 'ready' }
  | Exclude<MemberEvent, { type: 'typing' }>
  | { type: 'typing'; otherId: number }
