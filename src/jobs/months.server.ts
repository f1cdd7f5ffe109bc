import {
  addMonths,
  type MonthlyTable,
  monthlyTables,
  monthsFrom,
  monthsOf,
} from '../db/months.server.ts'
import { HOUR } from '../lib/clock.ts'
import { gauge } from '../lib/metrics.server.ts'
import type { Job } from './worker.server.ts'

const ahead = gauge(
  'sites_months_ahead',
  'Months after the present one whose rows have a partition of their own; at 0, the next has none',
  ['relation'],
)

/** Makes the coming months of tables that have a partition for each. */
export const monthJob: Job = {
  name: 'months',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run() {
      for (const table of Object.keys(monthlyTables) as MonthlyTable[]) {
        const at = clock.now()
        try {
          await addMonths(db, table, at)
        } finally {
          ahead.set({ relation: table }, monthsFrom(at, await monthsOf(db, table)) - 1)
        }
      }
    },
  }),
}
