import type { Door } from '#api/door.ts'
import type { Services } from '#api/services.server.ts'
import { escapeHtml } from '#lib/html.ts'
import { type Host, originOf, type Tier } from '#sites/hosts.ts'
import { AD_ZONE_PATH, ZONE_SANDBOX } from './ad-zone.ts'

const tiers: readonly Tier[] = ['www', 'members', 'staging']

/**
 * decisions §7: the page of one zone, whose script is somebody else's. It is on the media host,
 * which reads and sets no cookie, and its sandbox gives the script an origin of nobody. Only this
 * page's policy lets that script run.
 */
export const adZoneDoor: Door = {
  name: 'ad zones',
  role: 'media',
  isAt: (path) => path === AD_ZONE_PATH,
  open: adZone,
}

function adZone({ address }: Services, { host, url }: { host: Host; url: URL }): Response {
  const zone = host.brand.zones.find(({ id }) => id === url.searchParams.get('zone'))
  const tier = tiers.find((one) => one === url.searchParams.get('tier'))
  if (!zone || !tier) return new Response('404 Page not found\n', { status: 404 })
  const origins = [new URL(zone.scriptUrl).origin, ...zone.alsoFrom].join(' ')
  const policy = [
    `sandbox ${ZONE_SANDBOX}`,
    "default-src 'none'",
    `script-src ${origins}`,
    `connect-src ${origins}`,
    `img-src data: ${origins}`,
    `style-src 'unsafe-inline' ${origins}`,
    `frame-src ${origins}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${originOf('pages', { domain: host.domain, tier }, address)}`,
  ]
  const style = 'body{margin:0;overflow:hidden}'
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Advertisement</title><style>${style}</style><div id="${escapeHtml(zone.id)}"></div><script src="${escapeHtml(zone.scriptUrl)}" async></script></html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      // The seller of the zone learns neither the page nor the brand's address from it.
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy':
        'camera=(), geolocation=(), microphone=(), payment=(), interest-cohort=()',
      'Cache-Control': 'no-store',
    },
  })
}
