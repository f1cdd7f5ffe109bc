import type { Db, Trx } from '../../db/connection.server.ts'

/** Which account somebody keeps who is signed in and follows a sign-in link of another one. */
export type AccountQuestion = { tokenHash: Uint8Array; username: string; email: string; path: string }

export async function leadsToAnother(trx: Trx, tokenHash: Uint8Array, brand: string, accountId: number, at: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('tokens')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('brand', '=', brand)
    .where('purpose', '=', 'signIn')
    .where('account_id', '<>', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertQuestion(
  trx: Trx,
  { sessionId, tokenHash, path, at }: { sessionId: number; tokenHash: Uint8Array; path: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('link_offers')
    .values({ session_id: sessionId, token_hash: tokenHash, path, offered_at: at })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ token_hash: tokenHash, path, offered_at: at }))
    .execute()
}

export async function questionFor(db: Db | Trx, sessionId: number, at: Date): Promise<AccountQuestion | undefined> {
  return db
    .selectFrom('link_offers')
    .innerJoin('tokens', 'tokens.token_hash', 'link_offers.token_hash')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .select(['link_offers.token_hash as tokenHash', 'accounts.username', 'accounts.email', 'link_offers.path'])
    .where('link_offers.session_id', '=', sessionId)
    .where('tokens.used_at', 'is', null)
    .where('tokens.expires_at', '>', at)
    .where('accounts.banned_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function dropQuestion(db: Db | Trx, sessionId: number): Promise<void> {
  await db.deleteFrom('link_offers').where('session_id', '=', sessionId).execute()
}
