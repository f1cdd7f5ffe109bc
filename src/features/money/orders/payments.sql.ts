import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Order } from './orders.sql.ts'
import { providerOf } from './providers.ts'

export type PaymentKind = 'initial' | 'renewal' | 'credits' | 'trial'

type Charge = {
  order: Pick<Order, 'id' | 'accountId' | 'brand'>
  subscription: number | null
  kind: PaymentKind
  amount: number
  currency: string
  reference: string
  at: Date
}

/**
 * Of a reference that is not known yet: the caller holds its lock, and the account's. `isFirst`: the
 * account paid nothing before.
 */
export async function insertPayment(
  trx: Trx,
  { order, subscription, kind, amount, currency, reference, at }: Charge,
): Promise<{ id: number; isFirst: boolean }> {
  const { id, paidBefore } = await trx
    .insertInto('payments')
    .values({
      order_id: order.id,
      subscription_id: subscription,
      account_id: order.accountId,
      brand: order.brand,
      kind,
      amount,
      currency,
      processor: providerOf(reference),
      reference,
      charged_at: at,
    })
    .returning((eb) => [
      'id',
      // As it was before this row.
      eb
        .exists(
          eb
            .selectFrom('payments as before')
            .select('before.id')
            .where('before.account_id', '=', order.accountId)
            .where('before.amount', '>', 0),
        )
        .as('paidBefore'),
    ])
    .executeTakeFirstOrThrow()
  return { id, isFirst: amount > 0 && !paidBefore }
}

type Entered = { order: number; kind: PaymentKind; amount: number; currency: string }

export function paymentCalled(db: Db | Trx, reference: string): Promise<Entered | undefined> {
  return db
    .selectFrom('payments')
    .select(['order_id as order', 'kind', 'amount', 'currency'])
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** How often an account was charged, and how many of its charges a bank took back. */
export function paymentCounts(
  accountId: number,
): RawBuilder<{ paid: number; chargedBack: number }> {
  return sql`
    select
      (select count(*)::int from payments where account_id = ${accountId} and amount > 0) as paid,
      (select count(*)::int from chargebacks where account_id = ${accountId}) as "chargedBack"`
}

export async function chargeCounts(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select(['account_id as id', sql<number>`count(*)::int`.as('count')])
    .where('account_id', 'in', accountIds)
    .where('amount', '>', 0)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * `asked`: what of it goes back. `isLast`: of its subscription, or of an order without one.
 * `isChargedBack`: by the bank. `waits`: the processor did not confirm a refund of the order that
 * staff asked for.
 */
export type RefundableCharge = {
  id: number
  order: number
  accountId: number
  brand: string
  amount: number
  currency: string
  reference: string
  at: Date
  asked: number
  isLast: boolean
  isChargedBack: boolean
  waits: boolean
}

function charges(db: Db | Trx) {
  return db
    .selectFrom('payments')
    .select([
      'id',
      'order_id as order',
      'account_id as accountId',
      'brand',
      'amount',
      'currency',
      'reference',
      'charged_at as at',
      sql<number>`(select coalesce(sum(refunds.amount), 0)::int from refunds where payment_reference = payments.reference and dropped_at is null)`.as(
        'asked',
      ),
      sql<boolean>`not exists (select from payments later where later.order_id = payments.order_id and later.subscription_id is not distinct from payments.subscription_id and later.id > payments.id)`.as(
        'isLast',
      ),
      sql<boolean>`exists (select from chargebacks where payment_reference = payments.reference)`.as(
        'isChargedBack',
      ),
      sql<boolean>`exists (select from refunds where refunds.order_id = payments.order_id and is_by_staff and tried_at is not null and confirmed_at is null and dropped_at is null)`.as(
        'waits',
      ),
    ])
    .where('payments.amount', '>', 0)
}

export function chargeBy(
  trx: Trx,
  by: { id: number } | { reference: string },
): Promise<RefundableCharge | undefined> {
  const rows = charges(trx)
  return (
    'id' in by ? rows.where('id', '=', by.id) : rows.where('reference', '=', by.reference)
  ).executeTakeFirst()
}

/** Of an account, the newest first. */
export function lastCharges(db: Db, accountId: number, most: number): Promise<RefundableCharge[]> {
  return charges(db)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

type LastPayment = Entered & { brand: string; reference: string; at: Date }

/** Newest first. */
export function lastPayments(db: Db, accountId: number, most: number): Promise<LastPayment[]> {
  return db
    .selectFrom('payments')
    .select([
      'order_id as order',
      'brand',
      'kind',
      'amount',
      'currency',
      'reference',
      'charged_at as at',
    ])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
