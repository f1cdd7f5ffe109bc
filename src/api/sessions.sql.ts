import { sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'
import { deleteSome } from '../db/delete-some.server.ts'
import { isBefore } from '../db/is-before.ts'
import { later } from '../lib/clock.ts'
import type { Cursor } from '../lib/cursor.ts'
import { hashToken, newToken } from '../lib/token.server.ts'
import type { OwnCount } from './own-counts.server.ts'
import { SESSION_IDLE_TIMEOUT } from './visits.server.ts'

/** `replaces` is the token of the browser's previous session; the database stores only hashes. */
export async function startSession(
  db: Db | Trx,
  session: {
    accountId: number
    brand: string
    device: string
    at: Date
    replaces: string | null
    secondFactorAt?: Date
  },
): Promise<string> {
  if (session.replaces !== null) await endSession(db, session.replaces)
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: session.accountId,
      brand: session.brand,
      device: session.device,
      created_at: session.at,
      last_seen_at: session.at,
      expires_at: later(session.at, SESSION_IDLE_TIMEOUT),
      second_factor_at: session.secondFactorAt ?? null,
      active_at: session.at,
      locked_at: null,
    })
    .execute()
  return token
}

export async function endSession(db: Db | Trx, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export async function endOtherSessions(
  db: Db | Trx,
  accountId: number,
  kept: string | null,
): Promise<void> {
  const sessions = db.deleteFrom('sessions').where('account_id', '=', accountId)
  await (kept === null ? sessions : sessions.where('token_hash', '<>', hashToken(kept))).execute()
}

export async function revokeSecondFactor(db: Db | Trx, accountId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ second_factor_at: null })
    .where('account_id', '=', accountId)
    .execute()
}

export function sessionsOf(db: Db, accountId: number, at: Date) {
  return db
    .selectFrom('sessions')
    .select([
      sql<number>`count(id)::int`.as('open'),
      sql<Date | null>`max(last_seen_at)`.as('lastSeenAt'),
    ])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
}

export const deviceCount: OwnCount = {
  name: 'devices',
  rows: (db, { accountId, at }) =>
    db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', accountId)
      .where('expires_at', '>', at),
}

export async function openSessions(db: Db, accountId: number, at: Date, most: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'brand', 'device', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Where an account signed in, as far as the sessions are not swept, the latest first. */
export function sessionsBefore(db: Db, accountId: number, before: Cursor, most: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at as at', 'brand', 'device', 'last_seen_at as lastSeenAt'])
    .where('account_id', '=', accountId)
    .where(isBefore('created_at', 'id', before))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

/** Ends one session of an account; returns false if it has none of this id. */
export async function endSessionById(
  db: Db | Trx,
  accountId: number,
  sessionId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of an account on all brands, except those of the ids `kept`. */
export async function endSessionsExcept(
  db: Db | Trx,
  accountId: number,
  kept: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id <> all(${kept}::bigint[])`)
    .execute()
}

export function sweepSessions(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'sessions', sql.ref('expires_at'), at, most)
}
