import { sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'
import { newSecret } from '../features/money/affiliates/account/affiliate-secrets.server.ts'
import {
  insertAffiliate,
  insertCampaign,
} from '../features/money/affiliates/account/changes.sql.ts'
import { affiliateBy } from '../features/money/affiliates/reading.sql.ts'
import { askForTerms } from '../features/money/affiliates/terms/terms.sql.ts'
import { HOLD_DAYS, type Terms } from '../features/money/affiliates/terms/terms.ts'
import { DAY, later } from '../lib/clock.ts'
import { castNames, colleague } from './cast.ts'
import { DEMO_DOMAIN } from './people-rows.server.ts'

const share: Terms = {
  ...{ model: 'share', amount: 0, percent: 25, months: 12, currency: 'USD' },
  ...{ holdDays: HOLD_DAYS, minimum: 5000 },
}
const senders = [
  { code: 'night-guide', name: 'The Night Guide', every: 23, campaigns: ['landing', 'stories'] },
  { code: 'small-ads', name: 'Small Ads Online', every: 41, campaigns: ['column'] },
]
const DAYS = 60
/** Commissions of each. */
const MOST = 200

/**
 * Two affiliates, who sent some of the demo's people and earned by their payments; one has asked for
 * more, which waits for Eve's colleague.
 */
export async function sendPeople(db: Db, sessionSecret: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const owners = await trx
      .selectFrom('accounts')
      .select(['id', 'username'])
      .where('email_key', 'in', [`eve@${DEMO_DOMAIN}`, `${colleague.username}@${DEMO_DOMAIN}`])
      .where('staff_since', 'is not', null)
      .execute()
    const eve = owners.find(({ username }) => username !== colleague.username)
    const other = owners.find(({ username }) => username === colleague.username)
    if (!eve || !other) return
    const since = later(now, -DAYS * DAY)
    for (const { code, name, every, campaigns } of senders) {
      const isNew = await insertAffiliate(
        trx,
        {
          code,
          name,
          email: `${code}@partners.example`,
          sealedSecret: newSecret(code, sessionSecret),
        },
        { by: eve.id, at: since },
      )
      const id = isNew ? (await affiliateBy(trx, { code }))?.id : undefined
      if (id === undefined) continue
      await askForTerms(trx, id, share, { by: eve.id, at: since })
      await trx
        .updateTable('affiliate_terms')
        .set({ outcome: 'approved', decided_by: other.id, decided_at: since })
        .where('affiliate_id', '=', id)
        .execute()
      for (const campaign of campaigns)
        await insertCampaign(
          trx,
          id,
          { code: campaign, name: `The ${campaign}`, brand: 'adultcrush', path: '/' },
          since,
        )
      await fillDays(trx, id, campaigns, now)
      await fillCommissions(trx, { id, code, every, campaign: campaigns[0] ?? '' }, now)
      await fillFigures(trx, id, code)
    }
    const asking = await affiliateBy(trx, { code: 'small-ads' })
    if (asking)
      await askForTerms(trx, asking.id, { ...share, percent: 30 }, { by: eve.id, at: now })
  })
}

async function fillDays(
  trx: Trx,
  id: number,
  campaigns: readonly string[],
  now: Date,
): Promise<void> {
  for (const [at, campaign] of campaigns.entries())
    await sql`
      insert into affiliate_days (affiliate_id, day, campaign, arrivals, joins, confirmed)
      select ${id}, (${now}::timestamptz at time zone 'utc' - n * interval '1 day')::date, ${campaign}, 8 + (n * 7 + ${at}) % 9, 1 + n % 3, 1 + n % 2
      from generate_series(0, ${sql.lit(DAYS)}) as n`.execute(trx)
}

/** The same on the board, which has sums of each source. */
async function fillFigures(trx: Trx, id: number, code: string): Promise<void> {
  for (const [table, day] of [
    ['brand_days', sql`moved.day`],
    ['brand_months', sql`date_trunc('month', moved.day)::date`],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (brand, measure, source, day, detail, currency, count, sum)
      select kept.brand, moved.measure, ${code}, ${day}, '', moved.currency, sum(moved.count), sum(moved.sum)
      from (
        select 'adultcrush' as brand, days.day, figure.measure, '' as currency, figure.count, 0 as sum
        from affiliate_days days cross join lateral (
          values ('arrival', days.arrivals), ('joined', days.joins), ('confirmed', days.confirmed)
        ) as figure (measure, count)
        where days.affiliate_id = ${id}
        union all
        select brand, earned_at::date, 'payment', currency, 1, charge from commissions where affiliate_id = ${id}
      ) as moved cross join lateral (values (moved.brand), ('')) as kept (brand)
      group by 1, 2, 4, 6 on conflict do nothing`.execute(trx)
}

type Sender = { id: number; code: string; every: number; campaign: string }

async function fillCommissions(
  trx: Trx,
  { id, code, every, campaign }: Sender,
  now: Date,
): Promise<void> {
  await sql`
    update accounts set source = ${code}, affiliate_id = ${code}, campaign_id = ${campaign}, subid = 'page-' || id % 9
    where id % ${every} = 0 and id > ${castNames.length} and staff_since is null and source = ''`.execute(
    trx,
  )
  const held = sql`charged_at + ${sql.lit(HOLD_DAYS)} * interval '1 day'`
  await sql`
    insert into commissions (token, affiliate_id, kind, account_id, campaign, subid, brand, reference, charge, amount, currency, earned_at, due_at, approved_at)
    select gen_random_uuid()::text, ${id}, 'share', accounts.id, ${campaign}, accounts.subid, payments.brand, reference, amount, amount / 4, currency, charged_at, ${held}, case when ${held} <= ${now} then ${held} end
    from payments join accounts on accounts.id = payments.account_id
    where accounts.source = ${code} and amount >= 4
    order by charged_at limit ${sql.lit(MOST)}`.execute(trx)
}
