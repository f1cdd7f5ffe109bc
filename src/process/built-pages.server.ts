import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { StartUpError } from './start-up.server.ts'

/** Answers a request by the front door and the pages behind it. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Loads what `astro build` made. React chooses its build when it is first loaded, and its development build makes
 * a page a quarter dearer: throws StartUpError where something else has loaded that one before.
 */
export async function loadBuiltPages(entry: string): Promise<NodeHandler> {
  process.env['NODE_ENV'] = 'production'
  const { handler } = (await import(pathToFileURL(entry).href)) as { handler: NodeHandler }
  const [development] = loadedModules().filter((path) => path.endsWith('.development.js'))
  if (development !== undefined) {
    throw new StartUpError(`A development build is loaded (${development}). Look in NODE_OPTIONS and Node's arguments for what loads it before the server.`)
  }
  return handler
}

/** The CommonJS modules that have run in this process. Node also lists those that it has only read for their names. */
function loadedModules(): string[] {
  const modules = Object.entries(createRequire(import.meta.url).cache)
  return modules.flatMap(([path, module]) => (module?.loaded ? [path] : []))
}
