import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Trx } from '#db/connection.server.ts'
import { anyOf } from '#db/ids.ts'
import { DAY, later } from '#lib/clock.ts'
import type { Queue } from '../staff-accounts/queues.ts'
import { LONG } from './deadlines.ts'

export type DueTask = { queue: Queue; brand: string; dueAt: Date }

const returned = ['queue', 'brand', 'due_at as dueAt'] as const

/** `awaited`: the ids of tasks that are closed and whose time goes on. */
type Asked = { awaited: RawBuilder<number>; at: Date; most: number }

/** Tasks that are open first, then those that are awaited: together, no index would find them. */
async function ofBoth(
  { awaited }: Asked,
  mark: (isRunning: Expression<SqlBool>) => Promise<DueTask[]>,
): Promise<DueTask[]> {
  const open = await mark(sql`closed_at is null`)
  return [...open, ...(await mark(sql`id in (${awaited})`))]
}

/** Marks up to `most` whose alarm is due, and returns them, each once; locked ones wait. */
export function alarmedTasks(trx: Trx, asked: Asked): Promise<DueTask[]> {
  return ofBoth(asked, (isRunning) => alarmed(trx, isRunning, asked))
}

async function alarmed(
  trx: Trx,
  isRunning: Expression<SqlBool>,
  { at, most }: Asked,
): Promise<DueTask[]> {
  return trx
    .updateTable('tasks')
    .set({ alarmed_at: at, warned_at: sql`coalesce(warned_at, ${at})` })
    .where('id', '=', (eb) =>
      anyOf(
        eb
          .selectFrom('tasks')
          .select('id')
          .where(isRunning)
          .where('alarmed_at', 'is', null)
          .where('due_at', '<=', later(at, DAY))
          .where(
            sql<boolean>`(due_at - opened_at >= ${sql.lit(LONG / 1000)} * interval '1 second' or due_at - (due_at - opened_at) / 4 <= ${at}::timestamptz)`,
          )
          .orderBy('due_at')
          .limit(sql.lit(most))
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(returned)
    .execute()
}

const halfTime = sql<Date>`((opened_at at time zone 'UTC') + ((due_at at time zone 'UTC') - (opened_at at time zone 'UTC')) / 2)`

/** As `alarmedTasks`, of tasks of which half of the time is over. */
export function warnedTasks(trx: Trx, asked: Asked): Promise<DueTask[]> {
  return ofBoth(asked, (isRunning) => warned(trx, isRunning, asked))
}

async function warned(
  trx: Trx,
  isRunning: Expression<SqlBool>,
  { at, most }: Asked,
): Promise<DueTask[]> {
  return trx
    .updateTable('tasks')
    .set({ warned_at: at })
    .where('id', '=', (eb) =>
      anyOf(
        eb
          .selectFrom('tasks')
          .select('id')
          .where(isRunning)
          .where('warned_at', 'is', null)
          .where(halfTime, '<=', sql<Date>`${at}::timestamptz at time zone 'UTC'`)
          .orderBy(halfTime)
          .limit(sql.lit(most))
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(returned)
    .execute()
}
