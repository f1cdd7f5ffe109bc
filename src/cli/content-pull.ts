import { join } from 'node:path'
import { pullTexts } from '../features/guests/texts/publishing/pull.server.ts'
import { openDatabase } from '../process/database.server.ts'
import { startUp } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

/** `npm run content:pull`; without DATABASE_URL, the server must be stopped. */
await startUp(async () => {
  const database = await openDatabase(readSettings(process.env))
  try {
    const pulled = await pullTexts(database.db, join(import.meta.dirname, '..', 'content'))
    for (const { path, done } of pulled)
      process.stdout.write(`${done.padEnd(9)}  src/content/${path}\n`)
    process.stdout.write(
      pulled.length === 0
        ? 'Nothing is published over the files.\n'
        : '\nLook at them with git diff, and commit them. Once they are deployed, /staff/content says which published texts the product has come with.\n',
    )
    if (pulled.some(({ done }) => done === 'refused')) process.exitCode = 1
  } finally {
    await database.close()
  }
})
