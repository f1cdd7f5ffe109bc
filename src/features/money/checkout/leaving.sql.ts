import { sql } from 'kysely'
import { type Collection, inPages } from '../../../api/collections.server.ts'
import { DAYS_A_YEAR, type Erasings, type Retention } from '../../../api/erasure.server.ts'
import type { Db } from '../../../db/connection.server.ts'
import { deleteSome } from '../../../db/delete-some.server.ts'
import { withNames } from '../../core/accounts/names.sql.ts'
import { writeOffRest } from '../credits/credits.sql.ts'

const paymentRecords: Retention = {
  what: 'Records of payments: orders, memberships, movements of credits, and what the card gateway told us of them',
  why: 'tax law',
  howLong: 'ten years after the payment',
  days: 10 * DAYS_A_YEAR,
}
const declarationRecords: Retention = {
  what: 'What you declared when you withdrew from a contract or ended one',
  why: 'so that you and we can show that it was declared, and when',
  howLong: 'three years',
  days: 3 * DAYS_A_YEAR,
}

export const billingErasures: Erasings = {
  payments: {
    kept: {
      retention: paymentRecords,
      sweep: (db, before, most) => deleteSome(db, 'payments', sql.ref('charged_at'), before, most),
    },
  },
  orders: { kept: { retention: paymentRecords, sweep: sweepOrders } },
  subscriptions: {
    kept: {
      retention: paymentRecords,
      sweep: (db, before, most) =>
        deleteSome(db, 'subscriptions', sql.ref('paid_until'), before, most),
    },
  },
  declarations: {
    kept: {
      retention: declarationRecords,
      sweep: (db, before, most) =>
        deleteSome(db, 'declarations', sql.ref('declared_at'), before, most),
    },
  },
  refunds: { kept: { retention: paymentRecords, sweep: null } },
  credit_lots: {
    kept: { retention: paymentRecords, sweep: sweepSpentLots }, // Closes the books: credits that were left are written off, as expired ones are.
    erase: ({ db, clock }, accountId) =>
      db.transaction().execute((trx) => writeOffRest(trx, accountId, clock.now())),
  },
  credit_entries: { kept: { retention: paymentRecords, sweep: null } },
  chargebacks: {
    kept: {
      retention: paymentRecords,
      sweep: (db, before, most) => deleteSome(db, 'chargebacks', sql.ref('at'), before, most),
    },
  },
  dunnings: { kept: { retention: paymentRecords, sweep: null } },
  payment_differences: {
    kept: {
      retention: paymentRecords,
      sweep: (db, before, most) =>
        deleteSome(db, 'payment_differences', sql.ref('found_at'), before, most),
    },
  },
  webhook_events: {
    kept: {
      retention: paymentRecords,
      sweep: (db, before, most) =>
        deleteSome(db, 'webhook_events', sql.ref('received_at'), before, most),
    },
  },
  processor_reports: {
    kept: {
      retention: paymentRecords,
      sweep: (db, before, most) =>
        deleteSome(db, 'processor_reports', sql.ref('received_at'), before, most),
    },
  },
}

/** An order stays as long as a payment of it, which may be a renewal of years later. */
async function sweepOrders(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from orders where id = any(array(
      select id from orders
      where created_at <= ${before} and not exists (select from payments where order_id = orders.id)
      order by created_at limit ${sql.lit(most)} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes lots of which nothing is left, with their entries: the balance stays the sum of the ledger. */
async function sweepSpentLots(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from credit_lots where id = any(array(
      select lots.id from credit_lots lots
      where lots.created_at <= ${before}
        and not exists (
          select from credit_entries where account_id = lots.account_id and lot_id = lots.id group by lot_id having sum(amount) <> 0
        )
      order by lots.created_at limit ${sql.lit(most)}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export const billingCollections: readonly Collection[] = [
  {
    name: 'orders',
    title: 'Your orders',
    rows: (db, accountId) =>
      inPages((after, most) => {
        const rows = db
          .selectFrom('orders')
          .select([
            'id as key',
            'id as order',
            'brand as site',
            'keyword as product',
            'amount as minorUnits',
            'currency',
            'promo_code as code',
            'gateway_reference as reference',
          ])
          .select([
            'created_at as ordered',
            'paid_at as paid',
            'failed_at as failed',
            'refunded_at as refunded',
          ])
        return rows
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute()
      }),
  },
  {
    name: 'payments',
    title: 'What you were charged',
    rows: (db, accountId) =>
      inPages((after, most) => {
        const rows = db
          .selectFrom('payments')
          .select([
            'id as key',
            'charged_at as at',
            'brand as site',
            'order_id as order',
            'kind',
            'amount as minorUnits',
            'currency',
            'reference',
          ])
        return rows
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute()
      }),
  },
  {
    name: 'memberships',
    title: 'Your memberships',
    rows: (db, accountId) =>
      inPages((after, most) => {
        const rows = db
          .selectFrom('subscriptions')
          .select([
            'id as key',
            'brand as site',
            'plan',
            'started_at as from',
            'paid_until as paidUntil',
            'cancelled_at as cancelled',
            'ended_at as ended',
          ])
        return rows
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute()
      }),
  },
  {
    name: 'partner-access',
    title: 'Access that our billing partners gave you',
    // One row a partner's brand at most.
    async *rows(db, accountId) {
      yield* await db
        .selectFrom('partner_access')
        .select(['brand as site', 'granted_at as given', 'until'])
        .where('account_id', '=', accountId)
        .orderBy('brand')
        .execute()
    },
  },
  {
    name: 'locations',
    title: 'Whose location you have revealed',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
        const rows = db
          .selectFrom('location_reveals')
          .select(['other_id as key', 'other_id as otherId', 'revealed_at as at'])
        return withNames(
          db,
          await rows
            .where('account_id', '=', accountId)
            .where('other_id', '>', after)
            .orderBy('other_id')
            .limit(most)
            .execute(),
        )
      }),
  },
  {
    name: 'statements',
    title: 'What you declared about your contracts',
    rows: (db, accountId) =>
      inPages((after, most) => {
        const rows = db
          .selectFrom('declarations')
          .select([
            'id as key',
            'brand as site',
            'kind',
            'name',
            'email',
            'order_number as order',
            'reason',
            'ending',
            'end_on as endOn',
            'declared_at as at',
            'outcome',
          ])
        return rows
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute()
      }),
  },
  {
    name: 'credits',
    title: 'Every movement of your credits',
    rows: (db, accountId) =>
      inPages((after, most) => {
        const rows = db
          .selectFrom('credit_entries')
          .select(['id as key', 'created_at as at', 'amount', 'reason'])
        return rows
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute()
      }),
  },
]
