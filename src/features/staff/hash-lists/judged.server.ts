import { randomBytes } from 'node:crypto'
import type { Services } from '#api/services.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { encryptBytes } from '#lib/encryption.server.ts'
import { sentPictures } from '#members/messages/sent-pictures.server.ts'
import { readOrStandIn } from '#members/photos/files/stand-ins.server.ts'
import { findingsOf } from '#members/photos/hashes/findings.sql.ts'
import { isOwnList, isPreserved } from '#members/photos/hashes/findings.ts'
import { listedHashes } from '#members/photos/hashes/hash-table.sql.ts'
import { storedHashes } from '#members/photos/hashes/photo-hashes.sql.ts'
import { largestName, originalName } from '#members/photos/photos.ts'
import { photoToJudge } from '#members/photos/review.sql.ts'
import type { JudgedMatch } from '../decisions/events.server.ts'
import { dropFeedback, queueFeedback } from './feedback.sql.ts'
import { dropPicture, insertPicture } from './pictures.sql.ts'
import { preservedPurpose, PRESERVED_JOB } from './preserved.server.ts'
import { preservedName } from './preserved.ts'

type Stores = Pick<Services, 'photoFiles' | 'settings' | 'log'>

type Picture = {
  findings: ReadonlyArray<{ kind: string; hashId: number | null; list: string | null }>
  sha256: Uint8Array | null
  pdq: Uint8Array | null
  /** The largest file that there is. */
  read(): Promise<Uint8Array | null>
}

/**
 * With the decision, not when it takes effect: within the ten seconds, or while a second person is
 * asked, the owner may delete the picture.
 */
export async function noteJudged(
  services: Stores,
  trx: Trx,
  { decisionId, kind, aboutId, ownerId, isConfirmed, by, at }: JudgedMatch,
): Promise<void> {
  const { photoFiles, settings, log } = services
  const picture =
    kind === 'photo'
      ? await photoAsStored(services, trx, aboutId)
      : await sentAsStored(services, trx, kind, aboutId)
  const matches = picture.findings.filter((finding) => finding.kind === 'hold')
  const hashes = await listedHashes(
    trx,
    matches.flatMap(({ hashId }) => hashId ?? []),
  )
  await queueFeedback(trx, {
    decisionId,
    verdict: isConfirmed ? 'confirmed' : 'wrong',
    hashes: hashes.filter(({ list }) => !isOwnList(list)),
    at,
  })
  const lists = [...new Set(matches.flatMap(({ list }) => list ?? []))].filter(isPreserved)
  if (!isConfirmed || lists.length === 0) return
  const bytes = await picture.read()
  if (bytes === null) {
    log.error(
      { decision: decisionId },
      'no copy is kept of a picture on a list: its file is missing',
    )
    return
  }
  const key = randomBytes(16).toString('hex')
  // Before the row: what a rolled back decision leaves is swept, and a row is never without its
  // file.
  await photoFiles.write(
    new Map([
      [preservedName(key), encryptBytes(bytes, settings.sessionSecret, preservedPurpose(key))],
    ]),
  )
  await insertPicture(trx, {
    decisionId,
    ownerId,
    kind,
    aboutId,
    key,
    sha256: picture.sha256,
    pdq: picture.pdq,
    lists,
    by,
    at,
  })
}

/**
 * Of a decision that never takes effect: no list is told of it, and the job deletes its copy as
 * soon as that is committed.
 */
export async function forgetJudged(trx: Trx, decisionId: number, at: Date): Promise<void> {
  await dropFeedback(trx, decisionId)
  if (await dropPicture(trx, decisionId, at)) await wake(trx, PRESERVED_JOB)
}

async function photoAsStored({ photoFiles }: Stores, trx: Trx, photoId: number): Promise<Picture> {
  const [photo, findings, hashes] = [
    await photoToJudge(trx, photoId),
    await findingsOf(trx, photoId),
    await storedHashes(trx, photoId),
  ]
  return {
    findings,
    sha256: hashes?.sha256 ?? null,
    pdq: hashes?.pdq ?? null,
    async read() {
      if (!photo) return null
      // As it was uploaded, whatever its owner has cropped since.
      const original =
        photo.originalKey === null ? null : await photoFiles.read(originalName(photo.originalKey))
      return original ?? (await readOrStandIn(photoFiles, largestName(photo)))?.bytes ?? null
    },
  }
}

async function sentAsStored(
  { photoFiles }: Stores,
  trx: Trx,
  kind: keyof typeof sentPictures,
  id: number,
): Promise<Picture> {
  const { stored, file } = sentPictures[kind]
  const photo = await stored(trx, id)
  return {
    findings: photo?.findings ?? [],
    sha256: photo?.sha256 ?? null,
    pdq: photo?.pdq ?? null,
    read: async () => (photo ? photoFiles.read(file(photo.key)) : null),
  }
}
