import { brands } from '../sites/registry.ts'
import type { Db, Trx } from './connection.server.ts'

/** Inserts a row for every brand. A removed brand keeps its row, because members refer to it. */
export async function syncBrands(db: Db | Trx): Promise<void> {
  await db
    .insertInto('brands')
    .values(brands.map(({ id }) => ({ id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
