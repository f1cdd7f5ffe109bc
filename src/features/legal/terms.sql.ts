import type { Db, Trx } from '../../db/connection.server.ts'

export type Acceptance = { accountId: number; brand: string; version: string; at: Date }

/** Notes that somebody accepted this version of a brand's terms and privacy policy; once, however often they say so. */
export async function acceptTerms(db: Db | Trx, { accountId, brand, version, at }: Acceptance): Promise<void> {
  await db
    .insertInto('terms_acceptances')
    .values({ account_id: accountId, brand, version, accepted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
