import { createHash, randomBytes } from 'node:crypto'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import {
  brandPicturesThatExist,
  type PictureFile,
} from '#core/brand-pictures/brand-pictures.sql.ts'
import { brandPictureName, readBrandPictureName } from '#core/brand-pictures/brand-pictures.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY } from '#lib/clock.ts'
import { renderAttached } from '#members/photos/files/renditions.server.ts'
import { sweepFiles } from '#members/photos/files/sweep.server.ts'
import { pictureFile, wrongPicture } from './picture-limits.ts'

type Filed = Pick<Services, 'db' | 'log' | 'photoFiles'>

/** The file that was sent, or null; throws `invalid` at its field. */
export function sentPicture(files: readonly File[]): File | null {
  const wrong = wrongPicture(files)
  if (wrong !== '') throw fieldError(pictureFile.field, wrong)
  return files[0] ?? null
}

/**
 * Stores a picture that is made of a file, for `use` to keep it with a row; it is deleted where
 * `use` did not. Throws `invalid` at its field, `busy`, `storageFull`.
 */
export async function withPicture<T>(
  services: Filed,
  file: File,
  sender: number,
  use: (picture: PictureFile) => Promise<T>,
): Promise<T> {
  const sent = new Uint8Array(await file.arrayBuffer())
  const { bytes, width, height } = await renderAttached(sent, sender).catch(atField)
  const key = randomBytes(16).toString('hex')
  const digest = createHash('sha256').update(sent).digest('base64url')
  await services.photoFiles.write(new Map([[brandPictureName(key), bytes]]))
  try {
    return await use({ key, digest, width, height })
  } finally {
    // Also where only the answer of the commit was lost.
    await forgetUnusedPictures(services, [brandPictureName(key)])
  }
}

function atField(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'invalid') throw error
  const errors = (error.errors ?? []).map(({ message }) => ({ field: pictureFile.field, message }))
  throw new ApiError('invalid', { errors, cause: error })
}

/** Deletes files that certainly belong to no picture. */
export async function forgetUnusedPictures(
  { db, log, photoFiles }: Filed,
  names: readonly string[],
): Promise<void> {
  try {
    const known = await brandPicturesThatExist(
      db,
      names.map(readBrandPictureName).filter((key) => key !== null),
    )
    await photoFiles.remove(names.filter((name) => !known.has(readBrandPictureName(name) ?? '')))
  } catch (error) {
    log.error({ error }, 'files of pictures of brands not removed; the sweep will')
  }
}

/** Removes files that a crash left without a row. */
export const brandPictureSweepJob: Job = {
  name: 'brandPictureSweep',
  period: DAY,
  start: (services) => ({
    run: (stopping) =>
      sweepFiles(services, stopping, {
        isSwept: (name) => readBrandPictureName(name) !== null,
        remove: forgetUnusedPictures,
      }),
  }),
}
