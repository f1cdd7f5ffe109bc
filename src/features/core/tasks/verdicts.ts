/**
 * What staff decide by forms of their own, besides decisions about members: requests for removal,
 * objections, photo checks.
 */
export type VerdictKind = 'removals' | 'appeals' | 'poses'

/** How long staff can take back what they decided before anything leaves, in milliseconds. */
export const UNDO_FOR = 10_000
