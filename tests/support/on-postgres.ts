import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/db/migrate.server.ts'
import type { Database } from '../../src/db/schema.ts'
import { COLLECTING, collectedStatements, refusedByPglite } from './collected-statements.ts'
import { copyOfTemplate, startTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A folder for the product’s statements; null where they are not collected. */
    collected: string | null
  }
}

/** A server whose `template_app` has another release's schema (tests/faults/previous-release.fault.ts). */
export const SCHEMA_SERVER = 'TEST_SCHEMA_SERVER'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const collected = process.env[COLLECTING] === undefined ? null : await mkdtemp(join(tmpdir(), 'statements-'))
  project.provide('collected', collected)
  const given = process.env[SCHEMA_SERVER]
  if (given !== undefined) {
    project.provide('postgresUrl', given)
    return async () => undefined
  }
  const postgres = await startTemplate()
  project.provide('postgresUrl', postgres.url)
  return async () => {
    const refused = collected === null ? [] : await refusedOf(collectedStatements(collected), postgres.url)
    await postgres.stop()
    if (collected !== null) await rm(collected, { recursive: true, force: true })
    if (refused.length > 0) throw new Error(`PGlite cannot prepare\n${refused.join('\n')}`)
  }
}

async function refusedOf(statements: readonly string[], url: string): Promise<string[]> {
  const postgres = new pg.Client({ connectionString: await copyOfTemplate(url, 'prepared') })
  const pglite = await PGlite.create()
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  await Promise.all([postgres.connect(), migrate(db)])
  const refused = await refusedByPglite(pglite, postgres, statements)
  process.stdout.write(`${statements.length} statements of the product prepared on PGlite\n`)
  await Promise.all([postgres.end(), db.destroy()])
  return refused
}
