import type { Db } from '../../db/connection.server.ts'
import { openPostgres } from '../../db/connection.server.ts'
import type { GivenSettings } from '../../settings.ts'
import { unfinishedIn } from '../../unfinished.server.ts'
import { type Finding, findings } from './finding.ts'

const { ok, toDo } = findings('finished')

/** What the start refuses, whether or not UNFINISHED=allow owns up to it. */
export async function checkFinished(settings: GivenSettings): Promise<Finding[]> {
  if (!settings.production) return []
  const found = await withPublished(settings, (db) => unfinishedIn(settings, db))
  return found.length > 0
    ? found.map(toDo)
    : [ok('mail, domains, companies, sales and legal texts are your own')]
}

/**
 * Texts that were published count where the database can be asked; that it cannot is a line of its
 * own.
 */
async function withPublished<T>(
  { databaseUrl }: GivenSettings,
  ask: (db: Db | null) => Promise<T>,
): Promise<T> {
  if (databaseUrl === null) return ask(null)
  const database = await openPostgres(databaseUrl, 1)
  try {
    return await ask(database.db)
  } catch {
    return await ask(null)
  } finally {
    await database.close()
  }
}
