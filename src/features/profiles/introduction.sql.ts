import type { Db, Trx } from '../../db/connection.server.ts'

/** What a member says about themselves; what is left out stays as it is. */
export async function introduce(
  db: Db | Trx,
  accountId: number,
  words: { about?: string | undefined; headline?: string | undefined },
): Promise<void> {
  const { about, headline } = words
  if (about === undefined && headline === undefined) return
  await db
    .updateTable('profiles')
    .set({ ...(about === undefined ? {} : { about }), ...(headline === undefined ? {} : { headline }) })
    .where('account_id', '=', accountId)
    .execute()
}
