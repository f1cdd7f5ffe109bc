import type { Fetchable } from 'astro'
import { astro, FetchState } from 'astro/fetch'
import { type Render, renderSlot } from './front-door/visit.server.ts'

const clientAddress = Symbol.for('astro.clientAddress')

const render: Render = async (request, path, locals) => {
  const url = new URL(request.url)
  url.pathname = path
  const state = new FetchState(new Request(url, { method: 'GET', headers: request.headers }))
  Object.assign(state.locals, locals)
  // A page is compressed whole, its security policy lists its styles, and an error during rendering
  // becomes a 500.
  state.streaming = false
  // The front door answers and logs rendering errors: Astro would log the original error, which may
  // contain user input.
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

Reflect.set(globalThis, renderSlot, render)

/** In development, Astro's server is asked first. */
export default {
  async fetch(request) {
    if (!import.meta.env.DEV) throw new Error('the front door answers requests')
    const app = await (await import('./dev.server.ts')).developmentApp()
    return app.frontDoor(request, String(Reflect.get(request, clientAddress) ?? ''), render)
  },
} satisfies Fetchable
