import type { Trx } from '../../../db/connection.server.ts'
import { HOUR, later } from '../../../lib/clock.ts'
import { accountFacts } from '../../accounts/account-facts.sql.ts'
import { openJob } from '../../staff/jobs.sql.ts'
import type { Finding } from './findings.sql.ts'
import { gravest } from './findings.ts'

/** A job for staff about what was found, as urgent as the gravest of it; none where nothing was. */
export async function openPhotoJob(
  trx: Trx,
  { photoId, ownerId, findings, at }: { photoId: number; ownerId: number; findings: readonly Finding[]; at: Date },
): Promise<void> {
  const found = gravest(findings)
  const owner = found && (await accountFacts(trx, ownerId))
  if (!found || !owner) return
  await openJob(trx, {
    queue: 'photos',
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

/** A photo that waits for staff is a job. */
export async function openForStaff(trx: Trx, { photoId, ownerId, brand, at }: { photoId: number; ownerId: number; brand: string; at: Date }): Promise<void> {
  await openJob(trx, { queue: 'photos', brand, accountId: ownerId, subjectId: photoId, priority: 0, dueAt: later(at, DECIDED_WITHIN), at })
}
