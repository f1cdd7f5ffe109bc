import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '#api/errors.ts'
import type { PhotoFiles } from '#api/photo-files.ts'
import { isDiskFull } from '#lib/full-disk.server.ts'

export function createDiskFiles(dataDir: string): PhotoFiles {
  const root = join(dataDir, 'photos')
  const pathOf = (name: string): string => {
    if (!/^[a-z0-9][\w.-]+$/.test(name)) throw new TypeError('not the name of a photo file')
    return join(root, name.slice(0, 2), name)
  }
  return {
    async write(files) {
      const paths = [...files].map(([name, bytes]) => ({ path: pathOf(name), bytes }))
      try {
        for (const { path, bytes } of paths) await writeThrough(`${path}.part`, bytes)
        for (const { path } of paths) await rename(`${path}.part`, path)
        for (const directory of new Set(paths.map(({ path }) => dirname(path))))
          await syncDirectory(directory)
      } catch (error) {
        await Promise.all(
          paths.flatMap(({ path }) => [
            rm(path, { force: true }),
            rm(`${path}.part`, { force: true }),
          ]),
        )
        throw isDiskFull(error) ? new ApiError('storageFull', { cause: error }) : error
      }
    },
    read: (name) => orNull(readFile(pathOf(name))),
    async remove(names) {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })))
    },
    async *list() {
      for (const fan of (await orNull(readdir(root))) ?? []) {
        for (const name of (await orNull(readdir(join(root, fan)))) ?? []) {
          const found = await orNull(stat(join(root, fan, name)))
          if (found !== null) yield { name, writtenAt: found.mtime }
        }
      }
    },
  }
}

/**
 * Calls fsync before the rename: otherwise an empty file could have the final name after a power
 * failure.
 */
async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
