import type { Db, Trx } from '../../db/connection.server.ts'
import type { Gender } from '../../sites/genders.ts'

/** Updates a member's introduction; absent fields stay unchanged. */
export async function introduce(
  db: Db | Trx,
  accountId: number,
  words: { about?: string | undefined; headline?: string | undefined; lookingFor?: readonly Gender[] | undefined },
): Promise<void> {
  const { about, headline, lookingFor } = words
  if (about === undefined && headline === undefined && lookingFor === undefined) return
  await db
    .updateTable('profiles')
    .set({
      ...(about === undefined ? {} : { about }),
      ...(headline === undefined ? {} : { headline }),
      ...(lookingFor === undefined ? {} : { looking_for: [...lookingFor] }),
    })
    .where('account_id', '=', accountId)
    .execute()
}
