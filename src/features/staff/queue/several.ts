import type { Queue } from '#core/staff-accounts/queues.ts'

/** What one form may decide of several: nothing that is looked at, or answered, one by one. */
export const decidedAtOnce: readonly Queue[] = ['reports', 'fraud']
/** About each account; never a text or a photo, which each have their own. */
export const actsAtOnce = ['none', 'warn', 'limit', 'suspend', 'ban'] as const
/** To which the boxes in the list belong. */
export const SEVERAL_FORM = 'several'
