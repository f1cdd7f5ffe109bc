import { type RawBuilder, sql } from 'kysely'
import type { Cursor } from '../lib/cursor.ts'

/**
 * Rows of a list in falling order of time that come after a row of it; `id` tells those of one
 * moment apart.
 */
export function isBefore(at: string, id: string, row: Cursor): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${row.at}::timestamptz, ${row.id}::bigint)`
}
