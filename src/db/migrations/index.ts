import type { UpMigration } from '../migrate.server.ts'
import { makeSchema, SCHEMA } from '../schema.server.ts'

/** The schema, then what has changed since the first release, in the order in which it runs. */
export const migrations: Readonly<Record<string, UpMigration>> = { [SCHEMA]: { up: makeSchema } }
