import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitWithError, pinnedNode, root, run } from './processes.mjs'

export async function ensureInstalled() {
  if (isInstalled()) return
  process.stdout.write('Installing packages (once, and whenever package-lock.json changes) …\n')
  // Build and tests need all packages, regardless of NODE_ENV.
  // A warning for each package that wants a newer Node than npm's: they run on the pinned one.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const code =
    npm === undefined ? await run('npm', args) : await run(process.execPath, [npm, ...args])
  if (code !== 0) exitWithError(`npm ci failed (exit code ${code}).`)
  if (!isInstalled())
    exitWithError(
      `The pinned Node is not at ${pinnedNode} after npm ci: were install scripts switched off?`,
    )
}

/** npm's record of its last install may lack optional packages for other platforms. */
function isInstalled() {
  const written = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(pinnedNode) || !existsSync(written)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(written, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (path in found ? found[path].version === version : optional === true),
  )
}
