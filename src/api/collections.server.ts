import type { Db } from '../db/connection.server.ts'

/** A value of an exported row; the export writes it as JSON and as a table cell. */
export type Cell = string | number | boolean | Date | null | readonly string[]
export type Row = Record<string, Cell>

/** A part of the copy of one's data: rows about one account, from the feature that owns them. */
export type Collection = {
  /** The name of its files: kebab-case. */
  name: string
  title: string
  rows(db: Db, accountId: number, at: Date): AsyncIterable<Row>
}

const PAGE = 500

/**
 * Yields the rows of a query page by page, so that memory stays bounded. `page` returns up to `most` rows whose key is
 * greater than `after`, in the order of the key.
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
