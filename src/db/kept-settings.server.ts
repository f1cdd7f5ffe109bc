import type { Db } from './connection.server.ts'

/**
 * The stored setting of this name; stores `fresh` if there is none. Concurrent callers get the same
 * value.
 */
export async function keptSetting(db: Db, name: string, fresh: string): Promise<string> {
  await db
    .insertInto('kept_settings')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('kept_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}

/** The next caller stores it anew. */
export async function forgetSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom('kept_settings').where('name', '=', name).execute()
}
