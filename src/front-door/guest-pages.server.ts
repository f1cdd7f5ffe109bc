import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Library } from '../content/library.ts'
import { isPageAt, textsOn } from '../content/pages.ts'
import type { Texts } from '../content/texts.server.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { hostLabels } from '../sites/crawlers.ts'
import type { Address, Host } from '../sites/hosts.ts'
import { changesPage } from '../sites/routes.ts'
import type { Brand } from '../sites/site.ts'
import {
  type Bodies,
  codedBodies,
  type CachedFile,
  cacheFile,
  cachedResponse,
  readBodies,
  sendCached,
} from './cached-file.server.ts'
import { hasOneHost } from './incoming.server.ts'
import { withOwnHashes } from './page-policies.mjs'
import type { GuestPages } from './pages.server.ts'
import { baseHeaders, pagePolicy } from './security-headers.ts'

export type MemoryPages = GuestPages & {
  /** Sends a guest page synchronously; false if the request needs the front door. */
  send(request: IncomingMessage, response: ServerResponse, cookieNames: readonly string[]): boolean
}

/**
 * Reads `directory/<brand>/…/index.html` with its compressed variants from the build. `texts` are
 * the build's at first: when they change, their pages are rendered again on request.
 */
export function loadGuestPages(
  directory: string,
  hosts: ReadonlyMap<string, Host>,
  address: Address,
  hsts: string | null,
  texts: Pick<Texts, 'library'>,
  clock: Clock = systemClock,
): MemoryPages {
  const places = [...hosts]
    .filter(([, { role }]) => role === 'pages')
    .map(([name, host]) => ({
      name,
      host,
      headers: Object.entries(headersFor(host, address, hsts)).flat(),
      pages: new Map<string, CachedFile>(),
    }))
  const byHost = new Map(
    places.flatMap((place) => [
      [place.name, place] as const,
      [address.port === '' ? place.name : `${place.name}:${address.port}`, place] as const,
    ]),
  )
  const making = createSharedRendering()
  let shown = texts.library()

  function put(brand: Brand, path: string, bodies: Bodies): void {
    const page = cacheFile(bodies)
    for (const { host, pages } of places) {
      if (host.brand !== brand) continue
      pages.set(path, page)
      pages.set(indexOf(path), page)
    }
  }

  function evictOutdated(): Library {
    const library = texts.library()
    if (library === shown) return library
    for (const { host, pages } of places) {
      for (const path of pages.keys()) {
        if (isSame(textsOn(path, shown, host.brand), textsOn(path, library, host.brand))) continue
        pages.delete(path)
        pages.delete(indexOf(path))
      }
    }
    shown = library
    return library
  }

  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )) {
    const [id, ...rest] = file.replaceAll('\\', '/').split('/')
    const brand = places.find(({ host }) => host.brand.id === id)?.host.brand
    if (brand)
      put(
        brand,
        `/${rest.join('/').replace(/(^|\/)index\.html$/, '')}`,
        readBodies(join(directory, file)),
      )
  }

  return {
    async find(host, path, request, render) {
      const library = evictOutdated()
      let page = byHost.get(`${host.tier}.${host.domain}`)?.pages.get(path)
      if (!page && textsOn(path, library, host.brand)) {
        const bodies = await making(host.brand.id + path, library, render)
        page = cacheFile(bodies)
        // If the texts changed again during rendering, the page is sent but not cached.
        if (evictOutdated() === library) put(host.brand, path, bodies)
      }
      if (!page) return null
      const response = cachedResponse(page, headersFor(host, address, hsts), request)
      response.headers.delete('Content-Security-Policy')
      return response
    },
    send(request, response, cookieNames) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const library = evictOutdated()
      const { url = '' } = request
      const queryAt = url.indexOf('?')
      const path = queryAt === -1 ? url : url.slice(0, queryAt)
      const place = byHost.get(request.headers.host ?? '')
      const page = place?.pages.get(path)
      if (
        place === undefined ||
        page === undefined ||
        !isPageAt(path, library, place.host.brand, clock.now()) ||
        (queryAt !== -1 && changesPage(path, new URLSearchParams(url.slice(queryAt))))
      )
        return false
      if (!hasOneHost(request.rawHeaders)) return false
      const cookies = request.headers.cookie
      if (cookies !== undefined && cookieNames.some((name) => cookies.includes(`${name}=`)))
        return false
      sendCached(page, place.headers, request, response)
      return true
    },
  }
}

type RenderTexts = (texts: Library) => Promise<Response>

function createSharedRendering(): (
  key: string,
  library: Library,
  render: RenderTexts,
) => Promise<Bodies> {
  const begun = new Map<string, { library: Library; bodies: Promise<Bodies> }>()
  return async (key, library, render) => {
    const known = begun.get(key)
    const mine =
      known?.library === library ? known : { library, bodies: render(library).then(asBuilt) }
    begun.set(key, mine)
    try {
      return await mine.bodies
    } finally {
      if (begun.get(key) === mine) begun.delete(key)
    }
  }
}

async function asBuilt(page: Response): Promise<Bodies> {
  const policy = page.headers.get('Content-Security-Policy') ?? ''
  const html = (await page.text()).replace(
    /(?<=<meta charset="utf-8">)/,
    () => `<meta http-equiv="content-security-policy" content="${policy}">`,
  )
  return codedBodies(Buffer.from(withOwnHashes(html)))
}

function indexOf(path: string): string {
  return path === '/' ? '/index' : `${path}/index`
}

function isSame<T>(before: readonly T[] | null, now: readonly T[] | null): boolean {
  return (
    before === now ||
    (before?.length === now?.length && before?.every((one, index) => one === now?.[index]) === true)
  )
}

function headersFor(host: Host, address: Address, hsts: string | null): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    // After sign-in a member must not see the cached guest page: browsers revalidate each time, at
    // the cost of a 304.
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding, Cookie',
    'Content-Security-Policy': pagePolicy(host, address),
    ...hostLabels(host),
    ...baseHeaders(hsts),
  }
}
