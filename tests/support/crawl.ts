import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { SESSION_ENDED } from '#core/accounts/stored-user.ts'
import { pageRoutes } from '#sites/routes.ts'
import type { Brand } from '#sites/site.ts'
import { headerBytes } from './header-size.ts'
import type { RunningServer } from './server.ts'

export type Fetched = {
  status: number
  headers: Record<string, string | string[] | undefined>
  headerBytes: number
  html: string
}

export type Crawler = (path: string, method?: 'GET' | 'POST') => Promise<Fetched>

/**
 * Requests each path of a brand's `www` host once, without a browser. A POST sends an empty form.
 */
export function crawler(server: RunningServer, brand: Brand): Crawler {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const origin = server.origin(brand.id)
  const asked = new Map<string, Promise<Fetched>>()
  return (path, method = 'GET') => {
    const answer = asked.get(method + path) ?? ask(path, method)
    asked.set(method + path, answer)
    return answer
  }

  function ask(path: string, method: string): Promise<Fetched> {
    const form = {
      origin,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': 0,
    }
    const headers = { host: new URL(origin).host, ...(method === 'POST' ? form : {}) }
    return new Promise((resolve, reject) => {
      const asking = request(
        { host: '127.0.0.1', port: server.port, path, method, agent, headers },
        (response) => {
          const { statusCode: status = 0 } = response
          text(response).then(
            (html) =>
              resolve({
                status,
                headers: response.headers,
                headerBytes: headerBytes(response),
                html,
              }),
            reject,
          )
        },
      )
      asking.on('error', reject).end()
    })
  }
}

/**
 * Every page that a guest sees; what is shown only to a browser whose session a decision ended
 * leads all others on.
 */
export async function guestPaths(get: Crawler): Promise<string[]> {
  const listed = [...(await get('/sitemap.xml')).html.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address]) => new URL(address as string).pathname,
  )
  const unlisted = pageRoutes
    .filter(
      ({ access, only, redirect, indexed, pattern }) =>
        (access === 'anyone' || access === 'guest') &&
        !only &&
        !redirect &&
        !indexed &&
        !pattern.includes(':') &&
        pattern !== SESSION_ENDED,
    )
    .map(({ pattern }) => pattern)
  return [...listed, ...unlisted]
}

/**
 * Returns the URLs that a page links to or loads, and those of its forms, as written in the HTML.
 */
export function addressesIn(html: string): { loaded: string[]; posted: string[] } {
  const posted = valuesOf(html, /<form [^>]*method="post" [^>]*action="([^"]*)"/g)
  const loaded = [
    ...valuesOf(html, /<(?!form )[^>]*\s(?:href|src|poster)="([^"]*)"/g),
    ...valuesOf(html, /<form (?![^>]*method="post")[^>]*action="([^"]*)"/g),
    ...valuesOf(html, /\ssrcset="([^"]*)"/g).flatMap((set) =>
      set.split(',').map((part) => part.trim().split(' ')[0] as string),
    ),
    ...valuesOf(html, /<meta property="og:image" content="([^"]*)"/g),
  ]
  return { loaded: [...new Set(loaded)], posted: [...new Set(posted)] }
}

function valuesOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, value]) =>
    (value as string).replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
  )
}
