import type { Services } from '#api/services.server.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { SECOND } from '#lib/clock.ts'
import {
  askForCopies,
  copySearches,
  type CopySearch,
  endCopySearch,
  noteCopiesSearched,
  removedPhoto,
} from './copy-searches.sql.ts'
import { addHashes, changeHashTable, idsOfHashes, keptOf, REMOVED } from './hash-table.sql.ts'
import { hashesAfter, storedHashes } from './photo-hashes.sql.ts'
import { copiesOf, hashesOfPhoto, holdFound } from './stored.server.ts'

/** Hashes of a photo as they wait in a verdict, in hexadecimal digits. */
export type HashesToBan = { photoId: number; sha256: string; pdq: string; quality: number }
type Removal = {
  photoIds: readonly number[]
  known: readonly HashesToBan[]
  by: number
  at: Date
  why: string
}

const inDigits = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

/** What `banRemoved` bans also where the photos are deleted until then. */
export async function hashesToBan(trx: Trx, photoIds: readonly number[]): Promise<HashesToBan[]> {
  const all: HashesToBan[] = []
  for (const photoId of photoIds) {
    const hashes = await storedHashes(trx, photoId)
    if (hashes)
      all.push({
        photoId,
        sha256: inDigits(hashes.sha256),
        pdq: inDigits(hashes.pdq),
        quality: hashes.quality,
      })
  }
  return all
}

/**
 * Puts the hashes of removed photos into the hash table, and has their copies looked for; those in
 * `known` alone are of photos that their owners have deleted. The caller has locked the owners'
 * profiles before, as an upload does.
 */
export async function banRemoved(
  trx: Trx,
  { photoIds, known, by, at, why }: Removal,
): Promise<void> {
  await changeHashTable(trx)
  const stored = await hashesToBan(trx, photoIds)
  const left = known.filter(({ photoId }) => !stored.some((one) => one.photoId === photoId))
  for (const { sha256, pdq, quality } of [...stored, ...left]) {
    const hashes = { sha256: Buffer.from(sha256, 'hex'), pdq: Buffer.from(pdq, 'hex'), quality }
    await addHashes(trx, keptOf(hashes), { list: REMOVED, action: 'hold', why, by, at })
  }
  await askForCopies(trx, photoIds, at)
}

const AT_ONCE = 20
const PAGE = 5000

/**
 * Hides the copies of removed photos on all brands, turned and mirrored ones too; staff decide
 * about each. A page of stored photos at a time: it goes on where the last run, or another process,
 * was.
 */
export const copySearchJob: Job = {
  name: 'copySearches',
  period: 5 * SECOND,
  start: (services) => ({
    async run(stopping) {
      for (const search of await copySearches(services.db, AT_ONCE)) {
        if (stopping.aborted) return
        await searchCopies(services, search, stopping).catch((error: unknown) =>
          services.log.error(
            { photo: search.photoId, error },
            'copies of a removed photo were not looked for; the next run will',
          ),
        )
      }
    },
  }),
}

async function searchCopies(
  services: Services,
  search: CopySearch,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = services
  const { photoId, doneTo } = search
  const [photo, stored] = await Promise.all([removedPhoto(db, photoId), storedHashes(db, photoId)])
  // Of a file that cannot be read, the stored hash finds copies that are not turned.
  const hashes =
    (photo && (await hashesOfPhoto(services, photo))) ??
    (stored && { ...stored, variants: [stored.pdq] })
  if (hashes && stored) {
    const hashIds = await idsOfHashes(db, REMOVED, [stored.sha256, stored.pdq])
    const isCopy = copiesOf(hashes)
    for (let after = doneTo; ;) {
      const page = await hashesAfter(db, after, PAGE)
      for (const one of page)
        if (one.photoId !== photoId && isCopy(one)) await holdFound(services, one, hashIds)
      after = page.at(-1)?.photoId ?? after
      if (page.length < PAGE) break
      await noteCopiesSearched(db, search, after)
      if (stopping.aborted) return
    }
  }
  await endCopySearch(db, search)
}
