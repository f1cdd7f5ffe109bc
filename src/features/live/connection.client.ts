import { api } from '../../api/client.ts'
import { createEventParser } from './event-parser.ts'
import type { Hint } from './member-events.ts'
import { $connection, $hint, since } from './stream.store.ts'

const FIRST_WAIT = 1000
const MAX_WAIT = 60_000
/** Milliseconds until a hidden page closes its connection: over HTTP/1.1 a browser has six per host. */
const HIDDEN_FOR = 30_000

/** Keeps the event stream open until the returned function is called, or the member is signed out. */
export function connect(): () => void {
  let controller: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT
  let minWait = FIRST_WAIT
  /** What this page has been told; with it, the next stream begins where this one was cut. */
  let lastEventId: string | null = null
  const ended = new AbortController()

  async function open(): Promise<void> {
    const own = new AbortController()
    controller = own
    try {
      const response = await api.fetch('GET /event/stream', { query: { since } }, { signal: own.signal, cache: 'no-store', lastEventId })
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        // Too many streams are open, or the session has ended: this page polls instead.
        if (response.status < 500) return end()
        throw new Error(`status ${response.status}`)
      }
      await listen(response.body)
      wait = minWait
    } catch {
      wait = Math.min(MAX_WAIT, wait * 2)
    } finally {
      if (controller === own) controller = null
      $connection.set('closed')
    }
    if (!ended.signal.aborted && !own.signal.aborted) timer = setTimeout(() => void open(), jittered(wait))
  }

  async function listen(body: ReadableStream<Uint8Array>): Promise<void> {
    const parse = createEventParser((event) => {
      if (event.kind === 'retry') minWait = Math.max(FIRST_WAIT, event.milliseconds)
      else if (event.kind === 'id') lastEventId = event.id
      else publish(JSON.parse(event.data) as Hint)
    })
    const reader = body.getReader()
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parse(decoder.decode(part.value, { stream: true }))
    }
  }

  function publish(hint: Hint): void {
    if (ended.signal.aborted) return
    if (hint.type === 'ready') {
      wait = minWait
      $connection.set('open')
    }
    $hint.set(hint)
    if (hint.type === 'signedOut' || hint.type === 'locked') end()
  }

  function pause(): void {
    clearTimeout(timer)
    controller?.abort()
    controller = null
  }

  function onVisibilityChange(): void {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') hiding = setTimeout(pause, HIDDEN_FOR)
    else if (controller === null) {
      clearTimeout(timer)
      void open()
    }
  }

  // An open connection keeps a page out of the back/forward cache.
  function onPageShow(event: PageTransitionEvent): void {
    if (event.persisted && controller === null) void open()
  }

  function end(): void {
    ended.abort()
    clearTimeout(hiding)
    pause()
  }

  if (typeof document !== 'undefined') {
    const { signal } = ended
    document.addEventListener('visibilitychange', onVisibilityChange, { signal })
    addEventListener('pagehide', pause, { signal })
    addEventListener('pageshow', onPageShow, { signal })
  }
  void open()
  return end
}

/** Random, so that clients do not all reconnect to a restarted server at once. */
function jittered(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random() / 2)
}
