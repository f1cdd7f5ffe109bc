import type { Scope } from '#api/member.server.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'
import type { SavedSearch } from './saved-searches.contract.ts'
import { MOST_SAVED } from './saved-searches.ts'

const columns = ['id', 'name', 'query'] as const

const saved = compiledOnce((db, { accountId }: { accountId: number }) =>
  db.selectFrom('saved_searches').select(columns).where('account_id', '=', accountId).orderBy('id'),
)

export function savedBy(db: Db, accountId: number): Promise<SavedSearch[]> {
  return saved(db, { accountId })
}

/**
 * The same search saved again gets the new name. Null: there are as many as may be, which the lock
 * keeps true.
 */
export function keepSearch(
  db: Db,
  { member, at }: Scope,
  { name, query }: Omit<SavedSearch, 'id'>,
): Promise<SavedSearch | null> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, member.id)
    const kept = await trx
      .selectFrom('saved_searches')
      .select(columns)
      .where('account_id', '=', member.id)
      .execute()
    if (kept.length >= MOST_SAVED && !kept.some((one) => one.query === query)) return null
    return trx
      .insertInto('saved_searches')
      .values({ account_id: member.id, name, query, created_at: at })
      .onConflict((conflict) => conflict.columns(['account_id', 'query']).doUpdateSet({ name }))
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

export async function forgetSearch(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
