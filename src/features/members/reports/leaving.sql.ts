import { sql } from 'kysely'
import { type Collection, rowsBy, ownRows } from '#api/collections.server.ts'
import { DAYS_A_YEAR, type Erasings } from '#api/erasure.server.ts'
import { withNames } from '#core/accounts/names.sql.ts'
import { deletedBy } from '#db/delete-some.server.ts'
import { EVIDENCE_DAYS } from './evidence.ts'

export const moderationErasures: Erasings = {
  reports: {
    kept: {
      retention: {
        what: 'Reports by you or about you',
        why: 'to keep others safe, and because a decision can be objected to',
        howLong: 'one year after the decision',
        days: DAYS_A_YEAR,
      },
      sweep: deletedBy('reports', 'closed_at'),
    },
  },
  report_evidence: {
    kept: {
      retention: {
        what: 'What a report keeps as it was: the last messages between the two, the words of the profile, and its photos',
        why: 'so that a report can be decided, and the decision be objected to, also when these were deleted',
        howLong: '215 days after the decision, and while an objection to it waits',
        days: EVIDENCE_DAYS,
      },
      sweep: deletedBy('report_evidence', 'closed_at'),
    },
  },
}

export const moderationCollections: readonly Collection[] = [
  {
    name: 'blocks',
    title: 'Whom you have blocked',
    rows: rowsBy(
      'blocked_id',
      (db, accountId) =>
        db
          .selectFrom('blocks')
          .select(['blocked_id as key', 'blocked_id as otherId', 'created_at as at'])
          .where('blocker_id', '=', accountId)
          .where('contact_id', '=', sql.lit(0)),
      withNames,
    ),
  },
  {
    name: 'blocked-contacts',
    title:
      'Addresses you have blocked before meeting, by the day; the addresses themselves are not kept',
    rows: ownRows('blocked_contacts', ['id as key', 'created_at as at', 'ends_at as liftedUntil']),
  },
  {
    name: 'reports',
    title: 'What you have reported',
    rows: ownRows(
      'reports',
      [
        'id as key',
        'reported_id as otherId',
        'created_at as at',
        'reason',
        'details',
        'quoted',
        'closed_at as decided',
        'outcome',
      ],
      { owner: 'reporter_id', tell: withNames },
    ),
  },
]
