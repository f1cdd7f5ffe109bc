import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { OwnCount } from '#api/own-counts.server.ts'
import { knownTo } from '#core/people/shown-to/visible.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'

export type LinkDetails = {
  place: string
  note: string
  meetsAt: string
  utcOffset: number
  hours: number
  endsAt: Date
  showsName: boolean
  showsPhoto: boolean
  showsBrand: boolean
  checkInAt: Date | null
}

export type NewLink = LinkDetails & { otherId: number; tokenHash: Uint8Array; nonce: Uint8Array }

const columnsOf = (link: LinkDetails) => ({
  place: link.place,
  note: link.note,
  meets_at: link.meetsAt,
  utc_offset: link.utcOffset,
  hours: link.hours,
  ends_at: link.endsAt,
  shows_name: link.showsName,
  shows_photo: link.showsPhoto,
  shows_brand: link.showsBrand,
  check_in_at: link.checkInAt,
})

export async function insertLink(
  trx: Trx,
  { member, brand, at }: Scope,
  link: NewLink,
): Promise<number> {
  const { id } = await trx
    .insertInto('date_links')
    .values({
      ...columnsOf(link),
      account_id: member.id,
      other_id: link.otherId,
      brand: brand.id,
      token_hash: link.tokenHash,
      nonce: link.nonce,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const sharedDateCount: OwnCount = {
  name: 'sharedDates',
  rows: (db, { accountId, at }) =>
    db
      .selectFrom('date_links')
      .select('id')
      .where('account_id', '=', accountId)
      .where('ends_at', '>', at),
}

export async function countLinks(trx: Trx, accountId: number, at: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('date_links')
    .select(sql<number>`count(id)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('ends_at', '>', at)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns false if the member has no such link, or it has ended. */
export async function changeLink(
  db: Db,
  accountId: number,
  id: number,
  link: LinkDetails,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('date_links')
    .set(columnsOf(link))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('ends_at', '>', at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteLink(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('date_links')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends a link by its mail, in which only its id is signed. */
export async function deleteLinkById(db: Db, id: number): Promise<void> {
  await db.deleteFrom('date_links').where('id', '=', id).execute()
}

/**
 * The member's links that have not ended, the next date first, with the names of those whom the
 * member may see.
 */
export async function linksOf(db: Db, scope: Scope) {
  const person = knownTo(db, scope)
    .select('people.username')
    .whereRef('people.account_id', '=', sql.ref('date_links.other_id'))
    .limit(sql.lit(1))
  return db
    .selectFrom('date_links')
    .leftJoinLateral(person.as('other'), (join) => join.onTrue())
    .select([
      'date_links.id',
      'date_links.brand as brandId',
      'other_id as otherId',
      'other.username',
      'place',
      'note',
      'meets_at as meetsAt',
      'hours',
      'ends_at as endsAt',
    ])
    .select([
      'shows_name as showsName',
      'shows_photo as showsPhoto',
      'shows_brand as showsBrand',
      'check_in_at as checkInAt',
      'nonce',
    ])
    .select('token_hash as tokenHash')
    .where('account_id', '=', scope.member.id)
    .where('ends_at', '>', scope.at)
    .orderBy('ends_at')
    .orderBy('date_links.id')
    .execute()
}

/**
 * Undefined for an address that nobody made, and for one that has ended. The caller asks whether
 * its owner has left.
 */
export async function openLink(db: Db, tokenHash: Uint8Array, at: Date) {
  return db
    .selectFrom('date_links')
    .select([
      'account_id as accountId',
      'other_id as otherId',
      'brand',
      'place',
      'note',
      'meets_at as meetsAt',
      'utc_offset as utcOffset',
    ])
    .select([
      'ends_at as endsAt',
      'shows_name as showsName',
      'shows_photo as showsPhoto',
      'shows_brand as showsBrand',
    ])
    .where('token_hash', '=', tokenHash)
    .where('ends_at', '>', at)
    .executeTakeFirst()
}
export type OpenLink = NonNullable<Awaited<ReturnType<typeof openLink>>>

/** The other's name if the link's owner may see them now. */
export async function nameFor(db: Db, link: OpenLink): Promise<string | null> {
  if (link.otherId === null) return null
  // The query needs no more of its scope.
  const scope = { member: { id: link.accountId }, brand: { id: link.brand } } as Scope
  const row = await knownTo(db, scope)
    .select('username')
    .where('account_id', '=', link.otherId)
    .executeTakeFirst()
  return row?.username ?? null
}

/** Claims one link whose owner is to be asked whether they are back; so each is asked once. */
export async function takeCheckIn(trx: Trx, at: Date) {
  const { rows } = await sql<{
    id: number
    accountId: number
    brand: string
    endsAt: Date
    utcOffset: number
  }>`
    update date_links set check_in_at = null
    where id = (select id from date_links where check_in_at <= ${at} order by check_in_at limit 1 for update skip locked)
    returning id, account_id as "accountId", brand, ends_at as "endsAt", utc_offset as "utcOffset"`.execute(
    trx,
  )
  return rows[0]
}

export async function otherOf(
  db: Db | Trx,
  scope: Scope,
  id: number,
): Promise<{ id: number; username: string } | null> {
  const row = await knownTo(db, scope)
    .select(['account_id as id', 'username'])
    .where('account_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
