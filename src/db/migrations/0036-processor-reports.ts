import { type Kysely, sql } from 'kysely'

const statements = [
  // What a processor reports without a signature: applied when the processor has been asked. Names no buyer.
  `create table processor_reports (
    provider text not null,
    event_id text not null,
    kind text not null,
    subscription text,
    order_id bigint,
    report jsonb not null,
    received_at timestamptz not null,
    next_at timestamptz,
    tries integer not null default 0,
    outcome text,
    closed_at timestamptz,
    primary key (provider, event_id)
  )`,
  `create index processor_reports_due on processor_reports (provider, next_at) where next_at is not null`,
  `create index processor_reports_subscription on processor_reports (provider, subscription)`,
  `create index processor_reports_received on processor_reports (received_at)`,

  // When a processor charges a declined renewal again by itself.
  `alter table dunnings add column retry_at timestamptz`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
