import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Db, openPglite, type OpenDatabase } from '#db/connection.server.ts'
import { fillDemo } from '#demo/network.server.ts'
import { serveControl } from '#process/control.server.ts'
import { openToOthers } from '../support/open-to-others.ts'
import {
  actsByMonth,
  DROPPED_MONTH,
  KEPT_MONTH,
  makeMonthsAgain,
  passYears,
} from '../support/past-months.ts'

/** A copy of a data directory that a process has open and writes to. */

const root = await mkdtemp(join(tmpdir(), 'backup-'))
const dataDir = join(root, 'data')
let database: OpenDatabase
let control: Awaited<ReturnType<typeof serveControl>>
beforeAll(async () => {
  database = await openPglite(dataDir, new Blob([await readFile(inject('pgliteDump'))]))
  await fillDemo(database.db, { now: new Date(), members: 20 })
  const signing = {
    clock: { now: () => new Date() },
    settings: { sessionSecret: 'x'.repeat(43) },
  } as Parameters<typeof passYears>[1]
  await passYears(database.db, signing, (at) =>
    database.db.insertInto('audit_log').values({ at, action: 'seen' }).execute(),
  )
  await mkdir(join(dataDir, 'photos', 'ab'), { recursive: true })
  await writeFile(join(dataDir, 'photos', 'ab', 'abc-400.avif'), 'a picture')
  await writeFile(join(dataDir, 'photos', 'ab', 'abd-400.avif.part'), 'half a pic')
  await writeFile(join(dataDir, 'demo-secret'), 'x'.repeat(43), { mode: 0o600 })
  control = await serveControl(dataDir, database)
})
afterAll(async () => {
  control?.close()
  await database.close()
  await rm(root, { recursive: true, force: true })
})

async function command(
  to: string,
  limit = '',
  shell: readonly string[] = ['sh'],
): Promise<{ code: number; said: string }> {
  const [program = 'sh', ...words] = shell
  const child = spawn(
    program,
    [...words, '-c', `${limit} "$0" src/cli/backup.ts "$1"`, process.execPath, to],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATA_DIR: dataDir,
        DEMO: '0',
      },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += String(part)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: said.trim() }
}

/** A digest of the rows of each table. */
async function contentOf(db: Db): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(
    db,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{
      digest: string
      count: number
    }>`select count(*)::int as count, md5(coalesce(string_agg(t::text, E'\n' order by t::text), '')) as digest from ${sql.table(name)} t`.execute(
      db,
    )
    content[name] = rows[0]
  }
  return content
}

async function sequencesOf(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{
    name: string
    value: number | null
  }>`select sequencename as name, last_value as value from pg_sequences`.execute(db)
  return new Map(rows.map(({ name, value }) => [name, value ?? 0]))
}

test('a backup is whole and opens, while the process goes on writing', async () => {
  const { db } = database
  let written = 0
  const copied = new AbortController()
  // Each transaction writes two rows, of which a copy has both or none.
  const writes = (async () => {
    while (!copied.signal.aborted) {
      await db.transaction().execute(async (trx) => {
        for (const part of ['a', 'b'])
          await sql`insert into kept_settings (name, value) values (${`${written}-${part}`}, 'x')`.execute(
            trx,
          )
      })
      written += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const to = join(root, 'while-writing')
  const { code, said } = await command(to)
  copied.abort()
  await writes
  expect([code, said]).toEqual([0, expect.stringContaining('1 files')])

  const copy = await openPglite(to)
  const kept = await sql<{
    name: string
  }>`select name from kept_settings where name ~ '^[0-9]+-[ab]$'`.execute(copy.db)
  await copy.close()
  const names = new Set(kept.rows.map(({ name }) => name))
  expect(names.size).toBeGreaterThan(0)
  for (const name of names)
    expect(names.has(name.endsWith('a') ? name.replace('a', 'b') : name.replace('b', 'a'))).toBe(
      true,
    )
})

test('a backup has every table as it was, the sequences, the files and the secret', async () => {
  const before = await contentOf(database.db)
  const sequences = await sequencesOf(database.db)
  const to = join(root, 'at-rest')
  expect((await command(to)).code).toBe(0)
  expect(await openToOthers(to)).toEqual([])
  const copy = await openPglite(to)
  const after = await contentOf(copy.db)
  const counting = await sequencesOf(copy.db)
  const acts = await actsByMonth(copy.db)
  // The copy goes on where the log was: the act that waits for its month gets it.
  await makeMonthsAgain(copy.db)
  await copy.close()
  expect(acts).toEqual({ [KEPT_MONTH]: 1, audit_log_rest: 1 })
  expect(Object.keys(after)).not.toContain(DROPPED_MONTH)
  expect(Object.keys(after).length).toBeGreaterThan(50)
  expect(after).toEqual(before)
  // PostgreSQL writes down some values ahead, so that a copy may leave some out, and gives none
  // twice.
  for (const [name, value] of sequences)
    expect([name, counting.get(name)]).toEqual([
      name,
      expect.toSatisfy((found: number) => found >= value && found <= value + 40),
    ])
  expect(await readFile(join(to, 'photos', 'ab', 'abc-400.avif'), 'utf8')).toBe('a picture')
  expect(await readdir(join(to, 'photos', 'ab'))).toEqual(['abc-400.avif'])

  expect(await command(to)).toEqual({
    code: 1,
    said: `${to} is there already. Give the backup another name.`,
  })
})

describe('where the disk takes no more in the middle, it leaves nothing and says so', () => {
  const full = (to: string) =>
    `The disk of ${to} is full. Nothing of this backup was kept; make space, or name a folder on another disk.`

  test('at the largest file allowed', async () => {
    const before = await readdir(root)
    const to = join(root, 'full')
    expect(await command(to, 'ulimit -f 2000;')).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^(The disk of \S+ is full|\S+ could not be written)\. Nothing of this backup was kept; [^\n]*$/,
      ),
    })
    expect(await readdir(root)).toEqual(before)
  })

  test.each([
    ['copying files', '256k'],
    ['making the database', '24m'],
  ])('at a small disk that is full while %s', async (_, size) => {
    // What is mounted there is gone with the command.
    const inside = ['unshare', '--map-root-user', '--mount', 'sh'] as const
    const disk = await mkdtemp(join(tmpdir(), 'small-disk-'))
    const mount = `mount -t tmpfs -o size=${size} none ${disk}`
    if (spawnSync(inside[0], [...inside.slice(1), '-c', mount]).status !== 0) {
      process.stdout.write(
        'unshare (util-linux) is not installed or not allowed: no small disk was filled\n',
      )
      return
    }
    await writeFile(join(dataDir, 'photos', 'ab', 'abe-400.avif'), Buffer.alloc(1_000_000))
    try {
      const to = join(disk, 'copy')
      const { code, said } = await command(to, `trap 'ls -A ${disk}' EXIT; ${mount};`, inside)
      expect([code, said]).toEqual([1, full(to)])
    } finally {
      await rm(join(dataDir, 'photos', 'ab', 'abe-400.avif'))
      await rm(disk, { recursive: true })
    }
  })
})

test('a backup says what to do where the process that has the directory gives no copy', async () => {
  control?.close()
  await rm(join(dataDir, 'control.sock'), { force: true })
  expect(await command(join(root, 'no-answer'))).toEqual({
    code: 1,
    said: expect.stringMatching(/gives no copy of it \(ENOENT\)\. Stop it, and try again\.$/),
  })
})
