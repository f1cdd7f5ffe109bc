import { HOUR } from '../../../lib/clock.ts'

/**
 * What is found about a photo. `hold`: a list says that nobody may see it; `review`: a picture like it was refused;
 * `banned`: it is a picture of a banned account; `duplicate`: another account has it, which is a question alone.
 */
export type FindingKind = 'hold' | 'review' | 'banned' | 'duplicate'

/** `isHidden`: nobody but its owner sees the photo until staff have decided. `due`: within which the job is to be done. */
export const findingRules: Readonly<Record<FindingKind, { isHidden: boolean; priority: number; due: number }>> = {
  hold: { isHidden: true, priority: 90, due: 4 * HOUR },
  review: { isHidden: true, priority: 60, due: 24 * HOUR },
  banned: { isHidden: true, priority: 60, due: 24 * HOUR },
  duplicate: { isHidden: false, priority: 20, due: 48 * HOUR },
}
