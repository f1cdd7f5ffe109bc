import { brands } from '../sites/registry.ts'
import type { Db, Trx } from './connection.server.ts'

/** Makes the database know every brand; a brand that has left the network keeps its row, for its members'. */
export async function syncBrands(db: Db | Trx): Promise<void> {
  await db
    .insertInto('brands')
    .values(brands.map(({ id }) => ({ id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
