import { type Kysely, sql } from 'kysely'

const statements = [
  // One row a night: which time of the processors' lists was compared with what they reported.
  `create table reconciliations (
    provider text not null,
    night timestamptz not null,
    covered_until timestamptz not null,
    checked integer not null,
    differences integer not null,
    finished_at timestamptz not null,
    primary key (provider, night)
  )`,
  // What a processor's list and our books say differently; repaired where the event could be applied.
  `create table payment_differences (
    provider text not null,
    event_id text not null,
    kind text not null check (kind in ('missed', 'altered', 'unlisted')),
    type text not null,
    order_id bigint not null,
    detail text not null,
    found_at timestamptz not null,
    closed_at timestamptz,
    primary key (provider, event_id, kind)
  )`,
  `create index payment_differences_found on payment_differences (found_at)`,
  `create index payment_differences_open on payment_differences (found_at) where closed_at is null`,
  `create index webhook_events_occurred on webhook_events (provider, occurred_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
