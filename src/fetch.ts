import type { Fetchable } from 'astro'
import { astro, FetchState } from 'astro/fetch'
import type { App } from './app.server.ts'
import type { Render } from './front-door.server.ts'

const slot = Symbol.for('app')
const clientAddress = Symbol.for('astro.clientAddress')

/**
 * The production server has made the app before it loads the built pages, and leaves it in a global slot:
 * server and pages are two module graphs. In development there is no server of ours, so it is made here.
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
  const response = await astro(state)
  // Astro has logged what the page threw, and has no error page of its own: the front door shows ours, or a line
  // where that has failed as well and is empty.
  if (response.status === 500 && (path !== '/error' || response.body === null)) throw new Error(`the page ${path} failed`)
  return response
}

export default {
  async fetch(request) {
    const app = await currentApp()
    return app.frontDoor(request, String(Reflect.get(request, clientAddress) ?? ''), render)
  },
} satisfies Fetchable
