import { DAYS_A_YEAR, type Erasure, inOrder } from '#api/erasure.server.ts'
import type { Feature } from '#api/feature.ts'
import { distinct } from '#lib/distinct.ts'

/**
 * Every table with an account's id and what happens to it when the account is erased, the account
 * itself last.
 */
export function erasuresOf(features: readonly Feature[]): readonly Erasure[] {
  const all = features.flatMap(({ erasures = {} }) => Object.entries(erasures))
  return inOrder(Object.fromEntries(distinct('erasures', all, ([table]) => table)))
}

/** Counts by day that name nobody, and after how many days the retention job deletes them. */
export const agingCounts = [
  { table: 'help_votes', days: 3 * DAYS_A_YEAR },
  { table: 'message_questions', days: 3 * DAYS_A_YEAR },
] as const
