import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, openPostgres } from '../../src/db/connection.server.ts'
import type { Database } from '../../src/db/schema.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of an empty, migrated PGlite. */
    pgliteDump: string
    /** The address of the server that has the migrated database `template_app`. */
    postgresUrl: string
  }
}

/** Migrates once on each database; every test file starts from a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'app-tests-'))
  const [dump, stopPostgres] = await Promise.all([dumpPglite(directory), startTemplate(project)])
  project.provide('pgliteDump', dump)
  return async () => {
    await stopPostgres()
    await rm(directory, { recursive: true, force: true })
  }
}

async function dumpPglite(directory: string): Promise<string> {
  const pglite = await PGlite.create()
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  await migrate(db)
  const dump = await pglite.dumpDataDir('none')
  const file = join(directory, 'migrated.tar')
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  await db.destroy()
  return file
}

async function startTemplate(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const template = await openPostgres(await server.create('template_app'), 1)
  await migrate(template.db)
  await template.close()
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}

/** A fresh database of its own, copied from the template; its address. */
export async function copyOfTemplate(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(`create database ${pg.escapeIdentifier(name)} template template_app`)
  await client.end()
  return `${url}/${name}`
}
