import { type Kysely, sql } from 'kysely'

const statements = [
  // A renewal that was declined, with the next step of the table in features/billing/dunning.
  `create table dunnings (
    id bigint generated always as identity primary key,
    subscription_id bigint not null references subscriptions on delete cascade,
    opened_at timestamptz not null,
    reason text,
    grace_seconds integer not null default 0,
    step smallint not null default 0,
    next_at timestamptz not null,
    tried_at timestamptz,
    closed_at timestamptz,
    outcome text
  )`,
  `create unique index dunnings_open on dunnings (subscription_id) where closed_at is null`,
  `create index dunnings_due on dunnings (next_at) where closed_at is null`,
  `create index dunnings_subscription on dunnings (subscription_id)`,

  // Payments that a bank took back; the account is under review until an operator closes it.
  `create table chargebacks (
    payment_reference text primary key,
    order_id bigint not null references orders on delete cascade,
    account_id bigint not null references accounts,
    amount integer not null,
    currency char(3) not null,
    reason text,
    at timestamptz not null,
    reviewed_at timestamptz
  )`,
  `create index chargebacks_account on chargebacks (account_id)`,
  `create index chargebacks_order on chargebacks (order_id)`,
  `create index chargebacks_open on chargebacks (at) where reviewed_at is null`,
  `create index chargebacks_age on chargebacks (at)`,

  `alter table orders add column charged_back_at timestamptz`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
