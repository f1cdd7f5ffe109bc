import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressGroup } from '../api/limits.server.ts'
import { MINUTE, SECOND } from '../lib/clock.ts'
import { baseHeaders, closedPolicy } from './security-headers.ts'

/**
 * Maximum number of concurrent request bodies and of their bytes; a body counts until its response
 * ends.
 */
type Share = { bodies: number; bytes: number }
export type GateLimits = {
  inAll: Share
  each: Share
  slowBodyTimeout: number
  /** Minimum rate in bytes per second after the timeout, for a photo on a slow connection. */
  minRate: number
  /** Milliseconds for the rest of a body whose request was answered before it arrived. */
  afterAnswer: number
}

const MiB = 1024 * 1024
export const gateLimits: GateLimits = {
  inAll: { bodies: 1000, bytes: 256 * MiB },
  each: { bodies: 64, bytes: 64 * MiB },
  // A second less than the aim of 15: a timer of a busy process is late.
  slowBodyTimeout: 14 * SECOND,
  minRate: 16 * 1024,
  afterAnswer: 5 * SECOND,
}
/** The longest duration of an accepted body; the HTTP server's request timeout must be longer. */
export const MAX_BODY_DURATION = 20 * MINUTE
/** The bytes counted for a body without Content-Length; equal to its maximum size. */
const UNDECLARED = 64 * 1024

/**
 * Admits a request's body, or answers 503: bounds the memory and sockets that slow or large uploads
 * occupy.
 */
export type BodyGate = (request: IncomingMessage, response: ServerResponse, ip: string) => boolean

export function createBodyGate({
  hsts,
  limits = gateLimits,
}: {
  hsts: string | null
  limits?: GateLimits
}): BodyGate {
  const inAll: Share = { bodies: 0, bytes: 0 }
  const byAddress = new Map<string, Share>()

  return (request, response, ip) => {
    const bytes = sizeOf(request)
    if (bytes === 0) return true
    const address = addressGroup(ip)
    const each = byAddress.get(address) ?? { bodies: 0, bytes: 0 }
    if (isOver(inAll, limits.inAll, bytes) || isOver(each, limits.each, bytes)) {
      refuse(response, hsts)
      return false
    }
    byAddress.set(address, each)
    for (const share of [inAll, each]) {
      share.bodies += 1
      share.bytes += bytes
    }
    response.once('close', () => {
      for (const share of [inAll, each]) {
        share.bodies -= 1
        share.bytes -= bytes
      }
      if (each.bodies === 0) byAddress.delete(address)
    })
    abortIfSlow(request, response, limits)
    return true
  }
}

export function hasBody(request: IncomingMessage): boolean {
  return sizeOf(request) > 0
}

function sizeOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return UNDECLARED
  return Number(headers['content-length'] ?? 0)
}

/** The first body is always admitted; its reader enforces the maximum size. */
function isOver(now: Share, most: Share, bytes: number): boolean {
  return now.bodies > 0 && (now.bodies + 1 > most.bodies || now.bytes + bytes > most.bytes)
}

function refuse(response: ServerResponse, hsts: string | null): void {
  response
    .writeHead(503, {
      ...baseHeaders(hsts),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': closedPolicy,
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': '2',
      Connection: 'close',
    })
    .end('503 Too much is being sent at once. Please try again in a moment.\n')
}

function abortIfSlow(
  request: IncomingMessage,
  response: ServerResponse,
  { slowBodyTimeout, minRate, afterAnswer }: GateLimits,
): void {
  const { socket } = request
  let checkedAt = Date.now()
  let seen = socket.bytesRead
  /**
   * After what has come meanwhile is read: the event loop may have been busy for so long itself.
   */
  const checkLater = () => setTimeout(() => setImmediate(check), slowBodyTimeout).unref()
  function check(): void {
    if (request.complete || socket.destroyed) return
    const [now, received] = [Date.now(), socket.bytesRead]
    if ((received - seen) / ((now - checkedAt) / SECOND) < minRate) socket.destroy()
    else {
      ;[checkedAt, seen] = [now, received]
      timer = checkLater()
    }
  }
  let timer = checkLater()
  request.once('close', () => clearTimeout(timer))
  response.once('finish', () => {
    clearTimeout(timer)
    if (!request.complete)
      setTimeout(() => request.complete || socket.destroy(), afterAnswer).unref()
  })
}
