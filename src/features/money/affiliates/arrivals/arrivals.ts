/** A request for a guest page, by somebody who is not signed in. */
export type Arrival = {
  brand: string
  method: string
  host: string
  /** Without its question mark. */
  query: string
  header(name: string): string | null | undefined
}

const ROBOTS = /bot\b|crawl|spider|preview|monitor|headless/i

/**
 * Whether somebody opens the page from another site, from an app or by its address; not from a page
 * of ours, not as a part of a page, not in advance, and not as a program that says what it is. Browsers
 * that do not say where they come from are asked by the referrer.
 */
export function arrivesFromElsewhere({ method, host, header }: Arrival): boolean {
  if (method !== 'GET' || header('sec-purpose') || ROBOTS.test(header('user-agent') ?? ''))
    return false
  if ((header('sec-fetch-dest') ?? 'document') !== 'document') return false
  const site = header('sec-fetch-site')
  if (site) return site === 'cross-site' || site === 'none'
  const referrer = header('referer')
  if (!referrer) return true
  return !URL.canParse(referrer) || siteOf(new URL(referrer).host) !== siteOf(host)
}

/** The last two labels: `www`, `members` and `redirect` are one site. */
const siteOf = (host: string) => host.split('.').slice(-2).join('.')
