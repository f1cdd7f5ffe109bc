import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { collectedStatements, collectStatements, refusedBy } from '../support/collected-statements.ts'

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

test('a statement of the product that PGlite does not know is named, once', async () => {
  const asked = sql<{ version: string }>`select version() as version, ${1}::int as one`
  const unknown = sql`select pg_current_xact_id_of_elsewhere(${1}::int)`
  collectStatements(folder)
  await asked.execute(app.services.db)
  await asked.execute(app.services.db)
  await expect(unknown.execute(app.services.db)).rejects.toThrow(/does not exist/)
  collectStatements(null)
  await sql`select ${1}::int as not_collected`.execute(app.services.db)
  const collected = collectedStatements(folder)
  expect(collected).toContain('select version() as version, $1::int as one')
  expect(collected.filter((text) => text.includes('not_collected'))).toEqual([])
  const pglite = await PGlite.create()
  const refused = await refusedBy(
    pglite,
    collected.filter((text) => text.includes('::int')),
  )
  await pglite.close()
  expect(refused).toEqual([expect.stringContaining('pg_current_xact_id_of_elsewhere')])
})
