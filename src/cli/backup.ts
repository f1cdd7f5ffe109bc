import { noteBackup } from '../db/backups.sql.ts'
import { openPostgres } from '../db/connection.server.ts'
import { systemClock } from '../lib/clock.ts'
import { backUp } from '../process/backup.server.ts'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

/**
 * `npm run backup -- <folder>`: a copy of a PGlite data directory, of a running server as well;
 * `-- --made`: whoever backs PostgreSQL up has done so, for the doctor and the alarm.
 */
await startUp(async () => {
  const [to, ...more] = process.argv.slice(2)
  const { dataDir, databaseUrl } = readSettings(process.env)
  if (to === undefined || more.length > 0)
    throw new StartUpError('Usage: npm run backup -- <new folder>, or of PostgreSQL -- --made')
  if (databaseUrl !== null) {
    if (to !== '--made')
      throw new StartUpError(
        'This copies PGlite alone. Back PostgreSQL up with its own tools, and DATA_DIR or the bucket with yours; then: npm run backup -- --made',
      )
    const at = systemClock.now()
    const database = await openPostgres(databaseUrl, 1)
    try {
      await noteBackup(database.db, at)
    } finally {
      await database.close()
    }
    process.stdout.write(`A backup was made at ${at.toISOString()}.\n`)
    return
  }
  if (to === '--made')
    throw new StartUpError('Of PGlite, a backup is made by npm run backup -- <new folder>.')
  const { files } = await backUp(dataDir, to)
  process.stdout.write(
    `${to} has the database and ${files} files. To look at it, or to go back to it: DATA_DIR=${to} npm start\n`,
  )
  process.exit(0)
})
