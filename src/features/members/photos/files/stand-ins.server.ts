import type { PhotoFiles } from '#api/photo-files.ts'
import { fileName } from '#core/people/pictures/pictures.ts'
import { readFileName, standInsFor } from '../photos.ts'

/**
 * A file of the store; or, where a rendition is not made yet or was lost, the best one that shows
 * the same: its name says in which format it is.
 */
export async function readOrStandIn(
  files: Pick<PhotoFiles, 'read'>,
  name: string,
): Promise<{ name: string; bytes: Uint8Array } | null> {
  const rendition = readFileName(name)
  for (const one of new Set([
    name,
    ...(rendition === null ? [] : standInsFor(rendition).map(fileName)),
  ])) {
    const bytes = await files.read(one)
    if (bytes !== null) return { name: one, bytes }
  }
  return null
}
