import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table staff_jobs add column alarmed_at timestamptz`,
  // Half of the time between opening and deadline; in UTC, since only this is immutable.
  `create index staff_jobs_half_time on staff_jobs
    (((opened_at at time zone 'UTC') + ((due_at at time zone 'UTC') - (opened_at at time zone 'UTC')) / 2)) where closed_at is null and warned_at is null`,
  `create index staff_jobs_due on staff_jobs (due_at) where closed_at is null and alarmed_at is null`,
  `create index staff_jobs_opened on staff_jobs (opened_at)`,
  `create index staff_jobs_ended on staff_jobs (closed_at) where closed_at is not null`,
  // What was said about a deadline that is no job's, so that it is said once.
  `create table deadline_notes (
    deadline text not null,
    item text not null,
    level text not null check (level in ('warning', 'alarm')),
    at timestamptz not null,
    primary key (deadline, item, level)
  )`,
  `create table transparency_reports (
    brand text not null references brands,
    from_day date not null,
    to_day date not null,
    made_at timestamptz not null,
    figures jsonb not null,
    primary key (brand, to_day, from_day)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
