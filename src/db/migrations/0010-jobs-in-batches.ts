import { type Kysely, sql } from 'kysely'

/** Indexes by which jobs find a batch without a scan of the table (tests/bench/explain.bench.ts). */
const statements = [
  `alter table credit_lots add column written_off_at timestamptz`,
  `create index credit_lots_to_write_off on credit_lots (expires_at) where written_off_at is null and expires_at is not null`,
  `create index mails_over on mails (coalesce(sent_at, failed_at))`,
  `create index sessions_expiry on sessions (expires_at)`,
  `create index tokens_expiry on tokens (expires_at)`,
  `create index rate_limits_end on rate_limits (window_ends_at)`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
  `create index support_links_age on support_links (opened_at)`,
  `create index tickets_brand_open on tickets (brand, created_at, id) where closed_at is null`,
  `create index tickets_brand_closed on tickets (brand, closed_at desc, id) where closed_at is not null`,
  `create index tickets_account on tickets (account_id, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
