import type { Brand } from './site.ts'

/**
 * The function of a hostname (decisions §1). `bare` is the domain without a label and only
 * redirects; `api` and `pages` have three tiers, of which `www` is the public one.
 */
export type HostRole = 'pages' | 'bare' | 'api' | 'redirect' | 'media'
export type Tier = 'www' | 'members' | 'staging'
export type Host = { brand: Brand; role: HostRole; tier: Tier; domain: string }

const labels: ReadonlyArray<readonly [label: string, role: HostRole, tier: Tier]> = [
  ['', 'bare', 'www'],
  ['www.', 'pages', 'www'],
  ['members.', 'pages', 'members'],
  ['staging.', 'pages', 'staging'],
  ['api.', 'api', 'www'],
  ['api.members.', 'api', 'members'],
  ['api.staging.', 'api', 'staging'],
  ['redirect.', 'redirect', 'www'],
  ['redirects.', 'redirect', 'www'],
  ['cupidredirect.', 'redirect', 'www'],
  ['media.', 'media', 'www'],
]

export function domainOf(brand: Brand, suffix: string | null): string {
  return suffix === null ? brand.domain : `${brand.id}.${suffix}`
}

/** All hostnames of the network, without port. `localhost` redirects to the main brand. */
export function hostTable(
  brands: readonly Brand[],
  suffix: string | null,
): ReadonlyMap<string, Host> {
  const table = new Map<string, Host>()
  for (const brand of brands) {
    const domain = domainOf(brand, suffix)
    for (const [label, role, tier] of labels)
      table.set(label + domain, { brand, role, tier, domain })
  }
  const [main] = brands
  if (main && suffix !== null) {
    table.set('localhost', {
      brand: main,
      role: 'bare',
      tier: 'www',
      domain: domainOf(main, suffix),
    })
  }
  return table
}

/** `www.d:4321` -> `www.d`. Hostnames are case-insensitive; a trailing dot is ignored. */
export function hostname(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

export function hostOf(table: ReadonlyMap<string, Host>, header: string | null): Host | undefined {
  return header === null ? undefined : table.get(hostname(header))
}

/**
 * The API host of a page's host (specification §7): prefix `api.`, keeping a `members.` or
 * `staging.` label and the port; `www.` is dropped.
 */
export function apiHostFor(pageHost: string): string {
  return `api.${pageHost.replace(/^www\./, '')}`
}

export type Address = { protocol: 'http:' | 'https:'; port: string }

/**
 * In production browsers reach the proxy at 443, whichever port this process listens at and
 * whatever the brands' domains are.
 */
export function publicAddress({
  production,
  port,
}: {
  production: boolean
  port: number
}): Address {
  if (production) return { protocol: 'https:', port: '' }
  return { protocol: 'http:', port: port === 80 ? '' : String(port) }
}

export function originOf(
  role: 'pages' | 'api' | 'media',
  host: Pick<Host, 'domain' | 'tier'>,
  address: Address,
): string {
  const label =
    role === 'media'
      ? 'media.'
      : role === 'pages'
        ? `${host.tier}.`
        : host.tier === 'www'
          ? 'api.'
          : `api.${host.tier}.`
  return `${address.protocol}//${label}${host.domain}${address.port === '' ? '' : `:${address.port}`}`
}
