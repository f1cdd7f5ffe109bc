import type { Fetchable } from 'astro'
import { astro, FetchState } from 'astro/fetch'
import type { App } from './app.server.ts'
import type { Render } from './front-door/visit.server.ts'

const slot = Symbol.for('app')
const clientAddress = Symbol.for('astro.clientAddress')

/**
 * Server and pages are separate module graphs, so production passes its app in a global; development creates it here.
 */
async function currentApp(): Promise<App> {
  if (import.meta.env.DEV) return (await import('./dev.server.ts')).developmentApp()
  return Reflect.get(globalThis, slot) as App
}

const render: Render = async (request, path, locals) => {
  const url = new URL(request.url)
  url.pathname = path
  const state = new FetchState(new Request(url, { method: 'GET', headers: request.headers }))
  Object.assign(state.locals, locals)
  // A page is compressed whole, its security policy lists its styles, and an error during rendering becomes a 500.
  state.streaming = false
  // The front door answers and logs rendering errors: Astro would log the original error, which may contain user
  // input.
  let thrown: unknown
  state.logger = Object.assign(Object.create(state.logger), { error: () => undefined })
  state.renderError = async (_, { status, error, response }) => {
    thrown ??= error
    return response ?? new Response(null, { status })
  }
  const response = await astro(state)
  if (thrown !== undefined) throw thrown
  if (response.status === 500 && response.body === null) throw new Error(`the page ${path} failed`)
  return response
}

export default {
  async fetch(request) {
    const app = await currentApp()
    return app.frontDoor(request, String(Reflect.get(request, clientAddress) ?? ''), render)
  },
} satisfies Fetchable
