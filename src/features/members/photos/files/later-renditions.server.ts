import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { fileName, type Size } from '#core/people/pictures/pictures.ts'
import type { Job } from '#jobs/worker.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { isMadeFirst, originalName, renditionsOf } from '../photos.ts'
import { claimDue, type DuePhoto, noteComplete, RENDITIONS_JOB } from './later-renditions.sql.ts'
import { ifUnreadable, laterRenditions, storedAs } from './renditions.server.ts'
import { forgetUnused } from './unused-files.server.ts'

/**
 * Far longer than a photo takes. After a crash, or where it failed, it is tried again that much
 * later.
 */
const CLAIMED_FOR = 10 * MINUTE

/**
 * Makes the files of approved photos that nobody needed before the decision. An approval and an
 * edit wake it. The files that are there already say which part is done, so that a photo of which
 * only the card was chosen anew is not made again.
 */
export const laterRenditionsJob: Job = {
  name: RENDITIONS_JOB,
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      while (!stopping.aborted && (await completeNext(services))) {
        // Until none is due.
      }
    },
  }),
}

/** False if none is due. */
async function completeNext(services: Services): Promise<boolean> {
  const at = services.clock.now()
  const until = later(at, CLAIMED_FOR)
  const photo = await claimDue(services.db, at, until)
  if (photo === undefined) return false
  await complete(services, photo, until).catch((error: unknown) => {
    services.log.error(
      { photo: photo.id, error },
      'later files of a photo not made; they are tried again',
    )
    // What the store or the machine refuses, it refuses to the others as well.
    if (error instanceof ApiError && (error.code === 'storageFull' || error.code === 'busy'))
      throw error
  })
  return true
}

async function complete(services: Services, photo: DuePhoto, until: Date): Promise<void> {
  const { db, log, photoFiles } = services
  const { id, key, card_key: cardKey, original_key: originalKey, turns, crop, card } = photo
  const cardSize = { width: photo.card_width ?? 0, height: photo.card_height ?? 0 }
  const wants = {
    photo: await isIncomplete(services, key, photo),
    card: cardKey !== null && (await isIncomplete(services, cardKey, cardSize)),
  }
  const original = originalKey === null ? null : await photoFiles.read(originalName(originalKey))
  const made =
    original && (await laterRenditions(original, { turns, crop, card }, wants).catch(ifUnreadable))
  if (!made)
    log.error(
      { photo: id, bytes: original?.length ?? null },
      'photo without a readable original: it keeps the files that it has',
    )
  const files = new Map([
    ...storedAs(key, made?.photo ?? []),
    ...storedAs(cardKey ?? '', made?.card ?? []),
  ])
  if (files.size > 0) await photoFiles.write(files)
  if (!(await noteComplete(db, photo, until))) await forgetUnused(services, [...files.keys()])
}

/** A crash may leave some of them written, or all. */
async function isIncomplete({ photoFiles }: Services, key: string, size: Size): Promise<boolean> {
  for (const file of renditionsOf(size))
    if (!isMadeFirst(file) && (await photoFiles.read(fileName({ key, ...file }))) === null)
      return true
  return false
}
