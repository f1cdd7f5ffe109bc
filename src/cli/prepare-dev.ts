import { createServer } from 'node:net'
import { prepareDemo } from '../demo/network.server.ts'
import { printBanner } from '../process/banner.server.ts'
import { openDatabase } from '../process/database.server.ts'
import { showProgress } from '../process/progress.server.ts'
import { withSecrets } from '../process/secrets.server.ts'
import { startUp } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

/** Checks the port, because Astro would use the next free one. */
await startUp(async () => {
  const given = readSettings(process.env)
  await portIsFree(given.port, given.host)
  const database = await openDatabase(given)
  const settings = await withSecrets(given, database)
  const { demo: wantsDemo, sessionSecret } = settings
  const demo = wantsDemo
    ? await prepareDemo(database.db, {
        now: new Date(),
        sessionSecret,
        progress: showProgress('Making the demo network'),
      })
    : null
  await database.close()
  printBanner({ settings, demo, isReady: false })
})

function portIsFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
