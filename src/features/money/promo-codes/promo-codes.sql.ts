import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Brand } from '#sites/site.ts'
import { codesInFolder, type PromoCode } from '../prices/promo-codes.ts'

export type KeptCode = PromoCode & {
  brand: string
  /** Null where the row only says that a folder's code was ended. */
  addedAt: Date | null
  addedBy: number | null
  endedAt: Date | null
  endedBy: number | null
}

const MOST = 1000

/** The newest first. */
export async function keptCodes(db: Db | Trx, brand: string | null = null): Promise<KeptCode[]> {
  return db
    .selectFrom('promo_codes')
    .select([
      'brand',
      'code',
      'percent',
      'until',
      'added_at as addedAt',
      'added_by as addedBy',
      'ended_at as endedAt',
      'ended_by as endedBy',
    ])
    .$if(brand !== null, (query) => query.where('brand', '=', brand ?? ''))
    .orderBy('id', 'desc')
    .limit(sql.lit(MOST))
    .execute()
}

/** Those of a brand's folder that nobody ended, and those that were added and not ended. */
export async function codesOn(db: Db | Trx, { id, billing }: Brand): Promise<PromoCode[]> {
  const kept = await keptCodes(db, id)
  const named = new Set(kept.map(({ code }) => code))
  return [
    ...codesInFolder(billing).filter(({ code }) => !named.has(code)),
    ...kept.filter(({ endedAt }) => endedAt === null),
  ].map(({ code, percent, until }) => ({ code, percent, until }))
}

type Act = { by: number; at: Date }

/** False where the brand has, or had, one of this name, also one that is added at this moment. */
export async function insertCode(
  trx: Trx,
  brand: string,
  promo: PromoCode,
  { by, at }: Act,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('promo_codes')
    .values({ brand, ...promo, added_at: at, added_by: by })
    .onConflict((conflict) => conflict.columns(['brand', 'code']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** False where it was ended before. `promo`: of the brand's folder, which has no row until then. */
export async function endCode(
  trx: Trx,
  brand: string,
  { code, promo }: { code: string; promo: PromoCode | null },
  { by, at }: Act,
): Promise<boolean> {
  const ended = { ended_at: at, ended_by: by }
  if (promo) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('promo_codes')
      .values({ brand, ...promo, ...ended })
      .onConflict((conflict) => conflict.columns(['brand', 'code']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows > 0n) return true
  }
  const { numUpdatedRows } = await trx
    .updateTable('promo_codes')
    .set(ended)
    .where('brand', '=', brand)
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
