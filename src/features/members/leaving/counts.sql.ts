import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import type { agingCounts } from './erasures.server.ts'

export function sweepCounts(
  db: Db,
  table: (typeof agingCounts)[number]['table'],
  before: Date,
  most: number,
): Promise<number> {
  return deleteSome(db, table, sql.ref('day'), before, most)
}
