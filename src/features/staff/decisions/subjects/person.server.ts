import { addPremium } from '#core/accounts/standing/premium.sql.ts'
import { type Person, setStanding, type Standing } from '#core/accounts/standing/standing.sql.ts'
import { openAgainAbout } from '#core/tasks/tasks.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { HOUR, later } from '#lib/clock.ts'
import { cancelRenewals } from '#money/contracts/cancel.server.ts'
import { giveBackExpired } from '#money/credits/credits.sql.ts'
import { brandById } from '#sites/registry.ts'
import { type Span, without } from '../deciding/spans.ts'
import { type DecisionRow, standingDecisions } from '../decisions.sql.ts'
import { policyOf } from '../decisions.ts'
import { endOf } from '../statements/statements.ts'
import type { SubjectEffects } from './subject-effects.server.ts'

/** Within which what waited while an account was closed is decided. */
const REOPENED_WITHIN = 12 * HOUR

export const person: SubjectEffects = {
  concerns: ({ act }) => act === 'limit' || act === 'suspend' || act === 'ban',
  outdated: async () => false,
  async apply(trx, who, { act, scope }, { at }) {
    await renewStanding(trx, who, at)
    if (act !== 'ban' || scope !== 'network') return {}
    return { cancelled: (await cancelRenewals(trx, who.id, at)).length }
  },
  async giveBack(trx, who, decision, at) {
    await renewStanding(trx, who, at)
    if (decision.act === 'ban')
      await openAgainAbout(trx, who.id, {
        since: decision.took_effect_at,
        dueAt: later(at, REOPENED_WITHIN),
        at,
      })
    if (decision.act !== 'limit') await givePaidBack(trx, who, decision, at)
  },
}

/**
 * What an account may do follows from the decisions that stand: one that ended or was taken back
 * leaves the others.
 */
export async function renewStanding(trx: Trx, person: Person, at: Date): Promise<void> {
  const all = await standingDecisions(trx, person.id)
  const now = all.filter((decision) => decision.act === 'ban' || (endOf(decision) ?? at) > at)
  await setStanding(trx, person, {
    network: closureOf(now.filter(({ act, scope }) => act !== 'limit' && scope === 'network')),
    brands: [
      ...new Set(
        now
          .filter(({ act, scope }) => act !== 'limit' && scope === 'brand')
          .map(({ brand }) => brand),
      ),
    ].map((brand) => ({
      brand,
      until:
        closureOf(
          now.filter((one) => one.act !== 'limit' && one.scope === 'brand' && one.brand === brand),
        )?.until ?? null,
    })),
    limitedUntil: latest(now.filter(({ act }) => act === 'limit').map((one) => endOf(one))),
  })
}

function closureOf(decisions: readonly DecisionRow[]): Standing['network'] {
  const [first] = decisions
  if (!first) return null
  const isForGood = decisions.some(({ act }) => act === 'ban')
  const reason = decisions.map(({ policy }) => policyOf(policy).label).join('; ')
  return {
    since: first.took_effect_at ?? first.decided_at,
    until: isForGood ? null : latest(decisions.map((one) => endOf(one))),
    reason,
  }
}

function latest(dates: ReadonlyArray<Date | null>): Date | null {
  return dates.reduce(
    (last, date) => (date !== null && (last === null || date > last) ? date : last),
    null,
  )
}

/** What a closure kept of what was paid for on a brand; a partner's access is the partner's own. */
function keeps({ scope, brand }: DecisionRow, what: 'subscription' | 'credits'): boolean {
  return scope === 'network' || brandById(brand)?.billing.model === what
}

/** Paid time and credits that a closure cost, but for what another that stands keeps as well. */
async function givePaidBack(
  trx: Trx,
  { id, premiumUntil }: Person,
  decision: DecisionRow,
  at: Date,
): Promise<void> {
  const others = (await standingDecisions(trx, id)).filter(({ act }) => act !== 'limit')
  const lostOf = (what: 'subscription' | 'credits') =>
    without(
      spanOf(decision, at),
      others.filter((one) => keeps(one, what)).map((one) => spanOf(one, at)),
    )
  if (keeps(decision, 'subscription') && premiumUntil !== null) {
    const paid = lostOf('subscription').map(
      ({ from, to }) => Math.min(to.getTime(), premiumUntil.getTime()) - from.getTime(),
    )
    const lost = paid.reduce((sum, one) => sum + Math.max(0, one), 0)
    if (lost > 0) await addPremium(trx, id, lost, at)
  }
  if (!keeps(decision, 'credits')) return
  for (const { from, to } of lostOf('credits')) await giveBackExpired(trx, id, { from, to, at })
}

/** For how long a decision held up to now. */
function spanOf(decision: DecisionRow, at: Date): Span {
  const [from, end] = [decision.took_effect_at ?? at, endOf(decision)]
  return { from, to: end !== null && end < at ? end : at }
}
