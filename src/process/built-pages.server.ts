import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { StartUpError } from './start-up.server.ts'

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** React selects its build when first loaded; the development build makes a page 25 % slower, so it is refused. */
export async function loadBuiltPages(entry: string): Promise<NodeHandler> {
  process.env['NODE_ENV'] = 'production'
  const { handler } = (await import(pathToFileURL(entry).href)) as { handler: NodeHandler }
  const [development] = loadedModules().filter((path) => path.endsWith('.development.js'))
  if (development !== undefined) {
    throw new StartUpError(`A development build is loaded (${development}). Look in NODE_OPTIONS and Node's arguments for what loads it before the server.`)
  }
  return handler
}

/** Node's cache also lists CommonJS modules that it only parsed for export names. */
function loadedModules(): string[] {
  const modules = Object.entries(createRequire(import.meta.url).cache)
  return modules.flatMap(([path, module]) => (module?.loaded ? [path] : []))
}
