import type { Db, Trx } from '../../db/connection.server.ts'

/** Whom a decision is about, with what it needs to know of the account. */
export type Person = {
  id: number
  username: string
  email: string
  ownsEmail: boolean
  emailConfirmedAt: Date | null
  brand: string
  bannedAt: Date | null
  suspendedUntil: Date | null
  limitedUntil: Date | null
  deletedAt: Date | null
  premiumUntil: Date | null
}

function persons(db: Db | Trx, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'owns_email as ownsEmail', 'email_confirmed_at as emailConfirmedAt', 'brand', 'banned_at as bannedAt'])
    .select(['suspended_until as suspendedUntil', 'limited_until as limitedUntil', 'deleted_at as deletedAt', 'premium_until as premiumUntil'])
    .where('id', '=', accountId)
}

/** Locks the account: decisions about one person are made one after another. */
export async function personForUpdate(trx: Trx, accountId: number): Promise<Person | undefined> {
  return persons(trx, accountId).forUpdate().executeTakeFirst()
}
