import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'

/** The job that writes off expired lots runs each hour, and as a start’s first. */
const WRITE_OFF_DELAY = 3 * HOUR

/** Entries are deleted after ten years. */
const LEDGER_KEPT = 9 * 365 * DAY

/** `subject`: what breaks the rule, such as `Lot 7`. */
export type LedgerFault = { rule: string; account: number; subject: string; text: string }

type Found = { account: number; lot: number; count: number }
type Rule = {
  rule: string
  words: (count: number) => string
  find: (db: Db, at: Date, most: number) => Promise<Found[]>
}

/** Each rule finds the lots that break it; no rule changes anything. It reads the whole ledger. */
const lotRules: readonly Rule[] = [
  {
    rule: 'no lot is below zero',
    words: (count) => `has ${count} credits`,
    find: async (db, _, most) =>
      (
        await sql<Found>`
          select account_id as account, lot_id as lot, sum(amount)::int as count from credit_entries
          group by account_id, lot_id having sum(amount) < 0 order by lot_id limit ${sql.lit(most)}`.execute(
          db,
        )
      ).rows,
  },
  {
    rule: 'every lot is given once',
    words: (count) => `was given ${count} times`,
    find: async (db, _, most) =>
      (
        await sql<Found>`
          select lots.account_id as account, lots.id as lot, count(entries.id)::int as count
          from credit_lots lots
          left join credit_entries entries on entries.lot_id = lots.id and entries.account_id = lots.account_id and entries.amount > 0
          group by lots.account_id, lots.id having count(entries.id) <> 1 order by lots.id limit ${sql.lit(most)}`.execute(
          db,
        )
      ).rows,
  },
  {
    rule: 'a lot is spent by its own account',
    words: (count) => `is entered for account ${count}`,
    find: async (db, _, most) =>
      (
        await sql<Found>`
          select lots.account_id as account, lots.id as lot, entries.account_id::int as count
          from credit_entries entries join credit_lots lots on lots.id = entries.lot_id
          where entries.account_id <> lots.account_id order by lots.id limit ${sql.lit(most)}`.execute(
          db,
        )
      ).rows,
  },
  {
    rule: 'nothing is spent after its lot has expired',
    words: (count) => `has ${count} credits left, though it has expired`,
    // By the ledger's own time: nothing is written off in a database that is moved or restored
    // after days without a server.
    find: async (db, at, most) =>
      (
        await sql<Found>`
          with present as (select least(max(created_at), ${at}) as at from credit_entries)
          select lots.account_id as account, lots.id as lot, sum(entries.amount)::int as count
          from present, credit_lots lots join credit_entries entries on entries.lot_id = lots.id and entries.account_id = lots.account_id
          where lots.expires_at <= present.at - ${sql.lit(WRITE_OFF_DELAY / HOUR)} * interval '1 hour'
          group by lots.account_id, lots.id having sum(entries.amount) > 0 order by lots.id limit ${sql.lit(most)}`.execute(
          db,
        )
      ).rows,
  },
  {
    rule: 'a lot that was bought has a paid order',
    words: (count) => `is of order ${count}, which is not paid`,
    find: async (db, _, most) =>
      (
        await sql<Found>`
          select lots.account_id as account, lots.id as lot, orders.id::int as count
          from credit_lots lots join orders on orders.account_id = lots.account_id and lots.reference = 'order:' || orders.id
          where lots.source = 'purchase'
            and (orders.paid_at is null or not exists (select from payments where order_id = orders.id and kind = 'credits'))
          order by lots.id limit ${sql.lit(most)}`.execute(db)
      ).rows,
  },
  {
    rule: 'a location is paid for once',
    words: (count) => `paid ${count} times for a location`,
    find: async (db, at, most) =>
      (
        await sql<Found>`
          select reveals.account_id as account, coalesce(min(entries.lot_id), 0)::int as lot, count(distinct entries.created_at)::int as count
          from location_reveals reveals
          left join credit_entries entries on entries.account_id = reveals.account_id
            and entries.reason = 'revealLocation' and entries.reference = 'of:' || reveals.other_id
          where reveals.revealed_at > ${later(at, -LEDGER_KEPT)}
          group by reveals.account_id, reveals.other_id
          having count(distinct entries.created_at) <> 1 order by account limit ${sql.lit(most)}`.execute(
          db,
        )
      ).rows,
  },
]

type FoundPayment = { account: number; subject: string; text: string }

/** Of orders, charges and what went back of them; likewise. */
const paymentRules: ReadonlyArray<{
  rule: string
  find: (db: Db, at: Date, most: number) => Promise<FoundPayment[]>
}> = [
  {
    rule: 'a paid order has the payment that paid it',
    find: async (db, _, most) =>
      (
        await sql<FoundPayment>`
          select account_id as account, 'Order ' || id as subject, 'is paid, and no charge is entered for it' as text
          from orders
          where paid_at is not null and not exists (
            select from payments where reference = orders.gateway_reference and order_id = orders.id and kind <> 'renewal'
          )
          order by id limit ${sql.lit(most)}`.execute(db)
      ).rows,
  },
  {
    rule: 'a payment is of the account, the brand and the currency of its order',
    find: async (db, _, most) =>
      (
        await sql<FoundPayment>`
          select payments.account_id as account, 'Payment ' || payments.id as subject, 'differs from order ' || orders.id as text
          from payments join orders on orders.id = payments.order_id
          where (payments.account_id, payments.brand, payments.currency) <> (orders.account_id, orders.brand, orders.currency)
          order by payments.id limit ${sql.lit(most)}`.execute(db)
      ).rows,
  },
  {
    rule: 'a payment that bought nothing goes back',
    find: async (db, _, most) =>
      (
        await sql<FoundPayment>`
          select payments.account_id as account, 'Payment ' || payments.id as subject, 'bought nothing, and is not paid back' as text
          from payments join orders on orders.id = payments.order_id
          where payments.kind <> 'renewal' and payments.amount > 0 and payments.reference is distinct from orders.gateway_reference
            and not exists (select from refunds where payment_reference = payments.reference)
            and not exists (select from chargebacks where payment_reference = payments.reference)
          order by payments.id limit ${sql.lit(most)}`.execute(db)
      ).rows,
  },
  {
    rule: 'nothing goes back that was not charged',
    find: async (db, at, most) =>
      (
        await sql<FoundPayment>`
          with back as (
            select payment_reference as reference, order_id, sum(amount)::int as amount, 'a refund' as what, min(asked_at) as at
            from refunds where dropped_at is null group by payment_reference, order_id
            union all select payment_reference, order_id, amount, 'a chargeback', at from chargebacks
          )
          select orders.account_id as account, 'Order ' || orders.id as subject,
            'has ' || back.what || ' of ' || back.amount || ', and ' || coalesce(payments.amount || ' was charged', 'no such charge') as text
          from back join orders on orders.id = back.order_id
          left join payments on payments.reference = back.reference and payments.order_id = back.order_id
          -- It may be reported before its charge.
          where back.amount > coalesce(payments.amount, 0) and back.at <= ${later(at, -DAY)}
          order by orders.id, back.reference limit ${sql.lit(most)}`.execute(db)
      ).rows,
  },
]

/** Up to `most` faults a rule. */
export async function ledgerFaults(db: Db, at: Date, most: number): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = []
  for (const { rule, words, find } of lotRules) {
    for (const { account, lot, count } of await find(db, at, most))
      faults.push({ rule, account, subject: `Lot ${lot}`, text: words(count) })
  }
  for (const { rule, find } of paymentRules)
    faults.push(...(await find(db, at, most)).map((found) => ({ rule, ...found })))
  return faults
}

export async function ledgerSize(
  db: Db,
): Promise<{ lots: number; entries: number; payments: number }> {
  const { rows } = await sql<{ lots: number; entries: number; payments: number }>`
    select (select count(*) from credit_lots)::int as lots, (select count(*) from credit_entries)::int as entries,
      (select count(*) from payments)::int as payments`.execute(db)
  const [size = { lots: 0, entries: 0, payments: 0 }] = rows
  return size
}
