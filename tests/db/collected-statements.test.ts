import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import {
  collectedStatements,
  collectStatements,
  refusedByPglite,
} from '../support/collected-statements.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'collected-'))
  app = await startApp()
})
afterAll(async () => {
  collectStatements(null)
  await app.close()
  await rm(folder, { recursive: true })
})

test('a statement of the product that PostgreSQL knows and PGlite does not is named, once', async () => {
  const { db } = app
  const asked = sql<{ version: string }>`select version() as version, ${1}::int as one`
  await sql`create function only_here(int) returns int language sql return 1`.execute(db)
  collectStatements(folder)
  await asked.execute(db)
  await asked.execute(db)
  await sql`select only_here(${1}::int)`.execute(db)
  // What a test asks to be refused, or of a table that was there before.
  await expect(sql`select nowhere(${1}::int)`.execute(db)).rejects.toThrow(/does not exist/)
  collectStatements(null)
  await sql`select ${1}::int as not_collected`.execute(db)
  const collected = collectedStatements(folder)
  expect(collected).toContain('select version() as version, $1::int as one')
  expect(collected.filter((text) => text.includes('not_collected'))).toEqual([])

  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const ours = collected.filter((text) => text.includes('::int'))
  expect(await refusedByPglite(ours, `${inject('postgresUrl')}/${rows[0]?.name}`)).toEqual([
    expect.stringContaining('only_here'),
  ])
})
