import { backUp } from '../process/backup.server.ts'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

/** `npm run backup -- <folder>`: a copy of a PGlite data directory, of a running server as well. */
await startUp(async () => {
  const [to] = process.argv.slice(2)
  const { dataDir, databaseUrl } = readSettings(process.env)
  if (to === undefined) throw new StartUpError('Usage: npm run backup -- <new folder>')
  if (databaseUrl !== null)
    throw new StartUpError(
      'This copies PGlite alone. Back PostgreSQL up with its own tools, and DATA_DIR or the bucket with yours.',
    )
  const { files } = await backUp(dataDir, to)
  process.stdout.write(
    `${to} has the database and ${files} files. To look at it, or to go back to it: DATA_DIR=${to} npm start\n`,
  )
  process.exit(0)
})
