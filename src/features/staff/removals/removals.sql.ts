import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import type { RemovalKind } from './removals.ts'

export type Removal = Pick<
  Selectable<Database['removals']>,
  | 'id'
  | 'brand'
  | 'kind'
  | 'targets'
  | 'details'
  | 'name'
  | 'email'
  | 'made_at'
  | 'is_trusted'
  | 'outcome'
>
type NewRemoval = {
  brand: string
  kind: RemovalKind
  targets: string[]
  details: string
  name: string
  email: string
  at: Date
}

export async function insertRemoval(trx: Trx, { at, ...given }: NewRemoval): Promise<number> {
  const { id } = await trx
    .insertInto('removals')
    .values({ ...given, made_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function removalById(db: Db | Trx, id: number): Promise<Removal | undefined> {
  return db
    .selectFrom('removals')
    .select([
      'id',
      'brand',
      'kind',
      'targets',
      'details',
      'name',
      'email',
      'made_at',
      'is_trusted',
      'outcome',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function kindsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('removals')
    .select(['id', 'kind'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** False where it was so before, or is decided. */
export async function markTrusted(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('removals')
    .set({ is_trusted: true })
    .where('id', '=', id)
    .where('is_trusted', '=', sql.lit(false))
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many requests an address has made since. */
export async function countRequests(trx: Trx, email: string, since: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('removals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('made_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** False if it has ended already. */
export async function endRemoval(
  trx: Trx,
  id: number,
  end: { outcome: 'removed' | 'acted' | 'refused'; reason: string; by: number | null; at: Date },
): Promise<boolean> {
  const { outcome, reason, by, at } = end
  const { numUpdatedRows } = await trx
    .updateTable('removals')
    .set({ outcome, reason, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
