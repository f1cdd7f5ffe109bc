import { isForStaff } from '../api/contract.ts'
import { ApiError } from '../api/errors.ts'
import { type Member, sessionMember } from '../api/member.server.ts'
import { isPrepared } from '../api/navigation.ts'
import type { Api } from '../api/router.server.ts'
import type { Services } from '../api/services.server.ts'
import { sessionToken } from '../api/session-cookie.server.ts'
import type { Library } from '../content/library.ts'
import { isPageAt, textsOn } from '../content/pages.ts'
import { noteRoute } from '../lib/present-work.server.ts'
import { type Host, originOf } from '../sites/hosts.ts'
import { CAMPAIGN_PAGE, type MatchedPage, matchPage } from '../sites/routes.ts'
import { goTo, isRead, onlyPages, withStatus } from './answers.ts'
import { noRoute, notFound } from './error-pages.server.ts'
import type { FromFeatures } from './from-features.ts'
import { type PageRequest, decide, type Decision } from './guards.ts'
import type { Links } from './links.server.ts'
import { createPageForms } from './page-forms.server.ts'
import { forStaff, type LocalsFor, type PageLocals, type Visit } from './visit.server.ts'
import { CHANGE_PASSWORD, changePasswordPage } from './well-known.server.ts'

export type GuestPages = {
  find(
    host: Host,
    path: string,
    request: Request,
    render: (texts: Library) => Promise<Response>,
  ): Promise<Response | null>
}

type Parts = Pick<
  FromFeatures,
  'closedOut' | 'linkShownAt' | 'hasFullAccess' | 'previewedTexts' | 'noteArrival'
> & {
  services: Services
  api: Api
  links: Links
  localsFor: LocalsFor
  guestPages: GuestPages | null
  sisters: readonly string[]
}

export function createPages({
  services,
  api,
  links,
  localsFor,
  guestPages,
  sisters,
  closedOut,
  linkShownAt,
  hasFullAccess,
  previewedTexts,
  noteArrival,
}: Parts) {
  const { settings, address } = services
  const takeForm = createPageForms(api, address, (path, host, session) => {
    const found = matchPage(path, sisters)
    const isOpen =
      found?.route.access === 'member' &&
      decide(asked(new URL(path, 'http://own.invalid'), host, session, found)).do === 'show'
    return isOpen ? found : null
  })

  /**
   * A campaign that a brand does not have now is no route; with a link to its draft it may become
   * one.
   */
  function routed({ url }: Visit, { brand }: Host): MatchedPage | null {
    const found = matchPage(url.pathname, sisters)
    if (!found || !isCampaignPage(found.path) || url.searchParams.has('preview')) return found
    const { texts, clock } = services
    return isPageAt(found.path, texts.library(), brand, clock.now()) ? found : null
  }

  async function sessionIn(request: Request, { brand }: Host): Promise<Member | null> {
    const token = sessionToken(request.headers.get('Cookie'), settings.production)
    return token === null
      ? null
      : sessionMember(services, token, brand, services.clock.now(), {
          notesVisit: !isPrepared(request),
          isActive: !isPrepared(request),
        })
  }

  /** Whether a decision ended the session with which a guest asks for a page of members. */
  async function isClosedOut(
    request: Request,
    { brand }: Host,
    found: MatchedPage | null,
  ): Promise<boolean> {
    const token =
      found?.route.access === 'member'
        ? sessionToken(request.headers.get('Cookie'), settings.production)
        : null
    return (
      token !== null && (await closedOut(services, token, brand.id, services.clock.now())) !== null
    )
  }

  function asked(
    url: URL,
    host: Host,
    member: Member | null,
    found: MatchedPage | null,
  ): PageRequest {
    return {
      route: found?.route ?? null,
      address: url.pathname + url.search,
      isPreview: url.searchParams.has('preview'),
      viewer: member && { ...member, hasFullAccess: hasFullAccess(member.openSteps) },
      tier: host.tier,
    }
  }

  function go({ to, on, remembersWay }: Decision & { do: 'go' }, url: URL, host: Host): Response {
    if (remembersWay) return links.goAndRemember(to, url.pathname + url.search, host)
    if (on === 'api') return goTo(originOf('api', host, address) + to)
    return goTo(on === 'www' ? originOf('pages', { ...host, tier: 'www' }, address) + to : to)
  }

  /**
   * Renders a guest page without cookies or other data of the request, because the result is cached
   * for all guests.
   */
  function guestPage(
    visit: Visit,
    host: Host,
    path: string,
    more: Partial<PageLocals> = {},
  ): Promise<Response> {
    const url = new URL(`/live${path === '/' ? '' : path}`, visit.url)
    const request = new Request(url)
    return visit.render(request, url.pathname, {
      ...localsFor({ ...visit, request, url }, host, null),
      path,
      ...more,
    })
  }

  async function preview(visit: Visit, locals: PageLocals, path: string): Promise<Response> {
    const { searchParams } = visit.url
    const found = await previewedTexts(services, searchParams.get('preview') ?? '')
    if (!found || !textsOn(path, found.texts, locals.brand))
      return (isCampaignPage(path) ? noRoute : notFound)(visit.request, locals, visit.render)
    const { texts, shown: preview } = found
    const isSaid = searchParams.get('said') === 'yes'
    const shown = await guestPage(visit, locals.host, path, {
      texts,
      preview: { ...preview, isSaid },
    })
    return withStatus(shown, shown.status, {
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      // To no other site; its own form says where it comes from.
      'Referrer-Policy': 'same-origin',
    })
  }

  async function show(
    visit: Visit,
    locals: PageLocals,
    { route, path, params }: MatchedPage,
  ): Promise<Response> {
    const { request, url, render, ip } = visit
    const { host, member, brand } = locals
    const { withQuery } = route
    if (isForStaff(route)) return render(request, path, forStaff(locals))
    if (withQuery?.path === path && url.searchParams.has(withQuery.name)) {
      const call = api.endpoints.find((one) => one.path === withQuery.countedAs)
      if (!call) throw new Error(`nothing answers ${withQuery.countedAs}`)
      await api.admit(call, { member, ip })
      return render(request, withQuery.page, locals)
    }
    if (!route.prerendered) return render(request, path, locals)
    if (params['questionId'] !== undefined && !textsOn(path, locals.texts, brand))
      return notFound(request, locals, render)
    if (!member)
      noteArrival(services, {
        brand: host.brand.id,
        method: request.method,
        host: url.host,
        query: url.search.slice(1),
        header: (name) => request.headers.get(name),
      })
    if (!guestPages) return guestPage(visit, host, path)
    const kept = await guestPages.find(host, path, request, (texts) =>
      guestPage(visit, host, path, { texts }),
    )
    return kept ?? notFound(request, locals, render)
  }

  return async (visit: Visit, host: Host): Promise<Response> => {
    const { request, url, render } = visit
    const session = await sessionIn(request, host)
    const locals = localsFor(visit, host, session)
    const found = routed(visit, host)
    if (found) noteRoute(found.route.pattern)
    const outcome = () => decide(asked(url, host, session, found))
    if (request.method === 'POST') {
      const answer = await takeForm(visit, locals)
      if (answer) return answer
      throw outcome().do === 'hide' ? new ApiError('notFound') : onlyPages()
    }
    if (!isRead(request)) throw onlyPages()
    if (url.pathname === CHANGE_PASSWORD) {
      noteRoute(CHANGE_PASSWORD)
      return goTo(session?.staff === 'no' ? changePasswordPage.member : changePasswordPage.others)
    }
    const cleared = await links.clear(visit, host)
    if (cleared) return cleared
    const address = url.pathname + url.search
    const link = await linkShownAt(services, request, host, address)
    if (link) {
      const shown = await render(request, '/link', { ...locals, path: address })
      return withStatus(
        shown,
        shown.status,
        link.cookie === null ? {} : { 'Set-Cookie': link.cookie },
      )
    }
    const decided = outcome()
    if (decided.do === 'go' && session === null && (await isClosedOut(request, host, found)))
      return goTo('/site/ended')
    if (decided.do === 'go') return go(decided, url, host)
    if (decided.do === 'lock')
      return render(request, '/locked', { ...locals, path: url.pathname + url.search })
    if (decided.do === 'hide' || !found) return noRoute(request, locals, render)
    if (found.route.prerendered && url.searchParams.has('preview'))
      return preview(visit, locals, found.path)
    return show(
      visit,
      { ...locals, path: found.path, layout: found.layout ?? host.brand.id },
      found,
    )
  }
}

function isCampaignPage(path: string): boolean {
  return matchPage(path, [])?.route.pattern === CAMPAIGN_PAGE
}
