import { randomUUID } from 'node:crypto'
import { ApiError } from '../api/errors.ts'
import { saySeldom } from '../api/log.server.ts'
import { isPrefetch, isPrepared } from '../api/navigation.ts'
import type { Api } from '../api/router.server.ts'
import type { Services } from '../api/services.server.ts'
import { compressed } from '../lib/compress.server.ts'
import { during, noteRoute, type Work } from '../lib/present-work.server.ts'
import { hostLabels } from '../sites/crawlers.ts'
import { hostOf, type Host, hostname, hostTable, originOf } from '../sites/hosts.ts'
import { mayPrefetch } from '../sites/prefetched-pages.ts'
import { brands } from '../sites/registry.ts'
import { isTrackingPath, matchPage } from '../sites/routes.ts'
import { isRead, movedTo, notPrepared } from './answers.ts'
import { crawlerFile } from './crawler-files.server.ts'
import { createErrorPages } from './error-pages.server.ts'
import type { FromFeatures } from './from-features.ts'
import { health } from './health.server.ts'
import { createLinks } from './links.server.ts'
import { createOverload, overloaded } from './overload.server.ts'
import { createPages, type GuestPages } from './pages.server.ts'
import { countRequest } from './request-metrics.server.ts'
import { isWithoutScripts } from './scripts-off.ts'
import { baseHeaders, closedPolicy, pagePolicy, withoutScripts } from './security-headers.ts'
import { createLocals, type Render, type Visit } from './visit.server.ts'
import { wellKnown } from './well-known.server.ts'

export type FrontDoor = (request: Request, ip: string, render: Render) => Promise<Response>

/** Names what has no route of the tables. */
function named<T>(route: string, answer: T): T {
  noteRoute(route)
  return answer
}

const sisters = brands.slice(1).map((brand) => brand.id)

/**
 * Routes each request by host: brand and role, then API, a feature's door, a redirect, a guest page
 * or Astro.
 */
export function createFrontDoor(
  services: Services,
  api: Api,
  guestPages: GuestPages | null,
  features: FromFeatures,
): FrontDoor {
  const { settings, address } = services
  const hosts = hostTable(brands, settings.sitesSuffix)
  const always = Object.entries(baseHeaders(settings.hsts))
  const localsFor = createLocals(services, api, features)
  const links = createLinks({ services, api, ...features })
  const page = createPages({ services, api, links, localsFor, guestPages, sisters, ...features })
  const errorPage = createErrorPages(services, localsFor, sisters)
  const overload = createOverload(services.clock)

  async function arrive(visit: Visit, host: Host | undefined): Promise<Response> {
    const { request, url, ip, requestId } = visit
    const isOver = overload.isOver()
    const healthy = await health(services, visit)
    if (healthy) return named(url.pathname, healthy)
    if (isOver) return named('(refused)', refuse(visit, host))
    if (request.method === 'TRACE') throw new ApiError('methodNotAllowed')
    const name = hostname(request.headers.get('Host') ?? '')
    const local = settings.production
      ? undefined
      : features.localDoors.find((door) => door.hostname === name)
    if (local) return named(`(${local.hostname})`, local.open(services, request))
    if (!host) throw new ApiError('misdirected')
    const forCrawlers = crawlerFile(request, url.pathname, host, services.texts.library())
    if (forCrawlers) return named('(for crawlers)', forCrawlers)
    const fixed = isRead(request)
      ? wellKnown(url.pathname, host, address, services.clock.now())
      : null
    if (fixed) return named('(well known)', fixed)
    if (
      host.role !== 'media' &&
      isPrepared(request) &&
      !(host.role === 'pages' && isPrefetch(request) && mayPrefetch(url))
    )
      return named('(prefetch refused)', notPrepared())
    const door = features.doors.find(({ role, isAt }) => role === host.role && isAt(url.pathname))
    if (door) return named(`(${door.name})`, door.open(services, { request, url, host, ip }))
    switch (host.role) {
      case 'bare':
        return named('(to www)', movedTo(originOf('pages', host, address), url))
      case 'api':
        return api.fetch(request, { host, ip, requestId })
      case 'redirect':
        return named('(links)', links.follow(visit, host))
      case 'pages':
        return isTrackingPath(url.pathname)
          ? named('(links)', links.follow(visit, host))
          : page(visit, host)
      case 'media':
        throw new ApiError('notFound')
    }
  }

  /** Files of members may come from a store of others, which can be slow by itself. */
  async function counted(
    visit: Visit,
    host: Host | undefined,
    answer: () => Promise<Response>,
  ): Promise<Response> {
    if (visit.request.method !== 'GET' || (host?.role !== 'api' && host?.role !== 'pages'))
      return answer()
    const end = overload.begin()
    try {
      return await answer()
    } finally {
      end()
    }
  }

  /** Costs a hundredth of an answer: no session is read, and no page is rendered. */
  function refuse(
    { request, ip, requestId }: Visit,
    host: Host | undefined,
  ): Response | Promise<Response> {
    const refused = overloaded()
    saySeldom(
      services.log,
      'warn',
      'requests are refused: a hundred reads take longer than two seconds',
    )
    if (host?.role === 'api') return api.fetch(request, { host, ip, requestId, refused })
    return new Response(`${refused.status} ${refused.message}\n`, {
      status: refused.status,
      headers: refused.headers,
    })
  }

  /**
   * Sets the headers in place, which answers of our own allow: copies of answers are a twentieth of
   * a poll's cost.
   */
  function addHeaders(
    { headers }: Response,
    { request, url, requestId }: Visit,
    host: Host | undefined,
  ): void {
    for (const [name, value] of Object.entries(host ? hostLabels(host) : {}))
      headers.set(name, value)
    for (const [name, value] of always) {
      if (!headers.has(name)) headers.set(name, value)
    }
    const isPage = host?.role === 'pages' && headers.get('Content-Type')?.startsWith('text/html')
    if (isPage) headers.set('Content-Type', 'text/html; charset=utf-8')
    const route = isPage ? matchPage(url.pathname, sisters)?.route : undefined
    const framesMedia =
      route?.showsCardForm === true ||
      (route?.access === 'member' && (host?.brand.zones.length ?? 0) > 0)
    if (isPage)
      headers.append('Content-Security-Policy', pagePolicy(host, address, { framesMedia }))
    const mayRunNone = route ? route.access !== 'guest' : isPage && request.method === 'POST'
    if (mayRunNone && isWithoutScripts({ request, url })) {
      headers.append('Content-Security-Policy', withoutScripts)
      // Which a browser shows no sandboxed page with.
      headers.delete('Cross-Origin-Opener-Policy')
    }
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', closedPolicy)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    headers.set('X-Request-Id', requestId)
  }

  return (request, ip, render) => {
    // A trusted proxy's, since acceptIncoming takes that of others away.
    const requestId = request.headers.get('X-Request-Id') ?? randomUUID()
    const work: Work & { route: string | null } = { requestId, route: null }
    return during(work, async () => {
      const from = performance.now()
      const visit: Visit = { request, url: new URL(request.url), ip, requestId, render }
      const host = hostOf(hosts, request.headers.get('Host'))
      const answer = await counted(visit, host, async () => {
        const response = await arrive(visit, host).catch((error: unknown) =>
          errorPage(visit, host, error),
        )
        addHeaders(response, visit, host)
        return compressed(request, response)
      })
      const milliseconds = performance.now() - from
      const route = work.route ?? 'unknown'
      countRequest({
        role: host?.role ?? 'none',
        route,
        method: request.method,
        status: answer.status,
        milliseconds,
      })
      if (milliseconds >= settings.slowAfter) {
        services.log.warn(
          {
            route,
            brand: host?.brand.id,
            method: request.method,
            status: answer.status,
            milliseconds: Math.round(milliseconds),
          },
          'slow request',
        )
      }
      return answer
    })
  }
}
