import { type Kysely, sql } from 'kysely'

/**
 * What jobs look for is found by an index, a batch at a time, however long everything else in the table grows
 * (tests/bench/explain.bench.ts): expired lots of credits that nobody has written off yet, and whatever is old
 * enough to be forgotten.
 */
const statements = [
  // Never looked at again once it is set: the ledger keeps expired lots for ever.
  `alter table credit_lots add column written_off_at timestamptz`,
  `create index credit_lots_to_write_off on credit_lots (expires_at) where written_off_at is null and expires_at is not null`,
  `create index mails_over on mails (coalesce(sent_at, failed_at))`,
  `create index sessions_expiry on sessions (expires_at)`,
  `create index tokens_expiry on tokens (expires_at)`,
  `create index rate_limits_end on rate_limits (window_ends_at)`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
  `create index support_links_age on support_links (opened_at)`,
  // The queue of one brand, and what somebody has asked.
  `create index tickets_brand_open on tickets (brand, created_at, id) where closed_at is null`,
  `create index tickets_brand_closed on tickets (brand, closed_at desc, id) where closed_at is not null`,
  `create index tickets_account on tickets (account_id, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
