import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import type { CommissionState } from './payouts/commission-state.ts'

export type AffiliateRow = {
  id: number
  code: string
  name: string
  email: string
  sealedSecret: string
  linkVersion: number
  postbackUrl: string | null
  stoppedAt: Date | null
  addedAt: Date
  endedAt: Date | null
}

const affiliateColumns = [
  'id',
  'code',
  'name',
  'email',
  'sealed_secret as sealedSecret',
  'link_version as linkVersion',
  'postback_url as postbackUrl',
  'postbacks_stopped_at as stoppedAt',
  'added_at as addedAt',
  'ended_at as endedAt',
] as const

const MOST = 500

/** Those that have not ended before those that have, by code. */
export async function allAffiliates(db: Db): Promise<AffiliateRow[]> {
  return db
    .selectFrom('affiliates')
    .select(affiliateColumns)
    .orderBy(sql`ended_at is not null`)
    .orderBy('code')
    .limit(sql.lit(MOST))
    .execute()
}

export async function affiliateBy(
  db: Db,
  by: { code: string } | { id: number },
): Promise<AffiliateRow | undefined> {
  const [column, value] = 'code' in by ? (['code', by.code] as const) : (['id', by.id] as const)
  return db
    .selectFrom('affiliates')
    .select(affiliateColumns)
    .where(column, '=', value)
    .executeTakeFirst()
}

export type CampaignRow = {
  code: string
  name: string
  brand: string
  path: string
  endedAt: Date | null
}

export async function campaignsOf(db: Db, affiliateId: number): Promise<CampaignRow[]> {
  return db
    .selectFrom('campaigns')
    .select(['code', 'name', 'brand', 'path', 'ended_at as endedAt'])
    .where('affiliate_id', '=', affiliateId)
    .orderBy(sql`ended_at is not null`)
    .orderBy('code')
    .limit(sql.lit(MOST))
    .execute()
}

export type DaySums = {
  affiliateId: number
  campaign: string
  arrivals: number
  joins: number
  confirmed: number
}

const total = (column: 'arrivals' | 'joins' | 'confirmed') =>
  sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`.as(column)

/** Of one affiliate by campaign, since a day. */
export async function daySums(db: Db, affiliateId: number, since: string): Promise<DaySums[]> {
  return db
    .selectFrom('affiliate_days')
    .select(['affiliate_id as affiliateId', 'campaign'])
    .select([total('arrivals'), total('joins'), total('confirmed')])
    .where('affiliate_id', '=', affiliateId)
    .where('day', '>=', since)
    .groupBy(['affiliate_id', 'campaign'])
    .execute()
}

export type Balance = { currency: string; pending: number; approved: number; paid: number }

/** What is pending, approved and not paid out, and was paid out, by currency. */
export async function balancesOf(db: Db, affiliateId: number): Promise<Balance[]> {
  const of = sql`affiliate_id = ${affiliateId}`
  const { rows } = await sql<Balance>`
    select currency, sum(pending)::int as pending, sum(approved)::int as approved, sum(paid)::int as paid from (
      select currency, amount as pending, 0 as approved, 0 as paid from commissions
        where ${of} and approved_at is null and rejected_at is null
      union all
      select currency, 0, amount, 0 from commissions
        where ${of} and approved_at is not null and payout_id is null
      union all
      select currency, 0, case when outcome is null then amount else 0 end, case when outcome is null then 0 else amount end
        from payouts where ${of} and outcome is distinct from 'refused'
    ) as parts group by currency
    having sum(pending) <> 0 or sum(approved) <> 0 or sum(paid) <> 0
    order by currency`.execute(db)
  return rows
}

export type CommissionRow = {
  token: string
  kind: 'join' | 'first' | 'share' | 'return'
  campaign: string
  subid: string | null
  amount: number
  currency: string
  earnedAt: Date
  approvedAt: Date | null
  rejectedAt: Date | null
  paidAt: Date | null
}

/** The newest first; without what has no sum yet. */
export async function commissionsOf(
  db: Db,
  affiliateId: number,
  most: number,
): Promise<CommissionRow[]> {
  return db
    .selectFrom('commissions')
    .select([
      'token',
      'kind',
      'campaign',
      'subid',
      'amount',
      'currency',
      'earned_at as earnedAt',
      'approved_at as approvedAt',
      'rejected_at as rejectedAt',
      'paid_at as paidAt',
    ])
    .where('affiliate_id', '=', affiliateId)
    .where('amount', '<>', sql.lit(0))
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export type PostbackRow = {
  queuedAt: Date
  state: CommissionState
  commission: string
  tries: number
  outcome: string | null
  sentAt: Date | null
  failedAt: Date | null
}

export async function postbacksOf(
  db: Db,
  affiliateId: number,
  most: number,
): Promise<PostbackRow[]> {
  return db
    .selectFrom('postbacks')
    .innerJoin('commissions', 'commissions.id', 'postbacks.commission_id')
    .select([
      'queued_at as queuedAt',
      'state',
      'commissions.token as commission',
      'tries',
      'outcome',
      'sent_at as sentAt',
      'failed_at as failedAt',
    ])
    .where('postbacks.affiliate_id', '=', affiliateId)
    .orderBy('postbacks.id', 'desc')
    .limit(sql.lit(most))
    .execute()
}
