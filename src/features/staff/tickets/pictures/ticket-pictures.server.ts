import { createHash, randomBytes } from 'node:crypto'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { pictureFiles, wrongPictures } from '#guests/help/ticket-pictures.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY } from '#lib/clock.ts'
import { ifUnreadable, renderAttached } from '#members/photos/files/renditions.server.ts'
import { sweepFiles } from '#members/photos/files/sweep.server.ts'
import { findingsAbout } from '#members/photos/hashes/check.server.ts'
import { type NewTicketPicture, picturesThatExist } from './ticket-pictures.sql.ts'
import { readTicketPictureName, ticketPictureName } from './ticket-pictures.ts'

type Filed = Pick<Services, 'database' | 'db' | 'log' | 'photoFiles'>

/** Throws `invalid` at their field, for what is known before anything is decoded. */
export function refuseWrongPictures(files: readonly File[]): void {
  const wrong = wrongPictures(files)
  if (wrong !== '') throw fieldError(pictureFiles.field, wrong)
}

/** What pictures are the same, as they were sent. */
export async function digestsOf(files: readonly File[]): Promise<string[]> {
  const digests: string[] = []
  for (const file of files)
    digests.push(
      createHash('sha256')
        .update(await bytesOf(file))
        .digest('base64url'),
    )
  return digests
}

/**
 * Stores new pictures, made of what was sent one after the other, for `use` to keep them with a
 * row; those that it does not keep are deleted. `sender`: an account, or of a guest the address.
 * Throws `invalid` at their field, `busy`, `storageFull`.
 */
export async function withPictures<T>(
  services: Filed,
  files: readonly File[],
  sender: number | string,
  use: (pictures: NewTicketPicture[]) => Promise<T>,
): Promise<T> {
  const made: Made[] = []
  for (const [index, file] of files.entries()) {
    const which = files.length === 1 ? '' : `Picture ${index + 1}: `
    made.push(await make(services, await bytesOf(file), sender).catch(atField(which)))
  }
  return kept(services, made, use)
}

/**
 * As `withPictures`, of what came by mail: a picture that cannot be read is left out, and `use`
 * hears of how many. Throws `busy`, `storageFull`.
 */
export async function withReadable<T>(
  services: Filed,
  files: readonly Uint8Array[],
  sender: number | string,
  use: (pictures: NewTicketPicture[], unread: number) => Promise<T>,
): Promise<T> {
  const made: Made[] = []
  for (const file of files) {
    const picture = await make(services, file, sender).catch(ifUnreadable)
    if (picture) made.push(picture)
  }
  return kept(services, made, (pictures) => use(pictures, files.length - made.length))
}

type Made = NewTicketPicture & { bytes: Uint8Array }

/** Compared with the hash table alone: of what was refused as a photo much is shown to support. */
async function make(services: Filed, sent: Uint8Array, sender: number | string): Promise<Made> {
  const { hashes, ...picture } = await renderAttached(sent, sender)
  const findings = await findingsAbout(services, { ownerId: 0, hashes, asks: 'table' })
  const isHeld = findings.some(({ kind }) => kind === 'hold')
  if (isHeld) services.log.warn('picture for support held back: it is like one of the hash table')
  return { ...picture, key: randomBytes(16).toString('hex'), isHeld }
}

async function kept<T>(
  services: Filed,
  made: Made[],
  use: (pictures: NewTicketPicture[]) => Promise<T>,
): Promise<T> {
  if (made.length === 0) return use([])
  const stored = new Map(made.map(({ key, bytes }) => [ticketPictureName(key), bytes]))
  await services.photoFiles.write(stored)
  try {
    return await use(made)
  } finally {
    // Also where the same was sent before, and where only the answer of the commit was lost.
    await forgetUnused(services, [...stored.keys()])
  }
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

function atField(which: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error
    const errors = (error.errors ?? []).map(({ message }) => ({
      field: pictureFiles.field,
      message: `${which}${message}`,
    }))
    throw new ApiError('invalid', { errors, cause: error })
  }
}

/** Deletes files that certainly belong to no ticket. */
async function forgetUnused(
  { db, log, photoFiles }: Filed,
  names: readonly string[],
): Promise<void> {
  try {
    const known = await picturesThatExist(
      db,
      names.map(readTicketPictureName).filter((key) => key !== null),
    )
    await photoFiles.remove(names.filter((name) => !known.has(readTicketPictureName(name) ?? '')))
  } catch (error) {
    log.error({ error }, 'files of pictures of tickets not removed; the sweep will')
  }
}

/** Removes the files of tickets that are deleted, and those that a crash left without a row. */
export const ticketPictureSweepJob: Job = {
  name: 'ticketPictureSweep',
  period: DAY,
  start: (services) => ({
    run: (stopping) =>
      sweepFiles(services, stopping, {
        isSwept: (name) => readTicketPictureName(name) !== null,
        remove: forgetUnused,
      }),
  }),
}
