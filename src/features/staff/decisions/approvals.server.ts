import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { type Person, personsOf } from '#core/accounts/standing/standing.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { assertMayDecideAbout, assertOpenTo } from '#core/staff-accounts/roles.server.ts'
import { openQueues, rolesOf } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { isReportBy } from '#members/reports/report.sql.ts'
import { brandById } from '#sites/registry.ts'
import { hasTakenPart, settleAgreed } from './appeals/appeals.server.ts'
import { objectionsAnsweredBy, type Proposed } from './appeals/appeals.sql.ts'
import { approvalById, endApproval, openApprovals } from './approvals.sql.ts'
import { locked, setAside } from './deciding/decide.server.ts'
import { decisionById, type DecisionRow, decisionsById, markDecision } from './decisions.sql.ts'
import { inWords, mayHoldOnOne, policyOf } from './decisions.ts'
import { takeEffect } from './effects.server.ts'
import { dayInWords } from './statements/statements.ts'

const MOST = 100

/** Decisions that wait for a second person, the one that ends first before the others. */
export async function waitingDecisions(services: Services, scope: Scope) {
  const { db } = services
  const { at } = scope
  if (!(await openQueues(db, scope.member.id)).includes('appeals')) return []
  const open = await openApprovals(db, at, MOST)
  const decisions = await decisionsById(
    db,
    open.map(({ decisionId }) => decisionId),
  )
  const about = [...new Set([...decisions.values()].map((decision) => decision.account_id))]
  const [people, names] = await Promise.all([
    personsOf(db, about),
    contactsOf(db, [...new Set([...about, ...open.map(({ askedBy }) => askedBy)])]),
  ])
  const [objections, roles] = await Promise.all([
    objectionsAnsweredBy(db, [...decisions.values()]),
    rolesOf(db, scope.member.id),
  ])
  return open.flatMap(({ id, decisionId, askedBy, askedAt, expiresAt }) => {
    const decision = decisions.get(decisionId)
    const person = decision && people.get(decision.account_id)
    // Nobody reads what colleagues say about them, nor that they are to decide; what is about staff
    // is for leads.
    if (
      !decision ||
      !person ||
      person.id === scope.member.id ||
      (person.isStaff && !roles.includes('lead'))
    )
      return []
    const answered = objections.get(decision.id)
    return [
      {
        kind: 'decision' as const,
        id,
        accountId: person.id,
        username: names.get(person.id)?.username ?? 'a deleted account',
        href: `/staff/member/${person.id}`,
        brand: brandById(decision.brand)?.name ?? decision.brand,
        askedBy: names.get(askedBy)?.username ?? 'somebody who has left',
        askedAt: askedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        isOwn: askedBy === scope.member.id,
        before: stateOf(person, at),
        after: afterOf(decision, answered?.proposed),
        rule: policyOf(decision.policy).label,
        objection: answered?.words ?? null,
        note: decision.note,
        internalNote: decision.internal_note,
        decisionId: decision.id,
      },
    ]
  })
}

function stateOf({ bannedAt, suspendedUntil, premiumUntil }: Person, at: Date): string {
  const paid =
    premiumUntil !== null && premiumUntil > at ? `; paid until ${dayInWords(premiumUntil)}` : ''
  if (bannedAt === null) return `open${paid}`
  return suspendedUntil === null
    ? `closed for good${paid}`
    : `suspended until ${dayInWords(suspendedUntil)}${paid}`
}

function afterOf({ act, days, scope, brand }: DecisionRow, proposed: Proposed | undefined): string {
  if (proposed?.outcome === 'adjust') {
    return proposed.days === null
      ? 'open, with a warning instead'
      : `suspended instead, for ${proposed.days} days from when it was closed`
  }
  if (act === 'restore') return 'open, with what was taken given back'
  return scope === 'brand' && mayHoldOnOne(act)
    ? `${inWords(act, days)}, on ${brandById(brand)?.name ?? brand} alone`
    : inWords(act, days)
}

type Settled = { id: number; outcome: 'approved' | 'refused' }

/**
 * Agrees to somebody else's decision, which then takes effect, or refuses it. Throws in words:
 * `notFound`, `forbidden` about one's own decision, account or report, `conflict` for a request
 * that has ended.
 */
export async function settleApproval(
  services: Services,
  trx: Trx,
  scope: Scope,
  { id, outcome }: Settled,
): Promise<void> {
  const { at, member } = scope
  await assertOpenTo(trx, member.id, 'appeals')
  const asked = await approvalById(trx, id)
  if (!asked) throw new ApiError('notFound', 'There is no such request.')
  const { person, decision } = await locked(trx, asked.decisionId)
  if (asked.askedBy === member.id)
    throw new ApiError('forbidden', 'This is your own decision. A second person agrees to it.')
  if (person.id === member.id)
    throw new ApiError('forbidden', 'This is about your own account. Somebody else agrees to it.')
  await assertMayDecideAbout(trx, member.id, person)
  if (decision.report_id !== null && (await isReportBy(trx, decision.report_id, member.id))) {
    throw new ApiError(
      'forbidden',
      'You made the report that this rests on. Somebody else answers.',
    )
  }
  if (outcome === 'refused') await refuseToHold(trx, decision, member.id)
  if (
    asked.expiresAt <= at ||
    !(await endApproval(trx, decision.id, { outcome, by: member.id, at }))
  ) {
    throw new ApiError(
      'conflict',
      'This request has ended already: it was decided, withdrawn, or its 24 hours are over. Nothing was changed.',
    )
  }
  if (outcome === 'refused') await setAside(services, trx, decision, { taskTo: null, at })
  else {
    await markDecision(trx, decision.id, 'takes_effect_at', at)
    if (!(await settleAgreed(services, trx, decision, at)))
      await takeEffect(services, trx, person, decision, at)
  }
  const details = { decision: decision.id, outcome }
  await recordAct(trx, scope, { action: 'staff.decideApproval', subjectId: person.id, details })
}

/**
 * Whoever closed an account, or reported it, may agree that it is opened; that it stays closed in
 * spite of an objection is for somebody else to say.
 */
async function refuseToHold(trx: Trx, restore: DecisionRow, staffId: number): Promise<void> {
  const objection = (await objectionsAnsweredBy(trx, [restore])).get(restore.id)
  const first = objection && (await decisionById(trx, objection.decisionId))
  if (!first || !(await hasTakenPart(trx, first, staffId))) return
  throw new ApiError(
    'forbidden',
    'You decided this the first time, agreed to it, or reported it. You may agree that it is taken back; somebody else refuses it.',
  )
}
