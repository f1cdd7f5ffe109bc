import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as ListeningServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../lib/clock.ts'

/** Milliseconds for requests in progress once no connection is accepted any more. */
const DRAIN = 10 * SECOND
/**
 * No request for so long: the proxies have left, and those connections can be closed that wait for
 * one.
 */
const QUIET = SECOND
const IDLE_CHECK = 200

export type Drain = {
  /** False if the request was answered here, by asking the proxy to try another process. */
  admits(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Resolves when the last connection has ended. `isReplaced`: another process already listens in
   * this one's place.
   */
  run(server: Server, how: { isReplaced: boolean }): Promise<void>
}

/**
 * Stops an HTTP server so that no request is lost: answers end their connections, and the socket
 * closes `notice` milliseconds after `/readyz` says 503; nginx reads 502 to the GETs that it marks
 * with X-Try-Next.
 */
export function createDrain({ notice }: { notice: number }): Drain {
  let state: 'serving' | 'replaced' | 'stopping' = 'serving'
  let latest = 0
  return {
    admits(request, response) {
      if (state === 'serving') return true
      latest = Date.now()
      if (
        state === 'replaced' ||
        request.headers['x-try-next'] === undefined ||
        (request.method !== 'GET' && request.method !== 'HEAD')
      )
        return true
      response.writeHead(502, { 'Cache-Control': 'no-store' }).end()
      return false
    },
    async run(server, { isReplaced }) {
      state = isReplaced ? 'replaced' : 'stopping'
      // The next answer on each connection says `Connection: close`.
      server.maxRequestsPerSocket = 1
      if (!isReplaced) await pause(notice)
      const ended = new Promise((resolve) => {
        // The HTTP server's own method also closes connections on which the proxy may just be
        // sending.
        ListeningServer.prototype.close.call(server, resolve)
      })
      setTimeout(() => server.closeAllConnections(), DRAIN).unref()
      if (isReplaced || notice > 0) await Promise.race([ended, quiet(() => latest)])
      server.closeIdleConnections()
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK)
      await ended
      clearInterval(idle)
    },
  }
}

async function quiet(latest: () => number): Promise<void> {
  const from = Date.now()
  for (let wait = QUIET; wait > 0; wait = Math.max(from, latest()) + QUIET - Date.now())
    await pause(wait)
}
