import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { later, MINUTE } from '#lib/clock.ts'

export const REFUND_JOB = 'refunds'
/** Between two attempts to ask the processor for a refund. */
const RETRY_INTERVAL = 5 * MINUTE

/** `reference`: of the payment. `amount`: in the smallest unit. */
export type Refund = { reference: string; order: number; amount: number; currency: string }
export type AskedRefund = Refund & { id: number; isByStaff: boolean }

const columns = [
  'id',
  'payment_reference as reference',
  'order_id as order',
  'amount',
  'currency',
  'is_by_staff as isByStaff',
] as const

const rowOf = ({ reference, order, amount, currency }: Refund, at: Date) => ({
  payment_reference: reference,
  order_id: order,
  amount,
  currency,
  asked_at: at,
})

/**
 * By law, or because it bought nothing: once for each payment; false if it was asked for before.
 */
export async function askForRefund(trx: Trx, refund: Refund, at: Date): Promise<boolean> {
  const asked = await trx
    .insertInto('refunds')
    .values(rowOf(refund, at))
    .onConflict((conflict) =>
      conflict.column('payment_reference').where('is_by_staff', '=', sql.lit(false)).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return asked !== undefined
}

/** The whole or a part of what is left of a payment; the caller holds the order's lock. */
export async function askForStaff(trx: Trx, refund: Refund, at: Date): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({ ...rowOf(refund, at), is_by_staff: true })
    .execute()
}

/** The processor paid back of its own accord, or more than it was asked for. */
export async function noteRefund(trx: Trx, refund: Refund, at: Date): Promise<void> {
  const { amount, currency } = refund
  const paidBack = { amount, currency, confirmed_at: at, reported_at: at }
  await trx
    .insertInto('refunds')
    .values({ ...rowOf(refund, at), ...paidBack })
    .onConflict((conflict) =>
      conflict
        .column('payment_reference')
        .where('is_by_staff', '=', sql.lit(false))
        .doUpdateSet(paidBack),
    )
    .execute()
}

/**
 * Staff's whose answer never came, as when the process ended meanwhile: nobody knows whether it was
 * paid back.
 */
export async function failUnanswered(db: Db, at: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ failed_at: at })
    .where('is_by_staff', '=', sql.lit(true))
    .where('tried_at', '<=', later(at, -RETRY_INTERVAL))
    .where('confirmed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
}

/** The next to ask for; staff's were not asked for before. */
export function claimRefund(db: Db, at: Date): Promise<AskedRefund | undefined> {
  return db
    .updateTable('refunds')
    .set({ tried_at: at })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('refunds')
        .select('id')
        .where('confirmed_at', 'is', null)
        .where('dropped_at', 'is', null)
        .where('failed_at', 'is', null)
        .where((or) =>
          or.or([
            or('tried_at', 'is', null),
            or.and([
              or('is_by_staff', '=', sql.lit(false)),
              or('tried_at', '<=', later(at, -RETRY_INTERVAL)),
            ]),
          ]),
        )
        .orderBy('asked_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .executeTakeFirst()
}

/** False if it is confirmed already. */
export async function confirmRefund(trx: Trx, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set({ confirmed_at: at, failed_at: null, dropped_at: null })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Somebody of staff looks whether the processor paid back, before it is asked again. */
export async function markRefundFailed(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ failed_at: at })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('is_by_staff', '=', sql.lit(true))
    .execute()
}

/**
 * `again`: the processor is asked once more; `drop`: nothing goes back. False if it did not fail.
 */
export async function endFailure(
  trx: Trx,
  id: number,
  { what, accountId, at }: { what: 'again' | 'drop'; accountId: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set(
      what === 'drop' ? { dropped_at: at, failed_at: null } : { tried_at: null, failed_at: null },
    )
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .where('order_id', 'in', (eb) =>
      eb.selectFrom('orders').select('orders.id').where('account_id', '=', accountId),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The payment of which staff asked something back that was not confirmed. */
export async function failedOf(trx: Trx, id: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('refunds')
    .select('payment_reference as reference')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return row?.reference
}

/** The bank, or the processor by itself, paid back what staff had asked for: not once more. */
export async function dropStaffRefunds(trx: Trx, reference: string, at: Date): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ dropped_at: at, failed_at: null })
    .where('payment_reference', '=', reference)
    .where('is_by_staff', '=', sql.lit(true))
    .where('confirmed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .execute()
}

/** The bank has paid it back; we must not do it once more. */
export async function settleRefund(trx: Trx, reference: string, at: Date): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ confirmed_at: at })
    .where('payment_reference', '=', reference)
    .where('is_by_staff', '=', sql.lit(false))
    .where('confirmed_at', 'is', null)
    .execute()
}

/**
 * Which of the refunds that a processor was asked for a report is about; one that was reported is
 * so once more.
 */
export async function reportedRefund(
  trx: Trx,
  { reference, amount, currency }: Omit<Refund, 'order'>,
  at: Date,
): Promise<(AskedRefund & { isNews: boolean }) | undefined> {
  const found = await trx
    .selectFrom('refunds')
    .select([...columns, sql<boolean>`reported_at is null`.as('isNews')])
    .where('payment_reference', '=', reference)
    .where('amount', '=', amount)
    .where('currency', '=', currency)
    .where((or) =>
      or.or([
        or('tried_at', 'is not', null),
        or('confirmed_at', 'is not', null),
        or('is_by_staff', '=', sql.lit(false)),
      ]),
    )
    .orderBy(sql`reported_at is not null, dropped_at is not null, id`)
    .limit(1)
    .executeTakeFirst()
  if (found?.isNews)
    await trx.updateTable('refunds').set({ reported_at: at }).where('id', '=', found.id).execute()
  return found
}

/** Whether a payment goes back because it bought nothing, or after a withdrawal. */
export async function isToGoBack(db: Db | Trx, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('payment_reference', '=', reference)
    .where('is_by_staff', '=', sql.lit(false))
    .executeTakeFirst()
  return row !== undefined
}

type Back = {
  /** Asked for or confirmed, by whomever. */
  asked: number
  /** Confirmed, of what staff asked for. */
  byStaff: number
}

/** What goes back of a payment, in its smallest unit. */
export async function backOf(db: Db | Trx, reference: string): Promise<Back> {
  const back = await db
    .selectFrom('refunds')
    .select([
      sql<number>`coalesce(sum(amount), 0)::int`.as('asked'),
      sql<number>`coalesce(sum(amount) filter (where is_by_staff and confirmed_at is not null), 0)::int`.as(
        'byStaff',
      ),
    ])
    .where('payment_reference', '=', reference)
    .where('dropped_at', 'is', null)
    .executeTakeFirstOrThrow()
  return back
}

/** What of an account's charges staff asked to pay back and the processor did not confirm. */
export function failedRefunds(
  db: Db,
  accountId: number,
  most: number,
): Promise<Array<Refund & { id: number; failedAt: Date }>> {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select([
      'refunds.id',
      'payment_reference as reference',
      'order_id as order',
      'refunds.amount',
      'refunds.currency',
      sql<Date>`refunds.failed_at`.as('failedAt'),
    ])
    .where('orders.account_id', '=', accountId)
    .where('refunds.failed_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .orderBy('refunds.id')
    .limit(sql.lit(most))
    .execute()
}

/** Refunds that were asked for before a time, and are not confirmed, the oldest first. */
export function openRefunds(
  db: Db | Trx,
  before: Date,
  most: number,
): Promise<Array<{ id: number; reference: string; askedAt: Date }>> {
  return db
    .selectFrom('refunds')
    .select(['id', 'payment_reference as reference', 'asked_at as askedAt'])
    .where('confirmed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where('asked_at', '<=', before)
    .orderBy('asked_at')
    .limit(sql.lit(most))
    .execute()
}
