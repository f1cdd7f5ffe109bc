import type { Updateable } from 'kysely'
import { switchColumns, type SwitchName } from '#api/switches.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'

type Visibility = Record<SwitchName<'visibility'> | 'sharesWithPartners', boolean>

/** Those of the switches that are given. */
export async function saveVisibility(
  trx: Trx,
  accountId: number,
  visibility: Partial<Visibility>,
  at: Date,
): Promise<void> {
  const { sharesWithPartners } = visibility
  const switched = switchColumns('visibility', (name) => visibility[name])
  const isChanged = [sharesWithPartners, ...Object.values(switched)].some(
    (value) => value !== undefined,
  )
  if (!isChanged) return
  await trx
    .updateTable('accounts')
    .set((e) => ({
      ...switched,
      ...(sharesWithPartners === undefined
        ? {}
        : {
            // Keeps the time of an earlier consent.
            sharing_accepted_at: sharesWithPartners
              ? e.fn.coalesce('sharing_accepted_at', e.val(at))
              : null,
          }),
    }))
    .where('id', '=', accountId)
    .execute()
}

export async function saveDiscretion(
  db: Db,
  accountId: number,
  discretion: Partial<Record<SwitchName<'discretion'>, boolean>>,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set(switchColumns('discretion', (name) => discretion[name]))
    .where('id', '=', accountId)
    .execute()
}

export async function saveDisplay(
  db: Db,
  accountId: number,
  chosen: Updateable<Pick<Database['accounts'], 'locale' | 'theme' | 'distance_unit'>>,
): Promise<void> {
  await db.updateTable('accounts').set(chosen).where('id', '=', accountId).execute()
}

export async function marketingAcceptedAt(db: Db, accountId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('accounts')
    .select('marketing_accepted_at as at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.at
}

/** What decides whether a member learns that somebody writes to them. */
export async function readingOf(
  db: Db,
  accountId: number,
): Promise<{ shows: boolean; premiumUntil: Date | null; firstPremiumAt: Date | null }> {
  return db
    .selectFrom('accounts')
    .select([
      'shows_reading as shows',
      'premium_until as premiumUntil',
      'first_premium_at as firstPremiumAt',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export async function showReading(db: Db | Trx, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('shows_reading as shows')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.shows ?? false
}
