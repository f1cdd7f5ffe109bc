import { readdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { baseHeaders, pagePolicy } from './api/security-headers.ts'
import type { GuestPages } from './front-door.server.ts'
import { type Bodies, type KeptFile, keep, keptResponse, readBodies, sendKept } from './kept-file.server.ts'
import { hostLabels } from './sites/crawlers.ts'
import type { Address, Host } from './sites/hosts.ts'
import { changesPage } from './sites/routes.ts'

/** Guest pages, ready to send: by host header and path, with the bytes and headers already made. */
export type MemoryPages = GuestPages & {
  /** Answers at once where a guest asks for a page; false where it is not that simple. */
  send(request: IncomingMessage, response: ServerResponse, cookieName: string): boolean
}

/**
 * Reads `directory/<brand>/…/index.html` with its compressed twins, which the build wrote, for every page
 * host. What a guest gets is the same for all guests, so it may be kept by browsers as long as its ETag holds.
 */
export async function loadGuestPages(
  directory: string,
  hosts: ReadonlyMap<string, Host>,
  address: Address,
  secure: boolean,
): Promise<MemoryPages> {
  const files = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.html'))
  const bodies = new Map<string, Bodies>()
  for (const file of files) bodies.set(file.replaceAll('\\', '/'), await readBodies(join(directory, file)))

  const byHost = new Map<string, Map<string, KeptFile>>()
  for (const [name, host] of hosts) {
    if (host.role !== 'pages') continue
    const pages = new Map<string, KeptFile>()
    for (const [file, body] of bodies) {
      const [brand, ...rest] = file.split('/')
      if (brand !== host.brand.id) continue
      const path = `/${rest.join('/').replace(/(^|\/)index\.html$/, '')}`
      const page = keep(body, headersFor(host, address, secure))
      pages.set(path, page)
      pages.set(path === '/' ? '/index' : `${path}/index`, page)
    }
    byHost.set(name, pages)
    byHost.set(address.port === '' ? name : `${name}:${address.port}`, pages)
  }

  return {
    find(host, path, request) {
      const page = byHost.get(`${host.tier}.${host.domain}`)?.get(path)
      if (!page) return null
      const response = keptResponse(page, request)
      // The front door adds the policy by itself.
      response.headers.delete('Content-Security-Policy')
      return response
    },
    send(request, response, cookieName) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const { url = '' } = request
      const queryAt = url.indexOf('?')
      const path = queryAt === -1 ? url : url.slice(0, queryAt)
      const page = byHost.get(request.headers.host ?? '')?.get(path)
      if (page === undefined || (queryAt !== -1 && changesPage(path, new URLSearchParams(url.slice(queryAt))))) return false
      const cookies = request.headers.cookie
      if (cookies !== undefined && cookies.includes(`${cookieName}=`)) return false
      sendKept(page, request, response)
      return true
    },
  }
}

function headersFor(host: Host, address: Address, secure: boolean): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    // A member who signs in must not be shown the guest's copy: ask again each time, which costs a 304.
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding, Cookie',
    'Content-Security-Policy': pagePolicy(host, address),
    ...hostLabels(host),
    ...baseHeaders(secure),
  }
}
