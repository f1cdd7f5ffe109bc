import { sql } from 'kysely'
import type { Db } from '../../../db/connection.server.ts'

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
