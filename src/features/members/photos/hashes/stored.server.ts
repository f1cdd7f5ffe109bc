import type { Services } from '#api/services.server.ts'
import { lockProfile } from '#core/people/pictures/has-photo.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { largestName, originalName } from '../photos.ts'
import { holdPhoto } from '../review.sql.ts'
import { ofHashTable } from './check.server.ts'
import { keepFindings } from './findings.sql.ts'
import { lastHash, readHashTable, validHashes } from './hash-table.sql.ts'
import { MIN_QUALITY } from './pdq.ts'
import { hashesAfter, type StoredHashes } from './photo-hashes.sql.ts'
import { hashesOfFile, type PictureHashes } from './picture-hashes.server.ts'
import { createHashScan, type HashScan } from './scan.ts'
import { finishSearch, holdsBetween, noteSearched, searchToDo } from './searches.sql.ts'
import { openPhotoTask } from './tasks.server.ts'

const PAGE = 5000

/** Looks for what is new in the hash table among all photos that are stored. */
export const photoHashJob: Job = {
  name: 'photoHashes',
  period: 10 * MINUTE,
  start: (services) => ({
    async run(stopping) {
      await searchStored(services, stopping)
    },
  }),
}

type StoredPhoto = {
  id: number
  account_id: number
  key: string
  original_key: string | null
  width: number
  height: number
}

/**
 * Of the original, or of the largest rendition where a photo has none; null, and a line in the log,
 * where no file can be read.
 */
export async function hashesOfPhoto(
  { photoFiles, log }: Pick<Services, 'photoFiles' | 'log'>,
  photo: StoredPhoto,
): Promise<PictureHashes | null> {
  const { id, key, width, height, original_key: original } = photo
  const bytes = await photoFiles.read(
    original === null ? largestName({ key, width, height }) : originalName(original),
  )
  const hashes = bytes && (await hashesOfFile(bytes))
  if (hashes === null) {
    log.warn(
      { photo: id, bytes: bytes?.length ?? null },
      bytes === null
        ? 'photo without a file: it is compared with nothing'
        : 'photo that cannot be decoded: it is compared with nothing',
    )
  }
  return hashes
}

/**
 * Ids are taken before they are committed: what a list is adding now is waited for, so that no
 * search passes it over.
 */
async function lastCommittedHash(db: Services['db']): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await readHashTable(trx)
    return lastHash(trx)
  })
}

/** Goes on where the last run, or another process, was. */
async function searchStored(services: Services, stopping: AbortSignal): Promise<void> {
  const { db, clock } = services
  const search = await searchToDo(db, await lastCommittedHash(db), clock.now())
  if (search === null) return
  const sought = []
  // A list that is new may bring a million at once.
  for (let { after } = search; after < search.to; after += PAGE)
    sought.push(...(await holdsBetween(db, after, Math.min(after + PAGE, search.to))))
  const exact = new Map(
    sought.flatMap(({ id, kind, hash }) => (kind === 'sha256' ? [[hexOf(hash), id] as const] : [])),
  )
  const scan = createHashScan()
  for (const { id, kind, hash } of sought) if (kind === 'pdq') scan.add(id, hash)
  for (let after = search.doneTo; sought.length > 0;) {
    if (stopping.aborted) return
    const page = await hashesAfter(db, after, PAGE)
    for (const photo of page) {
      const found = new Set(photo.quality < MIN_QUALITY ? [] : scan.near([photo.pdq]))
      const same = exact.get(hexOf(photo.sha256))
      if (same !== undefined) found.add(same)
      if (found.size > 0) await holdFound(services, photo, [...found])
    }
    after = page.at(-1)?.photoId ?? after
    await noteSearched(db, search.id, after)
    if (page.length < PAGE) break
  }
  await finishSearch(db, search.id, clock.now())
}

const hexOf = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

/**
 * Hides a stored photo that a hash of the hash table was found for, once for each hash: what staff
 * have decided since stays. Returns whether it is hidden now.
 */
export async function holdFound(
  services: Services,
  { photoId, accountId }: { photoId: number; accountId: number },
  hashIds: readonly number[],
): Promise<boolean> {
  const at = services.clock.now()
  const isHeld = await services.db.transaction().execute(async (trx) => {
    await lockProfile(trx, accountId)
    await readHashTable(trx)
    const findings = (await validHashes(trx, hashIds)).map(ofHashTable)
    if ((await keepFindings(trx, photoId, findings, at)) === 0) return false
    if (!(await holdPhoto(trx, accountId, photoId))) return false
    await openPhotoTask(trx, { photoId, ownerId: accountId, findings, at })
    return true
  })
  if (isHeld)
    services.log.warn({ photo: photoId }, 'photo hidden: it is like one of the hash table')
  return isHeld
}

/** Whether a stored photo shows a picture, turned or mirrored too. */
export function copiesOf({
  sha256,
  variants,
  quality,
}: PictureHashes): (photo: StoredHashes) => boolean {
  const scan: HashScan = createHashScan()
  if (quality >= MIN_QUALITY) for (const variant of variants) scan.add(1, variant)
  const exact = hexOf(sha256)
  return (photo) =>
    (photo.quality >= MIN_QUALITY && scan.near([photo.pdq]).length > 0) ||
    hexOf(photo.sha256) === exact
}
