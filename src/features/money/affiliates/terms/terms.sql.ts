import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Terms } from './terms.ts'

const columns = [
  'model',
  'amount',
  'percent',
  'months',
  'currency',
  'hold_days as holdDays',
  'minimum',
] as const

/** Those that count now; undefined until somebody has agreed to the first. */
export async function termsNow(
  db: Db | Trx,
  affiliateId: number,
): Promise<(Terms & { id: number; since: Date | null }) | undefined> {
  return db
    .selectFrom('affiliate_terms')
    .select([...columns, 'id', 'decided_at as since'])
    .where('affiliate_id', '=', affiliateId)
    .where('outcome', '=', sql.lit('approved'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type AskedTerms = Terms & {
  id: number
  affiliateId: number
  name: string
  code: string
  askedAt: Date
  askedBy: number
}

/** Those that wait for a second person, the oldest first. */
export async function openTerms(db: Db | Trx, most: number): Promise<AskedTerms[]> {
  return db
    .selectFrom('affiliate_terms')
    .innerJoin('affiliates', 'affiliates.id', 'affiliate_terms.affiliate_id')
    .select([
      ...columns,
      'affiliate_terms.id',
      'affiliate_id as affiliateId',
      'name',
      'code',
      'asked_at as askedAt',
      'asked_by as askedBy',
    ])
    .where('decided_at', 'is', null)
    .orderBy('affiliate_terms.id')
    .limit(sql.lit(most))
    .execute()
}

export async function openTermsOf(
  db: Db,
  affiliateId: number,
): Promise<(Terms & { askedAt: Date; askedBy: number }) | undefined> {
  return db
    .selectFrom('affiliate_terms')
    .select([...columns, 'asked_at as askedAt', 'asked_by as askedBy'])
    .where('affiliate_id', '=', affiliateId)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
}

/** False where other terms wait already. */
export async function askForTerms(
  trx: Trx,
  affiliateId: number,
  { holdDays, ...terms }: Terms,
  { by, at }: { by: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('affiliate_terms')
    .values({
      affiliate_id: affiliateId,
      ...terms,
      hold_days: holdDays,
      asked_at: at,
      asked_by: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function askedTermsById(
  trx: Trx,
  id: number,
): Promise<{ affiliateId: number; askedBy: number; isOpen: boolean } | undefined> {
  const row = await trx
    .selectFrom('affiliate_terms')
    .select(['affiliate_id as affiliateId', 'asked_by as askedBy', 'decided_at as decidedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { affiliateId: row.affiliateId, askedBy: row.askedBy, isOpen: !row.decidedAt }
}

export async function decideTerms(
  trx: Trx,
  id: number,
  { outcome, by, at }: { outcome: 'approved' | 'refused'; by: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('affiliate_terms')
    .set({ outcome, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .execute()
}
