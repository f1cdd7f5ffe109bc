import type { Trx } from '../../../db/connection.server.ts'
import type { Verdict } from '../review.sql.ts'
import { addHashes, keptOf, REFUSED, REMOVED, withdrawHashes } from './bank.sql.ts'
import { storedHashes } from './photo-hashes.sql.ts'

/**
 * A refused picture stays known after its photo is deleted, with the reason; an approved one is forgotten again.
 * `wasRemoved`: on somebody's request, which is taken back with the approval.
 */
export async function keepVerdict(trx: Trx, photoId: number, verdict: Verdict & { wasRemoved: boolean }): Promise<void> {
  const hashes = await storedHashes(trx, photoId)
  if (!hashes) return
  const { sha256, pdq } = hashes
  if (verdict.approved) {
    await withdrawHashes(trx, REFUSED, [sha256, pdq], verdict.at)
    if (verdict.wasRemoved) await withdrawHashes(trx, REMOVED, [sha256, pdq], verdict.at)
    return
  }
  await addHashes(trx, keptOf(hashes), { list: REFUSED, action: 'review', why: verdict.reason, by: verdict.by, at: verdict.at })
}
