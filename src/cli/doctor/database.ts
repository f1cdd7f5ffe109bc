import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { openPglite } from '#db/connection.server.ts'
import { comparedWith } from '#db/migrate.server.ts'
import { migrations } from '#db/migrations/index.ts'
import { type Month, MONTHS, monthlyTables, monthsFrom } from '#db/months.server.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { LockError } from '#lib/lock.server.ts'
import type { GivenSettings } from '#settings.ts'
import { type Finding, findings, reasonOf } from './finding.ts'
import { askServer } from './outside.ts'

const UNDEFINED_TABLE = '42P01'
const APPLIED = 'select name from kysely_migration order by name'
const { done, toDo } = findings('database')
const TIMEOUT = 5 * SECOND
const OLDEST_VERSION = 15
const MOST_SKEW = 2 * SECOND

export async function checkDatabase(settings: GivenSettings): Promise<Finding[]> {
  return settings.databaseUrl === null
    ? checkPglite(settings)
    : checkPostgres(settings.databaseUrl, settings)
}

async function checkPglite(settings: GivenSettings): Promise<Finding[]> {
  const { dataDir, production } = settings
  const notSafe = production
    ? [
        toDo(
          'PGlite is not safe against power loss: set DATABASE_URL to a PostgreSQL for real data.',
        ),
      ]
    : []
  if (!existsSync(join(dataDir, 'pglite')))
    return [...notSafe, done(`none yet: npm start makes one in ${dataDir}`)]
  try {
    const database = await openPglite(dataDir)
    try {
      const applied = await sql<Applied>`${sql.raw(APPLIED)}`.execute(database.db).catch(asEmpty)
      return [...notSafe, migrationFinding(namesIn(applied), 'PGlite, which no process has open')]
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof LockError))
      return [
        ...notSafe,
        toDo(`PGlite in ${dataDir} cannot be opened (${reasonOf(error)}): restore it from a copy.`),
      ]
    const answer = await askServer(settings, '/readyz').catch((reason: unknown) => reasonOf(reason))
    if (typeof answer === 'string') {
      return [
        ...notSafe,
        toDo(
          `A process has ${dataDir} open, but nothing answers at ${settings.host}:${settings.port} (${answer}): set PORT and HOST as it was started, or restart it.`,
        ),
      ]
    }
    if (answer.status !== 200)
      return [
        ...notSafe,
        toDo(
          `The running server answers /readyz with ${answer.status}: see “not ready” in its log, and restart it.`,
        ),
      ]
    return [...notSafe, done('PGlite, which the running server has open and reads')]
  }
}

/** A database that nothing was started on yet has no such table. */
function asEmpty(error: unknown): { rows: Applied[] } {
  if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return { rows: [] }
  throw error
}

const namesIn = ({ rows }: { rows: readonly Applied[] }) => rows.map(({ name }) => name)

export function migrationFinding(
  applied: readonly string[],
  what: string,
  ours = migrations,
): Finding {
  const { isOther, newer, missing } = comparedWith(ours, applied)
  if (isOther)
    return toDo(
      `${what}; it was made with another edition of the schema (${applied[0]}): start with an empty one.`,
    )
  if (newer.length > 0)
    return toDo(
      `${what}; a newer release has changed it (${newer[0]}): start that release, not this one.`,
    )
  if (applied.length === 0)
    return toDo(`${what}; it is empty: the server makes its tables when it starts.`)
  if (missing.length > 0)
    return toDo(
      `${what}; ${missing.length} migrations are not applied: the server does that when it starts.`,
    )
  return done(`${what}; it has this release’s schema`)
}

type Applied = { name: string }

type Facts = {
  number: number
  version: string
  encoding: string
  now: Date
  fsync: string
  commit: string
  connections: number
  most: number
  waiting: number
  blocker: number | null
  idle: number
}

function clientTo(url: string): pg.Client & { processID?: number } {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
    application_name: 'doctor',
  })
  // The statement that it breaks says so; without a listener it would end the process.
  client.on('error', () => undefined)
  return client
}

async function checkPostgres(
  url: string,
  { production, databaseDirectUrl, databaseReplicaUrl }: GivenSettings,
): Promise<Finding[]> {
  const client = clientTo(url)
  try {
    await client.connect()
  } catch (error) {
    const reason = reasonOf(error)
    const isRefused = /^(28|3D)/.test(reason)
    return [
      toDo(
        isRefused
          ? `PostgreSQL refuses name, password or database (${reason}): correct DATABASE_URL.`
          : `PostgreSQL cannot be reached (${reason}): start it, or correct DATABASE_URL.`,
      ),
    ]
  }
  try {
    const from = Date.now()
    const [facts] = (await client.query(FACTS, [MINUTE / SECOND])).rows as [Facts]
    const middle = (from + Date.now()) / 2
    const applied = await client.query<Applied>(APPLIED).catch(asEmpty)
    const pooling =
      databaseDirectUrl === null
        ? await checkPooling(url, client)
        : await checkDirect(databaseDirectUrl)
    const replica = databaseReplicaUrl === null ? [] : await checkReplica(databaseReplicaUrl)
    const migrated = migrationFinding(namesIn(applied), `PostgreSQL ${facts.version}`)
    const months = migrated.state === 'done' ? await checkMonths(client, facts.now) : []
    return [
      ...serverFindings(facts, middle, production),
      ...pooling,
      ...replica,
      ...months,
      migrated,
    ]
  } catch (error) {
    return [
      toDo(`PostgreSQL does not answer (${reasonOf(error)}): see its log for what holds it up.`),
    ]
  } finally {
    await client.end()
  }
}

/**
 * A pooler names a process of its own to the client; one in transaction mode gives two clients the
 * same of PostgreSQL's.
 */
async function processes(
  client: pg.Client & { processID?: number },
): Promise<{ named: number | undefined; real: number }> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { named: client.processID, real: rows[0]?.pid ?? 0 }
}

async function checkPooling(url: string, client: pg.Client): Promise<Finding[]> {
  const { named, real } = await processes(client)
  if (named === real) return []
  const second = clientTo(url)
  try {
    await second.connect()
    if ((await processes(second)).real !== real) return []
  } finally {
    await second.end()
  }
  return [
    toDo(
      'DATABASE_URL leads to a pooler in transaction mode: set DATABASE_DIRECT_URL to PostgreSQL itself, and DATABASE_PREPARED=0 unless the pooler keeps prepared statements.',
    ),
  ]
}

async function checkDirect(url: string): Promise<Finding[]> {
  const client = clientTo(url)
  try {
    await client.connect()
    const { named, real } = await processes(client)
    return named === real
      ? []
      : [toDo('DATABASE_DIRECT_URL leads to a pooler: set it to PostgreSQL itself.')]
  } catch (error) {
    return [
      toDo(
        `PostgreSQL cannot be reached at DATABASE_DIRECT_URL (${reasonOf(error)}): correct it; without it nothing is heard of other processes.`,
      ),
    ]
  } finally {
    await client.end()
  }
}

async function checkMonths(client: pg.Client, now: Date): Promise<Finding[]> {
  const found: Finding[] = []
  for (const table of Object.keys(monthlyTables)) {
    const { rows } = await client.query<Month>(MONTHS, [table])
    if (monthsFrom(now, rows) > 1) continue
    found.push(
      toDo(
        `${table} has no partition for the next month: start the server, whose job “months” makes it, or see “job failed” in its log. No row is lost meanwhile.`,
      ),
    )
  }
  return found
}

async function checkReplica(url: string): Promise<Finding[]> {
  const client = clientTo(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>(
      'select pg_is_in_recovery() as "isStandby"',
    )
    return rows[0]?.isStandby === true
      ? []
      : [
          toDo(
            'DATABASE_REPLICA_URL leads to no standby, so that all is read from the primary: correct it.',
          ),
        ]
  } catch (error) {
    return [
      toDo(
        `PostgreSQL cannot be reached at DATABASE_REPLICA_URL (${reasonOf(error)}), so that all is read from the primary: start it, or correct that.`,
      ),
    ]
  } finally {
    await client.end()
  }
}

const FACTS = `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
  current_setting('server_encoding') as encoding, clock_timestamp() as now, current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as commit, current_setting('max_connections')::int as most,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
  (select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and now() - query_start > interval '5 seconds') as waiting,
  (select (pg_blocking_pids(pid))[1] from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and now() - query_start > interval '5 seconds' order by query_start limit 1) as blocker,
  (select count(*)::int from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and now() - state_change > $1 * interval '1 second') as idle`

export function serverFindings(facts: Facts, at: number, production: boolean): Finding[] {
  const {
    number,
    version,
    encoding,
    now,
    fsync,
    commit,
    connections,
    most,
    waiting,
    blocker,
    idle,
  } = facts
  const skew = now.getTime() - at
  return [
    number / 10_000 < OLDEST_VERSION &&
      toDo(`PostgreSQL ${version} is too old: upgrade it to ${OLDEST_VERSION} or newer.`),
    encoding !== 'UTF8' && toDo(`Its encoding is ${encoding}: make the database again with UTF8.`),
    Math.abs(skew) > MOST_SKEW &&
      toDo(
        `Its clock is ${Math.abs(Math.round(skew / 100) / 10)} s ${skew > 0 ? 'before' : 'behind'} ours: let both machines keep time by NTP.`,
      ),
    production &&
      (fsync !== 'on' || commit === 'off') &&
      toDo('It acknowledges what a power loss may lose: set fsync and synchronous_commit to on.'),
    connections > most * 0.8 &&
      toDo(
        `${connections} of ${most} connections are in use: find who keeps them (pg_stat_activity), or raise max_connections.`,
      ),
    waiting > 0 &&
      toDo(
        `${waiting} statements wait for a lock, held by process ${blocker ?? '?'}: see pg_stat_activity, and end it by pg_terminate_backend if it hangs.`,
      ),
    idle > 0 &&
      toDo(
        `${idle} transactions do nothing for over a minute and keep their locks: end them by pg_terminate_backend.`,
      ),
  ].filter((finding) => finding !== false)
}
