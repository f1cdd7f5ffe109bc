import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { isBefore } from '#db/is-before.ts'
import { HOUR, later } from '#lib/clock.ts'
import type { Cursor } from '#lib/cursor.ts'

/**
 * Marks a link as used. Returns whether it was unused; of concurrent requests, only one gets true.
 */
export async function spendLink(trx: Trx, id: string, at: Date): Promise<boolean> {
  // These links have expired after minutes, so that their rows are no longer needed.
  await trx.deleteFrom('support_links').where('opened_at', '<', later(at, -HOUR)).execute()
  const spent = await trx
    .insertInto('support_links')
    .values({ id, opened_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

export async function isSpent(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('support_links').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  )
}

export type TicketFact = { id: number; subject: string; createdAt: Date; closedAt: Date | null }

export function ticketsOf(db: Db, accountId: number, most: number): Promise<TicketFact[]> {
  return db
    .selectFrom('tickets')
    .select(['id', 'subject', 'created_at as createdAt', 'closed_at as closedAt'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Tickets of an account, the latest first. */
export function ticketsBefore(db: Db, accountId: number, before: Cursor, most: number) {
  return db
    .selectFrom('tickets')
    .select(['id', 'brand', 'subject', 'created_at as at', 'closed_at as closedAt'])
    .where('account_id', '=', accountId)
    .where(isBefore('created_at', 'id', before))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export async function ticketCounts(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('tickets')
    .select(['account_id as id', sql<number>`count(*)::int`.as('count')])
    .where('account_id', 'in', accountIds)
    .groupBy('account_id')
    .execute()
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count] as const])))
}
