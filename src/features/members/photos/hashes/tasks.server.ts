import { accountFacts } from '#core/accounts/standing/account-facts.sql.ts'
import { closeTasksAbout, MATCHED, openTask } from '#core/tasks/tasks.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { HOUR, later } from '#lib/clock.ts'
import { kindsFound, type PhotoFinding } from './findings.sql.ts'
import { gravest } from './findings.ts'

/**
 * A task for staff about what was found, as urgent as the gravest of it; none where nothing was.
 */
export async function openPhotoTask(
  trx: Trx,
  {
    photoId,
    ownerId,
    findings,
    at,
  }: { photoId: number; ownerId: number; findings: readonly PhotoFinding[]; at: Date },
): Promise<void> {
  const found = gravest(findings)
  const owner = found && (await accountFacts(trx, ownerId))
  if (!found || !owner) return
  await openTask(trx, {
    queue: await queueOf(trx, photoId, at),
    brand: owner.brand,
    accountId: ownerId,
    subjectId: photoId,
    priority: found.priority,
    dueAt: later(at, found.due),
    at,
  })
}

/** When a photo that waits is due. */
const DECIDED_WITHIN = 12 * HOUR

/** A photo that waits for staff is a task. */
export async function openForStaff(
  trx: Trx,
  { photoId, ownerId, brand, at }: { photoId: number; ownerId: number; brand: string; at: Date },
): Promise<void> {
  const queue = await queueOf(trx, photoId, at)
  await openTask(trx, {
    queue,
    brand,
    accountId: ownerId,
    subjectId: photoId,
    priority: 0,
    dueAt: later(at, DECIDED_WITHIN),
    at,
  })
}

/**
 * A picture that a list says nobody may see is shown to no ordinary staff, also where it is
 * cropped, or where a task about it was open before the list knew it.
 */
async function queueOf(trx: Trx, photoId: number, at: Date): Promise<'photos' | 'matches'> {
  const found = (await kindsFound(trx, [photoId])).get(photoId)
  if (found?.has('hold') !== true) return 'photos'
  await closeTasksAbout(trx, ['photos'], photoId, { by: null, at, outcome: MATCHED })
  return 'matches'
}
