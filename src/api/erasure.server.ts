import { sql } from 'kysely'
import type { Db } from '../db/connection.server.ts'
import { onErasure, type Table } from '../db/schema.ts'
import type { Clock } from '../lib/clock.ts'
import type { Settings } from '../settings.ts'
import type { PhotoFiles } from './photo-files.ts'

/**
 * What stays after an erasure, and how long: a row of the table in the privacy policy, which a test
 * compares.
 */
export type Retention = {
  what: string
  why: string
  /** The period in words, and in days for the job; null: for good. */
  howLong: string
  days: number | null
}

/**
 * What is deleted by age, also of somebody who stays: a row of a table in the privacy policy, which
 * a test compares.
 */
export type Aging = {
  table: Table
  what: string
  /** The period in words, as `Retention` says it, and in days for the job. */
  howLong: string
  days: number
  sweep: Sweep
}

export const DAYS_A_YEAR = 365.25

type About = { table: Table; columns: readonly string[] }
type Batch = (
  services: { db: Db; photoFiles: PhotoFiles; clock: Clock },
  accountId: number,
  most: number,
) => Promise<number>
type Sweep = (
  db: Db,
  before: Date,
  most: number,
  services: { clock: Clock; settings: Settings },
) => Promise<number>

/**
 * What happens to a table when an account is erased; `columns` are those that hold its id.
 * `erased`: the rows are deleted; `emptied`: the row stays without its content; `number`: the id
 * stays in rows of others; `kept`: the rows stay until `sweep` deletes them. `erase` handles up to
 * `most` rows, found by an index, and returns how many: it is repeated until that is 0, also after
 * a crash.
 */
export type Erasure = About &
  (
    | { onErasure: 'erased' | 'emptied'; erase: Batch }
    | { onErasure: 'number'; retention: Retention }
    | { onErasure: 'kept'; retention: Retention; sweep: Sweep | null; erase?: Batch }
  )

/**
 * What a room does with the rows of its tables beyond deleting those that have the id, by table:
 * the schema says what becomes of each. `erase` instead of that, or beside what is kept; `sweep`
 * null: they go with other rows.
 */
export type Erasings = {
  readonly [T in Table]?: {
    erase?: Batch
    empty?: Batch
    kept?: { retention: Retention; sweep: Sweep | null }
  }
}

/**
 * All erasures, those of tables that were made last first: rows that refer to others go before
 * these, what is most private at the beginning, the account itself at the end. Throws where the
 * schema and what rooms do are not of one mind.
 */
export function inOrder(rooms: Erasings): readonly Erasure[] {
  for (const table of Object.keys(rooms))
    if (!(table in onErasure)) throw new TypeError(`${table}: the schema says nothing of a member`)
  const all = (Object.keys(onErasure) as Table[]).toReversed()
  return all.flatMap((table): Erasure[] => {
    const { erased, emptied, number, kept } = onErasure[table] ?? {}
    const { erase, empty, kept: keeping } = rooms[table] ?? {}
    const isMeant = (kept === undefined) === (keeping === undefined)
    if (!isMeant || (emptied === undefined) !== (empty === undefined))
      throw new TypeError(`${table}: its room does not do what the schema says`)
    if (erase !== undefined && erased === undefined && kept === undefined)
      throw new TypeError(`${table}: its room erases what the schema does not`)
    const found: Array<Erasure | undefined> = [
      erased && { table, columns: erased, onErasure: 'erased', erase: erase ?? erasedRows(table) },
      emptied && empty && { table, columns: emptied, onErasure: 'emptied', erase: empty },
      number && { table, columns: number, onErasure: 'number', retention: bareNumber },
      kept &&
        keeping && { table, columns: kept, onErasure: 'kept', ...keeping, ...(erase && { erase }) },
    ]
    return found.filter((one) => one !== undefined)
  })
}

/** Deletes the rows of a table that have the id in one of the columns; each needs an index. */
export function erasedRows(table: Table): Batch {
  const { erased: columns = [] } = onErasure[table] ?? {}
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
