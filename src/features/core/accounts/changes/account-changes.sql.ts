import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { HOUR, later } from '#lib/clock.ts'
import type { ChangeKind } from './account-changes.ts'

/**
 * What is changed within an hour is told together; and then once a day, still within 24 hours of
 * the change.
 */
const GATHERED = HOUR
const BETWEEN = 23 * HOUR

/** Notes a change that its owner is told of by mail. */
export async function noteChange(
  trx: Trx,
  accountId: number,
  kind: ChangeKind,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('account_changes')
    .values({ account_id: accountId, kinds: [kind], due_at: later(at, GATHERED), since: at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        kinds: sql`case when account_changes.kinds @> excluded.kinds then account_changes.kinds else account_changes.kinds || excluded.kinds end`,
        due_at: sql`coalesce(account_changes.due_at, greatest(excluded.due_at, account_changes.told_at + ${BETWEEN / HOUR} * interval '1 hour'))`,
        since: sql`case when account_changes.due_at is null then excluded.since else account_changes.since end`,
      }),
    )
    .execute()
}

/** Takes the changes that are due to be told of, locked, and notes that they were. */
export async function takeDueChanges(
  trx: Trx,
  at: Date,
  most: number,
): Promise<Array<{ accountId: number; kinds: string[] }>> {
  const due = await trx
    .selectFrom('account_changes')
    .select(['account_id as accountId', 'kinds'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(sql.lit(most))
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = due.map(({ accountId }) => accountId)
  await trx
    .updateTable('account_changes')
    .set({ kinds: [], due_at: null, told_at: at })
    .where(sql<boolean>`account_id = any(${ids}::bigint[])`)
    .execute()
  return due
}

/**
 * Changes that should have been told of before `dueBefore`, with when the first of each was made.
 */
export async function untoldChanges(
  db: Db | Trx,
  dueBefore: Date,
  most: number,
): Promise<Array<{ accountId: number; since: Date }>> {
  return db
    .selectFrom('account_changes')
    .select(['account_id as accountId', 'since'])
    .where('due_at', '<=', dueBefore)
    .orderBy('due_at')
    .limit(sql.lit(most))
    .execute()
}

/** Of these accounts, when the first change was made that was told of last. */
export async function changedSince(
  db: Db | Trx,
  accountIds: readonly number[],
): Promise<Map<number, Date>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('account_changes')
    .select(['account_id as id', 'since'])
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(rows.map(({ id, since }) => [id, since] as const))
}
