import { chmod } from 'node:fs/promises'

/**
 * Files and folders that this process and those that it starts make from now on are their user's
 * alone.
 */
export function writePrivately(): void {
  process.umask(0o077)
}

/**
 * Keeps others out of what an earlier release left readable, too. A folder of somebody else's is
 * theirs to set.
 */
export async function closeToOthers(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error
  })
}
