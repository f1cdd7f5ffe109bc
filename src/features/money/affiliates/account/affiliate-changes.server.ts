import type { z } from 'zod'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { isPushEndpoint } from '#core/notifications/push-transport.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { minorDigits } from '#lib/formats.ts'
import type { changeAffiliate } from '../affiliates.contract.ts'
import { codeOf } from '../arrivals/codes.ts'
import { staffAffiliatePath } from '../arrivals/links.ts'
import { pendingCommission, rejectCommissions, returnsOf } from '../payouts/commissions.sql.ts'
import { queuePostbacks, resumePostbacks } from '../postbacks/postbacks.sql.ts'
import { postbackUrlProblem } from '../postbacks/postbacks.ts'
import { askForTerms } from '../terms/terms.sql.ts'
import type { Terms } from '../terms/terms.ts'
import { newSecret } from './affiliate-secrets.server.ts'
import {
  changeAffiliateRow,
  endCampaignRow,
  insertAffiliate,
  insertCampaign,
  lockAffiliate,
} from './changes.sql.ts'

type Change = z.output<(typeof changeAffiliate)['body']>
type Of<Act extends Change['act']> = Extract<Change, { act: Act }>
/** Of an affiliate that is there, locked. */
type About = { services: Services; trx: Trx; scope: Scope; code: string; linkVersion: number }

/** Returns where it leads. */
export async function takeChange(
  services: Services,
  trx: Trx,
  scope: Scope,
  change: Change,
): Promise<string> {
  if (change.act === 'add') {
    await add(services, trx, scope, change)
    await record(trx, scope, change.act, change.code, {})
    return `${staffAffiliatePath(change.code)}?done=add`
  }
  const found = await lockAffiliate(trx, change.id)
  if (!found) throw new ApiError('notFound', 'There is no such affiliate.')
  const about = { services, trx, scope, ...found }
  if (found.endedAt && !mayFollowEnd.has(change.act))
    throw new ApiError('conflict', 'This affiliate has ended. Nothing was changed.')
  const details = await apply(about, change)
  await record(trx, scope, change.act, found.code, details)
  return `${staffAffiliatePath(found.code)}?done=${change.act}`
}

const mayFollowEnd: ReadonlySet<Change['act']> = new Set(['reject', 'resume', 'newPage'])

async function record(
  trx: Trx,
  scope: Scope,
  act: Change['act'],
  affiliate: string,
  details: Record<string, string | number | boolean>,
): Promise<void> {
  await recordAct(trx, scope, {
    action: `money.affiliate.${act}`,
    subjectId: null,
    details: { affiliate, ...details },
  })
}

async function add(
  { settings }: Services,
  trx: Trx,
  { member, at }: Scope,
  { code, name, email }: Of<'add'>,
): Promise<void> {
  const sealedSecret = newSecret(code, settings.sessionSecret)
  const by = { by: member.id, at }
  if (!(await insertAffiliate(trx, { code, name, email, sealedSecret }, by)))
    throw fieldError('code', 'This code is, or was, somebody’s. Please choose another.')
}

type Details = Record<string, string | number | boolean>

async function apply(about: About, change: Exclude<Change, { act: 'add' }>): Promise<Details> {
  const { services, trx, scope, code, linkVersion } = about
  const { at } = scope
  switch (change.act) {
    case 'end':
      await changeAffiliateRow(trx, change.id, { ended_at: at })
      return {}
    case 'terms':
      return ask(about, change)
    case 'addCampaign':
      return addCampaign(about, change)
    case 'endCampaign':
      if (!(await endCampaignRow(trx, change.id, change.campaign, at)))
        throw new ApiError('conflict', 'This campaign has ended already.')
      return { campaign: change.campaign }
    case 'postbackUrl': {
      const problem = change.url === '' ? null : postbackUrlProblem(change.url, isPushEndpoint)
      if (problem !== null) throw fieldError('url', problem)
      await changeAffiliateRow(trx, change.id, { postback_url: change.url || null })
      return { isSet: change.url !== '' }
    }
    case 'resume':
      if (!(await resumePostbacks(trx, change.id, at)))
        throw new ApiError('conflict', 'Postbacks were not stopped.')
      return {}
    case 'newSecret':
      await changeAffiliateRow(trx, change.id, {
        sealed_secret: newSecret(code, services.settings.sessionSecret),
      })
      return {}
    case 'newPage':
      await changeAffiliateRow(trx, change.id, { link_version: linkVersion + 1 })
      return {}
    case 'reject':
      return reject(about, change)
  }
}

async function ask({ trx, scope }: About, given: Of<'terms'>): Promise<Details> {
  const { model, percent, months, currency, holdDays } = given
  const terms: Terms = {
    model,
    currency,
    holdDays,
    amount: model === 'share' ? 0 : smallestUnits(given.amount, currency),
    percent: model === 'share' ? percent : 0,
    months: model === 'share' ? months : 0,
    minimum: smallestUnits(given.minimum, currency),
  }
  if (model !== 'share' && terms.amount === 0)
    throw fieldError('amount', 'Please say how much they get for each.')
  if (model === 'share' && percent === 0)
    throw fieldError('percent', 'Please say which share they get.')
  if (model === 'share' && months === 0)
    throw fieldError('months', 'Please say for how many months.')
  if (!(await askForTerms(trx, given.id, terms, { by: scope.member.id, at: scope.at })))
    throw new ApiError(
      'conflict',
      'Other terms wait for a second person already. Please decide these first.',
    )
  const { amount, minimum } = terms
  return {
    model,
    amount,
    percent: terms.percent,
    months: terms.months,
    currency,
    holdDays,
    minimum,
  }
}

/** `12.50` of USD is 1250, of JPY 13. */
function smallestUnits(sum: string, currency: string): number {
  const digits = minorDigits(currency)
  return Math.round(Number(sum.replace(',', '.')) * 10 ** digits)
}

async function addCampaign(
  { trx, scope }: About,
  { id, campaign, title, brand, path }: Of<'addCampaign'>,
): Promise<Details> {
  const code = codeOf('campaignId', campaign)
  if (code === undefined)
    throw fieldError(
      'campaign',
      'Please use a number, or small letters, digits and dashes with one letter at least.',
    )
  if (!(await insertCampaign(trx, id, { code, name: title, brand, path }, scope.at)))
    throw fieldError('campaign', 'This affiliate has, or had, a campaign of this name.')
  return { campaign: code, brand }
}

/** With what went back of it in part; what is approved already is not rejected. */
async function reject({ trx, scope }: About, { id, commission }: Of<'reject'>): Promise<Details> {
  const { at, member } = scope
  const found = await pendingCommission(trx, { affiliateId: id, token: commission, at })
  if (!found || found.kind === 'return')
    throw new ApiError('conflict', 'This commission is not pending any more. Nothing was changed.')
  const parts = found.reference === null ? [] : await returnsOf(trx, found.reference)
  const ids = [found.id, ...parts.map((part) => part.id)]
  const rejected = await rejectCommissions(trx, ids, { by: member.id, at })
  await queuePostbacks(trx, rejected, 'rejected', at)
  return { commission }
}
