import { sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'
import { later, MINUTE, SECOND } from '../lib/clock.ts'

/** How exactly a lock knows when somebody was last there. */
const ACTIVITY_INTERVAL = 10 * SECOND

type Lock = { lockedAt: Date | null; lockAfterMinutes: number | null; activeAt: Date }

export function isLockDue({ lockedAt, lockAfterMinutes, activeAt }: Lock, at: Date): boolean {
  return (
    lockedAt === null &&
    lockAfterMinutes !== null &&
    at >= later(activeAt, lockAfterMinutes * MINUTE)
  )
}

/** Only a lock asks when somebody was last there. */
export function isActivityDue({ lockedAt, lockAfterMinutes, activeAt }: Lock, at: Date): boolean {
  return lockedAt === null && lockAfterMinutes !== null && at >= later(activeAt, ACTIVITY_INTERVAL)
}

export async function recordActivity(db: Db, sessionId: number, at: Date): Promise<Date> {
  await db.updateTable('sessions').set({ active_at: at }).where('id', '=', sessionId).execute()
  return at
}

export async function lockSession(db: Db | Trx, sessionId: number, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ locked_at: at })
    .where('id', '=', sessionId)
    .where('locked_at', 'is', null)
    .execute()
}

export async function unlockSession(db: Db, sessionId: number, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ locked_at: null, active_at: at, pin_failures: 0 })
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Counts a PIN before it is compared, so that concurrent tries count as well; returns how many
 * there were.
 */
export async function countPin(db: Db, sessionId: number): Promise<number> {
  const row = await db
    .updateTable('sessions')
    .set((eb) => ({ pin_failures: eb('pin_failures', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('pin_failures as tries')
    .executeTakeFirst()
  return row?.tries ?? Infinity
}

export async function uncountPin(db: Db, sessionId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set((eb) => ({ pin_failures: eb('pin_failures', '-', 1) }))
    .where('id', '=', sessionId)
    .execute()
}

/**
 * A lock that begins counts from now on this session, on the others from when they were last seen.
 */
export async function startCounting(
  trx: Trx,
  accountId: number,
  sessionId: number,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({
      active_at: sql<Date>`case when id = ${sessionId} then ${at}::timestamptz else greatest(active_at, last_seen_at) end`,
    })
    .where('account_id', '=', accountId)
    .execute()
}
