import { sql } from 'kysely'
import type { OwnCount } from '#api/own-counts.server.ts'
import type { Db } from '#db/connection.server.ts'

export const ticketCount: OwnCount = {
  name: 'tickets',
  rows: (db, { accountId }) =>
    db
      .selectFrom('tickets')
      .select('id')
      .where('account_id', '=', accountId)
      .where('merged_into', 'is', null),
}

/** A member's own tickets, the latest first; those that became part of another are in that one. */
export async function ownTicketsOf(db: Db, accountId: number, most: number) {
  return db
    .selectFrom('tickets')
    .select(['id', 'subject', 'body as text', 'created_at as at', 'closed_at as closedAt'])
    .where('account_id', '=', accountId)
    .where('merged_into', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}
