import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { DAY, later } from '../../lib/clock.ts'
import { usernamesOf } from '../accounts/accounts.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { recordLooks } from '../audit/looks.sql.ts'
import { assertOpenTo } from '../staff/roles.server.ts'
import { accountOfFiring, countFirings, firingsAbout, switchedRules, switchRule } from './firings.sql.ts'
import { getFraudFirings, getFraudRules, switchFraudRule } from './fraud-desk.contract.ts'
import { limitOf } from './limits.sql.ts'
import { effectWords, featuresInWords, fraudRules, ruleWords } from './rules.ts'
import { numbersByBrand, thresholdsByBrand } from './strictness.server.ts'

const SHOWN = 30 * DAY

const rulesHandler = handle(getFraudRules, async ({ services: { db }, at }) => {
  const [switched, counted] = await Promise.all([switchedRules(db), countFirings(db, later(at, -SHOWN))])
  return {
    rules: fraudRules.map(({ id, because, effects, since, owner, shadow }) => ({
      id,
      because,
      effects: effects.map((effect) => effectWords[effect]),
      since,
      owner,
      shadow: switched.get(id)?.shadow ?? shadow,
      switchedAt: switched.get(id)?.at.toISOString() ?? null,
      ...(counted.get(id) ?? { hits: 0, accounts: 0, decided: 0, right: 0 }),
    })),
    numbers: numbersByBrand(),
    thresholds: thresholdsByBrand(),
  }
})

const switchHandler = handle(switchFraudRule, async ({ body: { rule, shadow }, scope, services }) => {
  const { member, at } = scope
  await services.db.transaction().execute(async (trx) => {
    await assertOpenTo(trx, member.id, 'fraud')
    await switchRule(trx, rule, shadow === 'yes', member.id, at)
    await recordAct(trx, scope, { action: 'staff.switchFraudRule', subjectId: null, details: { rule, shadow: shadow === 'yes' } })
  })
  return { ok: true as const, next: `/staff/fraud?done=${shadow === 'yes' ? 'shadow' : 'acts'}#${rule}` }
})

const MOST_FIRINGS = 50

const firingsHandler = handle(getFraudFirings, async ({ query, scope, services: { db }, at }) => {
  await assertOpenTo(db, scope.member.id, 'fraud')
  const accountId = await accountOfFiring(db, query.id)
  if (accountId === undefined) throw new ApiError('notFound', { detail: 'There is no such firing any more.' })
  await recordLooks(db, scope, [{ subjectId: accountId, what: 'account', why: { firing: query.id } }])
  const [names, firings, limit] = await Promise.all([usernamesOf(db, [accountId]), firingsAbout(db, accountId, MOST_FIRINGS), limitOf(db, accountId, at)])
  return {
    accountId,
    username: names.get(accountId) ?? '',
    limitedUntil: limit?.until.toISOString() ?? null,
    firings: firings.map(({ rule, features, shadow, hits, at: firedAt }) => ({
      rule,
      because: ruleWords(rule),
      facts: featuresInWords(features),
      shadow,
      hits,
      at: firedAt.toISOString(),
    })),
  }
})

export const fraudDeskHandlers: Handler[] = [rulesHandler, switchHandler, firingsHandler]
