import { isEmbedded } from '../api/navigation.ts'
import type { Api } from '../api/router.server.ts'
import type { Services } from '../api/services.server.ts'
import { sessionToken } from '../api/session-cookie.server.ts'
import { type Host, originOf } from '../sites/hosts.ts'
import { ownPath } from '../sites/routes.ts'
import { goTo, isRead, movedTo, onlyPages, pathAt } from './answers.ts'
import type { FromFeatures } from './from-features.ts'
import { inProcess, type Visit } from './visit.server.ts'

export type Links = {
  /**
   * Redirects by key, never to a URL that the client chose; an unknown key leads to the landing
   * page.
   */
  follow(visit: Visit, host: Host): Promise<Response>
  clear(visit: Visit, host: Host): Promise<Response | null>
  /**
   * Stores the return path in a cookie if it is a path of this brand (decisions §2), and redirects.
   */
  goAndRemember(location: string, way: string | null, host: Host): Response
}

type Parts = Pick<FromFeatures, 'openLink' | 'backCookie'> & { services: Services; api: Api }

export function createLinks({ services, api, openLink, backCookie }: Parts): Links {
  const { settings, address } = services

  /**
   * Keeps `?token=` for this browser and removes it from the URL; nothing is spent before somebody
   * presses a button.
   */
  async function keepToken({ request, url }: Visit, host: Host): Promise<Response> {
    const token = url.searchParams.get('token') ?? ''
    const headers = new Headers({
      Location: sameAddressWithout(url, 'token', host),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    if (!isEmbedded(request)) {
      const { to, cookies } = await openLink(services, token, host, shownAt(url))
      for (const cookie of cookies) headers.append('Set-Cookie', cookie)
      if (to !== null) headers.set('Location', originOf('pages', host, address) + to)
    }
    return new Response(null, { status: 303, headers })
  }

  /** The address that the redirects lead to in the end. */
  function shownAt(url: URL): string {
    const shown = new URL(url)
    for (const name of ['token', 'back']) shown.searchParams.delete(name)
    return pathAt(shown)
  }

  function goAndRemember(location: string, way: string | null, host: Host): Response {
    const answer = goTo(location)
    const back = ownPath(way)
    if (back === null) return answer
    answer.headers.append('Set-Cookie', backCookie(back, host.domain, settings.production))
    return answer
  }

  /** Absolute, because a path that begins with `//` names another host. */
  function sameAddressWithout(url: URL, parameter: string, host: Host): string {
    url.searchParams.delete(parameter)
    return originOf('pages', host, address) + url.pathname + url.search
  }

  return {
    goAndRemember,
    async follow({ request, url, ip, requestId }, host) {
      if (!isRead(request)) throw onlyPages()
      const query = new URLSearchParams(url.search)
      query.set('key', url.pathname.split('/').filter(Boolean).at(-1) ?? '')
      query.set('isNuxt', '1')
      const call = inProcess(request, `/redirect/index?${query.toString()}`)
      const answer = await api.fetch(call, { host, ip, requestId, member: null, inProcess: true })
      const home = originOf('pages', { ...host, tier: 'www' }, address)
      const { url: target } = answer.ok
        ? ((await answer.json()) as { url: string })
        : { url: `${home}/` }
      return goTo(target)
    },
    async clear(visit, host) {
      const { url } = visit
      if (url.searchParams.has('token')) return keepToken(visit, host)
      if (url.pathname !== '/' && url.pathname.endsWith('/'))
        return movedTo(originOf('pages', host, address), url)
      if (!url.searchParams.has('back')) return null
      const asked = url.searchParams.get('back')
      // A page says where it was when its session ended; after signing out here, nobody wants to go
      // back.
      const isSignedOut =
        url.pathname === '/site/ended' &&
        sessionToken(visit.request.headers.get('Cookie'), settings.production) === null
      const back = isSignedOut ? null : asked
      return goAndRemember(sameAddressWithout(url, 'back', host), back, host)
    },
  }
}
