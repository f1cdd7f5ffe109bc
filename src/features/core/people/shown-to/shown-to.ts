import type { Member } from '#api/member.server.ts'

/**
 * Who finds a member. `everybody`: members of the network. `liked`: those whom the member likes.
 * `nobody`: a break. With each of them those with whom there is a conversation see the member in
 * inbox, chat and profile.
 */
export const shownToChoices = ['everybody', 'liked', 'nobody'] as const
export type ShownTo = (typeof shownToChoices)[number]

type Dates = Pick<Member, 'pausedAt' | 'onlyLikedAt'>

export function shownTo({ pausedAt, onlyLikedAt }: Dates): { to: ShownTo; since: Date | null } {
  if (pausedAt !== null) return { to: 'nobody', since: pausedAt }
  return onlyLikedAt === null
    ? { to: 'everybody', since: null }
    : { to: 'liked', since: onlyLikedAt }
}

/** Whether a viewer finds the member, and does not only know them from a conversation. */
export function isFoundBy(member: Dates, likesViewer: boolean): boolean {
  const { to } = shownTo(member)
  return to === 'everybody' || (to === 'liked' && likesViewer)
}

/**
 * Whoever does not show themselves to everybody visits without a trace, also for the time after.
 */
export function leavesTrace(member: Dates & Pick<Member, 'notesVisits'>): boolean {
  return member.notesVisits && shownTo(member).to === 'everybody'
}
