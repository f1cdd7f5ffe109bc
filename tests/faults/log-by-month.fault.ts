import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openPostgres } from '../../src/db/connection.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { monthsOf } from '../../src/db/months.server.ts'
import { startPostgres } from '../support/postgres.ts'
import { TEMPLATE_SERVER } from '../support/server.ts'
import { copyOfTemplate } from '../support/template.ts'
import { type Fault, percentile, slowest } from './fault.ts'

/**
 * The audit log becomes a table of months while members write: each of their acts is there afterwards, and none waited
 * for longer than a migration waits for a lock. `-- log-by-month 10000000`: with so many rows.
 */
const SIZES = { full: 1_000_000, short: 20_000 }
const WRITERS = 4
const WRITTEN_EACH = 5
const AIM = 2500
const FIRST = '0093'

export const fault: Fault = async (size, [given]) => {
  const most = given === undefined ? SIZES[size] : Number(given)
  const shared = process.env[TEMPLATE_SERVER]
  const server = shared === undefined ? await startPostgres() : null
  try {
    const url = await copyOfTemplate(
      server?.url ?? shared ?? '',
      `log_${randomUUID()}`,
      'template0',
    )
    const [database, writing] = [await openPostgres(url, 2), await openPostgres(url, WRITERS)]
    try {
      const { db } = database
      await migrate(
        db,
        Object.fromEntries(Object.entries(migrations).filter(([name]) => name < FIRST)),
      )
      await fill(db, most)
      const stopping = new AbortController()
      const waits: number[] = []
      const writers = Array.from({ length: WRITERS }, () =>
        keepWriting(writing.db, waits, stopping.signal),
      )
      await pause(500)
      const from = performance.now()
      await migrate(db)
      const took = performance.now() - from
      await pause(500)
      stopping.abort()
      await Promise.all(writers)
      const { rows } = await sql<{
        count: number
        first: string
      }>`select count(*)::int as count, min(tableoid::regclass::text) as first from audit_log`.execute(
        db,
      )
      const lost = most + waits.length - (rows[0]?.count ?? 0)
      const months = await monthsOf(db, 'audit_log')
      return [
        {
          what: 'rows of before',
          figure: String(most),
          aim: 'one partition',
          isReached: months[0]?.name === 'audit_log_before',
        },
        { what: 'migrated in', figure: `${(took / 1000).toFixed(1)} s`, aim: '–', isReached: true },
        {
          what: 'acts meanwhile',
          figure: String(waits.length),
          aim: 'some',
          isReached: waits.length > 0,
        },
        { what: 'lost', figure: String(lost), aim: '0', isReached: lost === 0 },
        {
          what: 'longest wait',
          figure: `${Math.round(slowest(waits))} ms`,
          aim: `${AIM} ms`,
          isReached: size === 'short' || slowest(waits) <= AIM,
        },
        {
          what: 'of a thousand',
          figure: `${percentile(waits, 0.999).toFixed(1)} ms`,
          aim: '–',
          isReached: true,
        },
      ]
    } finally {
      await Promise.all([database.close(), writing.close()])
    }
  } finally {
    await server?.stop()
  }
}

/** As they are after a year: nearly all sealed. */
async function fill(db: Db, most: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into audit_log (at, actor_id, action, subject_id, brand, details, seq, prev_hash, hash)
      select now() - (${most} - n) * interval '1 year' / ${most}, n % 9973, 'block', n % 9967, 'adultcrush', '{}', n, repeat('0', 64), repeat('0', 64)
      from generate_series(1, ${most}::bigint) n`.execute(trx)
  })
  await sql`vacuum analyze audit_log`.execute(db)
}

/** As the release before writes them. */
async function keepWriting(db: Db, waits: number[], stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const from = performance.now()
    await db
      .insertInto('audit_log')
      .values({
        at: new Date(),
        actor_id: 1,
        action: 'block',
        subject_id: 2,
        brand: 'adultcrush',
        details: '{}',
      })
      .execute()
    waits.push(performance.now() - from)
    await pause(WRITTEN_EACH)
  }
}
