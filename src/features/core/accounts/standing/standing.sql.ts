import { sql } from 'kysely'
import { closeSessions } from '#api/closed-sessions.server.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'

/** Whom a decision is about, with what it needs to know of the account. */
export type Person = {
  id: number
  username: string
  email: string
  ownsEmail: boolean
  emailConfirmedAt: Date | null
  brand: string
  bannedAt: Date | null
  suspendedUntil: Date | null
  limitedUntil: Date | null
  deletedAt: Date | null
  premiumUntil: Date | null
  isStaff: boolean
}

function persons(db: Db | Trx) {
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'email',
      'owns_email as ownsEmail',
      'email_confirmed_at as emailConfirmedAt',
      'brand',
      'banned_at as bannedAt',
    ])
    .select([
      'suspended_until as suspendedUntil',
      'limited_until as limitedUntil',
      'deleted_at as deletedAt',
      'premium_until as premiumUntil',
    ])
    .select(sql<boolean>`staff_since is not null`.as('isStaff'))
}

export async function personOf(db: Db | Trx, accountId: number): Promise<Person | undefined> {
  return persons(db).where('id', '=', accountId).executeTakeFirst()
}

export async function personsOf(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, Person>> {
  if (accountIds.length === 0) return new Map()
  const rows = await persons(db).where('id', 'in', accountIds).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks the account: decisions about one person are made one after another. */
export async function personForUpdate(trx: Trx, accountId: number): Promise<Person | undefined> {
  return persons(trx).where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()
}

/** `until` is null for a closure without an end. */
type Closure = { since: Date; until: Date | null; reason: string }
export type Standing = {
  network: Closure | null
  brands: ReadonlyArray<{ brand: string; until: Date | null }>
  limitedUntil: Date | null
}

/**
 * Sets what an account may do, and ends its sessions where it is closed. The account is locked by
 * the caller.
 */
export async function setStanding(
  trx: Trx,
  person: Person,
  { network, brands, limitedUntil }: Standing,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      // Without a reason, it is no decision of these that closed it.
      banned_at: network
        ? (person.bannedAt ?? network.since)
        : sql`case when ban_reason is null then banned_at end`,
      ban_reason: network?.reason ?? null,
      suspended_until: network?.until ?? null,
      limited_until: limitedUntil,
    })
    .where('id', '=', person.id)
    .execute()
  await trx.deleteFrom('brand_closures').where('account_id', '=', person.id).execute()
  for (const { brand, until } of brands)
    await trx.insertInto('brand_closures').values({ account_id: person.id, brand, until }).execute()
  if (network) await closeSessions(trx, person.id, null)
  for (const { brand } of brands) await closeSessions(trx, person.id, brand)
  if (network || brands.length > 0) await notifyMember(trx, person.id, { type: 'signedOut' })
}

/** Whether a brand is closed to an account whose network is open. */
export async function isBrandClosed(
  db: Db | Trx,
  accountId: number,
  brand: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('brand_closures')
    .select('brand')
    .where('account_id', '=', accountId)
    .where('brand', '=', brand)
    .executeTakeFirst()
  return row !== undefined
}

/** Until when the account sends no first messages; null if it may. */
export async function limitedUntil(
  db: Db | Trx,
  accountId: number,
  at: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom('accounts')
    .select(sql<Date>`limited_until`.as('until'))
    .where('id', '=', accountId)
    .where('limited_until', '>', at)
    .executeTakeFirst()
  return row?.until ?? null
}

/**
 * Accounts with a suspension, a limit or a closed brand that has ended, the first of them first.
 */
export async function accountsToOpen(db: Db, at: Date, most: number): Promise<number[]> {
  const ended = (column: 'suspended_until' | 'limited_until') =>
    db
      .selectFrom('accounts')
      .select(['id', sql<Date>`${sql.ref(column)}`.as('until')])
      .where(column, '<=', at)
      .orderBy(column)
      .limit(sql.lit(most))
  const all = await Promise.all([
    ended('suspended_until').execute(),
    ended('limited_until').execute(),
    db
      .selectFrom('brand_closures')
      .select(['account_id as id', sql<Date>`until`.as('until')])
      .where('until', '<=', at)
      .orderBy('until')
      .limit(sql.lit(most))
      .execute(),
  ])
  const ids = all
    .flat()
    .toSorted((a, b) => a.until.getTime() - b.until.getTime())
    .map(({ id }) => id)
  return [...new Set(ids)].slice(0, most)
}
