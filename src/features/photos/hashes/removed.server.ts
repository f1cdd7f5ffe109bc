import type { Services } from '../../../api/services.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import type { PhotoRow } from '../own-photos.sql.ts'
import { judgePhoto } from '../review.server.ts'
import { markRemoved } from '../review.sql.ts'
import { addHashes, changeBank, idsOfHashes, REMOVED } from './bank.sql.ts'
import { MIN_QUALITY } from './pdq.ts'
import { storedHashes } from './photo-hashes.sql.ts'
import { hashesOfPhoto, holdFound, storedCopies } from './stored.server.ts'

type Removal = { photoIds: readonly number[]; by: number; at: Date; reason: string; why: string }

/**
 * Takes photos out of everybody's sight, their owners' too, tells the owners why, and puts the hashes into the bank.
 * Returns their ids there, for `hideCopies` after the commit.
 */
export async function removeFromSight(services: Services, trx: Trx, { photoIds, by, at, reason, why }: Removal): Promise<number[]> {
  // Profiles are locked before the bank, as an upload does.
  for (const photoId of photoIds.toSorted((a, b) => a - b)) {
    await judgePhoto(services, trx, photoId, { approved: false, reason, by, at })
    await markRemoved(trx, photoId, at)
  }
  await changeBank(trx)
  const ids: number[] = []
  for (const photoId of photoIds) {
    const hashes = await storedHashes(trx, photoId)
    if (!hashes) continue
    const { sha256, pdq, quality } = hashes
    const kept = [{ kind: 'sha256' as const, hash: sha256 }, ...(quality < MIN_QUALITY ? [] : [{ kind: 'pdq' as const, hash: pdq }])]
    await addHashes(trx, kept, { list: REMOVED, action: 'hold', why, by, at })
    ids.push(...(await idsOfHashes(trx, REMOVED, [sha256, pdq])))
  }
  return ids
}

/** Hides the copies of a removed photo on all brands, turned and mirrored ones too; staff decide about each. */
export async function hideCopies(services: Services, photo: PhotoRow, hashIds: readonly number[]): Promise<void> {
  const hashes = await hashesOfPhoto(services, photo)
  if (hashes === null) return services.log.warn({ photo: photo.id }, 'removed photo without a file: its copies are sought by its hash alone')
  for (const copy of await storedCopies(services, hashes)) if (copy.photoId !== photo.id) await holdFound(services, copy, hashIds)
}
