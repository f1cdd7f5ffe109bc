import { type SelectExpression, type SelectQueryBuilder, type Selection, sql } from 'kysely'
import type { Db } from '../db/connection.server.ts'
import type { Database } from '../db/schema.ts'

/** A value of an exported row; the export writes it as JSON and as a table cell. */
export type Cell = string | number | boolean | Date | null | readonly string[]
export type Row = Record<string, Cell>

/** A part of the copy of one's data: rows about one account, from the feature that owns them. */
export type Collection = {
  /** The name of its files: kebab-case. */
  name: string
  title: string
  rows(db: Db, accountId: number, at: Date): AsyncIterable<Row>
  /** Pictures that belong to the rows: the name in the copy, and that of the stored file. */
  files?(db: Db, accountId: number): Promise<Array<{ file: string; stored: string }>>
}

const PAGE = 500

/**
 * Yields the rows of a query page by page, so that memory stays bounded. `page` returns up to
 * `most` rows whose key is greater than `after`, in the order of the key.
 */
export async function* inPages<Found extends { key: number }>(
  page: (after: number, most: number) => Promise<Found[]>,
): AsyncGenerator<Omit<Found, 'key'>, void, undefined> {
  let after = 0
  for (;;) {
    const rows = await page(after, PAGE)
    for (const { key, ...row } of rows) {
      after = key
      yield row
    }
    if (rows.length < PAGE) return
  }
}

type Keyed = Row & { key: number }
type RowsOf<DB, TB extends keyof DB, Found> = (
  db: Db,
  accountId: number,
  at: Date,
) => SelectQueryBuilder<DB, TB, Found>

/**
 * The rows of a query page by page, in the order of the column that it selects `as key`; `tell`
 * makes of a page what the copy says of it.
 */
export function rowsBy<DB, TB extends keyof DB, Found extends Keyed>(
  key: string,
  query: RowsOf<DB, TB, Found>,
): Collection['rows']
export function rowsBy<DB, TB extends keyof DB, Found, Told extends { key: number }>(
  key: string,
  query: RowsOf<DB, TB, Found>,
  tell: (db: Db, page: Found[]) => Promise<Told[]> | Told[],
): Collection['rows']
export function rowsBy<DB, TB extends keyof DB, Found>(
  key: string,
  query: RowsOf<DB, TB, Found>,
  tell?: (db: Db, page: Found[]) => unknown,
): Collection['rows'] {
  return (db, accountId, at) =>
    inPages(async (after, most) => {
      const page = (await query(db, accountId, at)
        .where(sql<number>`${sql.ref(key)}`, '>', after)
        .orderBy(sql.ref(key))
        .limit(sql.lit(most))
        .execute()) as Found[]
      return (tell ? await tell(db, page) : page) as Keyed[]
    })
}

type Told<Found> = {
  /** The column that says whose a row is. */
  owner?: string
  tell?: (db: Db, page: Found[]) => Promise<Array<{ key: number }>> | Array<{ key: number }>
}

/** Somebody's rows of a table, page by page: the first of the columns is their number, `as key`. */
export function ownRows<T extends keyof Database, const C extends SelectExpression<Database, T>>(
  table: T,
  columns: readonly [`${string} as key`, ...C[]],
  { owner = 'account_id', tell }: Told<Selection<Database, T, C> & { key: number }> = {},
): Collection['rows'] {
  const [key] = columns[0].split(' as ') as [string]
  return rowsBy(
    key,
    (db, accountId) =>
      db
        .selectFrom(table as 'payments')
        .select(columns as never)
        .where(owner as 'account_id', '=', accountId),
    (db, page) => (tell ? tell(db, page as never) : page) as never,
  )
}

/** The rows of a query, which are few and in its own order. */
export function allRows(
  query: (db: Db, accountId: number) => { execute(): Promise<Row[]> },
): Collection['rows'] {
  return async function* (db, accountId) {
    yield* await query(db, accountId).execute()
  }
}
