import { type Kysely, sql } from 'kysely'

const statements = [
  // A decision of staff on a new photo, until it takes effect: so long it can be taken back.
  `create table photo_verdicts (
    job_id bigint primary key references staff_jobs,
    photo_id bigint not null unique references photos on delete cascade,
    key text not null,
    reason text,
    decided_by bigint references accounts on delete set null,
    decided_at timestamptz not null,
    effect_at timestamptz not null
  )`,
  `create index photo_verdicts_effect on photo_verdicts (effect_at)`,
  `create index photo_verdicts_decided on photo_verdicts (decided_by) where decided_by is not null`,
  `create index reports_reported on reports (reported_id)`,
  // Since when somebody of staff works without a pause, and until when they see no hard queue.
  `create table staff_shifts (
    account_id bigint primary key references accounts on delete cascade,
    began_at timestamptz not null,
    active_at timestamptz not null,
    no_hard_until timestamptz
  )`,
  `insert into staff_jobs (queue, brand, account_id, subject_id, due_at, opened_at)
    select 'photos', accounts.brand, accounts.id, photos.id, photos.created_at + interval '12 hours', photos.created_at
    from photos join accounts on accounts.id = photos.account_id
    where photos.approved_at is null and photos.rejected_at is null`,
  `insert into staff_jobs (queue, brand, account_id, subject_id, priority, due_at, opened_at)
    select 'reports', brand, reported_id, id, case when reason = 'underage' then 9 else 0 end,
      created_at + case when reason = 'underage' then interval '1 hour' else interval '24 hours' end, created_at
    from reports where closed_at is null`,
]

/** Jobs for the photos that wait for a decision and the reports that are open, and what the work on them needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
