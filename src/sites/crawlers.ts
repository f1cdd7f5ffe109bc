import { escapeHtml } from '../lib/html.ts'
import type { Host } from './hosts.ts'
import { pageRoutes, trackingPrefixes } from './routes.ts'
import type { Brand } from './site.ts'

/** Restricted to Adults: the label that filters in homes and schools look for, and search engines know (rtalabel.org). */
export const ADULT_LABEL = 'RTA-5042-1996-1400-1577-RTA'

/** Where a page stands for search engines, whatever host it was asked from: production's `www`. */
export function canonicalAddress({ domain }: Brand, path: string): string {
  return `https://www.${domain}${path}`
}

/** Search engines are welcome on `www`; the bare domain only leads there. */
export function welcomesCrawlers({ role, tier }: Host): boolean {
  return role === 'bare' || (role === 'pages' && tier === 'www')
}

/** What every answer of a host tells search engines and filters, as headers. */
export function hostLabels(host: Host): Record<string, string> {
  return {
    ...(welcomesCrawlers(host) ? {} : { 'X-Robots-Tag': 'noindex' }),
    ...(host.brand.flags.isMainstreamSite ? {} : { Rating: ADULT_LABEL }),
  }
}

/** `/robots.txt`: guests' pages may be read, members' are not worth the way, everything but `www` is nobody's. */
export function robotsOf(host: Host): string {
  if (!welcomesCrawlers(host)) return 'User-agent: *\nDisallow: /\n'
  const members = pageRoutes.filter(({ access }) => access === 'member').map(({ pattern }) => pattern.replace(/:.*$/, ''))
  const closed = [...new Set([...members.map((path) => path.replace(/(?<=^\/\w+)\/$/, '')), ...trackingPrefixes])]
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${canonicalAddress(host.brand, '/sitemap.xml')}`,
    '',
  ].join('\n')
}

/** `/sitemap.xml`. `changed` is the ISO date of the text, where it has one. */
export function sitemapOf(brand: Brand, pages: ReadonlyArray<{ path: string; changed?: string }>): string {
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
