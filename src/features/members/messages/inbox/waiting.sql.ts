import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { MAX_COUNTED } from '#core/live/tickers.ts'
import { knownTo } from '#core/people/shown-to/visible.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'

export type WaitingRow = {
  id: number
  username: string
  birthday: string
  lastSeenAt: Date
  since: Date
}

const waiting = compiledOnce(
  (db, { memberId, brandId, at }: { memberId: number; brandId: string; at: Date }) => {
    // The query needs no more of its scope.
    const person = knownTo(db, { member: { id: memberId }, brand: { id: brandId } } as Scope)
      .select(['people.username', 'people.birthday', 'people.last_seen_at'])
      .whereRef('people.account_id', '=', sql.ref('side.other_id'))
      .where('people.paused_at', 'is', null)
      .limit(sql.lit(1))
    return db
      .selectFrom('conversation_sides as side')
      .innerJoinLateral(person.as('person'), (join) => join.onTrue())
      .select([
        'side.other_id as id',
        'person.username',
        'person.birthday',
        'person.last_seen_at as lastSeenAt',
      ])
      .select(sql<Date>`side.waiting_since`.as('since'))
      .where('side.account_id', '=', memberId)
      .where('side.waiting_since', 'is not', null)
      .where('side.hidden_at', 'is', null)
      .where('side.muted_at', 'is', null)
      .where((e) => e.or([e('side.snoozed_until', 'is', null), e('side.snoozed_until', '<=', at)]))
      .orderBy('side.waiting_since')
      .orderBy('side.other_id')
      .limit(sql.lit(MAX_COUNTED))
  },
)

/**
 * Who waits for an answer of the member, the longest first, up to MAX_COUNTED: people whom the
 * member may see and who take no break.
 */
export async function whoWaitsFor(db: Db, { member, brand, at }: Scope): Promise<WaitingRow[]> {
  return waiting(db, { memberId: member.id, brandId: brand.id, at })
}

/** `until` is null for somebody who waits again. Returns whether there is such a conversation. */
export async function putOff(
  db: Db,
  accountId: number,
  otherId: number,
  until: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_sides')
    .set({ snoozed_until: until })
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
