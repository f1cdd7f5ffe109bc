import { type Collection, inPages, rowsBy } from '#api/collections.server.ts'
import { DAYS_A_YEAR, type Erasings } from '#api/erasure.server.ts'
import { accessesAfter } from './accesses.sql.ts'
import { sweepLog } from './chain.server.ts'

export const auditErasures: Erasings = {
  audit_log: {
    kept: {
      retention: {
        what: 'The log of blocks, reports and decisions, by number',
        why: 'so that we can answer for them as long as claims can follow',
        howLong: 'three years, and to the end of the month',
        days: 3 * DAYS_A_YEAR,
      },
      sweep: sweepLog,
    },
  },
}

export const auditCollections: readonly Collection[] = [
  {
    name: 'log',
    title: 'What our log says about your account',
    rows: rowsBy('id', (db, accountId) =>
      db
        .selectFrom('audit_log')
        .select(['id as key', 'at', 'action', 'brand as site'])
        .where('subject_id', '=', accountId)
        .where('actor_id', '=', accountId),
    ),
  },
  {
    name: 'looks',
    title: 'When support looked at something private of yours',
    rows: (db, accountId, at) =>
      inPages((after, most) => accessesAfter(db, accountId, at, { after, most })),
  },
]
