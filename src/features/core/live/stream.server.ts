import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { saySeldom } from '#api/log.server.ts'
import { sessionStanding } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { gauge } from '#lib/metrics.server.ts'
import type { Snapshot } from './member-events.sql.ts'
import type { Hint, MemberEvent } from './member-events.ts'
import { decryptPosition, encryptPosition, type Holder } from './position.server.ts'
import { eventStream } from './tickers.contract.ts'

/** Streams per member and process, over all tabs and devices; further ones are refused and poll. */
const MAX_STREAMS = 6
/** Proxies close a connection that is idle for 30 seconds. */
export const PING_INTERVAL = 25 * SECOND
/** The client reopens the stream after this, so that the session is checked again. */
const MAX_LIFETIME = 10 * MINUTE
/**
 * Unread hints per client. A slower reader is disconnected and fetches everything when it
 * reconnects.
 */
const MAX_BACKLOG = 200

/**
 * Milliseconds between the returns of two members whose streams a stopping process ends, and the
 * longest wait.
 */
const RETURN_STEP = 5
const MAX_RETURN = 15 * SECOND

const openStreams = new Map<number, number>()
const open = gauge('sites_event_streams_open', 'Open event streams')

const streamHandler = handle(
  eventStream,
  async ({ query, scope, services, brand, token, request }) => {
    // Its body would be dropped, not cancelled: a place would be taken for minutes.
    if (request.method !== 'GET')
      throw new ApiError('methodNotAllowed', { headers: { Allow: 'GET' } })
    const memberId = scope.member.id
    const streams = openStreams.get(memberId) ?? 0
    if (streams >= MAX_STREAMS) {
      saySeldom(
        services.log,
        'info',
        'event streams were refused to members who have as many as they may',
      )
      throw new ApiError('tooMany', {
        detail: 'Too many open pages.',
        headers: { 'Retry-After': '60' },
      })
    }
    openStreams.set(memberId, streams + 1)
    const standing = async (): Promise<SessionState> =>
      token === null ? 'ended' : sessionStanding(services, token, brand, services.clock.now())
    const listener = {
      memberId,
      brandId: brand.id,
      since: query.since ?? 0,
      lastEventId: request.headers.get('Last-Event-ID'),
      mayLock: scope.member.lockAfterMinutes !== null,
    }
    const body = hintStream(services, listener, standing, request.signal)
    return new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream',
        // `no-transform` prevents compression, which would buffer hints; `no-store` would keep
        // pages out of the back/forward cache.
        'Cache-Control': 'private, no-cache, no-transform',
        'X-Accel-Buffering': 'no',
      },
    })
  },
)

type SessionState = 'open' | 'locked' | 'ended'
type Listener = Holder & { since: number; lastEventId: string | null; mayLock: boolean }

function hintStream(
  services: Services,
  { memberId, brandId, since, lastEventId, mayLock }: Listener,
  standing: () => Promise<SessionState>,
  gone: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const closed = new AbortController()

  function start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const end = (): void => {
      if (closed.signal.aborted) return
      closed.abort()
      controller.close()
    }
    const write = (text: string): void => {
      if (closed.signal.aborted) return
      if ((controller.desiredSize ?? 0) >= -MAX_BACKLOG)
        return controller.enqueue(encoder.encode(text))
      saySeldom(services.log, 'info', 'event streams that nobody read were ended')
      end()
    }
    const idLine = (position: Snapshot): string =>
      `id: ${encryptPosition(services, { memberId, brandId }, position)}\n`
    const send = (hint: Hint, position: Snapshot | null = null): void =>
      write(`${position === null ? '' : idLine(position)}data: ${JSON.stringify(hint)}\n\n`)
    /** What comes while the stream asks what it missed is told after that. */
    let later: Array<() => void> | null = []
    const onEvent = (event: MemberEvent, position: Snapshot | null): void => {
      if (later) later.push(() => tell(event, position))
      else tell(event, position)
    }
    const tell = (event: MemberEvent, position: Snapshot | null): void => {
      if (event.type === 'typing') {
        if (event.on.includes(brandId)) send({ type: 'typing', otherId: event.otherId })
        return
      }
      if (event.type !== 'signedOut' && event.type !== 'locked') return send(event, position)
      closeUnlessOpen()
    }
    const tellMissed = async (present: Snapshot): Promise<void> => {
      if (lastEventId === null) {
        // What came between the page's answer and this stream.
        if (services.events.hadEventSince(memberId, since)) send({ type: 'tickers' })
        return
      }
      const told = decryptPosition(services, { memberId, brandId }, lastEventId)
      const missed =
        told === null
          ? null
          : await services.events.eventsBetween(memberId, told, present, MAX_BACKLOG)
      for (const event of missed ?? [{ type: 'reload' as const }]) {
        // This stream was opened by a session that is open.
        if (event.type !== 'signedOut' && event.type !== 'locked') tell(event, null)
      }
    }
    const begin = async (): Promise<void> => {
      const present = services.events.position()
      await tellMissed(present)
      write(`${idLine(present)}\n`)
      for (const tellNow of later ?? []) tellNow()
      later = null
    }
    // All streams of the member ask; only those close whose own session has ended or is locked.
    const closeUnlessOpen = (): void => {
      standing().then((now) => {
        if (now === 'open') return
        send({ type: now === 'locked' ? 'locked' : 'signedOut' })
        end()
      }, end)
    }
    const ping = setInterval(() => {
      // An id without an event: where nothing comes for long, the stream can still be taken up from
      // here.
      write(later === null ? `${idLine(services.events.position())}\n` : ': ping\n\n')
      // Nobody tells of a lock that comes by itself.
      if (mayLock) closeUnlessOpen()
    }, PING_INTERVAL).unref()
    // Streams that began together, after a start, do not come back together.
    const life = setTimeout(end, MAX_LIFETIME * (0.8 + 0.2 * Math.random())).unref()
    open.inc()
    const unsubscribe = services.events.subscribe(memberId, onEvent)
    const leave = (): void => {
      // One member fewer is here after each.
      write(`retry: ${SECOND + ((openStreams.size * RETURN_STEP) % MAX_RETURN)}\n\n`)
      end()
    }
    services.stopping.addEventListener('abort', leave)
    gone.addEventListener('abort', end)
    closed.signal.addEventListener('abort', () => {
      clearInterval(ping)
      clearTimeout(life)
      unsubscribe()
      open.dec()
      services.stopping.removeEventListener('abort', leave)
      gone.removeEventListener('abort', end)
      const left = (openStreams.get(memberId) ?? 1) - 1
      if (left > 0) openStreams.set(memberId, left)
      else openStreams.delete(memberId)
    })
    write('retry: 3000\n\n')
    send({ type: 'ready' })
    begin().catch(end)
    if (services.stopping.aborted) leave()
    if (gone.aborted) end()
  }

  return new ReadableStream<Uint8Array>(
    { start, cancel: () => closed.abort() },
    { highWaterMark: 1 },
  )
}

export const streamHandlers: Handler[] = [streamHandler]
