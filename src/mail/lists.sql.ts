import { createHash } from 'node:crypto'
import type { Db, Trx } from '../db/connection.server.ts'
import { foldAddress } from '../lib/folding.ts'
import type { MailList } from './unsubscribe.server.ts'

/**
 * Only a hash is stored, so that the unsubscription outlives the account without storing the
 * address.
 */
function emailHash(email: string): Uint8Array {
  return createHash('sha256').update(foldAddress(email)).digest()
}

export async function leaveList(
  db: Db | Trx,
  email: string,
  list: MailList,
  at: Date,
): Promise<void> {
  await db
    .insertInto('mail_suppressions')
    .values({ email_hash: emailHash(email), list, since: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function rejoinList(db: Db | Trx, email: string, list: MailList): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_suppressions')
    .where('email_hash', '=', emailHash(email))
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function leftLists(db: Db, email: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mail_suppressions')
    .select('list')
    .where('email_hash', '=', emailHash(email))
    .execute()
  return new Set(rows.map(({ list }) => list))
}

export async function hasLeftList(db: Db | Trx, email: string, list: MailList): Promise<boolean> {
  const row = await db
    .selectFrom('mail_suppressions')
    .select('since')
    .where('email_hash', '=', emailHash(email))
    .where('list', '=', list)
    .executeTakeFirst()
  return row !== undefined
}
