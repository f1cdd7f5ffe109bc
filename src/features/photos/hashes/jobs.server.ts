import type { Trx } from '../../../db/connection.server.ts'
import { later } from '../../../lib/clock.ts'
import { accountFacts } from '../../accounts/account-facts.sql.ts'
import { openJob } from '../../staff/jobs.sql.ts'
import type { Finding } from './findings.sql.ts'
import { findingRules } from './findings.ts'

/** A job for staff about what was found, as urgent as the gravest of it; none where nothing was. */
export async function openPhotoJob(
  trx: Trx,
  { photoId, ownerId, findings, at }: { photoId: number; ownerId: number; findings: readonly Finding[]; at: Date },
): Promise<void> {
  const [gravest] = findings.map(({ kind }) => findingRules[kind]).toSorted((a, b) => b.priority - a.priority)
  const owner = gravest && (await accountFacts(trx, ownerId))
  if (!gravest || !owner) return
  await openJob(trx, {
    queue: 'photos',
    brand: owner.brand,
    accountId: ownerId,
    subjectId: photoId,
    priority: gravest.priority,
    dueAt: later(at, gravest.due),
    at,
  })
}
