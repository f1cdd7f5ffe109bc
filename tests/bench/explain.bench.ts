import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { fillDemo, prepareDemo } from '#demo/network.server.ts'
import { withSecrets } from '#process/secrets.server.ts'
import { readSettings } from '#settings.ts'
import { growEverything, runEverything } from '../support/every-statement.ts'
import { openNetwork } from '../support/network.ts'
import { watchStatements } from '../support/plans.ts'
import { startPostgres } from '../support/postgres.ts'
import { record } from './figures.ts'
import { MEMBERS } from './network.ts'
import { table } from './report.ts'

/**
 * Every statement that a start, a job, a poll, a list, a search or the queues of staff run,
 * explained by the plan that is kept for it on a network of MEMBERS (50,000; `MEMBERS=1000000 npm
 * run bench explain`). Ends with 1 where one reads a growing table from end to end, or goes past
 * more rows than MOST. DATABASE_URL names a demo network that is there already; it is filled up, so
 * it is good for one run.
 */
const MOST = 20_000

const given = process.env['DATABASE_URL']
const postgres = given === undefined ? await startPostgres() : null
const url = postgres ? await postgres.create('bench') : (given ?? '')
const database = await openPostgres(url, 4)
await migrate(database.db)
const now = new Date()
if (postgres) await fillDemo(database.db, { now, members: MEMBERS })
const dataDir = await mkdtemp(join(tmpdir(), 'explain-'))
const { sessionSecret } = await withSecrets(
  readSettings({ DEMO: '0', DATA_DIR: dataDir }),
  database,
)
await growEverything(database.db, MEMBERS, now, sessionSecret)
// What a demo gets at its first start alone is part of filling it.
await prepareDemo(database.db, { now, sessionSecret })
await sql`vacuum analyze`.execute(database.db)
const network = await openNetwork(database, now, dataDir)
const watch = await watchStatements(url, { most: MOST, strict: false })
await runEverything(watch, network, database)
watch.stop()

const byFeature = Map.groupBy(watch.explained, ({ feature }) => feature)
process.stdout.write(
  `${MEMBERS} members, ${watch.explained.length} statements of ${byFeature.size} features\n`,
)
table(
  ['feature', 'statements', 'rows passed', 'pages read', 'ms', 'faults'],
  [...byFeature].map(([feature, statements]) => [
    feature,
    String(statements.length),
    String(statements.reduce((sum, one) => sum + one.rows, 0)),
    String(statements.reduce((sum, one) => sum + one.pages, 0)),
    statements.reduce((sum, one) => sum + one.milliseconds, 0).toFixed(1),
    [...new Set(statements.flatMap(({ faults }) => faults))].join('; '),
  ]),
)
const faulty = watch.explained.filter(({ faults }) => faults.length > 0)
record('statements that were explained', watch.explained.length, 'statements')
record('statements that read a growing table from end to end', faulty.length, 'statements', 0)
for (const { feature, text, faults } of faulty)
  process.stderr.write(
    `\n${feature}: ${faults.join('; ')}\n${text.replaceAll(/\s+/g, ' ').trim().slice(0, 1200)}\n`,
  )
await network.close()
await postgres?.stop()
if (faulty.length > 0) process.exitCode = 1
