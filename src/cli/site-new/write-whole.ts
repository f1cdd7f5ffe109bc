import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartUpError } from '#process/start-up.server.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Writes these files below `root`, in their order, or none: where one cannot be written, those
 * before it are as they were, and StartUpError says which. A signal does not come between. Whoever
 * else runs the product may read them.
 */
export function writeWhole(
  root: string,
  files: Iterable<readonly [path: string, content: string | Uint8Array]>,
): void {
  const undo: Array<() => void> = []
  let current = root
  const later = () => undefined
  const mask = process.umask(0o022)
  for (const signal of SIGNALS) process.on(signal, later)
  try {
    for (const [path, content] of files) {
      const file = join(root, path)
      current = file
      const before = existsSync(file) ? readFileSync(file) : null
      const made = mkdirSync(dirname(file), { recursive: true })
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }))
      undo.push(() =>
        before === null ? rmSync(file, { force: true }) : writeFileSync(file, before),
      )
      writeFileSync(file, content)
    }
  } catch (error) {
    for (const one of undo.toReversed()) one()
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new StartUpError(`${current} cannot be written (${code}): nothing was changed.`)
  } finally {
    process.umask(mask)
    for (const signal of SIGNALS) process.off(signal, later)
  }
}
