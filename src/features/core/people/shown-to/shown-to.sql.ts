import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import type { ShownTo } from './shown-to.ts'

/** Sets who finds a member, and returns since when; of repeated calls, the first counts. */
export async function saveShownTo(
  db: Db,
  accountId: number,
  to: ShownTo,
  at: Date,
): Promise<{ pausedAt: Date | null; onlyLikedAt: Date | null }> {
  const since = (choice: ShownTo, column: 'paused_at' | 'only_liked_at') =>
    to === choice ? sql<Date>`coalesce(${sql.ref(column)}, ${at})` : null
  return db
    .updateTable('profiles')
    .set({
      paused_at: since('nobody', 'paused_at'),
      only_liked_at: since('liked', 'only_liked_at'),
    })
    .where('account_id', '=', accountId)
    .returning(['paused_at as pausedAt', 'only_liked_at as onlyLikedAt'])
    .executeTakeFirstOrThrow()
}

/**
 * Whether not everybody may see a member: then nobody finds a photo of theirs by an address that
 * somebody kept.
 */
export function isShownToFew(accountId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from profiles where profiles.account_id = ${accountId} and ${isOfFew()}
  )`
}

/** The same in a query that reads the profile. */
export function isOfFew(): RawBuilder<boolean> {
  return sql<boolean>`coalesce(paused_at, only_liked_at) is not null`
}

/** Whom nobody finds, since they chose so. */
export async function pausedAmong(db: Db, accountIds: readonly number[]): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('profiles')
    .select('account_id as id')
    .where('account_id', 'in', accountIds)
    .where('paused_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
