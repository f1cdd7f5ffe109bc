import { ApiError } from '#api/errors.ts'
import type { PhotoFiles } from '#api/photo-files.ts'
import { type Size, sizeAt } from '#core/people/pictures/pictures.ts'
import type { Edit } from '../crop/crops.ts'
import { largestName, originalName, readFileName } from '../photos.ts'
import { largestRendition } from './renditions.server.ts'
import { readOrStandIn } from './stand-ins.server.ts'

export type StoredPhoto = Size &
  Pick<Edit, 'turns' | 'crop'> & { key: string; original_key: string | null }

/**
 * The largest file of a photo, made of the original where it is not made yet; a smaller one where
 * that cannot be, or not now; null where nothing is there. For a request it waits in the queue of
 * the photo's owner, for a job (null) in none.
 */
export async function largestFile(
  files: Pick<PhotoFiles, 'read'>,
  photo: StoredPhoto,
  ownerId: number | null,
): Promise<(Size & { bytes: Uint8Array }) | null> {
  const { width, height, original_key: originalKey } = photo
  const name = largestName(photo)
  const found = await readOrStandIn(files, name)
  if (found?.name === name) return { bytes: found.bytes, width, height }
  const original = originalKey === null ? null : await files.read(originalName(originalKey))
  const made =
    original && (await largestRendition(original, { ...photo, card: null }, ownerId).catch(asNone))
  if (made) return { bytes: made, width, height }
  return found && { bytes: found.bytes, ...sizeAt(photo, readFileName(found.name)?.width ?? width) }
}

function asNone(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}
