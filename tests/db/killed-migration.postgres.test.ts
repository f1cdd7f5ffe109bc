import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openPostgres } from '../../src/db/connection.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { migrations } from '../../src/db/migrations/index.ts'

const root = join(import.meta.dirname, '..', '..')
const all = Object.keys(migrations).length

async function emptyDatabase(): Promise<{ url: string; watch: pg.Client }> {
  const server = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await server.connect()
  const name = `m_${randomUUID().replaceAll('-', '')}`
  await server.query(`create database ${name}`)
  await server.end()
  const url = `${inject('postgresUrl')}/${name}`
  const watch = new pg.Client({ connectionString: url })
  await watch.connect()
  return { url, watch }
}

/** How many migrations the database says it has. */
async function done(watch: pg.Client): Promise<number> {
  const { rows } = await watch.query<{ done: number }>('select count(*)::int as done from kysely_migration')
  return rows[0]?.done ?? 0
}

test('what a migration that was killed half-way has begun is taken back, and two processes that start then complete it once', async () => {
  const { url, watch } = await emptyDatabase()
  const program = `
    const { openPostgres } = await import('./src/db/connection.server.ts')
    const { migrate } = await import('./src/db/migrate.server.ts')
    const { db } = await openPostgres(process.env.DATABASE_URL, 1)
    await migrate(db)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env: { PATH: process.env['PATH'], DATABASE_URL: url } })
  const underWay = async () => {
    const { rows } = await watch.query<{ changes: number }>(
      `select count(*)::int as changes from pg_locks where database = (select oid from pg_database where datname = current_database())
        and mode = 'AccessExclusiveLock' and pid <> pg_backend_pid()`,
    )
    return rows[0]?.changes ?? 0
  }
  await expect.poll(underWay, { interval: 5 }).toBeGreaterThan(20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(underWay).toBe(0)
  expect(await done(watch)).toBe(0)

  const [one, other] = await Promise.all([openPostgres(url, 1), openPostgres(url, 1)])
  const made = await Promise.all([migrate(one.db), migrate(other.db)])
  expect(made.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, all])
  expect(await done(watch)).toBe(all)
  await Promise.all([one.close(), other.close(), watch.end()])
})
