import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { createLog } from '#api/log.server.ts'
import { type OpenDatabase, openPglite, openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { SCHEMA } from '#db/schema.server.ts'
import { withSample } from '../support/sample-migrations.ts'

const root = join(import.meta.dirname, '..', '..')
const all = Object.keys(withSample).length
const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

const directories: string[] = []
afterEach(async () => {
  for (const directory of directories.splice(0))
    await rm(directory, { recursive: true, force: true })
})

/** Where a database is that has nothing yet: a PostgreSQL of its own, or a folder. */
async function emptyPlace(): Promise<string> {
  if (!isPostgres) {
    const directory = await mkdtemp(join(tmpdir(), 'migrated-'))
    directories.push(directory)
    return directory
  }
  const server = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await server.connect()
  const name = `m_${randomUUID().replaceAll('-', '')}`
  await server.query(`create database ${name}`)
  await server.end()
  return `${inject('postgresUrl')}/${name}`
}

const open = (place: string): Promise<OpenDatabase> =>
  isPostgres ? openPostgres(place, 1) : openPglite(place)

/** Applies all migrations in one transaction, and stays in it. */
const program = `
  const { openPglite, openPostgres } = await import('./src/db/connection.server.ts')
  const { migrate } = await import('./src/db/migrate.server.ts')
  const { withSample } = await import('./tests/support/sample-migrations.ts')
  const stay = () => {
    process.stdout.write('half-way')
    return new Promise(() => setInterval(() => undefined, 1000))
  }
  const { db } = await ${isPostgres ? 'openPostgres(process.env.PLACE, 1)' : 'openPglite(process.env.PLACE)'}
  await migrate(db, { ...withSample, '9998-half-way': { up: stay } })`

async function killHalfWay(place: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { PATH: process.env['PATH'], PLACE: place },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += String(part)))
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  child.kill('SIGKILL')
  await exited
  expect(said).toBe('half-way')
}

/** How many migrations the database says it has. */
async function done({ db }: OpenDatabase): Promise<number> {
  const { rows } = await sql<{
    done: number
  }>`select count(*)::int as done from kysely_migration`.execute(db)
  return rows[0]?.done ?? 0
}

test('what a migration that was killed half-way has begun is taken back, and whoever starts then completes it once and says so', async () => {
  const place = await emptyPlace()
  await killHalfWay(place)
  const one = await open(place)
  expect(await done(one)).toBe(0)

  // A PGlite is of one process.
  const processes = isPostgres ? [one, await open(place)] : [one]
  const lines: Array<{ level: number; msg: string }> = []
  const log = createLog('info', {
    write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
  })
  const made = await Promise.all(processes.map(({ db }) => migrate(db, withSample, log)))
  expect(made.flat()).toEqual(Object.keys(withSample).toSorted())
  expect(await done(one)).toBe(all)
  expect(lines.filter(({ msg }) => /interrupted|applied/.test(msg))).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'a migration was interrupted, and is begun again',
      from: SCHEMA,
    }),
    expect.objectContaining({ level: 30, msg: 'migrations applied', migrations: all }),
  ])

  // What ended well is nothing to speak of when the next release starts.
  lines.length = 0
  await migrate(one.db, { ...withSample, '9998-next': { up: async () => undefined } }, log)
  expect(lines.map(({ msg }) => msg)).toEqual(['migrations applied'])
  await Promise.all(processes.map((database) => database.close()))
})
