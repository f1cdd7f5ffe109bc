import type { Trx } from '#db/connection.server.ts'
import {
  addHashes,
  keptOf,
  REFUSED,
  REMOVED,
  withdrawHashes,
  withdrawHashesOf,
} from './hash-table.sql.ts'
import { storedHashes } from './photo-hashes.sql.ts'

/** `by` is null for what is taken back. */
export type Verdict = { by: number | null; at: Date } & (
  | { approved: true }
  | { approved: false; reason: string }
)

/**
 * A refused picture stays known after its photo is deleted, with the reason; an approved one is
 * forgotten again. `wasRemoved`: on somebody's request, which is taken back with the approval.
 */
export async function keepVerdict(
  trx: Trx,
  photoId: number,
  verdict: Verdict & { wasRemoved: boolean },
): Promise<void> {
  if (!verdict.approved) {
    await keepRefused(trx, photoId, verdict)
    return
  }
  const hashes = await storedHashes(trx, photoId)
  if (!hashes) return
  const { sha256, pdq } = hashes
  await withdrawHashes(trx, REFUSED, [sha256, pdq], verdict.at)
  if (verdict.wasRemoved) await withdrawHashes(trx, REMOVED, [sha256, pdq], verdict.at)
}

/** The picture as it was uploaded, whatever its owner has cropped since. */
export async function keepRefused(
  trx: Trx,
  photoId: number,
  { by, at, reason }: { by: number | null; at: Date; reason: string },
): Promise<void> {
  const hashes = await storedHashes(trx, photoId)
  if (hashes)
    await addHashes(trx, keptOf(hashes), {
      list: REFUSED,
      action: 'review',
      why: reason,
      by,
      at,
      photoId,
    })
}

/** For a refusal that is taken back after its photo was deleted, or changed. */
export async function forgetRefused(trx: Trx, photoId: number, at: Date): Promise<void> {
  await withdrawHashesOf(trx, REFUSED, photoId, at)
}
