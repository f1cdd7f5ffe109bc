import type { Fetchable } from 'astro'
import { astro, FetchState } from 'astro/fetch'
import type { App } from './app.server.ts'
import type { Render } from './front-door/visit.server.ts'

const slot = Symbol.for('app')
const clientAddress = Symbol.for('astro.clientAddress')

/**
 * The production server has made the app before it loads the built pages, and leaves it in a global slot:
 * server and pages are two module graphs. In development there is no server of ours, so it is made here: since Astro's
 * own server hands requests on by this module alone, production takes the same way instead of a second one.
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
  // A page is compressed whole in any case; made whole, its policy knows the styles that its layouts put in by
  // hand, and what fails halfway is a 500.
  state.streaming = false
  // What a page throws is the front door's to answer and to log: Astro would log it as it is, with whatever
  // somebody typed in it.
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
