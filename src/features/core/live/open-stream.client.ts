import { api } from '#api/client.ts'
import { createEventParser } from './event-parser.ts'
import type { Hint } from './member-events.ts'

const FIRST_WAIT = 1000
const MAX_WAIT = 60_000

type Heard = {
  hint(hint: Hint): void
  /** What this page has been told; with it, the next stream begins where this one was cut. */
  id(id: string): void
  closed(): void
  /** Too many streams are open, or the session has ended: the page polls instead. */
  refused(): void
}

/**
 * Keeps an event stream open, over the cuts of its connection, until the returned function is
 * called.
 */
export function openStream(
  lastEventId: string | null,
  since: () => number,
  heard: Heard,
): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT
  let minWait = FIRST_WAIT
  let upTo = lastEventId

  async function open(): Promise<void> {
    try {
      const response = await api.fetch(
        'GET /event/stream',
        { query: { since: since() } },
        { signal, cache: 'no-store', lastEventId: upTo },
      )
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        if (response.status < 500) return heard.refused()
        throw new Error(`status ${response.status}`)
      }
      await listen(response.body)
      wait = minWait
    } catch {
      wait = Math.min(MAX_WAIT, wait * 2)
    }
    heard.closed()
    if (!signal.aborted) timer = setTimeout(() => void open(), jittered(wait))
  }

  async function listen(body: ReadableStream<Uint8Array>): Promise<void> {
    const parse = createEventParser((event) => {
      if (signal.aborted) return
      if (event.kind === 'retry') minWait = Math.max(FIRST_WAIT, event.milliseconds)
      else if (event.kind === 'id') {
        upTo = event.id
        heard.id(event.id)
      } else {
        const hint = JSON.parse(event.data) as Hint
        if (hint.type === 'ready') wait = minWait
        heard.hint(hint)
      }
    })
    const reader = body.getReader()
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parse(decoder.decode(part.value, { stream: true }))
    }
  }

  void open()
  return () => {
    clearTimeout(timer)
    ended.abort()
  }
}

/** Random, so that clients do not all reconnect to a restarted server at once. */
function jittered(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random() / 2)
}
