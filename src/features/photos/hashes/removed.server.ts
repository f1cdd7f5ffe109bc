import type { Services } from '../../../api/services.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import type { PhotoRow } from '../own-photos.sql.ts'
import { addHashes, changeBank, idsOfHashes, keptOf, REMOVED } from './bank.sql.ts'
import { storedHashes } from './photo-hashes.sql.ts'
import { hashesOfPhoto, holdFound, storedCopies } from './stored.server.ts'

type Removal = { photoIds: readonly number[]; by: number; at: Date; why: string }

/**
 * Puts the hashes of removed photos into the bank, and returns their ids there, for `hideCopies` after the commit. The
 * caller has locked the profiles of their owners before, as an upload does.
 */
export async function banRemoved(trx: Trx, { photoIds, by, at, why }: Removal): Promise<number[]> {
  await changeBank(trx)
  const ids: number[] = []
  for (const photoId of photoIds) {
    const hashes = await storedHashes(trx, photoId)
    if (!hashes) continue
    await addHashes(trx, keptOf(hashes), { list: REMOVED, action: 'hold', why, by, at })
    ids.push(...(await idsOfHashes(trx, REMOVED, [hashes.sha256, hashes.pdq])))
  }
  return ids
}

/** Hides the copies of a removed photo on all brands, turned and mirrored ones too; staff decide about each. */
export async function hideCopies(services: Services, photo: PhotoRow, hashIds: readonly number[]): Promise<void> {
  const hashes = await hashesOfPhoto(services, photo)
  // The search for what is new in the bank finds them by its stored hash.
  if (hashes === null) return
  for (const copy of await storedCopies(services, hashes)) if (copy.photoId !== photo.id) await holdFound(services, copy, hashIds)
}
