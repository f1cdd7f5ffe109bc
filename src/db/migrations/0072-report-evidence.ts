import { type Kysely, sql } from 'kysely'

/**
 * What a report keeps as it was: it outlives the messages, photos and accounts that it shows, until some time after the
 * decision. A photo's files stay while a hold names their key. And whose reports open no job for a while, and whose
 * messages make no noise.
 */
const statements = [
  `create table report_evidence (
    report_id bigint primary key references reports on delete cascade,
    messages jsonb not null,
    profile jsonb not null,
    photos jsonb not null,
    taken_at timestamptz not null,
    closed_at timestamptz
  )`,
  `create index report_evidence_closed on report_evidence (closed_at) where closed_at is not null`,
  `create table photo_holds (
    report_id bigint not null references report_evidence on delete cascade,
    key text not null,
    primary key (report_id, key)
  )`,
  `create index photo_holds_key on photo_holds (key)`,

  `create table muted_reporters (
    account_id bigint primary key references accounts on delete cascade,
    until timestamptz not null,
    muted_at timestamptz not null,
    muted_by bigint references accounts
  )`,
  `create index muted_reporters_by on muted_reporters (muted_by)`,

  `alter table conversation_sides add column muted_at timestamptz`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
