import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../db/connection.server.ts'
import type { Database } from '../../../db/schema.ts'
import { later } from '../../../lib/clock.ts'
import { isAccountOpen } from '../../core/accounts/account-status.sql.ts'
import { mayWorkIn } from '../../core/staff-accounts/roles.sql.ts'
import { isDecided } from '../../core/tasks/verdicts.sql.ts'
import { LEASE, TRIES } from './pose-checks.ts'

export type PoseCheckRow = Selectable<Database['pose_checks']>

export async function latestCheck(
  db: Db | Trx,
  accountId: number,
): Promise<PoseCheckRow | undefined> {
  return db
    .selectFrom('pose_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** When the member sent photos within the time of the limit, the oldest first. */
export async function recentTries(db: Db | Trx, accountId: number, at: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('pose_checks')
    .select(sql<Date>`sent_at`.as('sentAt'))
    .where('account_id', '=', accountId)
    .where('sent_at', '>', later(at, -TRIES.within))
    .orderBy('sent_at')
    .execute()
  return rows.map(({ sentAt }) => sentAt)
}

export async function askFor(trx: Trx, accountId: number, pose: string, at: Date): Promise<void> {
  await trx
    .insertInto('pose_checks')
    .values({ account_id: accountId, pose, asked_at: at })
    .execute()
}

export async function keepSent(trx: Trx, id: number, key: string, at: Date): Promise<void> {
  await trx.updateTable('pose_checks').set({ sent_at: at, key }).where('id', '=', id).execute()
}

export type PoseOutcome = 'approved' | 'refused' | 'withdrawn' | 'lapsed'

/** Ends a check, whose file the caller then deletes. */
export async function endCheck(
  trx: Trx,
  id: number,
  end: { outcome: PoseOutcome; reason?: string; by: number | null; at: Date },
): Promise<void> {
  const { outcome, reason = null, by, at } = end
  await trx
    .updateTable('pose_checks')
    .set({
      outcome,
      reason,
      decided_by: by,
      decided_at: at,
      key: null,
      leased_by: null,
      leased_until: null,
    })
    .where('id', '=', id)
    .execute()
}

export async function ownerOfCheck(trx: Trx, id: number): Promise<number | undefined> {
  return (
    await trx.selectFrom('pose_checks').select('account_id').where('id', '=', id).executeTakeFirst()
  )?.account_id
}

export async function checkForUpdate(trx: Trx, id: number): Promise<PoseCheckRow | undefined> {
  return trx
    .selectFrom('pose_checks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Those that wait, without those of closed accounts, and those that are decided. */
function waiting(db: Db | Trx) {
  return db
    .selectFrom('pose_checks')
    .where('sent_at', 'is not', null)
    .where('outcome', 'is', null)
    .where(isAccountOpen(sql.ref('pose_checks.account_id')))
    .where((eb) => eb.not(isDecided('poses', sql.ref('pose_checks.id'))))
}

const MOST_COUNTED = 500

/** Counted up to 500. */
export async function countWaiting(db: Db): Promise<number> {
  const rows = waiting(db).select('id').limit(sql.lit(MOST_COUNTED))
  const { count } = await db
    .selectFrom(rows.as('waiting'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function heldBy(db: Db | Trx, staffId: number, at: Date) {
  return waiting(db)
    .selectAll()
    .where('leased_by', '=', staffId)
    .where('leased_until', '>', at)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Leases the oldest check that nobody holds who may look at it; two who ask at the same moment get two, or one of them none. */
export async function leaseNext(trx: Trx, staffId: number, at: Date): Promise<number | null> {
  const free = await waiting(trx)
    .select('id')
    .where((eb) =>
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', at),
        eb.not(mayWorkIn('photos', sql.ref('leased_by'))),
      ]),
    )
    .orderBy('sent_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!free) return null
  await giveLease(trx, free.id, { to: staffId, at })
  return free.id
}

/** What somebody of staff holds besides one check is anybody's again. */
export async function giveBackOthers(trx: Trx, staffId: number, but: number): Promise<void> {
  await trx
    .updateTable('pose_checks')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', '=', staffId)
    .where('id', '<>', but)
    .execute()
}

/** To somebody of staff, or to nobody. */
export async function giveLease(
  trx: Trx,
  id: number,
  lease: { to: number; at: Date } | null,
): Promise<void> {
  await trx
    .updateTable('pose_checks')
    .set(
      lease
        ? { leased_by: lease.to, leased_until: later(lease.at, LEASE) }
        : { leased_by: null, leased_until: null },
    )
    .where('id', '=', id)
    .execute()
}

export async function posesThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('pose_checks')
    .select(sql<string>`key`.as('key'))
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

export function storedPoses(db: Db, after: number, most: number) {
  return db
    .selectFrom('pose_checks')
    .select(['id', sql<string>`key`.as('key'), sql.lit(1).as('files')])
    .where('id', '>', after)
    .where('key', 'is not', null)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** Checks whose photo has been there since before `before`, without a decision. */
export async function overdueChecks(
  db: Db,
  before: Date,
  most: number,
): Promise<Array<{ id: number; accountId: number; key: string | null }>> {
  return db
    .selectFrom('pose_checks')
    .select(['id', 'account_id as accountId', 'key'])
    .where('sent_at', '<', before)
    .where('outcome', 'is', null)
    .orderBy('sent_at')
    .limit(sql.lit(most))
    .execute()
}
