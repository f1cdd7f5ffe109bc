import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { anyOf } from '#db/ids.ts'
import type { EarnedBy } from '../terms/terms.ts'

export type NewCommission = {
  affiliateId: number
  kind: EarnedBy | 'return'
  /** Null in rows of somebody who was erased. */
  accountId: number | null
  campaign: string
  subid: string | null
  brand: string
  reference: string | null
  charge: number
  amount: number
  currency: string
  at: Date
  dueAt: Date
  approvedAt: Date | null
}

/** Its id; null where there is one already for that payment or member. */
export async function insertCommission(trx: Trx, one: NewCommission): Promise<number | null> {
  const made = await trx
    .insertInto('commissions')
    .values({
      token: randomUUID(),
      affiliate_id: one.affiliateId,
      kind: one.kind,
      account_id: one.accountId,
      campaign: one.campaign,
      subid: one.subid,
      brand: one.brand,
      reference: one.reference,
      charge: one.charge,
      amount: one.amount,
      currency: one.currency,
      earned_at: one.at,
      due_at: one.dueAt,
      approved_at: one.approvedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

export type Commission = {
  id: number
  affiliateId: number
  accountId: number | null
  campaign: string
  subid: string | null
  brand: string
  charge: number
  amount: number
  currency: string
  dueAt: Date
  rejectedAt: Date | null
}

/** Of a payment, locked. */
export async function commissionOfPayment(
  trx: Trx,
  reference: string,
): Promise<Commission | undefined> {
  return trx
    .selectFrom('commissions')
    .select([
      'id',
      'affiliate_id as affiliateId',
      'account_id as accountId',
      'campaign',
      'subid',
      'brand',
      'charge',
      'amount',
      'currency',
      'due_at as dueAt',
      'rejected_at as rejectedAt',
    ])
    .where('reference', '=', reference)
    .where('kind', 'in', [sql.lit('first' as const), sql.lit('share' as const)])
    .forUpdate()
    .executeTakeFirst()
}

export type Returned = { id: number; charge: number; amount: number }

/** What went back of a payment, the first first. */
export async function returnsOf(trx: Trx, reference: string): Promise<Returned[]> {
  return trx
    .selectFrom('commissions')
    .select(['id', 'charge', 'amount'])
    .where('reference', '=', reference)
    .where('kind', '=', sql.lit('return'))
    .orderBy('id')
    .execute()
}

/** Of a return that came before its payment. */
export async function setReturn(
  trx: Trx,
  id: number,
  {
    amount,
    currency,
    approvedAt,
    dueAt,
  }: Pick<NewCommission, 'amount' | 'currency' | 'approvedAt' | 'dueAt'>,
): Promise<void> {
  await trx
    .updateTable('commissions')
    .set({ amount, currency, approved_at: approvedAt, due_at: dueAt })
    .where('id', '=', id)
    .execute()
}

/** Rejects what is pending among these; returns whose state changed. `by` null: the money went back. */
export async function rejectCommissions(
  trx: Trx,
  ids: readonly number[],
  { by, at }: { by: number | null; at: Date },
): Promise<number[]> {
  const rows = await trx
    .updateTable('commissions')
    .set({ rejected_at: at, rejected_by: by })
    .where('id', 'in', ids)
    .where('approved_at', 'is', null)
    .where('rejected_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Approves what nobody took back in its time; returns up to `most`. */
export async function approveDue(trx: Trx, at: Date, most: number): Promise<number[]> {
  const rows = await trx
    .updateTable('commissions')
    .set({ approved_at: at })
    .where('id', '=', (eb) =>
      anyOf(
        eb
          .selectFrom('commissions')
          .select('id')
          .where('approved_at', 'is', null)
          .where('rejected_at', 'is', null)
          .where('amount', '<>', sql.lit(0))
          .where('due_at', '<=', at)
          .orderBy('due_at')
          .limit(sql.lit(most))
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * By its name outside, locked: one of an affiliate's that staff may still reject, as long as its hold
 * lasts. What goes back later has a row of its own, which would be left alone.
 */
export async function pendingCommission(
  trx: Trx,
  { affiliateId, token, at }: { affiliateId: number; token: string; at: Date },
): Promise<{ id: number; reference: string | null; kind: string } | undefined> {
  return trx
    .selectFrom('commissions')
    .select(['id', 'reference', 'kind'])
    .where('token', '=', token)
    .where('affiliate_id', '=', affiliateId)
    .where('approved_at', 'is', null)
    .where('rejected_at', 'is', null)
    .where('due_at', '>', at)
    .forUpdate()
    .executeTakeFirst()
}

/** What is left of them names nobody, also not by the affiliate's own word for the click. */
export async function emptyCommissions(db: Db, accountId: number, most: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('commissions')
    .set({ account_id: null, subid: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('commissions')
        .select('id')
        .where('account_id', '=', accountId)
        .limit(sql.lit(most)),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
