import { sql } from 'kysely'
import { createIndexConcurrently } from '#db/migrate.server.ts'
import { type UpMigration, migrations } from '#db/migrations/index.ts'

/** What changes a table with rows, in a transaction. */
export const addColumn: UpMigration = {
  up: async (db) => void (await sql`alter table photos add column tried text`.execute(db)),
}

/** What would hold up writers in one: it is made beside them, and can be begun again. */
export const indexBeside: UpMigration = {
  isOutside: true,
  up: (db) => createIndexConcurrently(db, 'photos_tried', 'on photos (width)'),
}

/** The schema and the first two migrations of a later release. */
export const withSample: Readonly<Record<string, UpMigration>> = {
  ...migrations,
  '0001-tried': addColumn,
  '0002-tried-beside': indexBeside,
}
