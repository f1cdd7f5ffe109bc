import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { MOST_CANNED } from './canned-texts.ts'

export async function cannedTexts(
  db: Db,
): Promise<Array<{ id: number; name: string; body: string; changedAt: Date }>> {
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
export async function insertCannedText(
  trx: Trx,
  { name, body, by, at }: Change,
): Promise<number | null | undefined> {
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

/** Those that ship, by nobody. */
export async function insertFirstTexts(
  trx: Trx,
  texts: ReadonlyArray<{ name: string; body: string }>,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('canned_texts')
    .values(texts.map(({ name, body }) => ({ name, body, changed_at: at, changed_by: null })))
    .execute()
}

/** When a text was changed last, locked; undefined if there is none. */
export async function cannedTextChangedAt(trx: Trx, id: number): Promise<Date | undefined> {
  return (
    await trx
      .selectFrom('canned_texts')
      .select('changed_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  )?.changed_at
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

export async function changeCannedText(
  trx: Trx,
  id: number,
  { name, body, by, at }: Change,
): Promise<void> {
  await trx
    .updateTable('canned_texts')
    .set({ name, body, changed_at: at, changed_by: by })
    .where('id', '=', id)
    .execute()
}

export async function removeCannedText(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('canned_texts').where('id', '=', id).execute()
}
