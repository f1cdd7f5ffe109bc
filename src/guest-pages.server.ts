import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import { baseHeaders, pagePolicy } from './api/security-headers.ts'
import type { GuestPages } from './front-door.server.ts'
import type { Address, Host } from './sites/hosts.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Prepared = { etag: string; bodies: Record<Encoding, Buffer>; headers: Record<Encoding, string[]> }

const extensions: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

/** Guest pages, ready to send: by host header and path, with the bytes and headers already made. */
export type MemoryPages = GuestPages & {
  /** Answers at once where a guest asks for a page by its exact address; false where it is not that simple. */
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
  const bodies = new Map<string, Record<Encoding, Buffer>>()
  for (const file of files) {
    const path = join(directory, file)
    const read = async (encoding: Encoding) => readFile(path + extensions[encoding])
    const [br, gzip, identity] = await Promise.all([read('br'), read('gzip'), read('identity')])
    bodies.set(relative(directory, path).replaceAll('\\', '/'), { br, gzip, identity })
  }

  const byHost = new Map<string, Map<string, Prepared>>()
  for (const [name, host] of hosts) {
    if (host.role !== 'pages') continue
    const pages = new Map<string, Prepared>()
    for (const [file, body] of bodies) {
      const [brand, ...rest] = file.split('/')
      if (brand !== host.brand.id) continue
      const path = `/${rest.join('/').replace(/(^|\/)index\.html$/, '')}`
      const prepared = prepare(body, host, address, secure)
      pages.set(path, prepared)
      pages.set(path === '/' ? '/index' : `${path}/index`, prepared)
    }
    byHost.set(name, pages)
    byHost.set(address.port === '' ? name : `${name}:${address.port}`, pages)
  }

  return {
    find(host, path, request) {
      const page = byHost.get(`${host.tier}.${host.domain}`)?.get(path)
      if (!page) return null
      const encoding = encodingFor(request.headers.get('Accept-Encoding') ?? '')
      const headers = new Headers()
      const flat = page.headers[encoding]
      for (let index = 0; index < flat.length; index += 2) {
        // The front door adds the policy and the headers of every answer by itself.
        if (flat[index] !== 'Content-Security-Policy') headers.set(flat[index] as string, flat[index + 1] as string)
      }
      headers.delete('Content-Length')
      if (request.headers.get('If-None-Match') === page.etag) return new Response(null, { status: 304, headers })
      return new Response(new Uint8Array(page.bodies[encoding]), { headers })
    },
    send(request, response, cookieName) {
      if (request.method !== 'GET') return false
      const page = byHost.get(request.headers.host ?? '')?.get(request.url ?? '')
      if (page === undefined) return false
      const cookies = request.headers.cookie
      if (cookies !== undefined && cookies.includes(`${cookieName}=`)) return false
      const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
      if (request.headers['if-none-match'] === page.etag) response.writeHead(304, page.headers[encoding]).end()
      else response.writeHead(200, page.headers[encoding]).end(page.bodies[encoding])
      return true
    },
  }
}

function prepare(bodies: Record<Encoding, Buffer>, host: Host, address: Address, secure: boolean): Prepared {
  const etag = `"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)}"`
  const headersFor = (encoding: Encoding): string[] =>
    Object.entries({
      'Content-Type': 'text/html; charset=utf-8',
      // A member who signs in must not be shown the guest's copy: ask again each time, which costs a 304.
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding, Cookie',
      ETag: etag,
      'Content-Security-Policy': pagePolicy(host, address),
      'Content-Length': String(bodies[encoding].length),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      ...baseHeaders(secure),
    }).flat()
  return { etag, bodies, headers: { br: headersFor('br'), gzip: headersFor('gzip'), identity: headersFor('identity') } }
}

function encodingFor(accepted: string): Encoding {
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}
