import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { foldAddress } from '../../lib/folding.ts'

/** Where an account's mail goes; null for an account that is deleted or was never there. A banned one still leaves lists. */
export async function addressOf(db: Db | Trx, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.email ?? null
}

/** Who leaves the news by an address takes back the consent of every account that gave it for that address. */
export async function withdrawMarketing(trx: Trx, email: string): Promise<void> {
  const key = foldAddress(email)
  await trx
    .updateTable('accounts')
    .set({ marketing_accepted_at: null })
    // Either half of the address's rows has an index of its own, and is found by it only if named.
    .where(sql<boolean>`((owns_email and email_key = ${key}) or (not owns_email and email_key = ${key}))`)
    .where('marketing_accepted_at', 'is not', null)
    .execute()
}

export async function acceptMarketing(trx: Trx, accountId: number, at: Date): Promise<void> {
  await trx.updateTable('accounts').set({ marketing_accepted_at: at }).where('id', '=', accountId).execute()
}
