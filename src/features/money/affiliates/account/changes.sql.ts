import type { Trx } from '#db/connection.server.ts'

type Act = { by: number; at: Date }

/** False where the code is, or was, somebody's. */
export async function insertAffiliate(
  trx: Trx,
  affiliate: { code: string; name: string; email: string; sealedSecret: string },
  { by, at }: Act,
): Promise<boolean> {
  const { sealedSecret, ...rest } = affiliate
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('affiliates')
    .values({ ...rest, sealed_secret: sealedSecret, added_at: at, added_by: by })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function lockAffiliate(
  trx: Trx,
  id: number,
): Promise<{ code: string; endedAt: Date | null; linkVersion: number } | undefined> {
  return trx
    .selectFrom('affiliates')
    .select(['code', 'ended_at as endedAt', 'link_version as linkVersion'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function changeAffiliateRow(
  trx: Trx,
  id: number,
  change: {
    ended_at?: Date
    postback_url?: string | null
    sealed_secret?: string
    link_version?: number
  },
): Promise<void> {
  await trx.updateTable('affiliates').set(change).where('id', '=', id).execute()
}

export async function insertCampaign(
  trx: Trx,
  affiliateId: number,
  campaign: { code: string; name: string; brand: string; path: string },
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('campaigns')
    .values({ affiliate_id: affiliateId, ...campaign, added_at: at })
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'code']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function endCampaignRow(
  trx: Trx,
  affiliateId: number,
  code: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('campaigns')
    .set({ ended_at: at })
    .where('affiliate_id', '=', affiliateId)
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
