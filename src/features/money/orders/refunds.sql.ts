import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/connection.server.ts'
import { later, MINUTE } from '../../../lib/clock.ts'

export const REFUND_JOB = 'refunds'
/** Between two attempts to ask the gateway for a refund. */
const RETRY_INTERVAL = 5 * MINUTE

export type Refund = { reference: string; order: number; amount: number; currency: string }

/** A payment is refunded once, whoever asks; false if it was asked for before. */
export async function askForRefund(
  trx: Trx,
  { reference, order, amount, currency }: Refund,
  at: Date,
): Promise<boolean> {
  const asked = await trx
    .insertInto('refunds')
    .values({ payment_reference: reference, order_id: order, amount, currency, asked_at: at })
    .onConflict((conflict) => conflict.column('payment_reference').doNothing())
    .returning('payment_reference')
    .executeTakeFirst()
  return asked !== undefined
}

/** The processor paid back of its own accord, or more than it was asked for. */
export async function noteRefund(
  trx: Trx,
  { reference, order, amount, currency }: Refund,
  at: Date,
): Promise<void> {
  const paidBack = { amount, currency, confirmed_at: at }
  await trx
    .insertInto('refunds')
    .values({ payment_reference: reference, order_id: order, asked_at: at, ...paidBack })
    .onConflict((conflict) => conflict.column('payment_reference').doUpdateSet(paidBack))
    .execute()
}

export function claimRefund(db: Db, at: Date): Promise<Refund | undefined> {
  return db
    .updateTable('refunds')
    .set({ tried_at: at })
    .where('payment_reference', '=', (eb) =>
      eb
        .selectFrom('refunds')
        .select('payment_reference')
        .where('confirmed_at', 'is', null)
        .where((or) =>
          or.or([or('tried_at', 'is', null), or('tried_at', '<=', later(at, -RETRY_INTERVAL))]),
        )
        .orderBy('asked_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['payment_reference as reference', 'order_id as order', 'amount', 'currency'])
    .executeTakeFirst()
}

export async function confirmRefund(db: Db | Trx, reference: string, at: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ confirmed_at: at })
    .where('payment_reference', '=', reference)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** What we asked the gateway to pay back of a payment. */
export function refundOf(
  db: Db | Trx,
  reference: string,
): Promise<{ amount: number; currency: string } | undefined> {
  return db
    .selectFrom('refunds')
    .select(['amount', 'currency'])
    .where('payment_reference', '=', reference)
    .executeTakeFirst()
}

/** Refunds that were asked for before a time, and are not confirmed, the oldest first. */
export function openRefunds(
  db: Db | Trx,
  before: Date,
  most: number,
): Promise<Array<{ reference: string; askedAt: Date }>> {
  return db
    .selectFrom('refunds')
    .select(['payment_reference as reference', 'asked_at as askedAt'])
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<=', before)
    .orderBy('asked_at')
    .limit(sql.lit(most))
    .execute()
}
