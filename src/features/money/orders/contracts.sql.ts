import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

/** An order with its last charge. */
export type Contract = {
  order: number
  accountId: number
  brand: string
  keyword: string
  amount: number
  renewalAmount: number | null
  currency: string
  isTrial: boolean
  paidAt: Date | null
  /** Also by the buyer's bank. */
  refundedAt: Date | null
  withdrawnAt: Date | null
  paymentReference: string | null
  subscription: number | null
  subscriptionReference: string | null
  periodFrom: Date | null
  paidUntil: Date | null
  chargedAt: Date | null
  chargedAmount: number | null
  cancelledAt: Date | null
  endOn: string | null
  endedAt: Date | null
  /** Confirmed, of all its charges. */
  paidBack: number
}

function contracts(db: Db | Trx) {
  return db
    .selectFrom('orders')
    .leftJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.order_id', '=', 'orders.id')
        .onRef('subscriptions.account_id', '=', 'orders.account_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payments')
          .select([
            'payments.reference',
            'payments.charged_at as chargedAt',
            'payments.amount as chargedAmount',
          ])
          .whereRef('payments.order_id', '=', 'orders.id')
          // Not one that goes back, since another had paid the order.
          .where((or) =>
            or.or([
              or('payments.kind', '=', 'renewal'),
              or('payments.reference', '=', or.ref('orders.gateway_reference')),
            ]),
          )
          .orderBy('payments.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'orders.id as order',
      'orders.account_id as accountId',
      'orders.brand',
      'orders.keyword',
      'orders.amount',
      'orders.renewal_amount as renewalAmount',
      'orders.currency',
      'orders.is_trial as isTrial',
      'orders.paid_at as paidAt',
      sql<Date | null>`coalesce(orders.refunded_at, orders.charged_back_at)`.as('refundedAt'),
      'orders.withdrawn_at as withdrawnAt',
      'subscriptions.id as subscription',
      'subscriptions.provider_reference as subscriptionReference',
      'subscriptions.paid_until as paidUntil',
      'subscriptions.cancelled_at as cancelledAt',
      'subscriptions.end_on as endOn',
      'subscriptions.ended_at as endedAt',
      'last.reference as paymentReference',
      'last.chargedAt',
      'last.chargedAmount',
      sql<Date | null>`coalesce(subscriptions.period_from, subscriptions.started_at)`.as(
        'periodFrom',
      ),
      sql<number>`(select coalesce(sum(refunds.amount), 0)::int from refunds where refunds.order_id = orders.id and confirmed_at is not null)`.as(
        'paidBack',
      ),
    ])
}

export function contractOf(db: Db | Trx, order: number): Promise<Contract | undefined> {
  return contracts(db)
    .where('orders.id', '=', order)
    .orderBy('subscriptions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The paid orders of an account, newest first. */
export function contractsOf(db: Db, accountId: number, most: number): Promise<Contract[]> {
  return contracts(db)
    .where('orders.account_id', '=', accountId)
    .where('orders.paid_at', 'is not', null)
    .orderBy('orders.id', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export async function markWithdrawn(trx: Trx, order: number, at: Date): Promise<void> {
  await trx.updateTable('orders').set({ withdrawn_at: at }).where('id', '=', order).execute()
}

/** The credits that an order granted, and how many of them are left and not expired. */
export async function creditsOfOrder(
  trx: Trx | Db,
  accountId: number,
  reference: string,
  at: Date,
): Promise<{ granted: number; rest: number }> {
  const row = await trx
    .selectFrom('credit_lots')
    .innerJoin('credit_entries', (join) =>
      join
        .onRef('credit_entries.lot_id', '=', 'credit_lots.id')
        .onRef('credit_entries.account_id', '=', 'credit_lots.account_id'),
    )
    .select([
      sql<number>`coalesce(sum(amount) filter (where credit_entries.amount > 0), 0)::int`.as(
        'granted',
      ),
      sql<number>`coalesce(sum(amount) filter (where expires_at is null or expires_at > ${at}), 0)::int`.as(
        'rest',
      ),
    ])
    .where('credit_lots.account_id', '=', accountId)
    .where('credit_lots.reference', '=', reference)
    .executeTakeFirstOrThrow()
  return row
}
