import { cp, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const left = new Set(['node_modules', 'dist', 'data', '.git', '.astro', 'test-results'])

/** The source of the product in a folder that is there, with our packages. */
export async function copyProduct(to: string): Promise<void> {
  for (const entry of await readdir(root))
    if (!left.has(entry)) await cp(join(root, entry), join(to, entry), { recursive: true })
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'))
}
