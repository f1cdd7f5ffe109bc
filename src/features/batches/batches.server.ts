import { createHash } from 'node:crypto'
import { ApiError, fieldError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { inSavepoint } from '../../db/savepoint.server.ts'
import { wake } from '../../jobs/wake.sql.ts'
import { personForUpdate, personsOf } from '../accounts/standing.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { recordLooks } from '../audit/looks.sql.ts'
import { settleApproval } from '../enforcement/approvals.server.ts'
import { type ApprovalOf, approvalsAround } from '../enforcement/approvals.sql.ts'
import { locked, stateOfDecision } from '../enforcement/decide.server.ts'
import { personHashesOf } from '../enforcement/decisions.server.ts'
import { decisionsById, strikesOf } from '../enforcement/decisions.sql.ts'
import { actTable, strikesInForce } from '../enforcement/decisions.ts'
import { waitingAmong } from '../messaging/view-once.sql.ts'
import { reportsMadeBy } from '../moderation/report.sql.ts'
import { photoKeys } from '../photos/review.sql.ts'
import { jobsById } from '../staff/jobs.sql.ts'
import { assertOpenTo } from '../staff/roles.server.ts'
import { noteWork } from '../staff/shifts.sql.ts'
import { decideItem, inWords, undoItem, whySingly } from './batch-items.server.ts'
import { agreeBatch, type Batch, gatherBatch, getBatch, getBatches, planBatch, reverseBatch, runBatch } from './batches.contract.ts'
import {
  addItems,
  batchById,
  type BatchRow,
  type Count,
  countItems,
  endReversal,
  foreseeItem,
  forgetPlan,
  insertBatch,
  type ItemRow,
  itemsOf,
  latestBatches,
  leaveOutForeseen,
  leaveOutRest,
  lockBatch,
  markBatch,
  type NewItem,
  type Plan,
  removeItems,
  savePlan,
} from './batches.sql.ts'
import { BATCH_LIMIT, batchActs, batchPath, type BatchKind, type ItemResult, kindWords, queueOf, stateOf, TYPED_ABOVE } from './batches.ts'
import { pictureOf, standingInWords } from './pictures.server.ts'

/** The worker's name in the list of jobs. */
export const BATCH_JOB = 'batches'

const missing = () => new ApiError('notFound', { detail: 'There is no such batch. One that nobody begins is forgotten after a day.' })
const tooMany = (count: number, kind: BatchKind) =>
  fieldError(
    'chosen',
    `A batch is of ${BATCH_LIMIT} ${kindWords[kind].many} at most, and these are ${count}. Please choose fewer, and make another batch of the rest. Nothing was done.`,
  )

const gatherHandler = handle(gatherBatch, async ({ body, scope, services }) => {
  const { member, brand, at } = scope
  const { kind } = body
  const chosen = [...new Set(body.chosen)]
  if (chosen.length === 0) throw fieldError('chosen', 'Please choose at least one.')
  if (chosen.length > BATCH_LIMIT) throw tooMany(chosen.length, kind)
  const id = await services.db.transaction().execute(async (trx) => {
    await assertOpenTo(trx, member.id, queueOf(kind))
    const before = body.batch === undefined ? undefined : await ownOpen(trx, scope, body.batch)
    if (before && before.kind !== kind) throw new ApiError('conflict', { detail: 'A batch is of one kind. Please make another one of these.' })
    const batchId = before?.id ?? (await insertBatch(trx, { kind, brand: brand.id, by: member.id, at }))
    const count = await addItems(trx, batchId, kind === 'accounts' ? await accountsToAdd(trx, chosen) : await jobsToAdd(trx, kind, chosen))
    if (count > BATCH_LIMIT) throw tooMany(count, kind)
    if (before) await forgetPlan(trx, batchId)
    return batchId
  })
  return { ok: true as const, next: batchPath(id) }
})

/** A batch of one's own that has not begun, locked. */
async function ownOpen(trx: Trx, { member }: Scope, id: number): Promise<BatchRow> {
  const batch = await lockBatch(trx, id, 'change')
  if (!batch) throw missing()
  if (batch.madeBy !== member.id) throw new ApiError('forbidden', { detail: 'This is somebody else’s batch. Please make one of your own.' })
  if (batch.startedAt !== null) throw new ApiError('conflict', { detail: 'This batch has begun. Nothing was changed.' })
  return batch
}

async function accountsToAdd(trx: Trx, ids: readonly number[]): Promise<NewItem[]> {
  const people = await personsOf(trx, ids)
  if (people.size < ids.length) throw new ApiError('notFound', { detail: 'One of these accounts is not there any more. Please choose again.' })
  // In the order in which they were chosen, as jobs are.
  return ids.flatMap((id) => people.get(id) ?? []).map(({ id, brand }) => ({ accountId: id, jobId: null, subjectId: id, brand, photoKey: null }))
}

async function jobsToAdd(trx: Trx, kind: Exclude<BatchKind, 'accounts'>, ids: readonly number[]): Promise<NewItem[]> {
  const jobs = await jobsById(trx, ids)
  const subjects = jobs.map((job) => job.subject_id)
  const waiting = kind === 'viewOnce' ? await waitingAmong(trx, subjects) : new Map<number, { key: string }>()
  const keys = kind === 'photos' ? await photoKeys(trx, subjects) : new Map([...waiting].map(([id, { key }]) => [id, key]))
  if (jobs.length < ids.length || jobs.some((job) => job.queue !== kind || job.account_id === null)) {
    throw new ApiError('notFound', { detail: 'One of these jobs is not there any more, or of another queue. Please choose again.' })
  }
  return jobs.map((job) => ({
    accountId: job.account_id ?? 0,
    jobId: job.id,
    subjectId: job.subject_id,
    brand: job.brand,
    photoKey: keys.get(job.subject_id) ?? null,
  }))
}

/** Fields of the form that are wrong for every item alike. */
const ofTheForm = ['act', 'policy', 'days', 'scope', 'note', 'severity']

const planHandler = handle(planBatch, async ({ body, scope, services, at }) => {
  const { id, leaveOut, act, policy, severity, days = null, scope: where, note, internalNote } = body
  const { db } = services
  const plan: Plan = { act, policy, severity, days, scope: where, note, internalNote }
  const batch = await db.transaction().execute(async (trx) => {
    const own = await ownOpen(trx, scope, id)
    await assertOpenTo(trx, scope.member.id, queueOf(own.kind))
    return own
  })
  if (!batchActs[batch.kind].includes(act)) throw fieldError('act', 'This is decided one by one, never in a batch.')
  const items = (await itemsOf(db, id)).filter((item) => !leaveOut.includes(item.id))
  if (items.length === 0) throw fieldError('leaveOut', 'Nothing would be left of this batch.')
  const found: Array<{ item: ItemRow; foreseen: ItemResult; why: string }> = []
  for (const item of items) {
    const isRepeated = found.some((one) => one.foreseen !== 'leftOut' && one.item.accountId === item.accountId)
    found.push({ item, ...(await foreseen(services, { batch, plan, item, at }, isRepeated)) })
  }
  await db.transaction().execute(async (trx) => {
    await ownOpen(trx, scope, id)
    const seen = new Set([...leaveOut, ...items.map((item) => item.id)])
    if ((await itemsOf(trx, id)).some((item) => !seen.has(item.id))) {
      throw new ApiError('conflict', { detail: 'Something was added to this batch meanwhile. Please look at it, and say once more what is to be done.' })
    }
    await removeItems(trx, id, leaveOut)
    await savePlan(trx, id, plan)
    for (const { item, foreseen: result, why } of found) await foreseeItem(trx, item.id, result, why)
  })
  return { ok: true as const, next: `${batchPath(id)}#plan` }
})

/** Carries what was decided out of a transaction that is rolled back. */
class Trial extends Error {
  readonly needsSecond: boolean
  readonly counts: number | null

  constructor(needsSecond: boolean, counts: number | null) {
    super('a trial')
    this.needsSecond = needsSecond
    this.counts = counts
  }
}

/** What would become of an item: the very decision is made, and its transaction rolled back. */
async function foreseen(
  services: Services,
  given: { batch: BatchRow; plan: Plan; item: ItemRow; at: Date },
  isRepeated: boolean,
): Promise<{ foreseen: ItemResult; why: string }> {
  try {
    return await services.db.transaction().execute(async (trx) => {
      const { needsSecond } = await decideItem(services, trx, given, () => isRepeated)
      throw new Trial(needsSecond, actTable[given.plan.act].strikes ? await countsOf(services, trx, given) : null)
    })
  } catch (error) {
    if (error instanceof Trial) {
      return { foreseen: error.needsSecond ? 'needsSecond' : 'decided', why: error.counts === null ? '' : `Counts ${error.counts} with this.` }
    }
    const why = inWords(error)
    if (error instanceof ApiError && error.errors?.some(({ field }) => ofTheForm.includes(field))) throw error
    if (why === undefined) {
      // A fault of ours about one of them keeps nobody from deciding about the others.
      services.log.error({ batch: given.batch.id, item: given.item.id, error }, 'what becomes of an item could not be foreseen')
      return { foreseen: 'leftOut', why: 'This cannot be decided together with others, by a fault of ours. Please decide it singly.' }
    }
    return { foreseen: 'leftOut', why }
  }
}

async function countsOf(services: Services, trx: Trx, { item, at }: { item: ItemRow; at: Date }): Promise<number> {
  const person = await personForUpdate(trx, item.accountId)
  return person ? strikesInForce(await strikesOf(trx, person.id, personHashesOf(services, person.email)), at) : 0
}

/** By what a batch is known again as it was seen: what it is to do, and what was foreseen for each item. */
function plannedAs({ plan }: BatchRow, items: readonly ItemRow[]): string | null {
  if (plan === null) return null
  const seen = JSON.stringify([plan, items.map(({ id, foreseen: expected, why }) => [id, expected, why])])
  return createHash('sha256').update(seen).digest('base64url')
}

const runHandler = handle(runBatch, async ({ body: { id, count: typed, planned }, scope, services, at }) => {
  const { member } = scope
  await services.db.transaction().execute(async (trx) => {
    const batch = await lockBatch(trx, id, 'change')
    if (!batch) throw missing()
    await assertOpenTo(trx, member.id, queueOf(batch.kind))
    if (batch.madeBy !== member.id) throw new ApiError('forbidden', { detail: 'This is somebody else’s batch. Whoever made it begins it.' })
    if (batch.startedAt !== null) return
    const counted = (await countItems(trx, [id])).get(id)
    const toDecide = (counted?.decided ?? 0) + (counted?.needsSecond ?? 0)
    if (batch.plan === null || !counted) throw new ApiError('conflict', { detail: 'Please say first what this batch is to do.' })
    if (planned !== undefined && planned !== plannedAs(batch, await itemsOf(trx, id))) {
      throw new ApiError('conflict', { detail: 'This batch was planned anew since. Please look at what it is to do now. Nothing was done.' })
    }
    if (toDecide === 0) throw new ApiError('conflict', { detail: 'There is nothing in this batch that it can decide.' })
    if (toDecide > TYPED_ABOVE && typed !== toDecide) {
      throw fieldError('count', `Please type ${toDecide}, the number of ${kindWords[batch.kind].many} that this decides. Nothing was done.`)
    }
    await leaveOutForeseen(trx, id)
    await markBatch(trx, id, { started_at: at })
    const { act, policy, severity } = batch.plan
    await recordAct(trx, scope, { action: 'staff.runBatch', subjectId: null, details: { batch: id, items: toDecide, act, policy, severity } })
    await noteWork(trx, member.id, at)
    await wake(trx, BATCH_JOB)
  })
  return { ok: true as const, next: batchPath(id) }
})

/** Waiting decisions are undone here, in one transaction, so that none takes effect while others are undone; the rest is the worker's. */
const reverseHandler = handle(reverseBatch, async ({ body: { id }, scope, services, at }) => {
  const { member } = scope
  await services.db.transaction().execute(async (trx) => {
    const batch = await lockBatch(trx, id, 'change')
    if (!batch) throw missing()
    await assertOpenTo(trx, member.id, queueOf(batch.kind))
    if (batch.startedAt === null) throw new ApiError('conflict', { detail: 'This batch has not begun: there is nothing to take back.' })
    if (batch.reversalAt !== null) return
    await leaveOutRest(trx, id, 'The batch was stopped before it came to this.')
    if (batch.endedAt === null) await markBatch(trx, id, { ended_at: at })
    await markBatch(trx, id, { reversal_at: at, reversed_by: member.id })
    await recordAct(trx, scope, { action: 'staff.reverseBatch', subjectId: null, details: { batch: id } })
    // In one order of people, so that two batches about the same ones wait for each other instead of forever.
    const items = (await itemsOf(trx, id)).toSorted((a, b) => a.accountId - b.accountId || a.id - b.id)
    for (const { id: itemId, decisionId } of items) {
      if (decisionId === null) continue
      const undone = inSavepoint(trx, async () => {
        const { decision } = await locked(trx, decisionId)
        if (decision.undone_at !== null || decision.took_effect_at !== null || decision.account_id === member.id) return
        await undoItem(services, trx, decision, at)
        await endReversal(trx, itemId, 'undone', '')
        await recordAct(trx, scope, { action: 'staff.undoDecision', subjectId: decision.account_id, details: { decision: decision.id, batch: id } })
      })
      // One that fails is left to the worker, which undoes it, or gives back what it takes meanwhile.
      await undone.catch((error: unknown) => services.log.error({ batch: id, item: itemId, error }, 'an item of a batch was not undone at once'))
    }
    await wake(trx, BATCH_JOB)
  })
  return { ok: true as const, next: batchPath(id) }
})

/** Open ones that somebody may agree to; as `settleApproval` refuses them. */
async function thoseFor(db: Db, approvals: readonly ApprovalOf[], { member, at }: Scope): Promise<ApprovalOf[]> {
  const reported = await reportsMadeBy(
    db,
    approvals.flatMap(({ reportId }) => reportId ?? []),
    member.id,
  )
  return approvals.filter(
    ({ outcome, expiresAt, askedBy, aboutId, reportId }) =>
      outcome === null && expiresAt > at && askedBy !== member.id && aboutId !== member.id && !reported.has(reportId ?? 0),
  )
}

/** Each in its own transaction, by the very path of a single one: what ends meanwhile is skipped, and what a crash leaves waits on. */
const agreeHandler = handle(agreeBatch, async ({ body: { id, count: typed, upTo = Infinity }, scope, services, at }) => {
  const { db } = services
  const { member } = scope
  const batch = await batchById(db, id)
  if (!batch) throw missing()
  await assertOpenTo(db, member.id, queueOf(batch.kind))
  await assertOpenTo(db, member.id, 'appeals')
  const shown = (await approvalsAround(db, await decisionsOf(db, id))).filter((one) => one.id <= upTo)
  const waiting = await thoseFor(db, shown, scope)
  if (waiting.length === 0) {
    throw new ApiError('conflict', {
      detail: 'Nothing in this batch waits for you. Nobody agrees to what they decided or reported themselves, or to what is about them.',
    })
  }
  if (waiting.length > TYPED_ABOVE && typed !== waiting.length) {
    throw fieldError('count', `Please type ${waiting.length}, the number of decisions that you agree to. Nothing was done.`)
  }
  await db.transaction().execute(async (trx) => {
    await recordAct(trx, scope, { action: 'staff.agreeBatch', subjectId: null, details: { batch: id, items: waiting.length } })
    await noteWork(trx, member.id, at)
  })
  let agreed = 0
  const failed: unknown[] = []
  for (const { id: approval } of waiting) {
    const settled = db.transaction().execute((trx) => settleApproval(services, trx, scope, { id: approval, outcome: 'approved', batch: id }))
    agreed += await settled.then(
      () => 1,
      (error: unknown) => {
        if (inWords(error) === undefined) {
          services.log.error({ batch: id, approval, error }, 'a decision of a batch was not agreed to')
          failed.push(error)
        }
        return 0
      },
    )
  }
  // Those that failed wait on, and keep no other waiting.
  if (failed.length > 0) throw failed[0]
  return { ok: true as const, agreed, next: `${batchPath(id)}?agreed=${agreed}` }
})

async function decisionsOf(db: Db, id: number): Promise<number[]> {
  return (await itemsOf(db, id)).flatMap(({ decisionId }) => decisionId ?? [])
}

/** The second person's answer to each of these decisions, or the later one to its being taken back. */
function secondOf(approvals: readonly ApprovalOf[], decisionId: number | null, at: Date): 'waits' | 'approved' | 'refused' | 'expired' | null {
  const last = approvals.findLast((one) => one.decisionId === decisionId || one.reverses === decisionId)
  if (decisionId === null || !last) return null
  return last.outcome ?? (last.expiresAt > at ? 'waits' : 'expired')
}

const getHandler = handle(getBatch, async ({ params: { id }, scope, services, at }) => {
  const { db } = services
  const row = await batchById(db, id)
  if (!row) throw missing()
  await assertOpenTo(db, scope.member.id, queueOf(row.kind))
  const [items, [batch]] = await Promise.all([itemsOf(db, id), presented(db, [row], scope.member.id)])
  if (!batch) throw missing()
  const decisionIds = items.flatMap(({ decisionId }) => decisionId ?? [])
  const [people, decisions, approvals] = await Promise.all([
    personsOf(
      db,
      items.map(({ accountId }) => accountId),
    ),
    decisionsById(db, decisionIds),
    approvalsAround(db, decisionIds),
  ])
  const isOpen = ({ outcome, expiresAt }: ApprovalOf) => outcome === null && expiresAt > at
  const mine = await thoseFor(db, approvals, scope)
  const showsPictures = row.startedAt === null && (row.kind === 'photos' || row.kind === 'viewOnce')
  // The pictures of what is decided alone are looked at there, and those of what is decided are looked at no more.
  const jobs = showsPictures
    ? await jobsById(
        db,
        items.flatMap(({ jobId }) => jobId ?? []),
      )
    : []
  const waits = new Set(jobs.flatMap((job) => (job.closed_at === null ? [job.id] : [])))
  const singly = showsPictures ? await whySingly(db, row.kind, items) : new Map<number, string>()
  const isSeen = ({ jobId, subjectId }: ItemRow) => waits.has(jobId ?? 0) && !singly.has(subjectId)
  if (showsPictures) {
    const seen = [...new Set(items.filter(isSeen).map(({ accountId }) => accountId))]
    await recordLooks(
      db,
      scope,
      seen.map((subjectId) => ({ subjectId, what: 'photos' as const, why: { batch: id } })),
    )
  }
  return {
    batch,
    planned: plannedAs(row, items),
    seconds: { mine: mine.length, upTo: mine.at(-1)?.id, others: approvals.filter(isOpen).length - mine.length },
    items: await Promise.all(
      items.map(async (item) => {
        const { id: itemId, accountId, brand, jobId, photoKey, foreseen: expected, outcome, why, decisionId, reversal, reversalWhy } = item
        const person = people.get(accountId)
        const decision = decisionId === null ? undefined : decisions.get(decisionId)
        return {
          id: itemId,
          accountId,
          brand,
          jobId,
          foreseen: expected,
          outcome,
          why,
          decisionId,
          reversal,
          reversalWhy,
          username: person && person.deletedAt === null ? person.username : 'a deleted account',
          standing: standingInWords(person, at),
          src: isSeen(item) ? await pictureOf(services, row.kind, photoKey) : null,
          decision: decision ? stateOfDecision(decision) : null,
          second: secondOf(approvals, decisionId, at),
        }
      }),
    ),
  }
})

const MOST_LISTED = 30

const listHandler = handle(getBatches, async ({ query, scope: { member }, services: { db } }) => {
  await assertOpenTo(db, member.id, 'reports')
  const rows = await latestBatches(db, { staffId: member.id, before: query.before ?? null, most: MOST_LISTED + 1 })
  const shown = rows.slice(0, MOST_LISTED)
  return { batches: await presented(db, shown, member.id), next: rows.length > MOST_LISTED ? (shown.at(-1)?.id ?? null) : null }
})

async function presented(db: Db, rows: readonly BatchRow[], staffId: number): Promise<Batch[]> {
  const [people, counts] = await Promise.all([
    personsOf(db, [...new Set(rows.flatMap(({ madeBy, reversedBy }) => [madeBy, ...(reversedBy === null ? [] : [reversedBy])]))]),
    countItems(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  const nameOf = (id: number) => people.get(id)?.username ?? 'somebody who has left'
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: stateOf(row),
    madeBy: nameOf(row.madeBy),
    isOwn: row.madeBy === staffId,
    madeAt: row.madeAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    reversedBy: row.reversedBy === null ? null : nameOf(row.reversedBy),
    reversalAt: row.reversalAt?.toISOString() ?? null,
    act: row.plan?.act ?? null,
    policy: row.plan?.policy ?? null,
    severity: row.plan?.severity ?? null,
    days: row.plan?.days ?? null,
    scope: row.plan?.scope ?? null,
    note: row.plan?.note ?? null,
    internalNote: row.plan?.internalNote ?? null,
    count: counted(counts.get(row.id), row),
  }))
}

function counted(count: Count | undefined, { reversalAt }: BatchRow): Batch['count'] {
  const { items = 0, decided = 0, needsSecond = 0, leftOut = 0, outcomes = 0, decisions = 0, reversals = 0 } = count ?? {}
  return { items, decided, needsSecond, leftOut, ...(reversalAt === null ? { done: outcomes, toDo: items } : { done: reversals, toDo: decisions }) }
}

export const batchHandlers: Handler[] = [gatherHandler, planHandler, runHandler, agreeHandler, reverseHandler, listHandler, getHandler]
