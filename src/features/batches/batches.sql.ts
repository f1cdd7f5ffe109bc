import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { rowsOf } from '../../db/rows-of.ts'
import type { BatchesTables } from '../../db/tables/batches.ts'
import type { Act, EnforcementScope, Policy, Severity } from '../enforcement/decisions.ts'
import type { BatchKind, ItemResult, ItemReversal } from './batches.ts'

type Row = Selectable<BatchesTables['batches']>
export type Plan = { act: Act; policy: Policy; severity: Severity; days: number | null; scope: EnforcementScope; note: string; internalNote: string }
export type BatchRow = {
  id: number
  kind: BatchKind
  brand: string
  madeBy: number
  madeAt: Date
  startedAt: Date | null
  endedAt: Date | null
  reversedBy: number | null
  reversalAt: Date | null
  reversalEndedAt: Date | null
  act: Act | null
  plan: Plan | null
}

/** The words in the columns are those of the code, which alone writes them. */
function read(row: Row): BatchRow {
  const { act, policy, severity, scope, note, internal_note: internalNote, days } = row
  const plan =
    act === null || policy === null || severity === null || scope === null || note === null || internalNote === null
      ? null
      : ({ act, policy, severity, scope, note, internalNote, days } as Plan)
  return {
    id: row.id,
    kind: row.kind as BatchKind,
    brand: row.brand,
    madeBy: row.made_by,
    madeAt: row.made_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    reversedBy: row.reversed_by,
    reversalAt: row.reversal_at,
    reversalEndedAt: row.reversal_ended_at,
    act: plan?.act ?? null,
    plan,
  }
}

const columns = [
  'id',
  'kind',
  'brand',
  'made_by',
  'made_at',
  'act',
  'policy',
  'severity',
  'days',
  'scope',
  'note',
  'internal_note',
  'started_at',
  'ended_at',
  'reversed_by',
  'reversal_at',
  'reversal_ended_at',
] as const

export async function insertBatch(trx: Trx, batch: { kind: BatchKind; brand: string; by: number; at: Date }): Promise<number> {
  const { kind, brand, by, at } = batch
  return (await trx.insertInto('batches').values({ kind, brand, made_by: by, made_at: at }).returning('id').executeTakeFirstOrThrow()).id
}

export async function batchById(db: Db | Trx, id: number): Promise<BatchRow | undefined> {
  const row = await db.selectFrom('batches').select(columns).where('id', '=', id).executeTakeFirst()
  return row && read(row)
}

/** `work` may be done by several at once; `change` waits for them, and keeps them out. */
export async function lockBatch(trx: Trx, id: number, to: 'work' | 'change'): Promise<BatchRow | undefined> {
  const one = trx.selectFrom('batches').select(columns).where('id', '=', id)
  const row = await (to === 'work' ? one.forShare() : one.forNoKeyUpdate()).executeTakeFirst()
  return row && read(row)
}

/** The newest first; without those that never began and are somebody else's. */
export async function latestBatches(db: Db, { staffId, before, most }: { staffId: number; before: number | null; most: number }): Promise<BatchRow[]> {
  const rows = await db
    .selectFrom('batches')
    .select(columns)
    .where((eb) => eb.or([eb('started_at', 'is not', null), eb('made_by', '=', staffId)]))
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
  return rows.map((row) => read(row))
}

/** Those that began or are taken back, and have not ended. */
export async function workingBatches(db: Db, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where(sql<boolean>`((started_at is not null and ended_at is null) or (reversal_at is not null and reversal_ended_at is null))`)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
  return rows.map(({ id }) => id)
}

export async function savePlan(trx: Trx, id: number, plan: Plan): Promise<void> {
  const { internalNote, ...said } = plan
  await trx
    .updateTable('batches')
    .set({ ...said, internal_note: internalNote })
    .where('id', '=', id)
    .execute()
}

/** What was added changes what there is to plan. */
export async function forgetPlan(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('batches')
    .set({ act: null, policy: null, severity: null, days: null, scope: null, note: null, internal_note: null })
    .where('id', '=', id)
    .execute()
  await trx.updateTable('batch_items').set({ foreseen: null, why: '' }).where('batch_id', '=', id).execute()
}

type Mark = { started_at: Date } | { ended_at: Date } | { reversal_at: Date; reversed_by: number } | { reversal_ended_at: Date }

export async function markBatch(trx: Db | Trx, id: number, mark: Mark): Promise<void> {
  await trx.updateTable('batches').set(mark).where('id', '=', id).execute()
}

const UNUSED_KEPT = 200
/** Batches that nobody began, with their items. */
export async function sweepUnused(db: Db, before: Date): Promise<void> {
  await sql`delete from batches where ctid = any(array(
    select ctid from batches where started_at is null and made_at <= ${before} order by made_at limit ${sql.lit(UNUSED_KEPT)} for update skip locked))`.execute(
    db,
  )
}

export type NewItem = { accountId: number; jobId: number | null; subjectId: number; brand: string; photoKey: string | null }
export type ItemRow = NewItem & {
  id: number
  batchId: number
  foreseen: ItemResult | null
  outcome: ItemResult | null
  why: string
  decisionId: number | null
  reversal: ItemReversal | null
  reversalWhy: string
  /** How often it failed by a fault of ours, since it was last got done. */
  tries: number
}

function items(db: Db | Trx) {
  return db
    .selectFrom('batch_items')
    .select(['id', 'batch_id as batchId', 'account_id as accountId', 'job_id as jobId', 'subject_id as subjectId', 'brand', 'photo_key as photoKey'])
    .select(['foreseen', 'outcome', 'why', 'decision_id as decisionId', 'reversal', 'reversal_why as reversalWhy', 'tries'])
}

export async function itemsOf(db: Db | Trx, batchId: number): Promise<ItemRow[]> {
  return items(db).where('batch_id', '=', batchId).orderBy('id').execute()
}

/** Adds items that are not there yet; returns how many the batch has then. The caller has locked the batch. */
export async function addItems(trx: Trx, batchId: number, added: readonly NewItem[]): Promise<number> {
  if (added.length > 0) {
    await trx
      .insertInto('batch_items')
      .values(
        added.map(({ accountId, jobId, subjectId, brand, photoKey }) => ({
          batch_id: batchId,
          account_id: accountId,
          job_id: jobId,
          subject_id: subjectId,
          brand,
          photo_key: photoKey,
        })),
      )
      .onConflict((conflict) => conflict.columns(['batch_id', 'subject_id']).doNothing())
      .execute()
  }
  const { count } = await trx
    .selectFrom('batch_items')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  return count
}

export async function removeItems(trx: Trx, batchId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('batch_items')
    .where('batch_id', '=', batchId)
    .where('id', 'in', [...ids])
    .execute()
}

export async function foreseeItem(trx: Trx, id: number, foreseen: ItemResult, why: string): Promise<void> {
  await trx.updateTable('batch_items').set({ foreseen, why }).where('id', '=', id).execute()
}

/** What is not foreseen to be decided is left out as soon as the batch begins. */
export async function leaveOutForeseen(trx: Trx, batchId: number): Promise<void> {
  await trx.updateTable('batch_items').set({ outcome: 'leftOut' }).where('batch_id', '=', batchId).where('foreseen', '=', 'leftOut').execute()
}

/** Of a batch that is stopped: what it has not come to. */
export async function leaveOutRest(trx: Trx, batchId: number, why: string): Promise<void> {
  await trx.updateTable('batch_items').set({ outcome: 'leftOut', why }).where('batch_id', '=', batchId).where('outcome', 'is', null).execute()
}

/** The first of such items, locked; another process takes another one. One that failed is not tried before its time. */
function firstOf(batchItems: ReturnType<typeof items>, batchId: number, at: Date): Promise<ItemRow | undefined> {
  return batchItems
    .where('batch_id', '=', batchId)
    .where((eb) => eb.or([eb('try_at', 'is', null), eb('try_at', '<=', at)]))
    .orderBy('id')
    .limit(sql.lit(1))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function nextToDecide(trx: Trx, batchId: number, at: Date): Promise<ItemRow | undefined> {
  return firstOf(items(trx).where('outcome', 'is', null), batchId, at)
}

/** Of those whose decision is to be taken back. */
export async function nextToReverse(trx: Trx, batchId: number, at: Date): Promise<ItemRow | undefined> {
  return firstOf(items(trx).where('decision_id', 'is not', null).where('reversal', 'is', null), batchId, at)
}

/** Not where something came of it meanwhile. */
export async function endItem(
  trx: Db | Trx,
  id: number,
  { outcome, why, decisionId }: { outcome: ItemResult; why: string; decisionId: number | null },
): Promise<void> {
  const ended = { outcome, why, decision_id: decisionId, tries: 0, try_at: null }
  await trx.updateTable('batch_items').set(ended).where('id', '=', id).where('outcome', 'is', null).execute()
}

/** Counts a try of an item that failed; false where another process has counted it, or got it done, meanwhile. */
export async function postponeItem(db: Db, { id, outcome, tries }: ItemRow, { why, until }: { why: string; until: Date }): Promise<boolean> {
  const said = outcome === null ? { why } : {}
  const { numUpdatedRows } = await db
    .updateTable('batch_items')
    .set({ ...said, tries: tries + 1, try_at: until })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where(outcome === null ? 'outcome' : 'reversal', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function endReversal(trx: Db | Trx, id: number, reversal: ItemReversal, why: string): Promise<void> {
  await trx.updateTable('batch_items').set({ reversal, reversal_why: why }).where('id', '=', id).where('reversal', 'is', null).execute()
}

/** Whether the batch has decided about an account already. */
export async function hasDecidedAbout(trx: Trx, batchId: number, accountId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('batch_items')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('account_id', '=', accountId)
    .where('decision_id', 'is not', null)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}

export type Count = {
  batchId: number
  items: number
  decided: number
  needsSecond: number
  leftOut: number
  outcomes: number
  decisions: number
  reversals: number
}

/** What became of the items of batches, or is foreseen to. */
export async function countItems(db: Db | Trx, batchIds: readonly number[]): Promise<Map<number, Count>> {
  if (batchIds.length === 0) return new Map()
  const { rows } = await sql<Count>`
    select given.value::bigint as "batchId", count(i.id)::int as items,
      (count(*) filter (where coalesce(outcome, foreseen) = 'decided'))::int as decided,
      (count(*) filter (where coalesce(outcome, foreseen) = 'needsSecond'))::int as "needsSecond",
      (count(*) filter (where coalesce(outcome, foreseen) = 'leftOut'))::int as "leftOut",
      count(outcome)::int as outcomes, count(decision_id)::int as decisions, count(reversal)::int as reversals
    from ${rowsOf(batchIds)} given left join batch_items i on i.batch_id = given.value::bigint
    group by given.value`.execute(db)
  return new Map(rows.map((row) => [Number(row.batchId), row]))
}
