import { vi } from 'vitest'
import { type Client, useClient } from '#api/client.ts'

/** The browser APIs that stores use: storage, location, and events on window and document. */
export type FakeBrowser = {
  /** Navigations: `replace /`, `assign /x`, `reload`. */
  moves: string[]
  dispatch(type: string, details?: Record<string, unknown>): void
  setVisibility(state: 'visible' | 'hidden'): void
}

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

/** Installs the browser globals at `path`; `vi.unstubAllGlobals()` removes them. */
export function openBrowser(path = '/dashboard'): FakeBrowser {
  const moves: string[] = []
  const view = new EventTarget()
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    documentElement: { hidden: false },
  })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', {
    protocol: 'http:',
    host: 'www.adultcrush.localhost:4321',
    pathname: path,
    search: '',
    hash: '',
    replace: (to: string) => void moves.push(`replace ${to}`),
    assign: (to: string) => void moves.push(`assign ${to}`),
    reload: () => void moves.push('reload'),
  })
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view))
  vi.stubGlobal('removeEventListener', view.removeEventListener.bind(view))
  vi.stubGlobal('dispatchEvent', view.dispatchEvent.bind(view))
  vi.stubGlobal('document', page)
  // Node’s reach the pages of other tests.
  vi.stubGlobal('BroadcastChannel', undefined)
  return {
    moves,
    dispatch(type, details = {}) {
      const event = new Event(type)
      // Defined, since an event has some of them already, to be read only: `target`,
      // `defaultPrevented`.
      for (const [name, value] of Object.entries(details))
        Object.defineProperty(event, name, { value })
      view.dispatchEvent(event)
    },
    setVisibility(state) {
      page.visibilityState = state
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

export type StoreConnection = {
  calls: string[]
  whenIdle(): Promise<void>
  goOffline(error: Error): void
  goOnline(): void
}

/**
 * Without `streams`, /event/stream is refused, so that no event arrives unless the test sends it.
 */
export function connectStores(client: Client, { streams = false } = {}): StoreConnection {
  const calls: string[] = []
  const under = new Set<Promise<unknown>>()
  let broken: Error | null = null
  function watched<T>(route: string, call: () => Promise<T>): Promise<T> {
    calls.push(route)
    const answer = broken === null ? call() : Promise.reject(broken)
    const settled = answer.then(
      () => undefined,
      () => undefined,
    )
    under.add(settled)
    void settled.then(() => under.delete(settled))
    return answer
  }
  useClient({
    send: (route, given, options) => watched(route, () => client.send(route, given, options)),
    fetch: (route, given, options) =>
      watched(route, async () =>
        streams ? client.fetch(route, given, options) : new Response(null, { status: 429 }),
      ),
  })
  return {
    calls,
    async whenIdle() {
      while (under.size > 0) await Promise.all(under)
      // Stores process a response in later turns of the event loop.
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
    goOffline: (error) => void (broken = error),
    goOnline: () => void (broken = null),
  }
}

/** Waits that are a little random have their middle. */
export function holdTimers(): void {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
}
