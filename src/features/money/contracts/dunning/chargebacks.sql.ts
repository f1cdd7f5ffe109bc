import type { Db, Trx } from '#db/connection.server.ts'

export type Chargeback = {
  reference: string
  order: number
  accountId: number
  amount: number
  currency: string
  reason: string | null
  at: Date
}

/** False if it is known. */
export async function insertChargeback(
  trx: Trx,
  { reference, order, accountId, amount, currency, reason, at }: Chargeback,
): Promise<boolean> {
  const made = await trx
    .insertInto('chargebacks')
    .values({
      payment_reference: reference,
      order_id: order,
      account_id: accountId,
      amount,
      currency,
      reason,
      at,
    })
    .onConflict((conflict) => conflict.column('payment_reference').doNothing())
    .returning('payment_reference')
    .executeTakeFirst()
  return made !== undefined
}

/** A chargeback may be reported before its payment. */
export async function isChargedBack(trx: Trx, reference: string): Promise<boolean> {
  const row = await trx
    .selectFrom('chargebacks')
    .select('at')
    .where('payment_reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

export async function isUnderReview(db: Db | Trx, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('chargebacks')
    .select('at')
    .where('account_id', '=', accountId)
    .where('reviewed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Oldest first. */
export function openChargebacks(db: Db, most: number): Promise<Chargeback[]> {
  return db
    .selectFrom('chargebacks')
    .select([
      'payment_reference as reference',
      'order_id as order',
      'account_id as accountId',
      'amount',
      'currency',
      'reason',
      'at',
    ])
    .where('reviewed_at', 'is', null)
    .orderBy('at')
    .orderBy('payment_reference')
    .limit(most)
    .execute()
}

/** Ends the review of an account; returns how many payments it was about. */
export async function closeReviews(trx: Trx, accountId: number, at: Date): Promise<number> {
  const closed = await trx
    .updateTable('chargebacks')
    .set({ reviewed_at: at })
    .where('account_id', '=', accountId)
    .where('reviewed_at', 'is', null)
    .returning('payment_reference')
    .execute()
  return closed.length
}
