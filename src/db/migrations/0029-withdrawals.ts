import { type Kysely, sql } from 'kysely'

const statements = [
  // Statements by which somebody withdraws from a contract or ends it, also made without signing in.
  `create table declarations (
    id bigint generated always as identity primary key,
    brand text not null references brands,
    kind text not null check (kind in ('withdrawal', 'cancellation')),
    name text not null,
    email text not null,
    order_number text not null,
    reason text not null,
    account_id bigint references accounts,
    order_id bigint references orders on delete set null,
    declared_at timestamptz not null,
    tried_at timestamptz,
    settled_at timestamptz,
    outcome text
  )`,
  `create index declarations_open on declarations (declared_at) where settled_at is null`,
  `create index declarations_age on declarations (declared_at)`,
  `create index declarations_email on declarations (email, declared_at)`,
  `create index declarations_account on declarations (account_id) where account_id is not null`,
  `create index declarations_order on declarations (order_id) where order_id is not null`,

  // What we asked the gateway to pay back; one refund a payment.
  `create table refunds (
    payment_reference text primary key,
    order_id bigint not null references orders on delete cascade,
    amount integer not null check (amount > 0),
    currency char(3) not null,
    asked_at timestamptz not null,
    tried_at timestamptz,
    confirmed_at timestamptz
  )`,
  `create index refunds_open on refunds (asked_at) where confirmed_at is null`,
  `create index refunds_order on refunds (order_id)`,

  `alter table orders add column withdrawn_at timestamptz, add column renewal_amount integer, add column is_trial boolean not null default false`,
  `create unique index orders_trial on orders (account_id) where is_trial`,

  // The last charge of a subscription and the period that it pays for; the next reminder of a renewal.
  `alter table subscriptions
    add column order_id bigint references orders on delete set null,
    add column period_from timestamptz,
    add column charged_at timestamptz,
    add column charged_amount integer,
    add column charged_reference text,
    add column remind_at timestamptz,
    add column reminded_at timestamptz`,
  `create index subscriptions_order on subscriptions (order_id) where order_id is not null`,
  `create index subscriptions_to_remind on subscriptions (remind_at) where remind_at is not null`,
  `update subscriptions set order_id = orders.id
    from webhook_events, orders
    where webhook_events.payload ->> 'subscription' = subscriptions.provider_reference
      and orders.id = (webhook_events.payload ->> 'order')::bigint and orders.account_id = subscriptions.account_id`,
]

/** Withdrawing from a contract, ending it, refunds, and reminders of renewals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
