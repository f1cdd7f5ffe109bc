import { createHash } from 'node:crypto'
import type { LegalName } from '../content/kinds.ts'
import type { Library } from '../content/library.ts'
import { isKnown } from '../lib/negotiation.ts'
import { robotsOf, sitemapOf, welcomesCrawlers } from '../sites/crawlers.ts'
import type { Host } from '../sites/hosts.ts'
import { pageRoutes } from '../sites/routes.ts'
import type { Brand } from '../sites/site.ts'

export function crawlerFile(
  request: Request,
  path: string,
  host: Host,
  texts: Library,
): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  if (path === '/robots.txt') return fileAnswer(request, robotsOf(host), 'text/plain')
  if (path !== '/sitemap.xml' || host.role !== 'pages' || !welcomesCrawlers(host)) return null
  return fileAnswer(
    request,
    sitemapOf(host.brand, indexedPages(host.brand, texts)),
    'application/xml',
  )
}

function indexedPages(brand: Brand, texts: Library): Array<{ path: string; changed?: string }> {
  return pageRoutes
    .filter(({ indexed }) => indexed)
    .flatMap(({ pattern }) => {
      const path = pattern.replace(/\/:\w+\?$/, '')
      if (path.startsWith('/site/'))
        return [
          { path, changed: texts.legal(path.slice('/site/'.length) as LegalName, brand).version },
        ]
      return pattern === path
        ? [{ path }]
        : [{ path }, ...texts.help(brand).map(({ id }) => ({ path: `${path}/${id}` }))]
    })
}

function fileAnswer(request: Request, text: string, type: string): Response {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'public, max-age=3600',
    ETag: etag,
  }
  if (isKnown(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}
