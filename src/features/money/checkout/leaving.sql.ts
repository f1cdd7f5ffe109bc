import { sql } from 'kysely'
import { allRows, type Collection, ownRows } from '#api/collections.server.ts'
import { DAYS_A_YEAR, type Erasings, type Retention } from '#api/erasure.server.ts'
import { withNames } from '#core/accounts/names.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { deletedBy } from '#db/delete-some.server.ts'
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
      sweep: deletedBy('payments', 'charged_at'),
    },
  },
  orders: { kept: { retention: paymentRecords, sweep: sweepOrders } },
  subscriptions: {
    kept: {
      retention: paymentRecords,
      sweep: deletedBy('subscriptions', 'paid_until'),
    },
  },
  declarations: {
    kept: {
      retention: declarationRecords,
      sweep: deletedBy('declarations', 'declared_at'),
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
      sweep: deletedBy('chargebacks', 'at'),
    },
  },
  dunnings: { kept: { retention: paymentRecords, sweep: null } },
  payment_differences: {
    kept: {
      retention: paymentRecords,
      sweep: deletedBy('payment_differences', 'found_at'),
    },
  },
  webhook_events: {
    kept: {
      retention: paymentRecords,
      sweep: deletedBy('webhook_events', 'received_at'),
    },
  },
  processor_reports: {
    kept: {
      retention: paymentRecords,
      sweep: deletedBy('processor_reports', 'received_at'),
    },
  },
}

/**
 * An order stays as long as a payment of it, which may be a renewal of years later. Which is looked
 * up as a value: asked whether there is none, PostgreSQL reads all payments.
 */
async function sweepOrders(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from orders where id = any(array(
      select id from orders
      where created_at <= ${before} and (select id from payments where order_id = orders.id limit 1) is null
      order by created_at limit ${sql.lit(most)} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes lots of which nothing is left, with their entries: the balance stays the sum of the
 * ledger.
 */
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
    rows: ownRows('orders', [
      'id as key',
      'id as order',
      'brand as site',
      'keyword as product',
      'amount as minorUnits',
      'currency',
      'promo_code as code',
      'gateway_reference as reference',
      'created_at as ordered',
      'paid_at as paid',
      'failed_at as failed',
      'refunded_at as refunded',
    ]),
  },
  {
    name: 'payments',
    title: 'What you were charged',
    rows: ownRows('payments', [
      'id as key',
      'charged_at as at',
      'brand as site',
      'order_id as order',
      'kind',
      'amount as minorUnits',
      'currency',
      'reference',
    ]),
  },
  {
    name: 'memberships',
    title: 'Your memberships',
    rows: ownRows('subscriptions', [
      'id as key',
      'brand as site',
      'plan',
      'started_at as from',
      'paid_until as paidUntil',
      'cancelled_at as cancelled',
      'ended_at as ended',
    ]),
  },
  {
    name: 'partner-access',
    title: 'Access that our billing partners gave you',
    // One row a partner's brand at most.
    rows: allRows((db, accountId) =>
      db
        .selectFrom('partner_access')
        .select(['brand as site', 'granted_at as given', 'until'])
        .where('account_id', '=', accountId)
        .orderBy('brand'),
    ),
  },
  {
    name: 'locations',
    title: 'Whose location you have revealed',
    rows: ownRows(
      'location_reveals',
      ['other_id as key', 'other_id as otherId', 'revealed_at as at'],
      { tell: withNames },
    ),
  },
  {
    name: 'statements',
    title: 'What you declared about your contracts',
    rows: ownRows('declarations', [
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
    ]),
  },
  {
    name: 'credits',
    title: 'Every movement of your credits',
    rows: ownRows('credit_entries', ['id as key', 'created_at as at', 'amount', 'reason']),
  },
]
