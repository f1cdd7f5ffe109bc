import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrate.server.ts'
import type { Database } from '#db/schema.ts'

declare module 'vitest' {
  interface ProvidedContext {
    pgliteDump: string
  }
}

/** Migrates once; every test file starts from a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'app-tests-'))
  project.provide('pgliteDump', await dumpPglite(directory))
  return () => rm(directory, { recursive: true, force: true })
}

async function dumpPglite(directory: string): Promise<string> {
  // Small segments of the log: every test file begins by copying them.
  const pglite = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  await migrate(db)
  // Half of the files that a copy has: nothing is made from them.
  for (const template of ['template0', 'template1']) {
    await pglite.exec(`alter database ${template} is_template false`)
    await pglite.exec(`drop database ${template}`)
  }
  // Otherwise every start from the copy recovers what is in the log alone, which takes a quarter of
  // its time.
  await pglite.exec('checkpoint')
  const dump = await pglite.dumpDataDir('none')
  const file = join(directory, 'migrated.tar')
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  await db.destroy()
  return file
}
