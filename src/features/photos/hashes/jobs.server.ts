import type { Trx } from '../../../db/connection.server.ts'
import { later } from '../../../lib/clock.ts'
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
