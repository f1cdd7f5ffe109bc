import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import {
  type Counts,
  countHits,
  hitOf,
  hitsAbout,
  hitsOf,
  markHit,
  switchedRules,
  switchRule,
} from '#core/rules/hits.sql.ts'
import { limitOf } from '#core/rules/limits.sql.ts'
import { hitsPath, precisionOf } from '#core/rules/precision.ts'
import { effectWords, featuresInWords, fraudRules, ruleWords } from '#core/rules/rules.ts'
import { numbersByBrand, thresholdsByBrand } from '#core/rules/strictness.server.ts'
import { assertOpenTo } from '#core/staff-accounts/roles.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import {
  getRuleHits,
  getFraudHits,
  getFraudRules,
  markFraudHit,
  switchFraudRule,
} from './fraud-page.contract.ts'

const SHOWN = 30 * DAY

function figuresOf(
  counts: Counts = {
    hits: 0,
    times: 0,
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
    countHits(db, later(at, -SHOWN)),
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

const judgedHitsHandler = handle(
  getFraudHits,
  async ({ query: { rule: id, after }, scope, services: { db }, at }) => {
    const { member } = scope
    await assertOpenTo(db, member.id, 'fraud')
    const rule = fraudRules.find((one) => one.id === id)
    const from = after === undefined ? undefined : await known(db, after)
    const [switched, found] = await Promise.all([
      switchedRules(db),
      hitsOf(db, id, {
        since: later(at, -SHOWN),
        after: from && after !== undefined ? { id: after, at: from.at } : undefined,
        most: HITS_ON_PAGE + 1,
      }),
    ])
    const shown = found.slice(0, HITS_ON_PAGE)
    await recordAccesses(
      db,
      scope,
      shown.map((hit) => ({ subjectId: hit.accountId, what: 'account', why: { hit: hit.id } })),
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
        times: hit.times,
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
      const hit = await known(trx, id)
      if (hit.accountId === member.id)
        throw new ApiError('forbidden', 'This is about you. Somebody else judges it.')
      if (await markHit(trx, id, { isRight, by: member.id, at })) {
        await recordAct(trx, scope, {
          action: 'staff.markFraudHit',
          subjectId: hit.accountId,
          details: { hit: id, rule: hit.rule, right: isRight },
        })
      }
      return hit.rule
    })
    return {
      ok: true as const,
      next: `${hitsPath(rule, { after, done: isRight ? 'right' : 'wrong' })}#hit-${id}`,
    }
  },
)

async function known(db: Db | Trx, id: number) {
  const hit = await hitOf(db, id)
  if (!hit) throw new ApiError('notFound', 'There is no such hit any more.')
  return hit
}

const MOST_HITS = 50

const hitsHandler = handle(getRuleHits, async ({ query, scope, services: { db }, at }) => {
  await assertOpenTo(db, scope.member.id, 'fraud')
  const { accountId } = await known(db, query.id)
  await recordAccesses(db, scope, [
    { subjectId: accountId, what: 'account', why: { hit: query.id } },
  ])
  const [names, hits, limit] = await Promise.all([
    usernamesOf(db, [accountId]),
    hitsAbout(db, accountId, MOST_HITS),
    limitOf(db, accountId, at),
  ])
  return {
    accountId,
    username: names.get(accountId) ?? '',
    limitedUntil: limit?.until.toISOString() ?? null,
    hits: hits.map(({ rule, features, shadow, times, at: hitAt }) => ({
      rule,
      because: ruleWords(rule),
      facts: featuresInWords(features),
      shadow,
      times,
      at: hitAt.toISOString(),
    })),
  }
})

export const fraudPageHandlers: Handler[] = [
  rulesHandler,
  switchHandler,
  judgedHitsHandler,
  markHandler,
  hitsHandler,
]
