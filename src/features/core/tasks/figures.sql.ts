import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import type { Queue } from '../staff-accounts/queues.ts'
import { belowHard } from './leases.sql.ts'

const MOST_COUNTED = 10_000

type QueueLoad = {
  queue: Queue
  open: number
  held: number
  oldest: Date | null
  nextDue: Date | null
}

/**
 * What is open in each of these queues, counted up to 10,000, for whoever leaves hard ones to
 * others without them. `held`: those that somebody looks at now.
 */
export async function queueLoads(
  db: Db,
  queues: readonly Queue[],
  { at, hidesHard }: { at: Date; hidesHard: boolean },
): Promise<QueueLoad[]> {
  const of = sql`j.queue = names.value and priority < ${belowHard(hidesHard)}`
  if (queues.length === 0) return []
  const { rows } = await sql<QueueLoad>`
    select names.value as queue,
      (select count(*)::int from (select from tasks j where ${of} and closed_at is null limit ${sql.lit(MOST_COUNTED)}) counted) as open,
      (select count(*)::int from tasks j where leased_by is not null and leased_until > ${at} and ${of}) as held,
      (select opened_at from tasks j where ${of} and closed_at is null order by opened_at limit 1) as oldest,
      (select due_at from tasks j where ${of} and closed_at is null order by due_hour limit 1) as "nextDue"
    from ${rowsOf(queues)} names`.execute(db)
  return rows
}

/**
 * When the task of each of these queues is due that is due first, of those that are open or among
 * `awaited`.
 */
export async function firstDue(
  db: Db,
  of: readonly Queue[],
  awaited: RawBuilder<number>,
): Promise<Map<Queue, Date>> {
  const { rows } = await sql<{ queue: Queue; dueAt: Date | null }>`
    select names.value as queue,
      least((select due_at from tasks j where j.queue = names.value and closed_at is null order by due_hour, due_at limit 1), closed.due_at) as "dueAt"
    from ${rowsOf(of)} names
    left join (select queue, min(due_at) as due_at from tasks where id in (${awaited}) group by queue) closed on closed.queue = names.value`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ queue, dueAt }) => (dueAt === null ? [] : [[queue, dueAt] as const])),
  )
}
