import { type Kysely, sql } from 'kysely'

/** What staff decided and can still take back: a row goes once it takes effect. */
const statements = [
  `create table waiting_verdicts (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('removals', 'appeals', 'poses')),
    about_id bigint not null,
    job_id bigint,
    answer jsonb not null,
    decided_by bigint not null,
    takes_effect_at timestamptz not null,
    unique (kind, about_id)
  )`,
  `create index waiting_verdicts_due on waiting_verdicts (takes_effect_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
