import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import { createPauses } from '../../jobs/pauses.ts'
import type { Job } from '../../jobs/worker.server.ts'
import { DAY, later, MINUTE, SECOND } from '../../lib/clock.ts'
import { brandById, mainBrand } from '../../sites/registry.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { decideItem, inWords, reverseItem } from './batch-items.server.ts'
import { BATCH_JOB } from './batches.server.ts'
import {
  type BatchRow,
  countItems,
  endItem,
  endReversal,
  hasDecidedAbout,
  type ItemRow,
  lockBatch,
  markBatch,
  nextToDecide,
  nextToReverse,
  postponeItem,
  sweepUnused,
  workingBatches,
} from './batches.sql.ts'
import { TRY_AGAIN_AFTER } from './batches.ts'

const AT_ONCE = 20
const UNUSED_FOR = DAY

/**
 * Decides the items of batches that began, and takes back those of batches that are taken back: one item a transaction,
 * so that what a crash interrupts goes on where it was, in any process.
 */
export const batchJob: Job = {
  name: BATCH_JOB,
  period: 5 * SECOND,
  start(services) {
    const { db, clock, log } = services
    const pauses = createPauses()
    return {
      async run(stopping) {
        const at = clock.now()
        await sweepUnused(db, later(at, -UNUSED_FOR))
        for (const id of await pauses.due(at, AT_ONCE, (most) => workingBatches(db, most))) {
          if (stopping.aborted) return
          await pauses.attempt(
            id,
            at,
            () => work(services, id, stopping),
            (error, tries) => log.error({ batch: id, tries, error }, 'a batch did not go on'),
          )
        }
      },
    }
  },
}

async function work(services: Services, id: number, stopping: AbortSignal): Promise<void> {
  for (const step of [decideNext, reverseNext]) {
    while (await step(services, id)) if (stopping.aborted) return
  }
  await services.db.transaction().execute(async (trx) => {
    const batch = await lockBatch(trx, id, 'change')
    const count = (await countItems(trx, [id])).get(id)
    if (!batch || !count) return
    const at = services.clock.now()
    if (batch.startedAt !== null && batch.endedAt === null && count.outcomes === count.items) await markBatch(trx, id, { ended_at: at })
    if (batch.reversalAt !== null && batch.reversalEndedAt === null && count.reversals === count.decisions) {
      await markBatch(trx, id, { reversal_ended_at: at })
    }
  })
}

/** In whose name an item is decided: on the brand where the batch was made. */
function scopeOf({ brand }: BatchRow, staffId: number, at: Date): Scope {
  // Of the scope, the ids and the moment are read.
  return { brand: brandById(brand) ?? mainBrand, member: { id: staffId }, at } as Scope
}

/**
 * What an item that failed is left out for, in words: at once where it was refused, else once it was tried often enough.
 * Null where it is tried again after a while. What nobody can write down, such as a database that is gone, is thrown.
 */
async function whyLeft(services: Services, item: ItemRow, error: unknown, what: string): Promise<string | null> {
  const why = inWords(error)
  if (why !== undefined) return why
  const [tries, pause] = [item.tries + 1, TRY_AGAIN_AFTER[item.tries]]
  const until = later(services.clock.now(), pause ?? MINUTE)
  if (!(await postponeItem(services.db, item, { why: 'It failed, by a fault of ours, and is tried again in a while.', until }))) return null
  services.log.error({ batch: item.batchId, item: item.id, tries, error }, `an item of a batch failed${pause === undefined ? ' for the last time' : ''}`)
  return pause === undefined ? `${what} failed ${tries} times, by a fault of ours. Please decide it singly.` : null
}

/** Returns false where nothing is left that nobody else does. */
async function decideNext(services: Services, batchId: number): Promise<boolean> {
  let tried: ItemRow | undefined
  try {
    return await services.db.transaction().execute(async (trx) => {
      const at = services.clock.now()
      const batch = await lockBatch(trx, batchId, 'work')
      if (!batch?.plan || batch.startedAt === null || batch.reversalAt !== null) return false
      const item = await nextToDecide(trx, batchId, at)
      if (!item) return false
      tried = item
      const { plan } = batch
      const made = await decideItem(services, trx, { batch, plan, item, at }, () => hasDecidedAbout(trx, batchId, item.accountId))
      const { act, policy, severity } = plan
      const details = { decision: made.id, act, policy, severity, needsSecond: made.needsSecond, batch: batchId }
      await recordAct(trx, scopeOf(batch, batch.madeBy, at), { action: 'staff.decide', subjectId: item.accountId, details })
      await endItem(trx, item.id, { outcome: made.needsSecond ? 'needsSecond' : 'decided', why: '', decisionId: made.id })
      return true
    })
  } catch (error) {
    if (tried === undefined) throw error
    const why = await whyLeft(services, tried, error, 'Deciding this')
    if (why !== null) await endItem(services.db, tried.id, { outcome: 'leftOut', why, decisionId: null })
    return true
  }
}

async function reverseNext(services: Services, batchId: number): Promise<boolean> {
  let tried: ItemRow | undefined
  try {
    return await services.db.transaction().execute(async (trx) => {
      const at = services.clock.now()
      const batch = await lockBatch(trx, batchId, 'work')
      if (!batch || batch.reversedBy === null) return false
      const item = await nextToReverse(trx, batchId, at)
      if (!item) return false
      tried = item
      const staffId = batch.reversedBy
      const { reversal, why, decision } = await reverseItem(services, trx, { batch, staffId, decisionId: item.decisionId ?? 0, at })
      await endReversal(trx, item.id, reversal, why)
      if (reversal !== 'left') {
        const action = reversal === 'undone' ? 'staff.undoDecision' : 'staff.decide'
        await recordAct(trx, scopeOf(batch, staffId, at), { action, subjectId: decision.account_id, details: { reverses: decision.id, batch: batchId } })
      }
      return true
    })
  } catch (error) {
    if (tried === undefined) throw error
    const why = await whyLeft(services, tried, error, 'Taking this back')
    if (why !== null) await endReversal(services.db, tried.id, 'left', why)
    return true
  }
}
