import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { saySeldom } from '../api/log.server.ts'
import { HOUR } from '../lib/clock.ts'
import { type Trust, wayOf } from '../lib/proxies.server.ts'
import { baseHeaders, closedPolicy } from './security-headers.ts'

type Accepting = { log: Logger; settings: { trustProxy: Trust; hsts: string | null } }

/** An operator mends both, or lives with a client that lies. */
const doubts = {
  stranger:
    'X-Forwarded-For came from an address that TRUST_PROXY does not name, and was ignored: a client lies, or a proxy is missing there',
  unreadable:
    'a proxy that TRUST_PROXY names wrote no address into X-Forwarded-For: its own is taken for the client’s',
} as const

/** Sends the error response and returns false if the request is invalid. */
export function acceptIncoming(
  request: IncomingMessage,
  response: ServerResponse,
  { log, settings: { trustProxy, hsts } }: Accepting,
): boolean {
  const refuse = (status: number, message: string, more: Record<string, string> = {}): false => {
    response
      .writeHead(status, {
        ...baseHeaders(hsts),
        ...more,
        'Cache-Control': 'no-store',
        'Content-Security-Policy': closedPolicy,
        'Content-Type': 'text/plain; charset=utf-8',
      })
      .end(`${status} ${message}\n`)
    return false
  }
  // fetch's Request does not support TRACE.
  if (request.method === 'TRACE')
    return refuse(405, 'This address does not take that kind of request.', {
      Allow: 'GET, HEAD, POST',
    })
  const { headers } = request
  const host = headers.host ?? ''
  if (!hasOneHost(request.rawHeaders) || !isHost(host))
    return refuse(400, 'This request does not say for which site it is.')
  if (!request.url?.startsWith('/')) {
    const target = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null
    if (!target || !/^https?:$/.test(target.protocol))
      return refuse(400, 'This request does not say for which page it is.')
    if (target.host !== new URL(`${target.protocol}//${host}`).host)
      return refuse(421, 'This address belongs to another site.')
    request.url = target.pathname + target.search
  }
  const { client: seen } = wayOf(request.socket.remoteAddress, undefined, trustProxy)
  const { client, doubt } = wayOf(seen, headers['x-forwarded-for'], trustProxy)
  if (doubt !== null) saySeldom(log, 'warn', doubts[doubt], { period: HOUR })
  if (!isRequestId(headers['x-request-id']) || !trustProxy(seen, 0)) remove(request, 'x-request-id')
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
  ])
    remove(request, name)
  headers['x-forwarded-for'] = client
  return true
}

/** In both forms that Node has of them, since the listener reads either. */
function remove(request: IncomingMessage, name: string): void {
  if (request.headers[name] === undefined) return
  delete request.headers[name]
  const { rawHeaders } = request
  request.rawHeaders = rawHeaders.filter(
    (_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== name,
  )
}

/**
 * Refuses several Host headers: Node uses the first, and a proxy may have used another (RFC 9112,
 * §3.2).
 */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1
}

/** As a trusted proxy names a request; it is in our log, in our answer and in reports of errors. */
function isRequestId(value: string | string[] | undefined): boolean {
  return typeof value === 'string' && /^[\w.:-]{8,128}$/.test(value)
}

/** Whether the value is only a host with an optional port; `a@b` and `a/b` also parse as URLs. */
function isHost(value: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(value) && URL.canParse(`http://${value}`)
}
