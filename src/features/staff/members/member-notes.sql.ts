import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { isBefore } from '#db/is-before.ts'
import type { Cursor } from '#lib/cursor.ts'

type NewNote = { accountId: number; by: number; body: string; at: Date }

export async function insertNote(trx: Trx, { accountId, by, body, at }: NewNote): Promise<void> {
  await trx
    .insertInto('member_notes')
    .values({ account_id: accountId, author_id: by, body, created_at: at })
    .execute()
}

/** How many notes are about an account, as far as `most`. */
export async function countNotes(trx: Trx, accountId: number, most: number): Promise<number> {
  const rows = await trx
    .selectFrom('member_notes')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(sql.lit(most))
    .execute()
  return rows.length
}

/** Whose note it is; undefined where there is none of this number about the account. */
export async function authorOfNote(
  trx: Trx,
  accountId: number,
  noteId: number,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('member_notes')
    .select('author_id as by')
    .where('id', '=', noteId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row?.by
}

export async function deleteNote(trx: Trx, noteId: number): Promise<void> {
  await trx.deleteFrom('member_notes').where('id', '=', noteId).execute()
}

/** Notes about an account, the latest first. */
export function notesBefore(db: Db, accountId: number, before: Cursor, most: number) {
  return db
    .selectFrom('member_notes')
    .select(['id', 'created_at as at', 'author_id as by', 'body'])
    .where('account_id', '=', accountId)
    .where(isBefore('created_at', 'id', before))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export function tagsOf(db: Db | Trx, accountId: number) {
  return db
    .selectFrom('member_tags')
    .select('tag')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('tag')
}

type Tagged = { accountId: number; tag: string; by: number; at: Date }

export async function insertTag(trx: Trx, { accountId, tag, by, at }: Tagged): Promise<void> {
  await trx
    .insertInto('member_tags')
    .values({ account_id: accountId, tag, author_id: by, created_at: at })
    .execute()
}

export async function deleteTag(trx: Trx, accountId: number, tag: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('member_tags')
    .where('account_id', '=', accountId)
    .where('tag', '=', tag)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
