import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { later } from '#lib/clock.ts'
import { isQueue, type Queue } from '../staff-accounts/queues.ts'
import { openQueues } from '../staff-accounts/roles.sql.ts'
import { NO_HARD_FOR, PAUSE } from './tasks.ts'

/**
 * Since when somebody works without a pause, how much they decided since, and whether they see no
 * hard queue.
 */
export type Shift = { beganAt: Date; decided: number; hidesHard: boolean }

/**
 * Notes work; the first one after a pause begins a new shift. Of what somebody does in two tabs,
 * the second waits here for the first: whoever decides, takes a task or gets one back notes it
 * before anything else is locked.
 */
export async function noteWork(trx: Trx, staffId: number, at: Date): Promise<void> {
  await sql`
    insert into staff_shifts (account_id, began_at, active_at) values (${staffId}, ${at}, ${at})
    on conflict (account_id) do update set active_at = ${at},
      began_at = case when staff_shifts.active_at <= ${later(at, -PAUSE.away)} then ${at}::timestamptz else staff_shifts.began_at end`.execute(
    trx,
  )
}

export async function shiftOf(db: Db | Trx, staffId: number, at: Date): Promise<Shift> {
  const row = await db
    .selectFrom('staff_shifts')
    .select(['began_at', 'active_at', 'no_hard_until'])
    .where('account_id', '=', staffId)
    .executeTakeFirst()
  const hidesHard = row?.no_hard_until != null && row.no_hard_until > at
  if (!row || row.active_at <= later(at, -PAUSE.away)) return { beganAt: at, decided: 0, hidesHard }
  const { decided } = await db
    .selectFrom('tasks')
    .select(sql<number>`count(*)::int`.as('decided'))
    .where('closed_by', '=', staffId)
    .where('closed_at', '>=', row.began_at)
    .executeTakeFirstOrThrow()
  return { beganAt: row.began_at, decided, hidesHard }
}

/** Whether somebody leaves what is hard to others now. */
export async function hidesHardNow(trx: Trx, staffId: number, at: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('staff_shifts')
    .select('no_hard_until')
    .where('account_id', '=', staffId)
    .executeTakeFirst()
  return row?.no_hard_until != null && row.no_hard_until > at
}

/** The queues that somebody takes the next task from, after each. */
export async function takeFrom(trx: Trx, staffId: number, queues: readonly Queue[]): Promise<void> {
  await trx
    .updateTable('staff_shifts')
    .set({ takes_from: [...queues] })
    .where('account_id', '=', staffId)
    .execute()
}

/** From which the next is taken after one of `queue`, of those that are open to them now. */
export async function takenFrom(db: Db | Trx, staffId: number, queue: Queue): Promise<Queue[]> {
  const row = await db
    .selectFrom('staff_shifts')
    .select('takes_from')
    .where('account_id', '=', staffId)
    .executeTakeFirst()
  const from = (row?.takes_from ?? []).filter(isQueue)
  const open = await openQueues(db, staffId)
  return (from.includes(queue) ? from : [queue]).filter((one) => open.includes(one))
}

export async function hideHardQueues(
  trx: Trx,
  staffId: number,
  hides: boolean,
  at: Date,
): Promise<void> {
  const until = hides ? later(at, NO_HARD_FOR) : null
  await trx
    .insertInto('staff_shifts')
    .values({
      account_id: staffId,
      began_at: at,
      active_at: later(at, -PAUSE.away),
      no_hard_until: until,
    })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ no_hard_until: until }))
    .execute()
}
