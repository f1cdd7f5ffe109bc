import type { z } from 'zod'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { claimOf, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import {
  accountsToOpen,
  type Person,
  personForUpdate,
  personOf,
} from '#core/accounts/standing/standing.sql.ts'
import { isProvisional } from '#core/accounts/usernames/provisional-name.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { introductionOf } from '#core/people/edit/words.sql.ts'
import { fileName } from '#core/people/pictures/pictures.ts'
import { answersOf } from '#core/people/prompts/prompts.sql.ts'
import { deskOf, type Queue } from '#core/staff-accounts/queues.ts'
import { assertMayDecideAbout, assertOpenTo } from '#core/staff-accounts/roles.server.ts'
import { heldTask } from '#core/tasks/leases.sql.ts'
import { noteWork } from '#core/tasks/shifts.sql.ts'
import { taskById, type TaskRow, reopenTask } from '#core/tasks/tasks.sql.ts'
import { pictureIn } from '#core/tasks/tasks.ts'
import type { Trx } from '#db/connection.server.ts'
import { eachDue } from '#jobs/each-due.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE, SECOND } from '#lib/clock.ts'
import { inlinePicture } from '#members/photos/files/inline-picture.server.ts'
import { sweepRemovedPhotos } from '#members/photos/files/sweep.server.ts'
import { ownPhotos } from '#members/photos/own/own-photos.sql.ts'
import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'
import { lastUpdates } from '#members/updates/updates.sql.ts'
import { brandById } from '#sites/registry.ts'
import { endApproval, expiredApprovals } from '../approvals.sql.ts'
import { decide, personHashOf } from '../decisions.server.ts'
import {
  decisionById,
  type DecisionRow,
  dueDecisions,
  markDecision,
  standingSanctions,
  strikesOf,
  takeStrikeBack,
} from '../decisions.sql.ts'
import {
  type DecisionState,
  inWords,
  photoNamed,
  policyOf,
  recommend,
  severities,
  strikesInForce,
  type Subject,
  textOf,
  type TextPart,
} from '../decisions.ts'
import { fallsAway, takeEffect } from '../effects.server.ts'
import { decisionLapsed, decisionLifted } from '../events.server.ts'
import { textKeyOf } from '../statements/standing-text.server.ts'
import { statementPath } from '../statements/statements.server.ts'
import { removedWords, sweepRemoved } from '../statements/statements.sql.ts'
import { dayInWords } from '../statements/statements.ts'
import { renewStanding } from '../subjects/person.server.ts'
import { forgetDeleted } from '../subjects/photo.server.ts'
import {
  type Advice,
  decideTask,
  type Decided,
  getAdvice,
  getDecision,
  getHideable,
} from './decide.contract.ts'
import { thresholdsOf } from './thresholds.ts'

/** Characters; enough to tell texts apart. */
const SHOWN_OF_ABOUT = 80
const MOST_UPDATES = 50
const ABOUT_ONESELF = 'This is about your own account. Somebody else decides about it.'
const MOST_GIVEN = 50
const pageOf = (id: number) => `/staff/decision?id=${id}`
/** After a task, on to the next of its queue; what a second person must agree to is shown. */
const afterDecision = (id: number, task: { queue: Queue } | undefined, needsSecond: boolean) =>
  task && !needsSecond ? `${deskOf(task.queue)}?done=decided&undo=${id}` : pageOf(id)

const adviceHandler = handle(getAdvice, async ({ query, scope, services, at }) => {
  if (query.accountId === scope.member.id) throw new ApiError('forbidden', ABOUT_ONESELF)
  const person = await personOf(services.db, query.accountId)
  if (!person) throw new ApiError('notFound', 'There is no such account.')
  await assertMayDecideAbout(services.db, scope.member.id, person)
  const strikes = await strikesOf(services.db, person.id, personHashOf(services, person.email))
  const before = strikesInForce(strikes, at)
  return adviceAbout(services, person, { before, brand: query.brand ?? scope.brand.id })
})

/** `before`: what counts against the person already; `brand`: whose thresholds are asked. */
export async function adviceAbout(
  services: Services,
  person: Written,
  { before, brand }: { before: number; brand: string },
): Promise<Advice> {
  const thresholds = thresholdsOf(brand)
  const [texts, given] = await Promise.all([textsOf(services, person), givenTo(services, person)])
  return {
    before,
    texts,
    given,
    bySeverity: severities.map((severity) => {
      const { act, days, arithmetic } = recommend(before, severity, thresholds)
      return { severity, act, days, arithmetic }
    }),
  }
}

type Written = Pick<Person, 'id' | 'username'>

async function textsOf(
  { db, settings }: Services,
  { id, username }: Written,
): Promise<Array<{ name: string; label: string }>> {
  const [{ headline, about }, answers, updates] = await Promise.all([
    introductionOf(db, id),
    answersOf(db, id),
    lastUpdates(db, id, MOST_UPDATES),
  ])
  const keyed = (name: string, words: string) => `${name}~${textKeyOf({ settings }, words)}`
  return [
    ...(isProvisional(username)
      ? []
      : [{ name: keyed('username', username), label: `Username: ${username}` }]),
    ...(headline === ''
      ? []
      : [{ name: keyed('headline', headline), label: `Headline: ${headline}` }]),
    ...(about === ''
      ? []
      : [{ name: keyed('about', about), label: `About: ${about.slice(0, SHOWN_OF_ABOUT)}` }]),
    ...answers.map((one) => ({
      name: keyed(`prompt-${one.id}`, one.answer),
      label: `${one.question} ${one.answer}`,
    })),
    // An update never changes, so that it needs no key.
    ...updates.map((one) => ({
      name: `update-${one.id}`,
      label: `Update of ${dayInWords(one.at)}: ${one.body.slice(0, SHOWN_OF_ABOUT)}`,
    })),
  ]
}

const partLabels: Readonly<Record<TextPart, string>> = {
  username: 'username',
  headline: 'headline',
  about: 'about',
  prompt: 'answer',
  update: 'update',
}

/** What was decided on a request for removal is given back where that is objected to, not here. */
async function givenTo(
  { db }: Services,
  { id }: Written,
): Promise<Array<{ id: number; label: string }>> {
  const decisions = await standingSanctions(db, id, MOST_GIVEN)
  if (decisions.length === 0) return []
  const [photos, words] = await Promise.all([
    ownPhotos(db, id),
    removedWords(
      db,
      decisions.map((one) => one.id),
    ),
  ])
  const aboutWhat = ({
    id: decisionId,
    about_kind: kind,
    about_id: aboutId,
    about_part: part,
  }: DecisionRow): string => {
    if (kind === 'photo') {
      const index = photos.findIndex((photo) => photo.id === aboutId)
      return index < 0 ? ', a photo that is deleted' : `, photo ${index + 1}`
    }
    if (kind === 'viewOnce') return ', a photo for one view'
    if (kind === 'chatPhoto') return ', a photo in a chat'
    const removed = words.get(decisionId)
    return part === null
      ? ''
      : `, ${partLabels[part]}${removed === undefined ? '' : ` “${removed.slice(0, SHOWN_OF_ABOUT)}”`}`
  }
  return decisions.map((one) => ({
    id: one.id,
    label: `${dayInWords(one.took_effect_at ?? one.decided_at)}: ${inWords(one.act, one.days)}${aboutWhat(one)} (${policyOf(one.policy).label})`,
  }))
}

const hideableHandler = handle(getHideable, async ({ query, scope, services }) => {
  const { db, photoFiles } = services
  const task =
    query.task === undefined
      ? undefined
      : await db.transaction().execute((trx) => heldTask(trx, scope, query.task ?? 0))
  if (!task) await assertOpenTo(db, scope.member.id, 'reports')
  const accountId = task ? task.account_id : query.accountId
  if (accountId === scope.member.id) throw new ApiError('forbidden', ABOUT_ONESELF)
  const person = accountId == null ? undefined : await personOf(db, accountId)
  if (!person) throw new ApiError('notFound', 'There is no such account.')
  await assertMayDecideAbout(db, scope.member.id, person)
  await recordAccesses(db, scope, [
    { subjectId: person.id, what: 'photos', why: task ? whyOf(task) : { file: person.id } },
  ])
  const photos = await ownPhotos(db, person.id)
  const shown = photos
    .map((photo, index) => ({ photo, number: index + 1 }))
    .filter(
      ({ photo }) =>
        photo.rejected_at === null && (task || (photo.approved_at !== null && !photo.is_private)),
    )
  return {
    photos: await Promise.all(
      shown.map(
        async ({ photo: { id, key, is_private: isPrivate, approved_at: approvedAt }, number }) => {
          const bytes = await photoFiles.read(fileName({ key, width: 320, format: 'webp' }))
          const label = `Photo ${number}${isPrivate ? ', private' : ''}${approvedAt === null ? ', waits for its check' : ''}`
          return { name: `${id}~${key}`, label, src: bytes && inlinePicture(bytes) }
        },
      ),
    ),
  }
})

/** Of a report and of a suspicion the member learns a month later, as of every look for one. */
function whyOf({ id, queue, subject_id: subject }: TaskRow): Record<string, number> {
  return {
    task: id,
    ...(queue === 'reports' ? { report: subject } : queue === 'fraud' ? { hit: subject } : {}),
  }
}

const decideHandler = handle(decideTask, async (call) => {
  const { body, scope, services } = call
  const claim = claimOf(call, 'POST /staff/decide', scope.member.id)
  const decided = await once(
    services.db,
    { ...claim, key: claim.key ?? body.key ?? null },
    async (trx) => {
      const { task, ...made } = await decideBy(services, trx, scope, body)
      return { ...made, next: afterDecision(made.id, task, made.needsSecond) }
    },
  )
  return { ok: true as const, ...decided }
})

/**
 * Decides what a form says, about the member of the task or whom the form names; returns the task.
 */
export async function decideBy(
  services: Services,
  trx: Trx,
  scope: Scope,
  body: z.output<typeof decideTask.body>,
): Promise<{ id: number; needsSecond: boolean; task: TaskRow | undefined }> {
  const { member, at } = scope
  const { taskId, act, policy, severity, days, note, internalNote } = body
  const task = taskId === undefined ? undefined : await taskById(trx, taskId)
  await assertOpenTo(trx, member.id, task?.queue ?? 'reports')
  if (task) await noteWork(trx, member.id, at)
  // A request for removal can name several.
  const accountId =
    task?.queue === 'removals'
      ? (body.accountId ?? task.account_id ?? undefined)
      : (task?.account_id ?? body.accountId)
  if (accountId === undefined) throw new ApiError('notFound', 'There is no such task.')
  const text = act === 'removeText' && body.text !== undefined ? textOf(body.text, accountId) : null
  const photo = act === 'hidePhoto' && body.photo !== undefined ? photoNamed(body.photo) : null
  const reverses = act === 'restore' ? body.reverses : undefined
  const subject =
    text?.subject ??
    (photo
      ? { kind: 'photo' as const, id: photo.id }
      : reverses === undefined
        ? subjectOf(body, accountId, task)
        : null)
  if (act === 'hidePhoto' && subject?.kind === 'account')
    throw fieldError('photo', 'Please choose which photo to hide.')
  const made = await decide(
    services,
    trx,
    { staffId: member.id, at },
    {
      accountId,
      act,
      policy,
      severity,
      days: days ?? null,
      scope: body.scope,
      brand: body.brand ?? task?.brand ?? scope.brand.id,
      taskId: taskId ?? null,
      subject,
      photoKey: photo?.key ?? body.photoKey,
      textKey: text?.key,
      ...(reverses === undefined ? {} : { reverses }),
      note,
      internalNote,
      automated: false,
    },
  )
  await recordAct(trx, scope, {
    action: 'staff.decide',
    subjectId: accountId,
    details: { decision: made.id, act, policy, severity, needsSecond: made.needsSecond },
  })
  return { ...made, task }
}

type Named = { about?: 'account' | 'photo' | TextPart | undefined; aboutId?: number | undefined }

function subjectOf(
  { about, aboutId }: Named,
  accountId: number,
  task: { queue: Queue; subject_id: number } | undefined,
): Subject {
  const picture = pictureIn(task?.queue)
  if (about === undefined && task && picture !== null) return { kind: picture, id: task.subject_id }
  if (about === undefined || about === 'account') return { kind: 'account', id: accountId }
  if (about === 'photo') return { kind: 'photo', id: aboutId ?? 0 }
  return { kind: 'text', part: about, id: aboutId ?? accountId }
}

/**
 * Takes one's own back before it takes effect, its task held again by `taskTo`; returns where one
 * goes on.
 */
export async function undoDecision(
  services: Services,
  trx: Trx,
  scope: Scope,
  { id, taskTo }: { id: number; taskTo: number | null },
): Promise<string> {
  const { member, at } = scope
  await noteWork(trx, member.id, at)
  const { decision } = await locked(trx, id)
  const task = decision.task_id === null ? undefined : await taskById(trx, decision.task_id)
  await assertOpenTo(trx, member.id, task?.queue ?? 'reports')
  if (decision.decided_by !== member.id)
    throw new ApiError(
      'forbidden',
      'This is somebody else’s decision. It can be taken back with one of your own.',
    )
  if (decision.undone_at !== null)
    throw new ApiError('conflict', 'This decision was taken back already.')
  if (
    decision.took_effect_at !== null ||
    (decision.takes_effect_at !== null && decision.takes_effect_at <= at)
  ) {
    throw new ApiError(
      'conflict',
      'Its ten seconds are over, and it has taken effect. You can give back what it took.',
    )
  }
  await setAside(services, trx, decision, { taskTo, at })
  await recordAct(trx, scope, {
    action: 'staff.undoDecision',
    subjectId: decision.account_id,
    details: { decision: decision.id },
  })
  return task ? `${deskOf(task.queue)}?done=undone` : pageOf(decision.id)
}

/** The person first, as every decision about them does. */
export async function locked(
  trx: Trx,
  id: number,
): Promise<{ person: Person; decision: DecisionRow }> {
  const unlocked = await decisionById(trx, id)
  const person = unlocked && (await personForUpdate(trx, unlocked.account_id))
  const decision = person && (await decisionById(trx, id))
  if (!decision) throw new ApiError('notFound', 'There is no such decision.')
  return { person, decision }
}

/**
 * A decision that never takes effect: its strikes do not count, what its owner deleted meanwhile is
 * not known as refused, and no copy of a picture is kept.
 */
async function lapse(services: Services, trx: Trx, decision: DecisionRow, at: Date): Promise<void> {
  await markDecision(trx, decision.id, 'undone_at', at)
  await takeStrikeBack(trx, decision.id, at)
  await forgetDeleted(trx, decision, at)
  await services.say(trx, decisionLapsed, { decisionId: decision.id, at })
}

/** As `lapse`; its task is open again, held by `taskTo`. */
export async function setAside(
  services: Services,
  trx: Trx,
  decision: DecisionRow,
  { taskTo, at }: { taskTo: number | null; at: Date },
): Promise<void> {
  await lapse(services, trx, decision, at)
  await services.say(trx, decisionLifted, { decisionId: decision.id, at })
  await endApproval(trx, decision.id, { outcome: 'expired', by: null, at })
  if (decision.task_id !== null) await reopenTask(trx, decision.task_id, taskTo, at)
}

const getHandler = handle(getDecision, async ({ query, scope, services }) => {
  const decision = await decisionById(services.db, query.id)
  if (!decision) throw new ApiError('notFound', 'There is no such decision.')
  if (decision.account_id === scope.member.id)
    throw new ApiError(
      'forbidden',
      'This is about your own account. Its reasons are among your settings.',
    )
  const person = await personOf(services.db, decision.account_id)
  if (person) await assertMayDecideAbout(services.db, scope.member.id, person)
  const contact = (await contactsOf(services.db, [decision.account_id])).get(decision.account_id)
  return {
    decision: presented(services, decision, {
      username: contact?.username,
      staffId: scope.member.id,
    }),
  }
})

/** `username`: of whom it is about, undefined where the account is deleted. */
function presented(
  services: Pick<Services, 'settings'>,
  row: DecisionRow,
  { username, staffId }: { username: string | undefined; staffId: number },
): Decided {
  const { id, account_id: accountId, brand, act, policy, severity, days, scope, note } = row
  return {
    id,
    accountId,
    username: username ?? 'a deleted account',
    brand: brandById(brand)?.name ?? brand,
    act,
    policy,
    severity,
    days,
    scope,
    note,
    internalNote: row.internal_note,
    isOwn: row.decided_by === staffId,
    isAutomated: row.is_automated,
    decidedAt: row.decided_at.toISOString(),
    takesEffectAt: row.takes_effect_at?.toISOString() ?? null,
    state: stateOfDecision(row),
    statement:
      row.took_effect_at !== null && act !== 'none' && act !== 'restore'
        ? statementPath(services, id)
        : null,
  }
}

function stateOfDecision({
  undone_at: undoneAt,
  reversed_at: reversedAt,
  took_effect_at: tookEffectAt,
  takes_effect_at: takesEffectAt,
}: DecisionRow): DecisionState {
  if (undoneAt !== null) return 'undone'
  if (reversedAt !== null) return 'takenBack'
  if (tookEffectAt !== null) return 'holds'
  return takesEffectAt === null ? 'needsSecond' : 'waits'
}

const AT_ONCE = 200

/**
 * Lets decisions take effect whose time to take them back is over: each once, whichever process
 * does it.
 */
export const decisionJob: Job = {
  name: 'decisions',
  period: 2 * SECOND,
  start(services) {
    const { db, clock, log } = services
    const effect = (id: number, at: Date) =>
      db.transaction().execute(async (trx) => {
        const { person, decision } = await locked(trx, id)
        if (decision.took_effect_at !== null || decision.undone_at !== null) return
        if (await fallsAway(services, trx, person, decision))
          await lapse(services, trx, decision, at)
        else await takeEffect(services, trx, person, decision, at)
      })
    const each = eachDue({
      most: AT_ONCE,
      read: (at, most) => dueDecisions(db, at, most),
      work: effect,
      failed: (error, id, tries) =>
        log.error({ decision: id, tries, error }, 'a decision did not take effect'),
    })
    return { run: (stopping) => each(clock.now(), stopping) }
  },
}

/**
 * Opens what was closed for a time, sets aside what no second person agreed to, and forgets texts
 * and photos that nobody can have back.
 */
export const standingJob: Job = {
  name: 'standings',
  period: MINUTE,
  start(services) {
    const { db, clock, log } = services
    const open = (id: number, at: Date) =>
      db.transaction().execute(async (trx) => {
        const person = await personForUpdate(trx, id)
        if (person) await renewStanding(trx, person, at)
      })
    const expire = (id: number, at: Date) =>
      db.transaction().execute(async (trx) => {
        const { decision } = await locked(trx, id)
        if (decision.takes_effect_at === null && decision.undone_at === null)
          await setAside(services, trx, decision, { taskTo: null, at })
      })
    const eachStanding = eachDue({
      most: AT_ONCE,
      read: (at, most) => accountsToOpen(db, at, most),
      work: open,
      failed: (error, id, tries) =>
        log.error({ account: id, tries, error }, 'an account whose time is over was not opened'),
    })
    const eachApproval = eachDue({
      most: AT_ONCE,
      read: async (at, most) =>
        (await expiredApprovals(db, at, most)).map(({ decisionId }) => decisionId),
      work: expire,
      failed: (error, id, tries) =>
        log.error(
          { decision: id, tries, error },
          'a decision that nobody agreed to was not set aside',
        ),
    })
    return {
      async run(stopping) {
        const at = clock.now()
        await eachStanding(at, stopping)
        await eachApproval(at, stopping)
        const forgotten = later(at, -EVIDENCE_DAYS * DAY)
        await inBatches(stopping, (most) => sweepRemoved(db, forgotten, most))
        let count = 1
        while (count > 0 && !stopping.aborted) count = await sweepRemovedPhotos(services, forgotten)
      },
    }
  },
}

export const decisionHandlers: Handler[] = [
  adviceHandler,
  hideableHandler,
  decideHandler,
  getHandler,
]
