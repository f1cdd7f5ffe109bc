import { type Db, openPostgres } from '#db/connection.server.ts'
import type { GivenSettings } from '#settings.ts'

/** What PostgreSQL answers; null where it cannot be asked, which is a line of `database`. */
export async function asking<T>(
  { databaseUrl }: Pick<GivenSettings, 'databaseUrl'>,
  ask: (db: Db) => Promise<T>,
): Promise<T | null> {
  if (databaseUrl === null) return null
  const database = await openPostgres(databaseUrl, 1)
  try {
    return await ask(database.db)
  } catch {
    return null
  } finally {
    await database.close()
  }
}
