import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressGroup } from '../api/limits.server.ts'
import { baseHeaders, closedPolicy } from './security-headers.ts'
import { MINUTE, SECOND } from '../lib/clock.ts'

/** How many bodies may be under way at once, and how many bytes they may have; a body counts until it is answered. */
type Share = { bodies: number; bytes: number }
export type GateLimits = {
  inAll: Share
  /** Of one address; of an IPv6 one, of its /64. */
  each: Share
  /** Milliseconds in which a body has to be here, unless it keeps up `leastRate`. */
  patience: number
  /** Bytes a second of a body that takes longer: a photo on a slow line. */
  leastRate: number
  /** Milliseconds that are left for the rest of a body once its request was answered without it. */
  afterAnswer: number
}

const MiB = 1024 * 1024
export const gateLimits: GateLimits = {
  inAll: { bodies: 1000, bytes: 256 * MiB },
  each: { bodies: 64, bytes: 64 * MiB },
  patience: 15 * SECOND,
  leastRate: 16 * 1024,
  afterAnswer: 5 * SECOND,
}
/** What the slowest body that the gate lets through may take: the server's own limit has to be longer than that. */
export const LONGEST_BODY = 20 * MINUTE
/** A body that does not say how long it is counts for as much as one may have. */
const UNDECLARED = 64 * 1024

/**
 * Lets a request with a body through, or answers 503 and says false. It knows nothing of who sends it: what it
 * guards is this process, in which strangers' bodies would lie, and sockets, on which they would be waited for.
 */
export type BodyGate = (request: IncomingMessage, response: ServerResponse, ip: string) => boolean

export function createBodyGate({ secure, limits = gateLimits }: { secure: boolean; limits?: GateLimits }): BodyGate {
  const inAll: Share = { bodies: 0, bytes: 0 }
  const byAddress = new Map<string, Share>()

  return (request, response, ip) => {
    const bytes = sizeOf(request)
    if (bytes === 0) return true
    const address = addressGroup(ip)
    const each = byAddress.get(address) ?? { bodies: 0, bytes: 0 }
    if (isOver(inAll, limits.inAll, bytes) || isOver(each, limits.each, bytes)) {
      refuse(response, secure)
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
    cutIfSlow(request, response, limits)
    return true
  }
}

/** Whether a body comes with a request, of any method. */
export function hasBody(request: IncomingMessage): boolean {
  return sizeOf(request) > 0
}

function sizeOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return UNDECLARED
  return Number(headers['content-length'] ?? 0)
}

/** One body is always let in: how large it may be is said where it is read. */
function isOver(now: Share, most: Share, bytes: number): boolean {
  return now.bodies > 0 && (now.bodies + 1 > most.bodies || now.bytes + bytes > most.bytes)
}

function refuse(response: ServerResponse, secure: boolean): void {
  response
    .writeHead(503, {
      ...baseHeaders(secure),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': closedPolicy,
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': '2',
      Connection: 'close',
    })
    .end('503 Too much is being sent at once. Please try again in a moment.\n')
}

/** Ends the connection of a body that does not come, whoever is or is not reading it. */
function cutIfSlow(request: IncomingMessage, response: ServerResponse, { patience, leastRate, afterAnswer }: GateLimits): void {
  const { socket } = request
  let checkedAt = Date.now()
  let seen = socket.bytesRead
  function check(): void {
    if (request.complete || socket.destroyed) return
    const [now, received] = [Date.now(), socket.bytesRead]
    if ((received - seen) / ((now - checkedAt) / SECOND) < leastRate) socket.destroy()
    else {
      ;[checkedAt, seen] = [now, received]
      timer = setTimeout(check, patience).unref()
    }
  }
  let timer = setTimeout(check, patience).unref()
  request.once('close', () => clearTimeout(timer))
  response.once('finish', () => {
    clearTimeout(timer)
    if (!request.complete) setTimeout(() => request.complete || socket.destroy(), afterAnswer).unref()
  })
}
