import type { Db } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'
import {
  keepRecipients,
  type MonthOfRecipients,
  monthToCount,
  recipientsIn,
  sweepVisits,
  visitorsIn,
} from './recipients.sql.ts'
import { monthOf } from './recipients.ts'

/** Makes one number of who used which site in a month that is over, and forgets who it was. */
export const recipientsJob: Job = {
  name: 'recipients',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run(stopping) {
      const month = await monthToCount(db, monthOf(clock.now()))
      if (month === undefined) return
      for (const { id } of brands) await keepRecipients(db, id, month)
      await inBatches(stopping, (most) => sweepVisits(db, month, most))
    },
  }),
}

/**
 * The months of a brand that were over at a moment, from the first to the last, also one that the
 * task has not counted yet.
 */
export async function monthsOfRecipients(
  db: Db,
  brand: string,
  { first, last, at }: { first: string; last: string; at: Date },
): Promise<MonthOfRecipients[]> {
  const kept = await recipientsIn(db, brand, first, last)
  const open = await monthToCount(db, monthOf(at))
  if (open === undefined || open < first || open > last || kept.some(({ month }) => month === open))
    return kept
  return [...kept, { month: open, ...(await visitorsIn(db, brand, open)) }]
}
