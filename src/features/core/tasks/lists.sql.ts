import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import { later } from '#lib/clock.ts'
import type { Queue } from '../staff-accounts/queues.ts'
import { belowHard, isFor, isFree, type Worker } from './leases.sql.ts'
import { taskColumns, type TaskRow } from './tasks.sql.ts'
import { LEASE } from './tasks.ts'

export type ListedTask = TaskRow & { isSkipped: boolean }
type Listing = { queues: readonly Queue[]; brand: string; page: number }

export const TASKS_A_PAGE = 50

/**
 * A page of what is open in these queues, and one more, in the order in which it is given out; ''
 * means all brands. Each queue is read by its index, as far as the page goes.
 */
export async function tasksIn(
  db: Db,
  { queues, brand, page }: Listing,
  { staffId, hidesHard, at }: Worker,
): Promise<ListedTask[]> {
  if (queues.length === 0) return []
  const columns = sql.raw(taskColumns.join(', '))
  const order = sql.raw('due_hour, priority desc, opened_at, id')
  const last = page * TASKS_A_PAGE + 1
  const { rows } = await sql<ListedTask>`
    select ${columns}, coalesce(skipped_by = ${staffId} and skipped_until > ${at}, false) as "isSkipped"
    from ${rowsOf(queues)} names
    cross join lateral (
      select * from tasks
      where tasks.queue = names.value and ${isFor({ staffId, below: belowHard(hidesHard) })}
        and ${brand === '' ? sql`true` : sql`tasks.brand = ${brand}`}
      order by ${order} limit ${last}
    ) listed
    order by ${order} limit ${sql.lit(TASKS_A_PAGE + 1)} offset ${(page - 1) * TASKS_A_PAGE}`.execute(
    db,
  )
  return rows
}

const MOST_COUNTED = 1000

export type BrandLoad = { queue: Queue; brand: string; open: number; dueAt: Date }

/**
 * What somebody may work on, by brand in each of these queues, up to 1,000, and when the first is
 * due.
 */
export async function brandLoads(
  db: Db,
  queues: readonly Queue[],
  brands: readonly string[],
  { staffId, hidesHard }: Omit<Worker, 'at'>,
): Promise<BrandLoad[]> {
  const isTheirs = isFor({ staffId, below: belowHard(hidesHard) })
  if (queues.length === 0) return []
  const { rows } = await sql<BrandLoad>`
    select names.value as queue, sites.value as brand, first.due_at as "dueAt",
      (select count(*)::int from (
        select from tasks where tasks.queue = names.value and tasks.brand = sites.value and ${isTheirs}
        limit ${sql.lit(MOST_COUNTED)}
      ) counted) as open
    from ${rowsOf(queues)} names
    cross join ${rowsOf(brands)} sites
    cross join lateral (
      select due_at from tasks where tasks.queue = names.value and tasks.brand = sites.value and ${isTheirs}
      order by due_hour, due_at limit 1
    ) first`.execute(db)
  return rows
}

/** Leases this task, where somebody may take it and nobody has it. */
export async function leaseTask(
  trx: Trx,
  id: number,
  { staffId, hidesHard, at }: Worker,
): Promise<TaskRow | undefined> {
  return trx
    .updateTable('tasks')
    .set({ leased_by: staffId, leased_until: later(at, LEASE) })
    .where('id', '=', id)
    .where(isFor({ staffId, below: belowHard(hidesHard) }))
    .where((eb) => eb.or([isFree(at), eb('leased_by', '=', staffId)]))
    .returning(taskColumns)
    .executeTakeFirst()
}
