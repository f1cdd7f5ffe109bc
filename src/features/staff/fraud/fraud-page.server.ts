import { ApiError } from '../../../api/errors.ts'
import { type Handler, handle } from '../../../api/router.server.ts'
import type { Db, Trx } from '../../../db/connection.server.ts'
import { DAY, later } from '../../../lib/clock.ts'
import { usernamesOf } from '../../core/accounts/accounts.sql.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { recordLooks } from '../../core/audit/accesses.sql.ts'
import {
  type Counts,
  countFirings,
  firingOf,
  firingsAbout,
  firingsOf,
  markFiring,
  switchedRules,
  switchRule,
} from '../../core/rules/hits.sql.ts'
import { limitOf } from '../../core/rules/limits.sql.ts'
import { hitsPath, precisionOf } from '../../core/rules/precision.ts'
import { effectWords, featuresInWords, fraudRules, ruleWords } from '../../core/rules/rules.ts'
import { numbersByBrand, thresholdsByBrand } from '../../core/rules/strictness.server.ts'
import { assertOpenTo } from '../../core/staff-accounts/roles.server.ts'
import {
  getFraudFirings,
  getFraudHits,
  getFraudRules,
  markFraudHit,
  switchFraudRule,
} from './fraud-page.contract.ts'

const SHOWN = 30 * DAY

function figuresOf(
  counts: Counts = {
    firings: 0,
    hits: 0,
    accounts: 0,
    decided: 0,
    right: 0,
    judged: 0,
    judgedRight: 0,
  },
) {
  return { ...counts, precision: precisionOf(counts) }
}

const rulesHandler = handle(getFraudRules, async ({ services: { db }, at }) => {
  const [switched, counted] = await Promise.all([
    switchedRules(db),
    countFirings(db, later(at, -SHOWN)),
  ])
  return {
    rules: fraudRules.map(({ id, because, effects, since, owner, shadow }) => ({
      id,
      because,
      effects: effects.map((effect) => effectWords[effect]),
      since,
      owner,
      shadow: switched.get(id)?.shadow ?? shadow,
      switchedAt: switched.get(id)?.at.toISOString() ?? null,
      ...figuresOf(counted.get(id)),
    })),
    numbers: numbersByBrand(),
    thresholds: thresholdsByBrand(),
  }
})

const switchHandler = handle(
  switchFraudRule,
  async ({ body: { rule, shadow }, scope, services }) => {
    const { member, at } = scope
    await services.db.transaction().execute(async (trx) => {
      await assertOpenTo(trx, member.id, 'fraud')
      await switchRule(trx, rule, shadow === 'yes', member.id, at)
      await recordAct(trx, scope, {
        action: 'staff.switchFraudRule',
        subjectId: null,
        details: { rule, shadow: shadow === 'yes' },
      })
    })
    return {
      ok: true as const,
      next: `/staff/fraud?done=${shadow === 'yes' ? 'shadow' : 'acts'}#${rule}`,
    }
  },
)

const HITS_ON_PAGE = 25

const hitsHandler = handle(
  getFraudHits,
  async ({ query: { rule: id, after }, scope, services: { db }, at }) => {
    const { member } = scope
    await assertOpenTo(db, member.id, 'fraud')
    const rule = fraudRules.find((one) => one.id === id)
    const from = after === undefined ? undefined : await known(db, after)
    const [switched, found] = await Promise.all([
      switchedRules(db),
      firingsOf(db, id, {
        since: later(at, -SHOWN),
        after: from && after !== undefined ? { id: after, at: from.at } : undefined,
        most: HITS_ON_PAGE + 1,
      }),
    ])
    const shown = found.slice(0, HITS_ON_PAGE)
    await recordLooks(
      db,
      scope,
      shown.map((hit) => ({ subjectId: hit.accountId, what: 'account', why: { firing: hit.id } })),
    )
    const names = await usernamesOf(db, [
      ...new Set(
        shown.flatMap(({ accountId, markedBy }) => [
          accountId,
          ...(markedBy === null ? [] : [markedBy]),
        ]),
      ),
    ])
    return {
      because: ruleWords(id),
      shadow: switched.get(id)?.shadow ?? rule?.shadow ?? false,
      hits: shown.map((hit) => ({
        id: hit.id,
        accountId: hit.accountId,
        username: names.get(hit.accountId) ?? 'a member who left',
        facts: featuresInWords(hit.features),
        shadow: hit.shadow,
        times: hit.hits,
        at: hit.at.toISOString(),
        isOwn: hit.accountId === member.id,
        mark:
          hit.isRight === null
            ? null
            : {
                isRight: hit.isRight,
                by: names.get(hit.markedBy ?? 0) ?? null,
                at: (hit.markedAt ?? at).toISOString(),
              },
        outcome: hit.outcome,
      })),
      next: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    }
  },
)

const markHandler = handle(
  markFraudHit,
  async ({ body: { id, right, after }, scope, services }) => {
    const { member, at } = scope
    const isRight = right === 'yes'
    const rule = await services.db.transaction().execute(async (trx) => {
      await assertOpenTo(trx, member.id, 'fraud')
      const firing = await known(trx, id)
      if (firing.accountId === member.id)
        throw new ApiError('forbidden', { detail: 'This is about you. Somebody else judges it.' })
      if (await markFiring(trx, id, { isRight, by: member.id, at })) {
        await recordAct(trx, scope, {
          action: 'staff.markFraudHit',
          subjectId: firing.accountId,
          details: { firing: id, rule: firing.rule, right: isRight },
        })
      }
      return firing.rule
    })
    return {
      ok: true as const,
      next: `${hitsPath(rule, { after, done: isRight ? 'right' : 'wrong' })}#hit-${id}`,
    }
  },
)

async function known(db: Db | Trx, id: number) {
  const firing = await firingOf(db, id)
  if (!firing) throw new ApiError('notFound', { detail: 'There is no such firing any more.' })
  return firing
}

const MOST_FIRINGS = 50

const firingsHandler = handle(getFraudFirings, async ({ query, scope, services: { db }, at }) => {
  await assertOpenTo(db, scope.member.id, 'fraud')
  const { accountId } = await known(db, query.id)
  await recordLooks(db, scope, [
    { subjectId: accountId, what: 'account', why: { firing: query.id } },
  ])
  const [names, firings, limit] = await Promise.all([
    usernamesOf(db, [accountId]),
    firingsAbout(db, accountId, MOST_FIRINGS),
    limitOf(db, accountId, at),
  ])
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

export const fraudDeskHandlers: Handler[] = [
  rulesHandler,
  switchHandler,
  hitsHandler,
  markHandler,
  firingsHandler,
]
