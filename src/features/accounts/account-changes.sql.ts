import { sql } from 'kysely'
import type { Trx } from '../../db/connection.server.ts'
import { HOUR, later } from '../../lib/clock.ts'
import type { ChangeKind } from './account-changes.ts'

/** What is changed within an hour is told together; and then once a day, still within 24 hours of the change. */
const GATHERED = HOUR
const BETWEEN = 23 * HOUR

/** Notes a change that its owner is told of by mail. */
export async function noteChange(trx: Trx, accountId: number, kind: ChangeKind, at: Date): Promise<void> {
  await trx
    .insertInto('account_changes')
    .values({ account_id: accountId, kinds: [kind], due_at: later(at, GATHERED) })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        kinds: sql`case when account_changes.kinds @> excluded.kinds then account_changes.kinds else account_changes.kinds || excluded.kinds end`,
        due_at: sql`coalesce(account_changes.due_at, greatest(excluded.due_at, account_changes.told_at + ${BETWEEN / HOUR} * interval '1 hour'))`,
      }),
    )
    .execute()
}

/** Takes the changes that are due to be told of, locked, and notes that they were. */
export async function takeDueChanges(trx: Trx, at: Date, most: number): Promise<Array<{ accountId: number; kinds: string[] }>> {
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
