import { sql } from 'kysely'
import type { Trx } from '../../db/connection.server.ts'
import { DAY, later } from '../../lib/clock.ts'
import { isStaffNow } from '../accounts/account-status.sql.ts'
import { LONG } from './deadlines.ts'
import type { Queue } from './jobs.ts'

export type DueJob = { queue: Queue; brand: string; dueAt: Date }

const returned = ['queue', 'brand', 'due_at as dueAt'] as const

/** Marks up to `most` open jobs whose alarm is due, and returns them: each once, whoever asks. Locked ones wait for the next run. */
export async function alarmedJobs(trx: Trx, at: Date, most: number): Promise<DueJob[]> {
  return trx
    .updateTable('staff_jobs')
    .set({ alarmed_at: at, warned_at: sql`coalesce(warned_at, ${at})` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('staff_jobs')
        .select('id')
        .where('closed_at', 'is', null)
        .where('alarmed_at', 'is', null)
        .where('due_at', '<=', later(at, DAY))
        .where(sql<boolean>`(due_at - opened_at >= ${sql.lit(LONG / 1000)} * interval '1 second' or due_at - (due_at - opened_at) / 4 <= ${at}::timestamptz)`)
        .orderBy('due_at')
        .limit(sql.lit(most))
        .forUpdate()
        .skipLocked(),
    )
    .returning(returned)
    .execute()
}

const halfTime = sql<Date>`((opened_at at time zone 'UTC') + ((due_at at time zone 'UTC') - (opened_at at time zone 'UTC')) / 2)`

/** As `alarmedJobs`, of jobs of which half of the time is over. */
export async function warnedJobs(trx: Trx, at: Date, most: number): Promise<DueJob[]> {
  return trx
    .updateTable('staff_jobs')
    .set({ warned_at: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('staff_jobs')
        .select('id')
        .where('closed_at', 'is', null)
        .where('warned_at', 'is', null)
        .where(halfTime, '<=', sql<Date>`${at}::timestamptz at time zone 'UTC'`)
        .orderBy(halfTime)
        .limit(sql.lit(most))
        .forUpdate()
        .skipLocked(),
    )
    .returning(returned)
    .execute()
}

/** Who is told of deadlines. */
export async function leads(trx: Trx): Promise<number[]> {
  const rows = await trx
    .selectFrom('staff_roles')
    .select('account_id')
    .where('role', '=', 'lead')
    .where(isStaffNow(sql.ref('staff_roles.account_id')))
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}
