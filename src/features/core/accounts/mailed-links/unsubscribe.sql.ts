import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { foldAddress } from '#lib/folding.ts'

/**
 * An account's mail address; null if deleted or unknown. A banned account can still unsubscribe.
 */
export async function addressOf(db: Db | Trx, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.email ?? null
}

export async function withdrawMarketing(trx: Trx, email: string): Promise<void> {
  const key = foldAddress(email)
  await trx
    .updateTable('accounts')
    .set({ marketing_accepted_at: null })
    // Each half of the address's rows has its own partial index; the planner uses it only if the
    // condition is named.
    .where(
      sql<boolean>`((owns_email and email_key = ${key}) or (not owns_email and email_key = ${key}))`,
    )
    .where('marketing_accepted_at', 'is not', null)
    .execute()
}

export async function acceptMarketing(trx: Trx, accountId: number, at: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ marketing_accepted_at: at })
    .where('id', '=', accountId)
    .execute()
}
