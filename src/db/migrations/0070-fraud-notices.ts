import { type Kysely, sql } from 'kysely'

/** Who is told that somebody they wrote with was banned for fraud: how far a ban's notices are, and each notice once. */
const statements = [
  `create index decisions_fraud on decisions (took_effect_at) where act = 'ban' and policy = 'scam' and took_effect_at is not null`,
  `create index decisions_fraud_reversed on decisions (reversed_at) where act = 'ban' and policy = 'scam' and reversed_at is not null`,
  `create table fraud_bans (
    decision_id bigint primary key references decisions on delete cascade,
    account_id bigint not null references accounts on delete cascade,
    banned_at timestamptz not null,
    due_at timestamptz not null,
    told_until bigint not null default 0,
    told integer not null default 0,
    done_at timestamptz
  )`,
  `create index fraud_bans_account on fraud_bans (account_id)`,
  `create index fraud_bans_open on fraud_bans (due_at) where done_at is null`,
  `create table fraud_notices (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    other_id bigint not null references accounts on delete cascade,
    at timestamptz not null,
    seen_at timestamptz,
    unique (account_id, other_id)
  )`,
  `create index fraud_notices_other on fraud_notices (other_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
