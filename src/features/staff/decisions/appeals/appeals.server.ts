import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import type { Person } from '#core/accounts/standing/standing.sql.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct, recordOwnAct } from '#core/audit/audit.sql.ts'
import { deskOf } from '#core/staff-accounts/queues.ts'
import { heldTask, taskHeldBy } from '#core/tasks/leases.sql.ts'
import { noteWork } from '#core/tasks/shifts.sql.ts'
import { closeTask, openTask } from '#core/tasks/tasks.sql.ts'
import { keepVerdict, reopenWork, type Verdicts } from '#core/tasks/verdicts.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { withholdBy } from '#members/messages/held/held-messages.sql.ts'
import { sentPictures } from '#members/messages/sent-pictures.server.ts'
import { inlinePicture } from '#members/photos/files/inline-picture.server.ts'
import { nameForStaff } from '#members/photos/photos.ts'
import { photoToJudge } from '#members/photos/review.sql.ts'
import { holdEvidence, releaseEvidence } from '#members/reports/evidence.sql.ts'
import { isReportBy } from '#members/reports/report.sql.ts'
import { presentedEvidence, readEvidence } from '#staff/evidence/evidence.server.ts'
import { hasApproved } from '../approvals.sql.ts'
import { locked } from '../deciding/decide.server.ts'
import { decide, type Decider, isGraveClosure } from '../decisions.server.ts'
import { decisionById, type DecisionRow, markDecision } from '../decisions.sql.ts'
import { isPictureKind, mayHoldOnOne } from '../decisions.ts'
import { giveBack, homeOf } from '../effects.server.ts'
import { decisionLifted } from '../events.server.ts'
import { appealMail, appealReceivedMail } from '../mails.ts'
import { readToken, statementPath } from '../statements/statements.server.ts'
import { type Removed, removedBy, statementById } from '../statements/statements.sql.ts'
import { APPEAL_DUE, type AppealOutcome, appealUntil, endOf } from '../statements/statements.ts'
import { appeal, decideAppeal, getAppeal, getStatement } from './appeals.contract.ts'
import {
  type Appeal,
  appealAbout,
  appealById,
  endAppeal,
  insertAppeal,
  isReportObjected,
  objectionsAnsweredBy,
  propose,
} from './appeals.sql.ts'

const unknown = () => new ApiError('notFound', 'There is no decision at this address.')

const statementHandler = handle(getStatement, async ({ query, services, at }) => {
  const id = readToken(services, query.token)
  const [decision, statement, made] =
    id === null
      ? []
      : await Promise.all([
          decisionById(services.db, id),
          statementById(services.db, id),
          appealAbout(services.db, id),
        ])
  if (!decision || !statement) throw unknown()
  const isOver = decision.took_effect_at === null || appealUntil(decision.took_effect_at) <= at
  return {
    title: statement.title,
    sections: statement.sections,
    appeal: made
      ? (made.outcome ?? ('waits' as const))
      : isOver
        ? ('over' as const)
        : ('open' as const),
    isTakenBack: decision.reversed_at !== null,
  }
})

const appealHandler = handle(appeal, async ({ body, brand, services, at }) => {
  const id = readToken(services, body.token)
  if (id === null) throw unknown()
  await services.db.transaction().execute(async (trx) => {
    const { person, decision } = await locked(trx, id)
    if (decision.took_effect_at === null) throw unknown()
    if (decision.reversed_at !== null)
      throw new ApiError('conflict', 'This decision is taken back already.')
    if (appealUntil(decision.took_effect_at) <= at)
      throw new ApiError('conflict', 'The six months in which one can object are over.')
    const appealId = await insertAppeal(trx, {
      decisionId: id,
      accountId: person.id,
      words: body.words,
      at,
    })
    if (appealId === null)
      throw new ApiError(
        'conflict',
        'There is an objection to this decision already. We write to you when it is decided.',
      )
    // A closed account waits for more than a hidden photo does.
    const priority = decision.act === 'ban' || decision.act === 'suspend' ? 2 : 1
    const dueAt = later(at, APPEAL_DUE)
    await openTask(trx, {
      queue: 'appeals',
      brand: decision.brand,
      accountId: person.id,
      subjectId: appealId,
      priority,
      dueAt,
      at,
    })
    if (decision.report_id !== null) await holdEvidence(trx, decision.report_id)
    await recordOwnAct(trx, { brand, accountId: person.id, at }, 'appeal')
    const home = homeOf(person)
    if (home)
      await services.queueMail(
        trx,
        appealReceivedMail(services, home, person, dueAt, statementPath(services, id)),
      )
  })
  return { ok: true as const, next: `/decision/${body.token}?sent=1` }
})

const getHandler = handle(getAppeal, async ({ scope, services, at }) => {
  const { db } = services
  const task = await taskHeldBy(db, 'appeals', scope.member.id, at)
  const made = task && (await appealById(db, task.subject_id))
  const decision = made && (await decisionById(db, made.decisionId))
  if (!task || !made || !decision) return { held: null }
  const { accountId } = made
  const [picture, removed] = await Promise.all([
    pictureOf(services, decision),
    removedBy(db, decision.id),
  ])
  const why = { task: task.id }
  await recordAccesses(db, scope, [
    ...(picture === null ? [] : [{ subjectId: accountId, what: 'photos' as const, why }]),
    ...(removed === undefined ? [] : [{ subjectId: accountId, what: 'account' as const, why }]),
  ])
  const kept =
    decision.report_id === null
      ? undefined
      : await readEvidence(db, scope, { reportId: decision.report_id, task: task.id })
  return {
    held: {
      taskId: task.id,
      words: made.words,
      madeAt: made.madeAt.toISOString(),
      dueAt: task.due_at.toISOString(),
      username: (await contactsOf(db, [accountId])).get(accountId)?.username ?? 'a member who left',
      accountId,
      decisionId: decision.id,
      isOwnDecision: await hasTakenPart(db, decision, scope.member.id),
      act: decision.act,
      days: decision.days,
      internalNote: decision.internal_note,
      sections: (await statementById(db, decision.id))?.sections ?? [],
      picture,
      removed: removed === undefined ? null : { label: labelOf(removed), text: removed.text },
      evidence:
        kept?.evidence === undefined ? null : await presentedEvidence(services, kept, scope),
    },
  }
})

const labels = {
  username: 'Username',
  headline: 'Headline',
  about: 'About',
  update: 'Update',
} as const

function labelOf(removed: Removed): string {
  return removed.part === 'prompt' ? removed.question : labels[removed.part]
}

/** Whoever decided, whoever agreed to it as the second person, and whoever reported it. */
export async function hasTakenPart(
  db: Db | Trx,
  { id, decided_by: by, report_id: reportId }: DecisionRow,
  staffId: number,
): Promise<boolean> {
  return (
    by === staffId ||
    (await hasApproved(db, id, staffId)) ||
    (reportId !== null && isReportBy(db, reportId, staffId))
  )
}

/** What the decision was about, where it was a photo that is still kept. */
async function pictureOf(
  { db, photoFiles }: Services,
  { about_kind: kind, about_id: id }: DecisionRow,
): Promise<string | null> {
  if (id === null || !isPictureKind(kind)) return null
  const photo = kind === 'photo' ? await photoToJudge(db, id) : undefined
  const name =
    kind === 'photo' ? photo && nameForStaff(photo) : await sentPictures[kind].refused(db, id)
  const bytes = name ? await photoFiles.read(name) : null
  return bytes && inlinePicture(bytes)
}

type Answer = { outcome: AppealOutcome; days: number | null; note: string }
type Changing = Answer & { outcome: 'overturn' | 'adjust' }

const decideHandler = handle(decideAppeal, async ({ body, scope, services, at }) => {
  const { id: by } = scope.member
  const answer: Answer = { outcome: body.outcome, days: body.days ?? null, note: body.note }
  const kept = await services.db.transaction().execute(async (trx) => {
    await noteWork(trx, by, at)
    const task = await heldTask(trx, scope, body.taskId)
    const made = task.queue === 'appeals' ? await appealById(trx, task.subject_id) : undefined
    if (!made || made.outcome !== null)
      throw new ApiError('conflict', 'This task is no objection that waits. Nothing was changed.')
    const { person, decision } = await locked(trx, made.decisionId)
    if (await hasTakenPart(trx, decision, by)) {
      throw new ApiError(
        'forbidden',
        'You decided this the first time, agreed to it, or reported it. Somebody else decides about the objection.',
      )
    }
    await closeTask(trx, task.id, { by, at, outcome: answer.outcome })
    await recordAct(trx, scope, {
      action: 'staff.decideAppeal',
      subjectId: person.id,
      details: { decision: decision.id, outcome: answer.outcome },
    })
    const verdict = await keepVerdict(services, trx, appealVerdicts, {
      kind: 'appeals',
      subjectId: made.id,
      taskId: task.id,
      answer,
      by,
      at,
    })
    return { verdict, done: needsSecond(person, decision, answer) ? 'second' : 'decided' }
  })
  return {
    ok: true as const,
    next: `${deskOf('appeals')}?done=${kept.done}&verdict=${kept.verdict}`,
  }
})

/** An answer to an objection, once it can no longer be taken back. */
export const appealVerdicts: Verdicts = {
  queue: 'appeals',
  async apply(services, trx, { about_id: id, task_id: taskId, answer, decided_by: by }, at) {
    const made = await appealById(trx, id)
    if (!made || made.outcome !== null) return null
    const { person, decision } = await locked(trx, made.decisionId)
    const given = answer as Answer
    if (needsSecond(person, decision, given))
      await askSecond(services, trx, made, { decision, answer: given, taskId }, { by, at })
    else await settle(services, trx, made, given, { by, at })
    return null
  },
  reopen: reopenWork,
}

/** What was taken back meanwhile is open already. */
function needsSecond(
  { isStaff }: Person,
  decision: DecisionRow,
  answer: Answer,
): answer is Changing {
  return (
    answer.outcome !== 'uphold' &&
    (isStaff || isGraveClosure(decision)) &&
    decision.reversed_at === null
  )
}

type Answerer = { by: number; at: Date }

/** Ends an objection: it holds, is given back or changed, and its author is told. */
async function settle(
  services: Services,
  trx: Trx,
  { id, decisionId }: Appeal,
  { outcome, note, days }: Answer,
  { by, at }: Answerer,
): Promise<void> {
  const { person, decision } = await locked(trx, decisionId)
  await endAppeal(trx, id, { outcome, note, by, at })
  const holds =
    outcome === 'uphold'
      ? decision.id
      : await change(services, trx, { staffId: by, at }, { person, decision, outcome, days, note })
  const { report_id: reportId } = decision
  if (reportId !== null && !(await isReportObjected(trx, person.id, reportId)))
    await releaseEvidence(trx, reportId, outcome === 'adjust' ? at : null)
  const home = homeOf(person)
  if (home)
    await services.queueMail(
      trx,
      appealMail(services, home, person, { outcome, note }, statementPath(services, holds)),
    )
}

type Asked = { decision: DecisionRow; answer: Changing; taskId: number | null }

/** The objection goes on waiting, and its task is open again where the second person refuses. */
async function askSecond(
  services: Services,
  trx: Trx,
  { id }: Appeal,
  { decision, answer, taskId }: Asked,
  { by, at }: Answerer,
): Promise<void> {
  lastingInstead(decision, answer)
  const { account_id: accountId, brand, scope, policy, severity } = decision
  const { id: decisionId } = await decide(
    services,
    trx,
    { staffId: by, at },
    {
      ...{
        accountId,
        brand,
        scope,
        policy,
        severity,
        act: 'restore',
        days: null,
        subject: null,
        reverses: decision.id,
      },
      ...{
        taskId: null,
        answersJob: taskId,
        note: answer.note,
        internalNote: '',
        automated: false,
      },
    },
  )
  await propose(trx, id, { ...answer, decisionId })
}

/**
 * Ends the objection that a decision to open an account answers, now that a second person has
 * agreed to it. False where the decision answers none.
 */
export async function settleAgreed(
  services: Services,
  trx: Trx,
  restore: DecisionRow,
  at: Date,
): Promise<boolean> {
  const made = (await objectionsAnsweredBy(trx, [restore])).get(restore.id)
  if (!made) return false
  const { id, decided_by: by } = restore
  if (by === null) throw new TypeError(`decision ${id} answers an objection and is nobody’s`)
  await markDecision(trx, id, 'took_effect_at', at)
  await settle(services, trx, made, made.proposed, { by, at })
  return true
}

/**
 * Until when it holds instead; null where a warning does. Throws `invalid` in words where an answer
 * does not fit its decision.
 */
function lastingInstead(decision: DecisionRow, { outcome, days, note }: Changing): Date | null {
  if (outcome === 'overturn') return null
  const { act, took_effect_at: since } = decision
  const instead = days === null || since === null ? null : later(since, days * DAY)
  if (note === '') throw fieldError('note', 'Please tell the member what holds instead, and why.')
  const end = endOf(decision)
  if (instead && !['limit', 'suspend', 'ban'].includes(act))
    throw fieldError(
      'days',
      'This decision has no length. Please leave the days empty: a warning holds instead.',
    )
  if (instead && end && instead >= end)
    throw fieldError('days', 'This is not shorter than what was decided.')
  return instead
}

type Change = {
  person: Person
  decision: DecisionRow
  outcome: 'overturn' | 'adjust'
  days: number | null
  note: string
}

/**
 * Gives back everything; what holds instead is a decision of its own, at once. Returns the decision
 * whose statement says what holds.
 */
async function change(
  services: Services,
  trx: Trx,
  by: Decider,
  { person, decision, outcome, days, note }: Change,
): Promise<number> {
  const { at } = by
  const { brand, scope, policy, severity, act } = decision
  const instead = lastingInstead(decision, { outcome, days, note })
  await giveBack(services, trx, person, decision.id, at)
  if (outcome === 'overturn') {
    await services.say(trx, decisionLifted, { decisionId: decision.id, at })
    return decision.id
  }
  // From the first decision on, to the minute: what was served counts.
  const left = instead === null ? 0 : Math.ceil((instead.getTime() - at.getTime()) / DAY)
  const given = {
    accountId: person.id,
    brand,
    policy,
    taskId: null,
    note,
    internalNote: '',
    automated: false,
    isUrgent: true,
    insteadOf: decision.id,
    reportId: decision.report_id,
  }
  const milder =
    severity === 'critical' || severity === 'high' ? ('medium' as const) : ('low' as const)
  const made =
    left > 0 && instead !== null
      ? {
          ...given,
          endsAt: instead,
          act: act === 'limit' ? ('limit' as const) : ('suspend' as const),
          days: left,
          severity: milder,
          subject: null,
        }
      : { ...given, act: 'warn' as const, days: null, severity: milder, subject: null }
  const where = mayHoldOnOne(made.act) ? scope : ('network' as const)
  const { id } = await decide(services, trx, by, { ...made, scope: where })
  // So that another objection, to what holds instead, can pass them on.
  await withholdBy(trx, { decisionId: decision.id, instead: id })
  return id
}

export const appealHandlers: Handler[] = [
  statementHandler,
  appealHandler,
  getHandler,
  decideHandler,
]
