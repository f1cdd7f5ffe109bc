import { sql } from 'kysely'
import { type Collection, inPages, ownRows } from '#api/collections.server.ts'
import { DAYS_A_YEAR, type Erasings } from '#api/erasure.server.ts'
import { LATER_DAYS } from '#core/audit/accesses.ts'
import type { Db } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { DAY, later } from '#lib/clock.ts'

/** Rows refuse to be deleted where the transaction does not say that it is the retention job's. */
async function sweepDecisions(db: Db, before: Date, most: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('enforcement.retention', 'on', true)`.execute(trx)
    return deleteSome(trx, 'decisions', sql.ref('decided_at'), before, most)
  })
}

export const decisionsRetention = {
  what: 'Decisions about you, and what they count',
  why: 'so that we can answer for them, and because a decision also holds for somebody who joins again',
  howLong: 'three years',
  days: 3 * DAYS_A_YEAR,
}

export const enforcementErasures: Erasings = {
  decisions: { kept: { retention: decisionsRetention, sweep: sweepDecisions } },
  strikes: { kept: { retention: decisionsRetention, sweep: null } },
  appeals: { kept: { retention: decisionsRetention, sweep: null } },
}

export const enforcementCollections: readonly Collection[] = [
  {
    name: 'decisions',
    title: 'What we decided about you',
    rows: (db, accountId, at) =>
      inPages((after, most) =>
        db
          .selectFrom('decisions')
          .leftJoin('strikes', 'strikes.decision_id', 'decisions.id')
          .select([
            'decisions.id as key',
            'decisions.brand as site',
            'act',
            'decisions.policy',
            'severity',
            'days',
            'note',
          ])
          .select([
            'decided_at as decided',
            'took_effect_at as tookEffect',
            'decisions.reversed_at as takenBack',
            'weight as strikes',
            'expires_at as strikesEnd',
          ])
          .where('decisions.account_id', '=', accountId)
          .where('took_effect_at', 'is not', null)
          // One that found no breach would at once tell that somebody reported them, and so perhaps
          // who.
          .where((eb) =>
            eb.or([eb('act', '<>', 'none'), eb('decided_at', '<=', later(at, -LATER_DAYS * DAY))]),
          )
          .where('decisions.id', '>', after)
          .orderBy('decisions.id')
          .limit(sql.lit(most))
          .execute(),
      ),
  },
  {
    name: 'objections',
    title: 'Your objections to decisions of ours',
    rows: ownRows('appeals', [
      'id as key',
      'words',
      'made_at as made',
      'outcome',
      'note',
      'decided_at as decided',
    ]),
  },
]
