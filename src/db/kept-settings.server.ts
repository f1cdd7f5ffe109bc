import type { Db, Trx } from './connection.server.ts'

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

/** Stores a value; true for the one caller who changed it. */
export async function changeSetting(db: Db | Trx, name: string, value: string): Promise<boolean> {
  const changed = await db
    .insertInto('kept_settings')
    .values({ name, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('kept_settings.value', '<>', value),
    )
    .returning('name')
    .executeTakeFirst()
  return changed !== undefined
}
