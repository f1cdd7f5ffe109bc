import { sql } from 'kysely'
import { sealSome } from '#core/audit/chain.server.ts'
import { countUnsealed } from '#core/audit/chain.sql.ts'
import { verifyChain } from '#core/audit/verify.server.ts'
import { openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { startPostgres } from '../support/postgres.ts'
import { record } from './figures.ts'
import { judged, table } from './report.ts'

/**
 * 1,000 audited acts a second on PostgreSQL, sealed every second; beside it the same acts under one
 * advisory lock that each holds until its commit.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 10)
const ACTS_A_SECOND = 1000
/** No more are asked for, and the last of them end after the time. */
const TARGET = 0.99 * ACTS_A_SECOND
const CONNECTIONS = 10

const server = await startPostgres()
const database = await openPostgres(await server.create('bench'), CONNECTIONS)
const sealer = await openPostgres(`${server.url}/bench`, 1)
const { db } = database
await migrate(db)

/** An act changes something, records it, and is on the disk when it is answered. */
async function act(n: number, isLocked: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (isLocked) await sql`select pg_advisory_xact_lock(67)`.execute(trx)
    await sql`insert into kept_settings (name, value) values (${`bench ${n % 5000}`}, '1')
      on conflict (name) do update set value = excluded.value`.execute(trx)
    await trx
      .insertInto('audit_log')
      .values({ at: new Date(), actor_id: 1, action: 'bench', subject_id: n, brand: 'adultcrush' })
      .execute()
  })
}

async function measure(isLocked: boolean) {
  const times: number[] = []
  let unsealed = 0
  const over = new AbortController()
  const sealing = (async () => {
    while (!over.signal.aborted) {
      unsealed = Math.max(unsealed, await countUnsealed(sealer.db))
      while ((await sealSome(sealer.db, 1000)) >= 1000);
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  })()
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  let begun = 0
  const worker = async () => {
    while (elapsed() < SECONDS) {
      if (begun >= elapsed() * ACTS_A_SECOND) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        continue
      }
      begun += 1
      const askedAt = performance.now()
      await act(begun, isLocked)
      times.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const rate = Math.round(times.length / elapsed())
  over.abort()
  await sealing
  const sorted = times.toSorted((a, b) => a - b)
  const way = isLocked ? 'under one lock' : 'sealed afterwards'
  const of = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1))
  record(`acts with a row of the log, ${way}`, rate, 'a second', isLocked ? undefined : TARGET)
  record(`such an act, ${way}, median`, of(0.5), 'ms')
  record(`such an act, ${way}, p99`, of(0.99), 'ms')
  const aim = isLocked ? '' : judged(`${ACTS_A_SECOND}/s`, rate >= TARGET)
  return [way, `${rate}/s`, `${of(0.5)} ms`, `${of(0.99)} ms`, String(unsealed), aim]
}

const rows = [await measure(false), await measure(true)]
while ((await sealSome(sealer.db, 1000)) > 0);
const verifiedFrom = performance.now()
const { rows: sealed, findings } = await verifyChain(db, null, '')
const verifiedIn = Math.round(performance.now() - verifiedFrom)
table(['acts', 'rate', 'median', 'p99', 'most unsealed', 'aim'], rows)
process.stdout.write(`verified ${sealed} rows in ${verifiedIn} ms, ${findings.length} findings\n`)
record('rows verified', Number(sealed), 'rows')
record('time of verifying them', verifiedIn, 'ms')
await sealer.close()
await database.close()
await server.stop()
if (findings.length > 0) process.exitCode = 1
