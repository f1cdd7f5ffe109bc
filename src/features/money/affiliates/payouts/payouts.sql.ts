import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type Sum = { affiliateId: number; currency: string; amount: number; commissions: number }

/** What was approved before a time and is in no payout, by affiliate and currency. */
export async function unpaidSums(trx: Db | Trx, before: Date): Promise<Sum[]> {
  return trx
    .selectFrom('commissions')
    .select([
      'affiliate_id as affiliateId',
      'currency',
      sql<number>`sum(amount)::int`.as('amount'),
      sql<number>`count(*)::int`.as('commissions'),
    ])
    .where('affiliate_id', 'in', (eb) => eb.selectFrom('affiliates').select('id'))
    .where('approved_at', 'is not', null)
    .where('approved_at', '<', before)
    .where('payout_id', 'is', null)
    .groupBy(['affiliate_id', 'currency'])
    .orderBy('affiliate_id')
    .orderBy('currency')
    .execute()
}

export type NewPayout = {
  affiliateId: number
  /** Its first day. */
  month: string
  currency: string
  at: Date
}

/** Null where the month has one already. */
export async function insertPayout(
  trx: Trx,
  { affiliateId, month, currency, at }: NewPayout,
  { amount, commissions }: Pick<Sum, 'amount' | 'commissions'>,
): Promise<number | null> {
  const made = await trx
    .insertInto('payouts')
    .values({
      affiliate_id: affiliateId,
      month,
      currency,
      amount,
      commissions,
      drawn_up_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** Puts what was approved before a time into a payout; returns what it then has. */
export async function fillPayout(
  trx: Trx,
  id: number,
  { affiliateId, currency }: Pick<NewPayout, 'affiliateId' | 'currency'>,
  before: Date,
): Promise<{ amount: number; commissions: number }> {
  const rows = await trx
    .updateTable('commissions')
    .set({ payout_id: id })
    .where('affiliate_id', '=', affiliateId)
    .where('currency', '=', currency)
    .where('approved_at', 'is not', null)
    .where('approved_at', '<', before)
    .where('payout_id', 'is', null)
    .returning('amount')
    .execute()
  const amount = rows.reduce((sum, row) => sum + row.amount, 0)
  await trx
    .updateTable('payouts')
    .set({ amount, commissions: rows.length })
    .where('id', '=', id)
    .execute()
  return { amount, commissions: rows.length }
}

export type OpenPayout = {
  id: number
  code: string
  name: string
  month: string
  currency: string
  amount: number
  commissions: number
  drawnUpAt: Date
  /** Which owner has agreed already, of two. */
  askedBy: number | null
}

export async function openPayouts(db: Db, most: number): Promise<OpenPayout[]> {
  return db
    .selectFrom('payouts')
    .innerJoin('affiliates', 'affiliates.id', 'payouts.affiliate_id')
    .select([
      'payouts.id',
      'code',
      'name',
      'month',
      'currency',
      'amount',
      'commissions',
      'drawn_up_at as drawnUpAt',
      'asked_by as askedBy',
    ])
    .where('decided_at', 'is', null)
    .orderBy('drawn_up_at')
    .orderBy('payouts.id')
    .limit(sql.lit(most))
    .execute()
}

export async function payoutById(
  trx: Trx,
  id: number,
): Promise<{ askedBy: number | null; isOpen: boolean } | undefined> {
  const row = await trx
    .selectFrom('payouts')
    .select(['asked_by as askedBy', 'decided_at as decidedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { askedBy: row.askedBy, isOpen: !row.decidedAt }
}

export async function askForPayout(trx: Trx, id: number, by: number): Promise<void> {
  await trx.updateTable('payouts').set({ asked_by: by }).where('id', '=', id).execute()
}

/** Agreed to, its commissions are paid; refused, they wait for another. Returns which were paid. */
export async function decidePayout(
  trx: Trx,
  id: number,
  { outcome, by, at }: { outcome: 'approved' | 'refused'; by: number; at: Date },
): Promise<number[]> {
  await trx
    .updateTable('payouts')
    .set({ outcome, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .execute()
  const rows = await trx
    .updateTable('commissions')
    .set(outcome === 'approved' ? { paid_at: at } : { payout_id: null })
    .where('payout_id', '=', id)
    .returning('id')
    .execute()
  return outcome === 'approved' ? rows.map((row) => row.id) : []
}

export type PayoutRow = {
  month: string
  currency: string
  amount: number
  commissions: number
  outcome: 'approved' | 'refused' | null
  decidedAt: Date | null
}

/** Of an affiliate, the newest first. */
export async function payoutsOf(db: Db, affiliateId: number, most: number): Promise<PayoutRow[]> {
  return db
    .selectFrom('payouts')
    .select(['month', 'currency', 'amount', 'commissions', 'outcome', 'decided_at as decidedAt'])
    .where('affiliate_id', '=', affiliateId)
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export type PayoutOfAll = PayoutRow & { code: string; name: string; email: string }

/** Of all affiliates, the newest first. */
export async function lastPayouts(db: Db, most: number): Promise<PayoutOfAll[]> {
  return db
    .selectFrom('payouts')
    .innerJoin('affiliates', 'affiliates.id', 'payouts.affiliate_id')
    .select([
      'month',
      'currency',
      'amount',
      'commissions',
      'outcome',
      'decided_at as decidedAt',
      'code',
      'name',
      'email',
    ])
    .orderBy('payouts.id', 'desc')
    .limit(sql.lit(most))
    .execute()
}
