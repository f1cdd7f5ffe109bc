import { sql } from 'kysely'
import { type Collection, inPages } from '../../../api/collections.server.ts'
import { DAYS_A_YEAR, type Erasure, erased, numberStays } from '../../../api/erasure.server.ts'
import { deleteSome } from '../../../db/delete-some.server.ts'
import { withNames } from '../../core/accounts/names.sql.ts'
import { EVIDENCE_DAYS } from './evidence.ts'

/** What happens to blocks and reports when an account is erased. */
export const moderationErasures: readonly Erasure[] = [
  erased('blocks', ['blocker_id', 'blocked_id'], 'who is gone is seen by nobody'),
  erased('coming_blocks', ['blocker_id', 'blocked_id'], 'who is gone is seen by nobody'),
  erased('blocked_contacts', ['account_id'], 'who is gone is seen by nobody'),
  {
    table: 'reports',
    columns: ['reporter_id', 'reported_id'],
    fate: 'kept',
    why: 'members are to be safe from somebody who leaves and joins again, and a decision can be objected to',
    sweep: (db, before, most) => deleteSome(db, 'reports', sql.ref('closed_at'), before, most),
    retention: {
      what: 'Reports by you or about you',
      why: 'to keep others safe, and because a decision can be objected to',
      howLong: 'one year after the decision',
      days: DAYS_A_YEAR,
    },
  },
  numberStays('reports', ['closed_by'], 'a decision of staff stays where it was made'),
  {
    table: 'report_evidence',
    columns: [],
    fate: 'kept',
    why: 'whoever deletes what they were reported for does not end the report',
    sweep: (db, before, most) =>
      deleteSome(db, 'report_evidence', sql.ref('closed_at'), before, most),
    retention: {
      what: 'What a report keeps as it was: the last messages between the two, the words of the profile, and its photos',
      why: 'so that a report can be decided, and the decision be objected to, also when these were deleted',
      howLong: '215 days after the decision, and while an objection to it waits',
      days: EVIDENCE_DAYS,
    },
  },
  erased('muted_reporters', ['account_id'], 'who is gone reports nobody'),
  numberStays('muted_reporters', ['muted_by'], 'a decision of staff stays where it was made'),
]

export const moderationCollections: readonly Collection[] = [
  {
    name: 'blocks',
    title: 'Whom you have blocked',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
        const rows = db
          .selectFrom('blocks')
          .select(['blocked_id as key', 'blocked_id as otherId', 'created_at as at'])
        const chosen = rows.where('blocker_id', '=', accountId).where('contact_id', '=', sql.lit(0))
        return withNames(
          db,
          await chosen.where('blocked_id', '>', after).orderBy('blocked_id').limit(most).execute(),
        )
      }),
  },
  {
    name: 'blocked-contacts',
    title:
      'Addresses you have blocked before meeting, by the day; the addresses themselves are not kept',
    rows: (db, accountId) =>
      inPages((after, most) =>
        db
          .selectFrom('blocked_contacts')
          .select(['id as key', 'created_at as at', 'ends_at as liftedUntil'])
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute(),
      ),
  },
  {
    name: 'reports',
    title: 'What you have reported',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
        const rows = db
          .selectFrom('reports')
          .select([
            'id as key',
            'reported_id as otherId',
            'created_at as at',
            'reason',
            'details',
            'quoted',
            'closed_at as decided',
            'outcome',
          ])
        return withNames(
          db,
          await rows
            .where('reporter_id', '=', accountId)
            .where('id', '>', after)
            .orderBy('id')
            .limit(most)
            .execute(),
        )
      }),
  },
]
