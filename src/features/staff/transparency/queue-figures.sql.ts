import { sql } from 'kysely'
import { queues } from '#core/staff-accounts/queues.ts'
import type { Db } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'

/**
 * Times in hours, from the opening to the decision. `closed`: decided, not what was gone first;
 * `byProgram`: decided by a rule alone; `reversed`: taken back, for whatever reason; `overturned`:
 * of which an objection was right, in whole or in part; `oldest`: of those that wait.
 */
export type QueueFigures = {
  queue: string
  inbound: number
  pending: number
  closed: number
  byProgram: number
  reversed: number
  overturned: number
  medianHours: number | null
  p95Hours: number | null
  oldest: Date | null
}

const MOST_COUNTED = 50_000
/** Of the objection to a decision. */
const isRight = sql<boolean>`appeals.outcome in ('overturn', 'adjust')`
const hours = (share: number) =>
  sql`(percentile_cont(${sql.lit(share)}) within group (order by extract(epoch from ended_at - began_at) / 3600))::float8`

/**
 * What was decided about a task: by its form, of which a request for removal makes a decision for
 * each photo, or by a rule that closed the task of a photo without holding it.
 */
const decisionsOfTask = sql`
  select id, is_automated, reversed_at from decisions where task_id = tasks.id
  union all
  select id, is_automated, reversed_at from decisions where tasks.queue = 'removals' and removal_id = tasks.subject_id
  union all
  select id, is_automated, reversed_at from decisions
  where tasks.queue = 'photos' and tasks.closed_by is null and account_id = tasks.account_id
    and about_kind = 'photo' and about_id = tasks.subject_id and is_automated and took_effect_at = tasks.closed_at`

/**
 * Of each queue what came, waits and was decided, how fast, and what was taken back. What came is
 * counted for all queues at once, since no index has the tasks of one by when they were opened, and
 * with both ends: since a time alone, the planner expects a third of all, and would read them all.
 */
export async function queueFigures(db: Db, since: Date, until: Date): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select names.value as queue,
      coalesce(came.tasks, 0) as inbound,
      (select count(*)::int from (select from tasks j where j.queue = names.value and closed_at is null limit ${sql.lit(MOST_COUNTED)}) counted) as pending,
      coalesce(ended.closed, 0) as closed, coalesce(ended.by_program, 0) as "byProgram", coalesce(ended.reversed, 0) as reversed, coalesce(ended.overturned, 0) as overturned,
      ended.median as "medianHours", ended.p95 as "p95Hours",
      (select opened_at from tasks j where j.queue = names.value and closed_at is null order by opened_at limit 1) as oldest
    from ${rowsOf(queues)} names
    left join (
      select queue, count(*)::int as tasks from tasks where opened_at between ${since} and ${until} group by queue
    ) came on came.queue = names.value
    left join (
      select queue, count(*)::int as closed, (count(*) filter (where is_automated))::int as by_program,
        (count(*) filter (where is_reversed))::int as reversed, (count(*) filter (where is_overturned))::int as overturned,
        ${hours(0.5)} as median, ${hours(0.95)} as p95
      from (
        select queue, opened_at as began_at, closed_at as ended_at, is_automated, is_reversed, is_overturned from tasks
        left join lateral (
          select bool_or(decided.is_automated) as is_automated, bool_or(decided.reversed_at is not null) as is_reversed, bool_or(${isRight}) as is_overturned
          from (${decisionsOfTask}) decided left join appeals on appeals.decision_id = decided.id
        ) made on true
        where closed_at >= ${since} and outcome is distinct from 'gone'
      ) tasks
      group by queue
    ) ended on ended.queue = names.value`.execute(db)
  return queues.flatMap((queue) => rows.filter((row) => row.queue === queue))
}

/** The same of tickets, which have a queue of their own; a ticket is never closed by a program. */
export async function ticketFigures(db: Db, since: Date): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    select 'tickets' as queue,
      (select count(*)::int from tickets where closed_at is null and created_at >= ${since}) + (select count(*)::int from tickets where closed_at >= ${since} and created_at >= ${since}) as inbound,
      (select count(*)::int from (select from tickets where closed_at is null limit ${sql.lit(MOST_COUNTED)}) counted) as pending,
      count(*)::int as closed, 0 as "byProgram", 0 as reversed, 0 as overturned, ${hours(0.5)} as "medianHours", ${hours(0.95)} as "p95Hours",
      (select created_at from tickets where closed_at is null order by created_at limit 1) as oldest
    from (select created_at as began_at, closed_at as ended_at from tickets where closed_at >= ${since}) ended`.execute(
    db,
  )
  return rows[0] as QueueFigures
}

export type Waiting = { queue: string; waiting: number; oldest: Date | null }

/** How many tasks of each queue wait for staff, and tickets, and since when the oldest does. */
export async function waitingForStaff(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select names.value as queue,
      (select count(*)::int from (select from tasks j where j.queue = names.value and closed_at is null limit ${sql.lit(MOST_COUNTED)}) counted) as waiting,
      (select opened_at from tasks j where j.queue = names.value and closed_at is null order by opened_at limit 1) as oldest
    from ${rowsOf(queues)} names
    union all
    select 'tickets', (select count(*)::int from (select from tickets where closed_at is null limit ${sql.lit(MOST_COUNTED)}) counted),
      (select created_at from tickets where closed_at is null order by created_at limit 1)`.execute(
    db,
  )
  return rows
}
