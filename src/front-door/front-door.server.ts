import { randomUUID } from 'node:crypto'
import { type Api, hostOf } from '../api/router.server.ts'
import { CallError, type Client, createClient } from '../api/client.ts'
import { ApiError, type Problem } from '../api/errors.ts'
import { asApiError, logFault } from '../api/faults.ts'
import { isOwnNavigation, isPrepared } from '../api/navigation.ts'
import { baseHeaders, closedPolicy, pagePolicy, withAnyStyle } from './security-headers.ts'
import type { Services } from '../api/services.server.ts'
import { deviceInWords, type Member, memberOf, sessionToken } from '../api/session.server.ts'
import type { Library } from '../content/library.ts'
import { textsOn } from '../content/pages.ts'
import { crawlerFile } from './crawler-files.server.ts'
import { redeemGrant } from '../features/accounts/grants.server.ts'
import { resetPage } from '../features/accounts/reset.ts'
import { backCookie } from '../features/accounts/sign-in.server.ts'
import { cardFrame } from '../features/billing/gateway/card-frame.server.ts'
import { CARD_FRAME_PATH } from '../features/billing/gateway/card-frame.ts'
import { serveMedia } from '../features/photos/media.server.ts'
import { hasFullAccess } from '../features/onboarding/steps.ts'
import { AGENT_VIEW_PATH } from '../features/support/agent-links.server.ts'
import { agentView } from '../features/support/agent-view.server.ts'
import { previewedTexts } from '../features/publishing/preview.server.ts'
import { compressed } from '../lib/compress.server.ts'
import { mailbox } from '../mail/mailbox.server.ts'
import { createPageForms } from './page-forms.server.ts'
import { hostLabels } from '../sites/crawlers.ts'
import { type Host, hostname, hostTable, originOf } from '../sites/hosts.ts'
import { brands } from '../sites/registry.ts'
import { isTrackingPath, matchPage, ownPath, type PageRoute, STAFF_DOOR, SWITCH_ACCOUNT } from '../sites/routes.ts'
import { inProcess, type Visit, withStatus } from './visit.server.ts'

/** What a page's code finds in `Astro.locals`. */
export type PageLocals = {
  brand: Host['brand']
  host: Host
  /** Legal, help and promo texts as they are now. */
  texts: Library
  member: Member | null
  /** The API, in-process, as the person who asked for the page. */
  api: Client
  /** The sister site whose layout the address asks for; else the brand's own. */
  layout: string
  /** The page's own path, for a canonical link and for the menu. */
  path: string
  /** Present where a form posted without script was refused. */
  formAnswer: { form: string; values: Record<string, string | string[]>; problem: Problem } | null
  /** Set where the page to show is an error. */
  error: { status: number; sentence: string | null; id: string | null } | null
  /** The page shows a text that is not published. */
  preview: boolean
}

/** How pages are made: by Astro, or by a test. `path` is a file's route under src/pages. */
export type Render = (request: Request, path: string, locals: PageLocals) => Promise<Response>
/** A guest page from memory (production); made by `render` where its texts have changed since the build. */
export type GuestPages = { find(host: Host, path: string, request: Request, render: (texts: Library) => Promise<Response>): Promise<Response | null> }

export type FrontDoor = (request: Request, ip: string, render: Render) => Promise<Response>

const sisters = brands.slice(1).map((brand) => brand.id)

/** The one way in: host -> brand and role -> API, photo, mail box, redirect, guest page or Astro. */
export function createFrontDoor(services: Services, api: Api, guestPages: GuestPages | null): FrontDoor {
  const { settings, address } = services
  const hosts = hostTable(brands, settings.sitesSuffix)
  const takeForm = createPageForms(api, address)

  async function arrive(visit: Visit): Promise<Response> {
    const { request, url, ip, requestId } = visit
    if (url.pathname === '/healthz') return Response.json({ ok: true })
    if (url.pathname === '/readyz') return readiness(services)
    if (request.method === 'TRACE') throw new ApiError('methodNotAllowed')
    const name = request.headers.get('Host')
    if (!settings.production && name !== null && hostname(name) === 'mail.localhost') return mailbox(services, request)
    const host = hostOf(hosts, name)
    if (!host) throw new ApiError('misdirected')
    const forCrawlers = crawlerFile(request, url.pathname, host, services.texts.library())
    if (forCrawlers) return forCrawlers
    switch (host.role) {
      case 'bare':
        return movedTo(originOf('pages', host, address), url)
      case 'media':
        return url.pathname === CARD_FRAME_PATH ? cardFrame(services, host, url) : serveMedia(services, request)
      case 'api':
        return matchPage(url.pathname, sisters)?.path === AGENT_VIEW_PATH ? agentView(services, host, request, url) : api.fetch(request, { host, ip, requestId })
      case 'redirect':
        return follow(visit, host)
      case 'pages':
        return isTrackingPath(url.pathname) ? follow(visit, host) : page(visit, host)
    }
  }

  /** A tracking link: the look-up says where it leads, which is never a stranger's choice; what it refuses leads home. */
  async function follow({ request, url, ip, requestId }: Visit, host: Host): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw onlyPages()
    const query = new URLSearchParams(url.search)
    query.set('key', url.pathname.split('/').filter(Boolean).at(-1) ?? '')
    query.set('isNuxt', '1')
    const call = inProcess(request, `/redirect/index?${query.toString()}`)
    const answer = await api.fetch(call, { host, ip, requestId, member: null, inProcess: true })
    const home = originOf('pages', { ...host, tier: 'www' }, address)
    const { url: target } = answer.ok ? ((await answer.json()) as { url: string }) : { url: `${home}/` }
    return goTo(target)
  }

  function localsFor({ request, url, ip, requestId }: Visit, host: Host, member: Member | null): PageLocals {
    return {
      brand: host.brand,
      host,
      texts: services.texts.library(),
      member,
      api: createClient((path, init) =>
        api.fetch(inProcess(request, path, init), { host, ip, requestId, member, inProcess: true }),
      ),
      layout: host.brand.id,
      path: url.pathname,
      formAnswer: null,
      error: null,
      preview: false,
    }
  }

  /** A guest page made now: of whoever asks for it, it knows nothing, since it is kept for everybody. */
  function guestPage(visit: Visit, host: Host, path: string, more: Partial<PageLocals> = {}): Promise<Response> {
    const url = new URL(`/live${path === '/' ? '' : path}`, visit.url)
    const request = new Request(url)
    return visit.render(request, url.pathname, { ...localsFor({ ...visit, request, url }, host, null), path, ...more })
  }

  async function page(visit: Visit, host: Host): Promise<Response> {
    const { request, url, render } = visit
    const { brand } = host
    const token = sessionToken(request.headers.get('Cookie'), settings.production)
    const member = token === null ? null : await memberOf(services, token, brand, services.clock.now())
    const locals = localsFor(visit, host, member)
    if (request.method === 'POST') {
      const answer = await takeForm(visit, locals)
      if (answer) return answer
      const target = matchPage(url.pathname, sisters)
      throw target && !isHiddenFrom(member, target.route) ? onlyPages() : new ApiError('notFound')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw onlyPages()

    if (url.searchParams.has('token')) return spendToken(visit, locals)
    if (url.pathname !== '/' && url.pathname.endsWith('/')) return movedTo(originOf('pages', host, address), url)
    if (url.searchParams.has('back')) return rememberBack(url, host)

    const found = matchPage(url.pathname, sisters)
    if (!found || isHiddenFrom(member, found.route)) return notFound(request, locals, render)
    const { route } = found
    if (route.prerendered && url.searchParams.has('preview')) return preview(visit, locals, found.path)
    if (route.access === 'staff' && member?.staff === 'unproven') return goTo(`${STAFF_DOOR}?back=${encodeURIComponent(url.pathname + url.search)}`)
    if (route.redirect) return goTo(route.redirect)
    if (route.only === 'api') return goTo(originOf('api', host, address) + url.pathname + url.search)
    if (!member && route.access === 'member') return route.remembersWay ? goAndRemember('/', url.pathname + url.search, host) : goTo('/')
    if (member && route.access === 'guest') return goTo('/dashboard')
    if (member && route.access === 'member' && !route.beforeOnboarding && (member.terms !== 'accepted' || !hasFullAccess(member.openSteps))) {
      return goTo('/dashboard')
    }
    if (route.pattern === '/dashboard' && host.tier !== 'www' && host.tier !== 'staging') {
      return goTo(originOf('pages', { ...host, tier: 'www' }, address) + url.pathname + url.search)
    }
    locals.path = found.path
    locals.layout = found.layout ?? brand.id
    const { withQuery } = route
    if (withQuery?.path === found.path && url.searchParams.has(withQuery.name)) {
      const call = api.endpoints.find(({ path }) => path === withQuery.countedAs)
      if (!call) throw new Error(`nothing answers ${withQuery.countedAs}`)
      await api.admit(call, { member, ip: visit.ip })
      return render(request, withQuery.page, locals)
    }
    if (route.prerendered) {
      if (found.params['questionId'] !== undefined && !textsOn(found.path, locals.texts, brand)) return notFound(request, locals, render)
      // In development there are no files yet.
      if (!guestPages) return guestPage(visit, host, found.path)
      const kept = await guestPages.find(host, found.path, request, (texts) => guestPage(visit, host, found.path, { texts }))
      return kept ?? notFound(request, locals, render)
    }
    return render(request, found.path, locals)
  }

  /** The real page with a draft on it, for whoever has the link. */
  async function preview(visit: Visit, locals: PageLocals, path: string): Promise<Response> {
    const texts = await previewedTexts(services, visit.url.searchParams.get('preview') ?? '')
    if (!texts || !textsOn(path, texts, locals.brand)) return notFound(visit.request, locals, visit.render)
    const shown = await guestPage(visit, locals.host, path, { texts, preview: true })
    return withStatus(shown, shown.status, { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
  }

  /** `?token=` on any page: spent once, by a person's own navigation, then gone from the address. */
  async function spendToken({ request, url }: Visit, { host, member }: PageLocals): Promise<Response> {
    // Refused, so that the browser asks again if somebody goes there.
    if (isPrepared(request)) return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
    const token = url.searchParams.get('token') ?? ''
    const headers = new Headers({
      Location: sameAddressWithout(url, 'token', host),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    if (isOwnNavigation(request)) {
      const device = deviceInWords(request.headers.get('User-Agent'))
      const replaces = sessionToken(request.headers.get('Cookie'), settings.production)
      const redeemed = await redeemGrant(services, token, { request, host, device, member, replaces }, url.pathname + url.search)
      if (redeemed && redeemed.gives !== 'question') for (const cookie of redeemed.cookies) headers.append('Set-Cookie', cookie)
      const own = originOf('pages', host, address)
      if (redeemed?.gives === 'resetPermission') headers.set('Location', own + resetPage.updatePassword)
      if (redeemed?.gives === 'question') headers.set('Location', own + SWITCH_ACCOUNT)
    }
    return new Response(null, { status: 303, headers })
  }

  /** `?back=` is remembered, and gone from the address (specification §2). */
  function rememberBack(url: URL, host: Host): Response {
    const back = url.searchParams.get('back')
    return goAndRemember(sameAddressWithout(url, 'back', host), back, host)
  }

  /** Where signing in leads on to is kept only if it is a path of this brand (decisions §2). */
  function goAndRemember(location: string, way: string | null, host: Host): Response {
    const answer = goTo(location)
    const back = ownPath(way)
    if (back === null) return answer
    answer.headers.append('Set-Cookie', backCookie(back, host.domain, settings.production))
    return answer
  }

  /** The address of this request less one parameter, with its origin: a path alone may begin with `//`. */
  function sameAddressWithout(url: URL, parameter: string, host: Host): string {
    url.searchParams.delete(parameter)
    return originOf('pages', host, address) + url.pathname + url.search
  }

  async function guarded(visit: Visit): Promise<Response> {
    try {
      return await arrive(visit)
    } catch (error) {
      const known = pageError(error)
      const { requestId, url } = visit
      logFault(services.log, known, { requestId, path: url.pathname })
      return errorPage(visit, known)
    }
  }

  /** A page's error is a page; where the host is unknown, or the page itself failed, a line of text. */
  async function errorPage(visit: Visit, error: ApiError): Promise<Response> {
    const { request, requestId, render } = visit
    const host = hostOf(hosts, request.headers.get('Host'))
    const plain = new Response(`${error.status} ${error.message}\n`, { status: error.status, headers: error.headers })
    if (host?.role !== 'pages') return plain
    const isInternal = error.code === 'internal'
    const page = new Request(request.url, { headers: request.headers })
    const locals: PageLocals = {
      ...localsFor(visit, host, null),
      error: { status: error.status, sentence: isInternal ? null : error.message, id: isInternal ? requestId : null },
    }
    try {
      if (error.code === 'notFound') return await notFound(page, locals, render)
      const shown = await render(page, '/error', { ...locals, path: '/error' })
      return withStatus(shown, error.status, error.headers)
    } catch (cause) {
      services.log.error({ requestId, error: cause }, 'the error page failed')
      return plain
    }
  }

  return async (request, ip, render) => {
    const requestId = randomUUID()
    const response = await guarded({ request, url: new URL(request.url), ip, requestId, render })
    const host = hostOf(hosts, request.headers.get('Host'))
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(host ? hostLabels(host) : {})) headers.set(name, value)
    for (const [name, value] of Object.entries(baseHeaders(settings.production))) {
      if (!headers.has(name)) headers.set(name, value)
    }
    const isPage = host?.role === 'pages' && headers.get('Content-Type')?.startsWith('text/html')
    if (isPage) headers.set('Content-Type', 'text/html; charset=utf-8')
    const { showsCardForm = false, stylesItself = false } = (isPage && matchPage(new URL(request.url).pathname, sisters)?.route) || {}
    if (stylesItself && response.ok) headers.set('Content-Security-Policy', withAnyStyle(headers.get('Content-Security-Policy') ?? ''))
    if (isPage) headers.append('Content-Security-Policy', pagePolicy(host, address, { showsCardForm }))
    else if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', closedPolicy)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    headers.set('X-Request-Id', requestId)
    const answer = new Response(response.body, { status: response.status, statusText: response.statusText, headers })
    return compressed(request, answer)
  }
}

async function readiness(services: Services): Promise<Response> {
  try {
    await services.db.selectFrom('brands').select('id').limit(1).execute()
    return Response.json({ ok: true })
  } catch (error) {
    services.log.error({ error }, 'not ready')
    return Response.json({ ok: false }, { status: 503, headers: { 'Retry-After': '2' } })
  }
}

/** What the API refused, where a page has no answer of its own to that: an address that cannot be is none. */
function pageError(error: unknown): ApiError {
  if (!(error instanceof CallError) || error.code === 'offline' || error.code === 'internal') return asApiError(error)
  if (error.code === 'invalid') return new ApiError('notFound')
  return new ApiError(error.code, { detail: error.message, headers: error.retryAfter === null ? {} : { 'Retry-After': String(error.retryAfter) } })
}

async function notFound(request: Request, locals: PageLocals, render: Render): Promise<Response> {
  return withStatus(await render(request, '/404', { ...locals, error: { status: 404, sentence: null, id: null } }), 404)
}

/** Staff's pages are none to anybody else: a redirect would tell that there is something. */
function isHiddenFrom(member: Member | null, route: PageRoute): boolean {
  return (route.access === 'staff' || route.access === 'staffDoor') && (member?.staff ?? 'no') === 'no'
}

function onlyPages(): ApiError {
  return new ApiError('methodNotAllowed', { headers: { Allow: 'GET, HEAD' } })
}

function goTo(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } })
}

/** The page's one address. A query may hold what is somebody's alone, such as a grant: that is kept by nobody. */
function movedTo(origin: string, { pathname, search }: URL): Response {
  const location = origin + (pathname.replace(/(?<!\/)\/+$/, '') || '/') + search
  const headers = new Headers({ Location: location, 'Cache-Control': search === '' ? 'max-age=3600' : 'no-store' })
  if (search !== '') headers.set('Referrer-Policy', 'no-referrer')
  return new Response(null, { status: 308, headers })
}
