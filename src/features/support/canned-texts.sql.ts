import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { MOST_CANNED } from './canned-texts.ts'

export async function cannedTexts(db: Db): Promise<Array<{ id: number; name: string; body: string; changedAt: Date }>> {
  return db
    .selectFrom('canned_texts')
    .select(['id', 'name', 'body', 'changed_at as changedAt'])
    .orderBy(sql`lower(name)`)
    .limit(sql.lit(MOST_CANNED))
    .execute()
}

/** One change at a time, so that names stay different and the texts within their number. */
export async function lockCannedTexts(trx: Trx): Promise<void> {
  await sql`lock table canned_texts in share row exclusive mode`.execute(trx)
}

type Change = { name: string; body: string; by: number; at: Date }

/** Undefined if there are as many as there may be; null if another text has the name. */
export async function insertCannedText(trx: Trx, { name, body, by, at }: Change): Promise<number | null | undefined> {
  const { count } = await trx
    .selectFrom('canned_texts')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_CANNED) return undefined
  const made = await trx
    .insertInto('canned_texts')
    .values({ name, body, changed_at: at, changed_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

export async function hasCannedName(trx: Trx, name: string, exceptId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('canned_texts')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether there is such a text. */
export async function changeCannedText(trx: Trx, id: number, { name, body, by, at }: Change): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('canned_texts').set({ name, body, changed_at: at, changed_by: by }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeCannedText(trx: Trx, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('canned_texts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
