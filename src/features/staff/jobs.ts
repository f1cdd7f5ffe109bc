import { MINUTE } from '../../lib/clock.ts'

/** After how much work a pause is due, and how long away is one. */
export const PAUSE = { decided: 50, after: 60 * MINUTE, away: 15 * MINUTE }
/** Queues that somebody may leave to others for a day's work. */
const hardQueues: readonly Queue[] = ['removals']
export const NO_HARD_FOR = 12 * 60 * MINUTE

export function isPauseDue({ decided, beganAt }: { decided: number; beganAt: Date }, at: Date): boolean {
  return decided >= PAUSE.decided || at.getTime() - beganAt.getTime() >= PAUSE.after
}

export function withoutHard(all: readonly Queue[], hidesHard: boolean): Queue[] {
  return all.filter((queue) => !hidesHard || !hardQueues.includes(queue))
}

/** The queues of staff work that share one table; tickets have their own (features/support). */
export const queues = ['photos', 'reports', 'removals', 'appeals', 'fraud', 'viewOnce'] as const
export type Queue = (typeof queues)[number]

/** How long a job is one person's, unless they renew it. */
export const LEASE = 5 * MINUTE
/** For how long somebody who skipped a job is not given it again. */
export const SKIPPED_FOR = 60 * MINUTE

const roles = ['moderator', 'support', 'lead'] as const
export type Role = (typeof roles)[number]

/** Who sees which queue; photo checks are for whoever sees new photos. Tickets, texts and members' files are open to all of staff. */
const rolesOf: Readonly<Record<Queue, readonly Role[]>> = {
  photos: ['moderator', 'lead'],
  reports: ['moderator', 'lead'],
  removals: ['moderator', 'lead'],
  appeals: ['moderator', 'lead'],
  fraud: ['moderator', 'lead'],
  viewOnce: ['moderator', 'lead'],
}

export function queuesFor(held: readonly Role[]): Queue[] {
  return queues.filter((queue) => rolesOf[queue].some((role) => held.includes(role)))
}

export function isRole(word: string): word is Role {
  return (roles as readonly string[]).includes(word)
}
