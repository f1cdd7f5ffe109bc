import { sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'
import { deleteSome } from '../db/delete-some.server.ts'
import { hashToken } from '../lib/token.server.ts'

/**
 * Ends all sessions of an account that a decision closes, on one brand or on all, and keeps which
 * they were.
 */
export async function closeSessions(
  trx: Trx,
  accountId: number,
  brand: string | null,
): Promise<void> {
  await trx
    .with('ended', (db) => {
      const sessions = db.deleteFrom('sessions').where('account_id', '=', accountId)
      return (brand === null ? sessions : sessions.where('brand', '=', brand)).returning([
        'token_hash',
        'account_id',
        'brand',
        'expires_at',
      ])
    })
    .insertInto('closed_sessions')
    .columns(['token_hash', 'account_id', 'brand', 'expires_at'])
    .expression((eb) =>
      eb.selectFrom('ended').select(['token_hash', 'account_id', 'brand', 'expires_at']),
    )
    .execute()
}

/**
 * Whose session a decision ended, by what its browser still has of it; undefined for every other
 * token.
 */
export async function closedSession(
  db: Db,
  token: string,
  brand: string,
  at: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('closed_sessions')
    .select('account_id as accountId')
    .where('token_hash', '=', hashToken(token))
    .where('brand', '=', brand)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row?.accountId
}

export function sweepClosedSessions(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'closed_sessions', sql.ref('expires_at'), at, most)
}
