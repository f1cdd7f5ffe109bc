import type { Services } from '#api/services.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { csvOf } from '#lib/csv.ts'
import { brandById } from '#sites/registry.ts'
import type { AffiliateAccount, ShownCommission } from '../affiliates.contract.ts'
import { campaignLink } from '../arrivals/links.ts'
import { stateOfCommission } from '../payouts/commission-state.ts'
import { dayOf } from '../payouts/days.sql.ts'
import { payoutsOf } from '../payouts/payouts.sql.ts'
import { plainCell } from '../plain-cell.ts'
import { decimalSum } from '../postbacks/postbacks.ts'
import {
  type AffiliateRow,
  balancesOf,
  type CampaignRow,
  campaignsOf,
  type CommissionRow,
  commissionsOf,
  type DaySums,
  daySums,
} from '../reading.sql.ts'
import { termsInWords } from '../terms/terms-words.ts'
import { termsNow } from '../terms/terms.sql.ts'

export const COUNTED_DAYS = 30
const MOST_COMMISSIONS = 1000
const MOST_SHOWN = 50
const MOST_PAYOUTS = 36

/** What an affiliate may see of their own, and staff of each. It names no member. */
export async function accountOf(
  { db, clock }: Services,
  { id, code, name }: AffiliateRow,
): Promise<AffiliateAccount> {
  const [terms, campaigns, sums, balances, rows, payouts] = await Promise.all([
    termsNow(db, id),
    campaignsOf(db, id),
    daySums(db, id, dayOf(later(clock.now(), -COUNTED_DAYS * DAY))),
    balancesOf(db, id),
    commissionsOf(db, id, MOST_COMMISSIONS),
    payoutsOf(db, id, MOST_PAYOUTS),
  ])
  const commissions = rows.map(shown)
  return {
    name,
    code,
    terms: terms ? termsInWords(terms) : null,
    campaigns: campaigns.map((one) => shownCampaign(code, one, sums)),
    others: countsOf(sums, ''),
    balances,
    commissions: commissions.slice(0, MOST_SHOWN),
    csv: csvOfCommissions(commissions),
    payouts: payouts.map(({ decidedAt, ...one }) => ({
      ...one,
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  }
}

function countsOf(sums: readonly DaySums[], campaign: string) {
  const {
    arrivals = 0,
    joins = 0,
    confirmed = 0,
  } = sums.find((one) => one.campaign === campaign) ?? {}
  return { arrivals, joins, confirmed }
}

function shownCampaign(
  affiliate: string,
  { code, name, brand: id, path, endedAt }: CampaignRow,
  sums: readonly DaySums[],
) {
  const brand = brandById(id)
  return {
    code,
    name,
    brand: brand?.name ?? id,
    link: brand ? campaignLink(brand, path, affiliate, code) : '',
    hasEnded: endedAt !== null,
    ...countsOf(sums, code),
  }
}

function shown(row: CommissionRow): ShownCommission {
  const { token, kind, campaign, subid, amount, currency, earnedAt } = row
  return {
    id: token,
    at: earnedAt.toISOString(),
    kind,
    campaign,
    subid: subid ?? '',
    amount,
    currency,
    state: stateOfCommission(row),
  }
}

function csvOfCommissions(commissions: readonly ShownCommission[]): string {
  return csvOf(
    ['id', 'at', 'event', 'campaign', 'subid', 'sum', 'currency', 'state'],
    commissions.map(({ id, at, kind, campaign, subid, amount, currency, state }) => [
      id,
      at,
      kind,
      campaign,
      plainCell(subid),
      decimalSum(amount, currency),
      currency,
      state,
    ]),
  )
}
