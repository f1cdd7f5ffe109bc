import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from './missing.ts'

/** What other users of this machine may read or change in a folder, with its mode. */
export async function openToOthers(folder: string): Promise<string[]> {
  const open: string[] = []
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    // What a running server renames or removes meanwhile is open to nobody.
    const found = await stat(join(folder, name)).catch(ifMissing(null))
    if (found && (found.mode & 0o077) !== 0)
      open.push(`${name} ${(found.mode & 0o777).toString(8)}`)
  }
  return open
}
