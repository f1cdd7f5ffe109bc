import { join } from 'node:path'
import type { Logger } from 'pino'
import { type OpenDatabase, openPglite, openPostgres } from '../db/connection.server.ts'
import { migrate } from '../db/migrate.server.ts'
import type { Settings } from '../settings.ts'
import { closeToOthers } from './private-files.server.ts'

type DatabaseSettings = Pick<
  Settings,
  'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'preparesStatements'
>

/**
 * Opens and migrates the database: PostgreSQL if DATABASE_URL is set, else PGlite in the data
 * directory.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  log?: Logger,
): Promise<OpenDatabase> {
  const {
    dataDir,
    databaseUrl,
    databaseDirectUrl: directUrl,
    databaseReplicaUrl: replicaUrl,
    preparesStatements: isPreparing,
  } = settings
  await closeToOthers(dataDir)
  // The migrations' lock is of a session, which a pooler does not keep.
  if (directUrl !== null) {
    const direct = await openPostgres(directUrl, 1)
    try {
      await migrate(direct.db, undefined, log)
    } finally {
      await direct.close()
    }
  }
  const database =
    databaseUrl === null
      ? await openPglite(dataDir)
      : await openPostgres(databaseUrl, undefined, { directUrl, replicaUrl, isPreparing })
  // PGlite gives its files modes of its own, which nobody else gets at in there.
  if (databaseUrl === null) await closeToOthers(join(dataDir, 'pglite'))
  if (directUrl === null) await migrate(database.db, undefined, log)
  return database
}
