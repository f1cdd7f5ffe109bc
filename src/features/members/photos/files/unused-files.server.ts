import type { Services } from '#api/services.server.ts'
import { keysThatExist } from '../photos.sql.ts'
import { keyOf } from '../photos.ts'

/** The response of a commit can be lost: files are deleted only if no row certainly needs them. */
export async function forgetUnused(
  services: Pick<Services, 'db' | 'log' | 'photoFiles'>,
  names: readonly string[],
): Promise<void> {
  try {
    const used = await keysThatExist(services.db, [
      ...new Set(names.map(keyOf).filter((key) => key !== null)),
    ])
    await forgetFiles(
      services,
      names.filter((name) => !used.has(keyOf(name) ?? '')),
    )
  } catch (error) {
    services.log.error({ error }, 'files of photos not removed; the sweep will')
  }
}

export async function forgetFiles(
  services: Pick<Services, 'log' | 'photoFiles'>,
  names: readonly string[],
): Promise<void> {
  try {
    await services.photoFiles.remove(names)
  } catch (error) {
    services.log.error({ error }, 'photo files not removed; the sweep will')
  }
}
