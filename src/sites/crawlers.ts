import { escapeHtml } from '../lib/html.ts'
import type { Host } from './hosts.ts'
import { pageRoutes, trackingPrefixes } from './routes.ts'
import type { Brand } from './site.ts'

/** Restricted to Adults (rtalabel.org): the label that parental filters and search engines read. */
export const ADULT_LABEL = 'RTA-5042-1996-1400-1577-RTA'

/** The canonical URL of a page on production's `www` host, for any host that served it. */
export function canonicalAddress({ domain }: Brand, path: string): string {
  return `https://www.${domain}${path}`
}

export function welcomesCrawlers({ role, tier }: Host): boolean {
  return role === 'bare' || (role === 'pages' && tier === 'www')
}

export function hostLabels(host: Host): Record<string, string> {
  return {
    ...(welcomesCrawlers(host) ? {} : { 'X-Robots-Tag': 'noindex' }),
    ...(host.brand.flags.isMainstreamSite ? {} : { Rating: ADULT_LABEL }),
  }
}

/** `/robots.txt`: allows guest pages on `www`, disallows member pages and all other hosts. */
export function robotsOf(host: Host): string {
  if (!welcomesCrawlers(host)) return 'User-agent: *\nDisallow: /\n'
  const members = pageRoutes
    .filter(({ access }) => access === 'member')
    .map(({ pattern }) => pattern.split(':')[0] as string)
  const closed = [
    ...new Set([...members.map((path) => path.replace(/(?<=^\/\w+)\/$/, '')), ...trackingPrefixes]),
  ]
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${canonicalAddress(host.brand, '/sitemap.xml')}`,
    '',
  ].join('\n')
}

/** `/sitemap.xml`; `changed` is the ISO date of the page's text, if it has one. */
export function sitemapOf(
  brand: Brand,
  pages: ReadonlyArray<{ path: string; changed?: string }>,
): string {
  const entries = pages.map(({ path, changed }) => {
    const changeLine = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
    return `  <url><loc>${escapeHtml(canonicalAddress(brand, path))}</loc>${changeLine}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}
