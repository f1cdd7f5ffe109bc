import { ApiError } from '../../api/errors.ts'
import type { Services } from '../../api/services.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { personForUpdate } from '../accounts/standing.sql.ts'
import { appealAbout } from '../enforcement/appeals.sql.ts'
import { locked, setAside } from '../enforcement/decide.server.ts'
import { decide } from '../enforcement/decisions.server.ts'
import type { DecisionRow } from '../enforcement/decisions.sql.ts'
import type { Subject } from '../enforcement/decisions.ts'
import { whyNotCheckedAgain } from '../enforcement/effects.server.ts'
import { waitingAmong } from '../messaging/view-once.sql.ts'
import { reasonsOf } from '../moderation/report.sql.ts'
import { kindsFound } from '../photos/hashes/findings.sql.ts'
import { jobById, leaseJob, openAmong } from '../staff/jobs.sql.ts'
import { openQueues } from '../staff/roles.sql.ts'
import type { BatchRow, ItemRow, Plan } from './batches.sql.ts'
import { type BatchKind, isOnAccount, type ItemReversal, queueOf } from './batches.ts'

const leftOut = (detail: string) => new ApiError('conflict', { detail })

/**
 * Decides one item as its maker would decide it alone: the job is leased to them, and the decision waits its ten seconds.
 * Throws in words what keeps it out of the batch. `isRepeated` tells whether the batch decided about its account already.
 */
export async function decideItem(
  services: Services,
  trx: Trx,
  { batch, plan, item, at }: { batch: BatchRow; plan: Plan; item: ItemRow; at: Date },
  isRepeated: () => Promise<boolean> | boolean,
): Promise<{ id: number; needsSecond: boolean }> {
  await assertMayDecide(trx, batch.kind, batch.madeBy)
  // The person before the job, as every decision locks them.
  await personForUpdate(trx, item.accountId)
  const urgent = (await whySingly(trx, batch.kind, [item])).get(item.subjectId)
  if (urgent !== undefined) throw leftOut(urgent)
  if (isOnAccount(plan.act) && (await isRepeated())) {
    throw leftOut('This batch decides about the same member already. This job stays open: once that holds, look at what is left of it.')
  }
  if (item.jobId !== null && !(await leaseJob(trx, item.jobId, batch.madeBy, at))) {
    const job = await jobById(trx, item.jobId)
    if (job?.closed_at === null) throw leftOut('Somebody else works on this job.')
  }
  return decide(
    services,
    trx,
    { staffId: batch.madeBy, at },
    {
      accountId: item.accountId,
      ...plan,
      brand: item.brand,
      jobId: item.jobId,
      subject: subjectOf(batch.kind, item),
      photoKey: item.photoKey ?? undefined,
      automated: false,
    },
  )
}

async function assertMayDecide(trx: Trx, kind: BatchKind, staffId: number): Promise<void> {
  if (!(await openQueues(trx, staffId)).includes(queueOf(kind))) throw leftOut('Whoever asked for this may not decide here any more.')
}

function subjectOf(kind: BatchKind, { subjectId, accountId }: ItemRow): Subject {
  if (kind === 'photos') return { kind: 'photo', id: subjectId }
  return kind === 'viewOnce' ? { kind: 'viewOnce', id: subjectId } : { kind: 'account', id: accountId }
}

/** Which of these items may concern minors, intimate pictures or crimes, and are looked at one by one, whatever a batch would decide; why, by subject. */
export async function whySingly(db: Db | Trx, kind: BatchKind, items: ReadonlyArray<{ subjectId: number; accountId: number }>): Promise<Map<number, string>> {
  const subjects = items.map(({ subjectId }) => subjectId)
  const urgent = await openAmong(db, 'removals', [...new Set(items.map(({ accountId }) => accountId))])
  const reasons = kind === 'reports' ? await reasonsOf(db, subjects) : new Map<number, string>()
  const found = kind === 'photos' ? await kindsFound(db, subjects) : kind === 'viewOnce' ? await foundForOneView(db, subjects) : new Map<number, Set<string>>()
  return new Map(
    items.flatMap(({ subjectId, accountId }) => {
      const why = urgent.has(accountId)
        ? 'An urgent removal about this member waits. It comes first.'
        : reasons.get(subjectId) === 'underage'
          ? 'Somebody may be under 18. This is decided alone, and at once.'
          : found.get(subjectId)?.has('hold') === true
            ? 'The picture is on a list of those that nobody may see. It is decided alone.'
            : null
      return why === null ? [] : [[subjectId, why] as const]
    }),
  )
}

async function foundForOneView(db: Db | Trx, messageIds: readonly number[]): Promise<Map<number, Set<string>>> {
  return new Map([...(await waitingAmong(db, messageIds))].map(([id, { findings }]) => [id, new Set(findings.map(({ kind }) => kind))]))
}

/** A decision that has not taken effect: nothing has left, and nothing leaves. Its job is open again, for anybody. */
export async function undoItem(services: Services, trx: Trx, decision: DecisionRow, at: Date): Promise<void> {
  await setAside(services, trx, decision, { jobTo: null, at })
}

/** Gives back what an item's decision took, by a decision of whoever takes the batch back; what was decided anew since stays. */
export async function reverseItem(
  services: Services,
  trx: Trx,
  { batch, staffId, decisionId, at }: { batch: BatchRow; staffId: number; decisionId: number; at: Date },
): Promise<{ reversal: ItemReversal; why: string; decision: DecisionRow }> {
  await assertMayDecide(trx, batch.kind, staffId)
  const { person, decision } = await locked(trx, decisionId)
  const left = (why: string) => ({ reversal: 'left' as const, why, decision })
  if (person.id === staffId) return left('This is about whoever takes the batch back. Somebody else decides about it.')
  if (decision.undone_at !== null) return left('It had been undone alone, before it took effect.')
  if (decision.took_effect_at === null) {
    await undoItem(services, trx, decision, at)
    return { reversal: 'undone', why: '', decision }
  }
  if (decision.reversed_at !== null) return left('It had been taken back already.')
  if ((await appealAbout(trx, decisionId))?.outcome === 'uphold') return left('Somebody else has upheld it since, on an objection.')
  const whyNot = decision.act === 'none' ? await whyNotCheckedAgain(services, trx, decision) : null
  if (whyNot !== null) return left(whyNot)
  const { needsSecond } = await decide(
    services,
    trx,
    { staffId, at },
    {
      accountId: person.id,
      act: 'restore',
      policy: 'none',
      severity: 'low',
      days: null,
      scope: decision.scope,
      brand: decision.brand,
      jobId: null,
      subject: null,
      note: '',
      internalNote: `Batch ${batch.id} was taken back.`,
      automated: false,
      // What was approved by mistake is seen until then.
      isUrgent: decision.act === 'none',
      reverses: decision.id,
    },
  )
  return { reversal: needsSecond ? 'needsSecond' : 'takenBack', why: '', decision }
}

/** What an item is left out for, in words; undefined for what is no refusal. */
export function inWords(error: unknown): string | undefined {
  return error instanceof ApiError ? (error.errors?.[0]?.message ?? error.message) : undefined
}
