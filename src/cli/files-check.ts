import { handedIn } from '../api/feature.ts'
import { isDrawnWhenAsked } from '../demo/avatars.ts'
import { features } from '../features.server.ts'
import { compareFiles } from '../features/members/photos/files/files-check.server.ts'
import { openPhotoFiles } from '../features/members/photos/files/open-files.server.ts'
import { openDatabase } from '../process/database.server.ts'
import { startUp } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

const MOST = 100

/**
 * `npm run files:check`: whether the store of photos has what the database says; exit code 1 if a
 * file is missing.
 */
await startUp(async () => {
  const settings = readSettings(process.env)
  const database = await openDatabase(settings)
  try {
    const { files, orphans, missing } = await compareFiles(
      database.db,
      openPhotoFiles(settings),
      handedIn(features, 'fileKinds'),
    )
    // A demo's portraits are drawn when somebody asks for them.
    const lost = missing.filter(({ key }) => !isDrawnWhenAsked(key))
    for (const { what, key, files: wanted, found } of lost.slice(0, MOST))
      process.stdout.write(`${what} ${key}: ${found} of ${wanted} files are there\n`)
    for (const name of orphans.slice(0, MOST)) process.stdout.write(`${name}: no row has it\n`)
    process.stdout.write(
      `${files} files; ${orphans.length} without a row, which the server’s daily sweep deletes; ${lost.length} photos or voice messages lack files${
        lost.length > 0 ? ': copy them from another backup' : ''
      }\n`,
    )
    if (lost.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
})
