import { type Kysely, sql } from 'kysely'

const statements = [
  `create table staff_roles (
    account_id bigint not null references accounts on delete cascade,
    role text not null check (role in ('moderator', 'support', 'lead')),
    given_at timestamptz not null,
    primary key (account_id, role)
  )`,
  `insert into staff_roles (account_id, role, given_at) select id, 'lead', staff_since from accounts where staff_since is not null`,
  `create table staff_jobs (
    id bigint generated always as identity primary key,
    queue text not null,
    brand text not null references brands,
    account_id bigint references accounts on delete set null,
    subject_id bigint not null,
    priority smallint not null default 0,
    due_at timestamptz not null,
    due_hour timestamp not null generated always as (date_trunc('hour', due_at at time zone 'UTC')) stored,
    opened_at timestamptz not null,
    leased_by bigint references accounts on delete set null,
    leased_until timestamptz,
    skipped_by bigint references accounts on delete set null,
    skipped_until timestamptz,
    closed_at timestamptz,
    closed_by bigint references accounts on delete set null,
    outcome text,
    warned_at timestamptz,
    check ((closed_at is null) = (outcome is null)),
    check (leased_by is null or closed_at is null)
  )`,
  `create unique index staff_jobs_subject on staff_jobs (queue, subject_id) where closed_at is null`,
  `create index staff_jobs_next on staff_jobs (queue, due_hour, priority desc, opened_at, id) where closed_at is null`,
  `create index staff_jobs_oldest on staff_jobs (queue, opened_at) where closed_at is null`,
  `create index staff_jobs_account on staff_jobs (account_id, id desc) where account_id is not null`,
  `create index staff_jobs_leased on staff_jobs (leased_by) where leased_by is not null`,
  `create index staff_jobs_skipped on staff_jobs (skipped_by) where skipped_by is not null`,
  `create index staff_jobs_closed on staff_jobs (closed_by, closed_at) where closed_by is not null`,
]

/** Staff work of several queues in one table, and which of them each of staff sees: all of them, for those who are staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
