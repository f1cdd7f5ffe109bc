import { sql } from 'kysely'
import type { Db } from '../db/connection.server.ts'
import type { Database } from '../db/schema.ts'
import type { Services } from './services.server.ts'

/** What stays after an erasure, and how long: a row of the table in the privacy policy, which a test compares. */
export type Retention = {
  what: string
  why: string
  /** The period in words, and in days for the job; null: for good. */
  howLong: string
  days: number | null
}

/** What is deleted by age, also of somebody who stays: a row of a table in the privacy policy, which a test compares. */
export type Aging = {
  table: Table
  what: string
  /** The period in words, as `Retention` says it, and in days for the job. */
  howLong: string
  days: number
  sweep: Sweep
}

export const DAYS_A_YEAR = 365.25

type Table = keyof Database
type About = { table: Table; columns: readonly string[]; why: string }
type Batch = (
  services: Pick<Services, 'db' | 'photoFiles' | 'clock'>,
  accountId: number,
  most: number,
) => Promise<number>
type Sweep = (
  db: Db,
  before: Date,
  most: number,
  services: Pick<Services, 'clock' | 'settings'>,
) => Promise<number>

/**
 * What happens to a table when an account is erased; `columns` are those that hold its id. `erased`: the rows are
 * deleted; `emptied`: the row stays without its content; `number`: the id stays in rows of others; `kept`: the rows
 * stay until `sweep` deletes them. `erase` handles up to `most` rows, found by an index, and returns how many: it is
 * repeated until that is 0, also after a crash.
 */
export type Erasure = About &
  (
    | { fate: 'erased' | 'emptied'; erase: Batch }
    | { fate: 'number'; retention: Retention }
    | { fate: 'kept'; retention: Retention; sweep: Sweep | null; erase?: Batch }
  )

/** Deletes the rows of a table that have the id in one of the columns; each needs an index. */
export function erased(table: Table, columns: readonly string[], why: string): Erasure {
  return { table, columns, why, fate: 'erased', erase: erasedRows(table, columns) }
}

/** As `erased`, for a table whose rows are not all. */
export function erasedRows(table: Table, columns: readonly string[]): Batch {
  return async ({ db }, accountId, most) => {
    let count = 0
    for (const column of columns) count += await deleteBy(db, table, column, accountId, most)
    return count
  }
}

const bareNumber: Retention = {
  what: 'The bare number of your account',
  why: 'so that what others wrote and decided still belongs together; it names nobody any more',
  howLong: 'for good',
  days: null,
}

export function numberStays(table: Table, columns: readonly string[], why: string): Erasure {
  return { table, columns, why, fate: 'number', retention: bareNumber }
}

/** The id beside the place: a table of several partitions has a row at the same place in each. */
async function deleteBy(
  db: Db,
  table: Table,
  column: string,
  accountId: number,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${accountId} limit ${sql.lit(most)} for update
    )) and ${sql.ref(column)} = ${accountId}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
