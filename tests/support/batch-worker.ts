import { createLog } from '../../src/api/log.server.ts'
import { createApp } from '../../src/app.server.ts'
import { openPostgres } from '../../src/db/connection.server.ts'
import { batchJob } from '../../src/features/batches/batch-job.server.ts'
import { withSecrets } from '../../src/process/secrets.server.ts'
import { readSettings } from '../../src/settings.ts'

/** A process of its own that works at batches once: of this database, with files in this folder, at this moment. */
const [url = '', dataDir = '', at = ''] = process.argv.slice(2)
const database = await openPostgres(url)
const settings = await withSecrets(readSettings({ DATA_DIR: dataDir, DEMO: '0', SESSION_SECRET: 'a secret of the worker, which nothing else uses' }), database)
const now = new Date(Number(at))
const app = await createApp({ settings, database, clock: { now: () => now }, log: createLog('error') })
await batchJob.start(app.services).run(new AbortController().signal)
await app.close()
