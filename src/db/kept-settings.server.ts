import type { Db } from './connection.server.ts'

/** The setting of this name that the database keeps; `fresh`, if it keeps none yet. All who ask get the same one. */
export async function keptSetting(db: Db, name: string, fresh: string): Promise<string> {
  await db
    .insertInto('kept_settings')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.selectFrom('kept_settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
