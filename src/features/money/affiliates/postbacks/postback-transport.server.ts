import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { publicLookup } from '#core/notifications/push-transport.server.ts'
import { SECOND } from '#lib/clock.ts'

/**
 * Posts to an affiliate's server; returns the status. Throws where no connection is made, or none on
 * the internet.
 */
export type PostbackTransport = (
  url: URL,
  message: { headers: Record<string, string>; body: string },
) => Promise<number>

const TIMEOUT = 5 * SECOND
/** Nothing in an answer is of use; a little is read, so that the connection ends well. */
const MOST_READ = 4096

/** `lookup` and `ca`: tests give a server of their own. A redirect is an answer, never followed. */
export function postbackTransport({
  lookup = publicLookup,
  ca,
  timeout = TIMEOUT,
}: { lookup?: LookupFunction; ca?: string; timeout?: number } = {}): PostbackTransport {
  return (url, { headers, body }) =>
    new Promise((resolve, reject) => {
      const post = request(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        lookup,
        ...(ca === undefined ? {} : { ca }),
        signal: AbortSignal.timeout(timeout),
        agent: false,
      })
      post.on('response', (response) => {
        let read = 0
        response.on('data', (part: Buffer) => {
          read += part.length
          if (read > MOST_READ) response.destroy()
        })
        response.on('error', () => undefined)
        resolve(response.statusCode ?? 0)
      })
      post.on('error', reject)
      post.end(body)
    })
}
