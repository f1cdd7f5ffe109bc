import { type Kysely, sql } from 'kysely'

const statements = [
  // One row a charge, whatever came of it; refunds and chargebacks name it by its reference, and may come before it.
  `create table payments (
    id bigint generated always as identity primary key,
    order_id bigint not null references orders,
    subscription_id bigint references subscriptions on delete set null,
    account_id bigint not null references accounts,
    brand text not null references brands,
    kind text not null check (kind in ('initial', 'renewal', 'credits', 'trial')),
    amount integer not null check (amount >= 0),
    currency text not null,
    processor text not null,
    reference text not null unique,
    charged_at timestamptz not null
  )`,
  `create index payments_order on payments (order_id, id)`,
  `create index payments_subscription on payments (subscription_id, id) where subscription_id is not null`,
  `create index payments_account on payments (account_id, id)`,
  `create index payments_age on payments (charged_at)`,

  // What was charged before there was a row for it: the first payments by their orders, the others as they were reported.
  `insert into payments (order_id, subscription_id, account_id, brand, kind, amount, currency, processor, reference, charged_at)
    select orders.id, held.id, orders.account_id, orders.brand,
      case
        when orders.is_trial then 'trial'
        when exists (select from credit_lots where account_id = orders.account_id and credit_lots.reference = 'order:' || orders.id) then 'credits'
        else 'initial'
      end,
      orders.amount, orders.currency,
      case when orders.gateway_reference like 'ccbill:%' then 'ccbill' when orders.gateway_reference like 'verotel:%' then 'verotel' else 'gateway' end,
      orders.gateway_reference, orders.paid_at
    from orders
    left join lateral (select id from subscriptions where order_id = orders.id and account_id = orders.account_id order by id desc limit 1) held on true
    where orders.paid_at is not null and orders.gateway_reference is not null
    order by orders.paid_at, orders.id`,
  `insert into payments (order_id, subscription_id, account_id, brand, kind, amount, currency, processor, reference, charged_at)
    select orders.id, held.id, orders.account_id, orders.brand, case
        when events.type = 'subscription.renewed' then 'renewal'
        when exists (select from credit_lots where account_id = orders.account_id and credit_lots.reference = 'order:' || orders.id) then 'credits'
        else 'initial'
      end,
      (events.payload ->> 'amount')::integer, events.payload ->> 'currency', events.provider, events.payload ->> 'reference', events.received_at
    from webhook_events events
    join orders on orders.id = (events.payload ->> 'order')::bigint
    left join subscriptions held
      on held.provider = events.provider and held.provider_reference = events.payload ->> 'subscription' and held.order_id = orders.id
    where (events.type = 'subscription.renewed' and events.outcome = 'applied') or (events.type = 'payment.approved' and events.outcome = 'paidTwice')
    order by events.received_at, events.event_id
    on conflict (reference) do nothing`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
