import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { type Person, personForUpdate } from '#core/accounts/standing/standing.sql.ts'
import { isProvisional } from '#core/accounts/usernames/provisional-name.ts'
import { queueOf } from '#core/staff-accounts/queues.ts'
import { assertMayDecideAbout } from '#core/staff-accounts/roles.server.ts'
import { heldTask } from '#core/tasks/leases.sql.ts'
import { closeTask, type TaskRow } from '#core/tasks/tasks.sql.ts'
import { matchQueues, pictureIn } from '#core/tasks/tasks.ts'
import { UNDO_FOR } from '#core/tasks/verdicts.ts'
import type { Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { mailboxOf } from '#lib/mailboxes.ts'
import { sentPictures } from '#members/messages/sent-pictures.server.ts'
import { photoToJudge } from '#members/photos/review.sql.ts'
import { isReportBy } from '#members/reports/report.sql.ts'
import { renewalsOf } from '#money/contracts/cancel.server.ts'
import { insertApproval } from './approvals.sql.ts'
import {
  decisionById,
  type DecisionRow,
  insertDecision,
  insertStrike,
  standingAbout,
  standingDecisions,
  waitingDecisions,
} from './decisions.sql.ts'
import {
  type Act,
  actTable,
  answersRemoval,
  APPROVAL_FOR,
  DAYS_OF_ONE,
  type EnforcementScope,
  gravePolicies,
  isPictureKind,
  MAX_DAYS,
  mayHoldOnOne,
  type Policy,
  type Severity,
  strikeOf,
  type Subject,
} from './decisions.ts'
import { takeEffect } from './effects.server.ts'
import { matchJudged, requestDecided } from './events.server.ts'
import { standingText, textKeyOf } from './statements/standing-text.server.ts'
import { endOf } from './statements/statements.ts'

export type NewDecision = {
  accountId: number
  act: Act
  policy: Policy
  severity: Severity
  /** Of acts that last, and of no other. */
  days: number | null
  /** Where it ends sooner than after whole days. */
  endsAt?: Date
  scope: EnforcementScope
  /** The brand whose company decides. */
  brand: string
  /** The task that this closes; its decider holds it. */
  taskId: number | null
  subject: Subject | null
  /** The key that the photo had when it was looked at. */
  photoKey?: string | undefined
  /** The key that the text had then. */
  textKey?: string | undefined
  /** The member reads it. */
  note: string
  internalNote: string
  automated: boolean
  /** Takes effect at once, without time to take it back. */
  isUrgent?: boolean
  /** The request for removal that this answers. */
  removalId?: number
  /** Of one that holds instead of another: the report that the other rested on. */
  reportId?: number | null
  /**
   * Of `restore`: the decision that is taken back; by default the latest about the same subject.
   */
  reverses?: number
  /**
   * The task of the objection that this answers once a second person agrees; it is closed already.
   */
  answersJob?: number | null
  /** The decision in whose place an objection puts this one. */
  insteadOf?: number
}

/** `staffId` is null for a rule. */
export type Decider = { staffId: number | null; at: Date }

/**
 * Records a decision about a member and its strikes, and closes its task. It takes effect after the
 * time in which it can be taken back, or once a second person has agreed where it cannot be undone.
 * Throws in words: `notFound`, `forbidden` about oneself, a report of one's own and, but for leads,
 * staff, `conflict` for a lost task or what is, or will be, so already, `invalid` where the act
 * does not fit its subject.
 */
export async function decide(
  services: Services,
  trx: Trx,
  by: Decider,
  decision: NewDecision,
): Promise<{ id: number; needsSecond: boolean }> {
  const { act, subject } = decision
  const { staffId, at } = by
  const person = await personForUpdate(trx, decision.accountId)
  if (!person) throw new ApiError('notFound', 'There is no such account.')
  if (person.id === staffId)
    throw new ApiError(
      'forbidden',
      'This is about your own account. Somebody else decides about it.',
    )
  if (staffId !== null) await assertMayDecideAbout(trx, staffId, person)
  const task =
    decision.taskId === null
      ? null
      : await jobOf(services, trx, by, { taskId: decision.taskId, accountId: person.id, act })
  refuseUnfit(decision, person)
  const photo = act === 'restore' ? null : await photoOf(trx, person, decision)
  const textKey = act === 'removeText' ? await standingKeyOf(services, trx, person, decision) : null
  if (task) refuseToSkipPhoto(task, subject)
  refuseTwice(person, decision)
  const reversed = act === 'restore' ? await reversedBy(trx, person, decision) : null
  const needsSecond = await needsSecondPerson(trx, person, decision, reversed, at)
  await refuseSame(trx, person, decision, { photo, reversed, at })
  if (needsSecond && staffId === null)
    throw new ApiError('forbidden', 'A rule alone does not decide this.')
  const isNow = decision.isUrgent === true || decision.automated
  const personHash = personHashOf(services, person.email)
  const id = await insertDecision(trx, {
    account_id: person.id,
    person_hash: personHash,
    brand: decision.brand,
    scope: decision.scope,
    act,
    policy: decision.policy,
    severity: decision.severity,
    days: decision.days,
    ends_at: decision.endsAt ?? null,
    about_kind: subject?.kind ?? null,
    about_id: subject?.id ?? null,
    about_part: subject?.kind === 'text' ? subject.part : null,
    // A check is of the picture as it was seen; what a report is about stays where its owner crops
    // it.
    about_key: textKey ?? (pictureIn(task?.queue) === null ? null : (photo?.key ?? null)),
    task_id: decision.taskId ?? decision.answersJob ?? null,
    note: decision.note,
    internal_note: decision.internalNote,
    is_automated: decision.automated,
    reverses: reversed?.id ?? decision.insteadOf ?? null,
    source: decision.removalId !== undefined ? 'report' : task ? queueOf(task.queue).source : 'own',
    report_id: task?.queue === 'reports' ? task.subject_id : (decision.reportId ?? null),
    removal_id: decision.removalId ?? (task?.queue === 'removals' ? task.subject_id : null),
    decided_by: decision.automated ? null : staffId,
    decided_at: at,
    takes_effect_at: needsSecond ? null : isNow ? at : later(at, UNDO_FOR),
  })
  const strike = strikeOf(act, decision.policy, decision.severity, at)
  if (strike)
    await insertStrike(trx, {
      decisionId: id,
      accountId: person.id,
      personHash,
      policy: decision.policy,
      at,
      ...strike,
    })
  if (task) await closeTask(trx, task.id, { by: staffId, at, outcome: act })
  const match = task && matchQueues.includes(task.queue) ? pictureIn(task.queue) : null
  if (task && match !== null && staffId !== null) {
    const judged = {
      decisionId: id,
      kind: match,
      aboutId: task.subject_id,
      ownerId: person.id,
      isConfirmed: act !== 'none',
      by: staffId,
      at,
    }
    await services.say(trx, matchJudged, judged)
  }
  if (needsSecond && staffId !== null)
    await insertApproval(trx, {
      decisionId: id,
      askedBy: staffId,
      at,
      expiresAt: later(at, APPROVAL_FOR),
    })
  else if (isNow) await takeEffect(services, trx, person, { id }, at)
  return { id, needsSecond }
}

type WithSecret = { settings: Pick<Services['settings'], 'sessionSecret'> }

/**
 * By what strikes are found again after an account is erased: the mailbox, so that another tag in
 * the address changes nothing. Without the secret, nobody can guess the address from it.
 */
export function personHashOf({ settings }: WithSecret, email: string): Buffer {
  return keyedHash(mailboxOf(email), settings.sessionSecret, 'decisions')
}

type OfTask = { taskId: number; accountId: number; act: Act }

async function jobOf(
  services: Services,
  trx: Trx,
  { staffId, at }: Decider,
  { taskId, accountId, act }: OfTask,
): Promise<TaskRow> {
  if (staffId === null) throw new TypeError('a rule holds no task')
  // A task is closed by what is found about it: of a photo or a report, nothing is found by giving
  // something else back.
  if (act === 'restore')
    throw fieldError(
      'act',
      'What was decided before is given back from the member’s file, not with a task.',
    )
  // Of the scope, the id and the moment are read.
  const task = await heldTask(trx, { member: { id: staffId }, at } as Scope, taskId)
  if (task.queue === 'appeals')
    throw new ApiError(
      'conflict',
      'An objection is decided with its own form. Nothing was changed.',
    )
  if (task.queue === 'removals') {
    if (!answersRemoval(act))
      throw fieldError(
        'act',
        'Photos are removed, and a request is refused, with the form of the request.',
      )
    await services.say(trx, requestDecided, { id: task.subject_id, accountId, staffId })
    return task
  }
  if (task.account_id !== null && task.account_id !== accountId)
    throw new ApiError('conflict', 'This task is about somebody else. Nothing was changed.')
  if (task.queue === 'reports' && (await isReportBy(trx, task.subject_id, staffId)))
    throw new ApiError(
      'forbidden',
      'You made this report. Somebody else decides about it: please skip it.',
    )
  return task
}

/** Null where the decision is about no photo. */
async function photoOf(
  trx: Trx,
  { id }: Person,
  { subject, photoKey: seen }: NewDecision,
): Promise<{ key: string; isRefused: boolean } | null> {
  if (!subject || !isPictureKind(subject.kind)) return null
  const waiting =
    subject.kind === 'photo' ? null : await sentPictures[subject.kind].waiting(trx, subject.id)
  const photo =
    subject.kind === 'photo'
      ? await photoToJudge(trx, subject.id)
      : waiting && { ...waiting, isRefused: false }
  if (!photo)
    throw new ApiError('conflict', 'This photo is not there any more. Nothing was decided.')
  if (photo.ownerId !== id)
    throw fieldError('aboutId', 'This is no photo of the member whom the decision is about.')
  if (seen !== undefined && photo.key !== seen)
    throw new ApiError('conflict', 'The photo was changed meanwhile. Please look at it again.')
  return photo
}

/** Null where the text cannot be changed. */
async function standingKeyOf(
  { settings }: Services,
  trx: Trx,
  person: Person,
  { subject, textKey: seen }: NewDecision,
): Promise<string | null> {
  const words =
    subject?.kind === 'text' ? await standingText(trx, person, subject.part, subject.id) : null
  const key = words === null ? null : textKeyOf({ settings }, words)
  if (seen !== undefined && key !== seen)
    throw new ApiError('conflict', 'The text was changed meanwhile. Please look at it again.')
  return key
}

/**
 * With whatever is decided about a photo that waits, the photo is approved or refused: else it
 * would wait without a task.
 */
function refuseToSkipPhoto({ queue, subject_id: id }: TaskRow, subject: Subject | null): void {
  const picture = pictureIn(queue)
  if (picture === null || (subject?.kind === picture && subject.id === id)) return
  throw fieldError('act', 'This task is about its photo. A text is removed from the member’s file.')
}

function refuseUnfit(
  { act, policy, days, scope, subject, note }: NewDecision,
  { username }: Person,
): void {
  const { lasts, takes, strikes } = actTable[act]
  if ((act === 'none') !== (policy === 'none') && act !== 'restore') {
    throw fieldError(
      'policy',
      act === 'none'
        ? 'Where there is no breach, there is no rule.'
        : 'Please choose the rule that this rests on.',
    )
  }
  if (lasts && (days === null || days < 1 || days > MAX_DAYS))
    throw fieldError('days', `Please say for how many days, from 1 to ${MAX_DAYS}.`)
  if (!lasts && days !== null)
    throw fieldError('days', 'This has no length. Please leave the days empty.')
  if (strikes && scope === 'brand' && !mayHoldOnOne(act))
    throw fieldError(
      'scope',
      'This holds on all sites. A suspension or a closure alone can hold on one.',
    )
  if (takes === 'photo' && !isPictureKind(subject?.kind))
    throw fieldError('act', 'This is not about a photo.')
  if (takes === 'text' && subject?.kind !== 'text')
    throw fieldError('act', 'This is not about a text.')
  if (
    act === 'removeText' &&
    subject?.kind === 'text' &&
    subject.part === 'username' &&
    isProvisional(username)
  ) {
    throw fieldError('text', 'This username is a generated one already.')
  }
  if (strikes && note === '')
    throw fieldError('note', 'Please tell the member on which facts this rests.')
}

function refuseTwice({ bannedAt, suspendedUntil }: Person, { act }: NewDecision): void {
  const isClosed = bannedAt !== null && suspendedUntil === null
  if (isClosed && ['warn', 'limit', 'suspend', 'ban'].includes(act))
    throw new ApiError('conflict', 'This account is closed for good already.')
}

type Meant = { photo: { isRefused: boolean } | null; reversed: DecisionRow | null; at: Date }

/**
 * A decision counts from when it is made, not only once it takes effect. The person is locked. What
 * answers a request or an objection is told apart by that, which is answered once.
 */
async function refuseSame(
  trx: Trx,
  { id }: Person,
  decision: NewDecision,
  { photo, reversed, at }: Meant,
): Promise<void> {
  const { act, removalId, insteadOf } = decision
  if (act === 'none' || removalId !== undefined || insteadOf !== undefined) return
  const isSame = (row: DecisionRow) =>
    row.act === act &&
    (reversed === null ? isAboutTheSame(row, decision) : row.reverses === reversed.id)
  const isClosing = (row: DecisionRow) =>
    row.act === 'ban' && row.scope === 'network' && onAccounts.includes(act)
  if ((await waitingDecisions(trx, id)).some((row) => isSame(row) || isClosing(row))) {
    throw new ApiError(
      'conflict',
      'This was decided already: it takes effect once its ten seconds are over, or a second person has agreed. Nothing was changed.',
    )
  }
  const holds =
    act === 'hidePhoto'
      ? photo?.isRefused === true
      : (await standingDecisions(trx, id)).some(
          (row) => isSame(row) && (endOf(row) ?? later(at, 1)) > at,
        )
  if (holds) throw new ApiError('conflict', 'This holds already. Nothing was changed.')
}

const onAccounts: readonly Act[] = ['warn', 'limit', 'suspend', 'ban']

function isAboutTheSame(row: DecisionRow, { act, scope, brand, subject }: NewDecision): boolean {
  if (onAccounts.includes(act))
    return row.scope === scope && (scope === 'network' || row.brand === brand)
  const part = subject?.kind === 'text' ? subject.part : null
  return (
    row.about_kind === (subject?.kind ?? null) &&
    row.about_id === (subject?.id ?? null) &&
    row.about_part === part
  )
}

async function reversedBy(
  trx: Trx,
  { id }: Person,
  { reverses, subject }: NewDecision,
): Promise<DecisionRow> {
  const found =
    reverses === undefined
      ? subject && (await standingAbout(trx, id, subject))
      : await decisionById(trx, reverses)
  if (
    !found ||
    found.account_id !== id ||
    found.took_effect_at === null ||
    found.reversed_at !== null ||
    found.act === 'none' ||
    found.act === 'restore'
  ) {
    throw new ApiError(
      'conflict',
      'There is no decision that could be taken back: it was so already, or never took effect.',
    )
  }
  return found
}

/** What one person alone does not open again, whoever asks for it. */
export function isGraveClosure({ act, policy }: DecisionRow): boolean {
  return act === 'ban' && gravePolicies.has(policy)
}

/**
 * What two persons agree on: whatever is about staff, to close the account of somebody who pays,
 * also on one site, what lasts longer than 30 days or than was paid for, and to open an account
 * that was closed for a grave breach. Not what holds instead of something: it is milder than what
 * was decided.
 */
async function needsSecondPerson(
  trx: Trx,
  { id, premiumUntil, isStaff }: Person,
  { act, days, insteadOf }: NewDecision,
  reversed: DecisionRow | null,
  at: Date,
): Promise<boolean> {
  if (act === 'none' || insteadOf !== undefined) return false
  if (isStaff) return true
  if (reversed) return isGraveClosure(reversed)
  const paidUntil = premiumUntil !== null && premiumUntil > at ? premiumUntil : null
  if (act === 'ban') return paidUntil !== null || (await renewalsOf(trx, id, at)).length > 0
  if (days === null) return false
  return days > DAYS_OF_ONE || (paidUntil !== null && later(at, days * DAY) > paidUntil)
}
