import { sql } from 'kysely'
import { seenAt } from '#api/visits.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'

export async function isShownOnOtherBrands(db: Db | Trx, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('shown_on_other_brands as isShown')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.isShown
}

/**
 * Sets who sees a profile. A presence that is hidden from now on is hidden in what was stored
 * before as well, and one that is shown again starts with this visit.
 */
export async function setVisibility(
  trx: Trx,
  accountId: number,
  { shownOnOtherBrands, showsOnline }: { shownOnOtherBrands?: boolean; showsOnline?: boolean },
  at: Date,
): Promise<void> {
  if (shownOnOtherBrands === undefined && showsOnline === undefined) return
  const seen = showsOnline === undefined ? null : seenAt(at, showsOnline)
  await trx
    .updateTable('profiles')
    .set({
      ...(shownOnOtherBrands === undefined ? {} : { shown_on_other_brands: shownOnOtherBrands }),
      ...(seen === null
        ? {}
        : { last_seen_at: showsOnline ? seen : sql`least(last_seen_at, ${seen}::timestamptz)` }),
    })
    .where('account_id', '=', accountId)
    .execute()
}

export async function saveSafeMode(db: Db, accountId: number, safeMode: boolean): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ safe_mode: safeMode })
    .where('account_id', '=', accountId)
    .execute()
}
