import type { IncomingMessage } from 'node:http'
import { HSTS_VALUES } from '#front-door/env.server.ts'
import { baseHeaders } from '#front-door/security-headers.ts'

/**
 * Between people and the product stands a proxy. It takes an answer's headers into one buffer, of 4
 * kB where nobody has set it, and gives 502 for what does not fit: so they are under 2 kB, whoever
 * asks for whatever page.
 */
export const MOST_HEADERS = 2000

/** What https adds: one header more, and two words for a cookie. */
const onlyInProduction =
  lengthOf(baseHeaders(HSTS_VALUES.preload)) -
  lengthOf(baseHeaders(null)) +
  '; Secure'.length +
  '__Secure-'.length

function lengthOf(headers: Record<string, string>): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  )
}

/** Bytes of an answer's status line and headers, as they are over https. */
export function headerBytes({ statusCode, statusMessage, rawHeaders }: IncomingMessage): number {
  const lines = rawHeaders.reduce((sum, part) => sum + part.length, 0) + rawHeaders.length * 2
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n\r\n`.length + lines + onlyInProduction
}

/** Directives that allow everything: a short policy made of them would be no gain. */
export const tooWide = (policy: string): boolean => /unsafe|\*/.test(policy)
