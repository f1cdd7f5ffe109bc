import type { Kysely } from 'kysely'
import { makeSchema, SCHEMA } from '../schema.server.ts'

/**
 * `isOutside`: without a transaction of its own, as `create index concurrently` demands; it can be
 * begun again.
 */
export type UpMigration = { up(db: Kysely<unknown>): Promise<void>; isOutside?: true }

/** The schema, then what has changed since the first release, in the order in which it runs. */
export const migrations: Readonly<Record<string, UpMigration>> = { [SCHEMA]: { up: makeSchema } }
