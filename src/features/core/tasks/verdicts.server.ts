import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { inSavepoint } from '#db/savepoint.server.ts'
import { eachDue } from '#jobs/each-due.ts'
import type { Job } from '#jobs/worker.server.ts'
import { SECOND } from '#lib/clock.ts'
import { recordAct } from '../audit/audit.sql.ts'
import type { Queue } from '../staff-accounts/queues.ts'
import { assertOpenTo } from '../staff-accounts/roles.server.ts'
import { noteWork } from './shifts.sql.ts'
import { reopenTask } from './tasks.sql.ts'
import {
  dropVerdict,
  dueVerdicts,
  insertVerdict,
  type NewVerdict,
  type WaitingVerdict,
  verdictForUpdate,
} from './verdicts.sql.ts'
import type { VerdictKind } from './verdicts.ts'

/** What each kind does with its verdicts. */
export type Verdicts = {
  /** Who may work there may take back. */
  queue: Queue
  /**
   * Lets one take effect; what it returns is done once that is committed. Throws in words where it
   * does not fit any more.
   */
  apply(
    services: Services,
    trx: Trx,
    verdict: WaitingVerdict,
    at: Date,
  ): Promise<(() => Promise<void>) | null>
  /** What it was about is open again, held by `holderId`, null for nobody. */
  reopen(trx: Trx, verdict: WaitingVerdict, holderId: number | null, at: Date): Promise<void>
}

class TriedOut extends Error {}

/**
 * Keeps what somebody decided until it can no longer be taken back; returns its id. It is tried out
 * at once, and that is rolled back, so that they read now what does not fit.
 */
export async function keepVerdict(
  services: Services,
  trx: Trx,
  { apply }: Pick<Verdicts, 'apply'>,
  made: NewVerdict,
): Promise<number> {
  const verdict = await insertVerdict(trx, made)
  const trial = inSavepoint(trx, async () => {
    await apply(services, trx, verdict, made.at)
    throw new TriedOut()
  })
  await trial.catch((error: unknown) => {
    if (!(error instanceof TriedOut)) throw error
  })
  return verdict.id
}

/** Of those whose work is a task of staff. */
export async function reopenWork(
  trx: Trx,
  { task_id: taskId }: WaitingVerdict,
  holderId: number | null,
  at: Date,
): Promise<void> {
  if (taskId !== null) await reopenTask(trx, taskId, holderId, at)
}

/** What staff decide by forms of their own, and can take back for ten seconds. */
export type Kinds = Readonly<Record<VerdictKind, Verdicts>>

/**
 * Takes one's own back within its ten seconds; returns the queue in which one holds its work again.
 */
export async function undoVerdict(
  trx: Trx,
  scope: Scope,
  kinds: Kinds,
  id: number,
): Promise<Queue> {
  const { member, at } = scope
  await noteWork(trx, member.id, at)
  const verdict = await verdictForUpdate(trx, id)
  if (!verdict || verdict.takes_effect_at <= at) {
    throw new ApiError('conflict', {
      detail:
        'It was taken back already, or its ten seconds are over, and it has taken effect. Nothing was changed.',
    })
  }
  const kind = kinds[verdict.kind]
  await assertOpenTo(trx, member.id, kind.queue)
  if (verdict.decided_by !== member.id)
    throw new ApiError('forbidden', { detail: 'Somebody else decided this.' })
  await dropVerdict(trx, verdict.id)
  await kind.reopen(trx, verdict, member.id, at)
  await recordAct(trx, scope, {
    action: 'staff.undoVerdict',
    subjectId: null,
    details: { kind: verdict.kind, subject: verdict.about_id },
  })
  return kind.queue
}

const AT_ONCE = 200

/**
 * Lets verdicts take effect whose time to take them back is over: each once, whichever process does
 * it.
 */
export function verdictJob(kinds: Kinds): Job {
  return {
    name: 'verdicts',
    period: 2 * SECOND,
    start(services) {
      const { db, clock, log } = services
      const settle = (
        id: number,
        how: (trx: Trx, verdict: WaitingVerdict) => Promise<(() => Promise<void>) | null>,
      ) =>
        db.transaction().execute(async (trx) => {
          const verdict = await verdictForUpdate(trx, id)
          if (!verdict) return null
          await dropVerdict(trx, id)
          return how(trx, verdict)
        })
      const effect = async (id: number, at: Date): Promise<void> => {
        try {
          const afterwards = await settle(id, (trx, verdict) =>
            kinds[verdict.kind].apply(services, trx, verdict, at),
          )
          await afterwards?.()
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          // What it was about has changed within the ten seconds: somebody looks at it again.
          log.info({ verdict: id, why: error.code }, 'a verdict does not fit any more')
          await settle(
            id,
            async (trx, verdict) => (
              await kinds[verdict.kind].reopen(trx, verdict, null, at),
              null
            ),
          )
        }
      }
      const each = eachDue({
        most: AT_ONCE,
        read: (at, most) => dueVerdicts(db, at, most),
        work: effect,
        failed: (error, id, tries) =>
          log.error({ verdict: id, tries, error }, 'a verdict did not take effect'),
      })
      return { run: (stopping) => each(clock.now(), stopping) }
    },
  }
}
