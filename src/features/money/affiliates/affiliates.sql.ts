import type { Db, Trx } from '#db/connection.server.ts'
import { mailboxOf } from '#lib/mailboxes.ts'
import type { Codes } from './arrivals/codes.ts'
import { countDay } from './payouts/days.sql.ts'

/** By its code, while it has not ended. */
async function affiliateCalled(
  db: Db | Trx,
  code: string,
): Promise<{ id: number; code: string; email: string } | undefined> {
  return db
    .selectFrom('affiliates')
    .select(['id', 'code', 'email'])
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** The affiliate of a member who joined by them, also where it has ended since. */
export async function affiliateOfSource(
  db: Db | Trx,
  source: string,
): Promise<{ id: number; postbackUrl: string | null } | undefined> {
  return db
    .selectFrom('affiliates')
    .select(['id', 'postback_url as postbackUrl'])
    .where('code', '=', source)
    .executeTakeFirst()
}

/** The code where it is a campaign of that affiliate, ended or not; else empty. */
export async function campaignCalled(
  db: Db | Trx,
  affiliateId: number,
  code: string | null | undefined,
): Promise<string> {
  if (code == null || code === '') return ''
  const found = await db
    .selectFrom('campaigns')
    .select('code')
    .where('affiliate_id', '=', affiliateId)
    .where('code', '=', code)
    .executeTakeFirst()
  return found?.code ?? ''
}

/**
 * Whose member somebody becomes who joins now by a link with these codes; empty where the code is
 * nobody's, or the address is the affiliate's own.
 */
export async function sourceOfJoin(
  trx: Trx,
  { affiliateId }: Codes,
  email: string,
): Promise<string> {
  if (affiliateId === undefined) return ''
  const found = await affiliateCalled(trx, affiliateId)
  return !found || mailboxOf(found.email) === mailboxOf(email) ? '' : found.code
}

export async function countJoin(
  trx: Trx,
  source: string,
  { campaignId }: Codes,
  at: Date,
): Promise<void> {
  const found = source === '' ? undefined : await affiliateOfSource(trx, source)
  if (!found) return
  const campaign = await campaignCalled(trx, found.id, campaignId)
  await countDay(trx, { affiliateId: found.id, campaign, what: 'joins', count: 1 }, at)
}

/** The codes of all that have not ended; `campaign`: each of theirs, or null where there is none. */
export async function allCodes(
  db: Db | Trx,
): Promise<Array<{ id: number; code: string; campaign: string | null }>> {
  return db
    .selectFrom('affiliates')
    .leftJoin('campaigns', 'campaigns.affiliate_id', 'affiliates.id')
    .select(['affiliates.id', 'affiliates.code', 'campaigns.code as campaign'])
    .where('affiliates.ended_at', 'is', null)
    .execute()
}
