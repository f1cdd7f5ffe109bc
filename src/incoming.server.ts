import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { baseHeaders, closedPolicy } from './api/security-headers.ts'

/**
 * Puts a request into the shape that everything behind it relies on; answers it at once, and says false, where
 * there is nothing to rely on. Afterwards, X-Forwarded-For is the one address that it came from.
 */
export function admit(request: IncomingMessage, response: ServerResponse, { trustProxy, secure }: { trustProxy: boolean; secure: boolean }): boolean {
  // fetch knows no such Request, so it would never reach the front door.
  if (request.method === 'TRACE') {
    response
      .writeHead(405, {
        ...baseHeaders(secure),
        Allow: 'GET, HEAD, POST',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': closedPolicy,
        'Content-Type': 'text/plain; charset=utf-8',
      })
      .end('405 This address does not take that kind of request.\n')
    return false
  }
  const { headers } = request
  headers['x-forwarded-for'] = clientAddress(request.socket.remoteAddress, headers['x-forwarded-for'], trustProxy)
  delete headers['x-forwarded-host']
  delete headers['x-forwarded-proto']
  delete headers['x-forwarded-port']
  return true
}

/**
 * The address that a request came from. A trusted proxy appends the one that it saw; whatever stands before that
 * is only what the client claims, and without a trusted proxy all of it is.
 */
export function clientAddress(seen: string | undefined, forwarded: string | string[] | undefined, trustProxy: boolean): string {
  const appended = trustProxy ? String(forwarded ?? '').split(',').at(-1)?.trim() : undefined
  const address = appended !== undefined && isIP(appended) !== 0 ? appended : (seen ?? '')
  return address.replace(/%.*$/, '')
}
