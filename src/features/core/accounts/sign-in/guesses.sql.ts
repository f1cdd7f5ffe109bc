import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { foldLogin } from '#lib/folding.ts'

export async function insertGuessedLogin(
  trx: Db | Trx,
  guessed: { brand: string; login: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('guessed_logins')
    .values({ brand: guessed.brand, login: guessed.login, guessed_at: guessed.at })
    .execute()
}

export async function takeGuessedLogin(
  trx: Trx,
): Promise<{ brand: string; login: string } | undefined> {
  return trx
    .deleteFrom('guessed_logins')
    .where('id', '=', (eb) =>
      eb.selectFrom('guessed_logins').select('id').orderBy('id').limit(1).forUpdate().skipLocked(),
    )
    .returning(['brand', 'login'])
    .executeTakeFirst()
}

/**
 * The account that a login means and whether it owns its address. An address means only its owner.
 */
export async function accountForLogin(
  trx: Trx,
  login: string,
): Promise<
  { id: number; brand: string; username: string; email: string; ownsEmail: boolean } | undefined
> {
  const accounts = trx
    .selectFrom('accounts')
    .select(['id', 'brand', 'username', 'email', 'owns_email as ownsEmail'])
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
  const folded = foldLogin(login)
  const meant = login.includes('@')
    ? accounts.where('email_key', '=', folded).where('owns_email', '=', sql.lit(true))
    : accounts.where('username_key', '=', folded)
  return meant.executeTakeFirst()
}
