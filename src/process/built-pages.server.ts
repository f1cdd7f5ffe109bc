import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { StartUpError } from './start-up.server.ts'

/**
 * React selects its build when first loaded; the development build makes a page 25 % slower, so it
 * is refused.
 */
export async function loadBuiltPages(entry: string): Promise<void> {
  process.env['NODE_ENV'] = 'production'
  await import(pathToFileURL(entry).href)
  const [development] = loadedModules().filter((path) => path.endsWith('.development.js'))
  if (development !== undefined) {
    throw new StartUpError(
      `A development build is loaded (${development}). Look in NODE_OPTIONS and Node's arguments for what loads it before the server.`,
    )
  }
}

/** Node's cache also lists CommonJS modules that it only parsed for export names. */
function loadedModules(): string[] {
  const modules = Object.entries(createRequire(import.meta.url).cache)
  return modules.flatMap(([path, module]) => (module?.loaded ? [path] : []))
}
