import type { Db } from '../db/connection.server.ts'

/** A key that a row has, and how many files have it. */
type Stored = { id: number; key: string; files: number }

/** One kind of files in the store of photos, with the rows that they belong to. */
export type FileKind = {
  what: string
  /** Null for a file of another kind. */
  keyOf(name: string): string | null
  /** Of these keys, those that have a row. */
  known(db: Db, keys: readonly string[]): Promise<Set<string>>
  /** Up to `most` rows after this number, in order; a row may have several keys. */
  rows(db: Db, after: number, most: number): Promise<Stored[]>
}
