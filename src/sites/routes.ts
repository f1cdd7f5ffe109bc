import { opens, type StaffRole, staffRoles } from './staff-roles.ts'

/**
 * The pages of the product (specification §2 and §6). `access`: `anyone`; `guest`, members are
 * redirected to the dashboard; `member`, guests are redirected to the landing; `staffDoor` and
 * `staff`, a 404 for everybody else; `staff` also requires the second factor and one of its
 * `roles`. Every route also matches with `/index`.
 */
export type PageRoute = {
  pattern: string
  access: 'anyone' | 'guest' | 'member' | 'staffDoor' | 'staff'
  /** Of a page of staff: those that open it. */
  roles?: readonly StaffRole[]
  prerendered?: true
  beforeOnboarding?: true
  /** Served only on the API host, or only on `www` (and `staging`). */
  only?: 'api' | 'www'
  redirect?: '/'
  /** A page of members to which nobody wants to come back by signing in. */
  forgetsWay?: true
  indexed?: true
  /** Embeds the card gateway's form; the security policy of other pages forbids it. */
  showsCardForm?: true
  /**
   * A request with this query parameter is rendered by `page`, since a prerendered file cannot read
   * the query.
   */
  withQuery?: {
    path: `/${string}`
    name: string
    page: `/${string}`
    /** The endpoint with the same function; both share its rate limit. */
    countedAs: `/${string}`
  }
}

/** Where staff work, who have no dashboard. */
export const STAFF = '/staff'
export const STAFF_DOOR = '/staff/verify'

export const CAMPAIGN_PAGE = '/promo/:campaign'

export const pageRoutes: readonly PageRoute[] = [
  { pattern: '/', access: 'guest', prerendered: true, indexed: true },
  { pattern: '/home', access: 'anyone', redirect: '/' },
  {
    pattern: '/dashboard',
    access: 'member',
    beforeOnboarding: true,
    only: 'www',
    forgetsWay: true,
  },
  { pattern: '/messages', access: 'member' },
  { pattern: '/search/:page?', access: 'member' },
  { pattern: '/plist/new/:page', access: 'member' },
  { pattern: '/plist/online/:page', access: 'member' },
  { pattern: '/plist/matches/:page', access: 'member' },
  { pattern: '/plist/youlike/:page', access: 'member' },
  { pattern: '/plist/likesyou/:page', access: 'member' },
  { pattern: '/plist/viewedyou/:page', access: 'member' },
  { pattern: '/plist/youviewed/:page', access: 'member' },
  { pattern: '/profile/view/id/:id', access: 'member' },
  { pattern: '/profile/edit/profile', access: 'member' },
  { pattern: '/profile/edit/settings', access: 'member', beforeOnboarding: true },
  { pattern: '/profile/edit/managePhotos', access: 'member' },
  { pattern: '/profile/edit/dates', access: 'member' },
  { pattern: '/resetPassword/makeRequest', access: 'anyone', prerendered: true },
  {
    pattern: '/help/:questionId?',
    access: 'anyone',
    prerendered: true,
    indexed: true,
    beforeOnboarding: true,
    withQuery: { path: '/help', name: 'q', page: '/helpSearch', countedAs: '/help/index' },
  },
  { pattern: '/billing/upgrade', access: 'member', showsCardForm: true },
  { pattern: '/billing/upgradePassthrough', access: 'member' },
  { pattern: '/emailOfferRedirect', access: 'member' },
  { pattern: '/emailUnsubscribe', access: 'anyone', beforeOnboarding: true },
  { pattern: '/deleted-account', access: 'guest', prerendered: true },
  { pattern: '/signOutAd', access: 'member', forgetsWay: true },
  { pattern: '/fullPageAd', access: 'member', forgetsWay: true },
  { pattern: '/contentWall', access: 'member' },
  { pattern: '/freeMovies', access: 'member' },
  { pattern: '/callback/cfpSupportAgent', access: 'anyone', only: 'api' },
  { pattern: '/site/tos', access: 'guest', prerendered: true },
  { pattern: '/site/about', access: 'anyone', prerendered: true, indexed: true },
  { pattern: '/site/terms', access: 'anyone', prerendered: true, indexed: true },
  { pattern: '/site/privacy', access: 'anyone', prerendered: true, indexed: true },
  { pattern: '/site/2257Notice', access: 'anyone', prerendered: true, indexed: true },
  { pattern: '/site/cookiePolicy', access: 'anyone', prerendered: true, indexed: true },
  // Not in the specification.
  { pattern: '/site/trust', access: 'anyone', prerendered: true, indexed: true },
  { pattern: '/site/safety', access: 'anyone', prerendered: true, indexed: true },
  { pattern: '/transparency', access: 'anyone', beforeOnboarding: true },
  { pattern: '/billing/credits', access: 'member' },
  { pattern: '/site/comeBack', access: 'anyone', beforeOnboarding: true },
  { pattern: '/site/emailAddress', access: 'anyone', beforeOnboarding: true },
  // A statement of reasons, which the member reads whether or not the account is closed.
  { pattern: '/decision/:token', access: 'anyone', beforeOnboarding: true },
  // Where a page goes whose session has ended elsewhere: on to the landing, unless a decision ended
  // it.
  { pattern: '/site/ended', access: 'anyone', beforeOnboarding: true },
  // Statements about contracts, which need no session (Directive (EU) 2023/2673; section 312k BGB).
  { pattern: '/site/withdraw', access: 'anyone', beforeOnboarding: true },
  { pattern: '/site/cancelContract', access: 'anyone', beforeOnboarding: true },
  // A request that something be removed, which needs no account.
  { pattern: '/site/reportContent', access: 'anyone', beforeOnboarding: true },
  // The service worker keeps it for when there is no network.
  { pattern: '/offline', access: 'anyone', prerendered: true, beforeOnboarding: true },
  { pattern: '/promo/oneClick', access: 'anyone', prerendered: true },
  { pattern: '/promo/Affiliate', access: 'anyone', prerendered: true },
  { pattern: '/promo/LoadingTemplate', access: 'member', forgetsWay: true },
  // Not in the specification: published by staff, and no route where a brand has none of that name
  // now.
  { pattern: CAMPAIGN_PAGE, access: 'guest', prerendered: true },
  // What an affiliate sees of their own; its address is signed.
  { pattern: '/affiliates/:key', access: 'anyone', only: 'www', beforeOnboarding: true },
  // Not in the specification: pages for staff.
  { pattern: STAFF, access: 'staff', roles: staffRoles },
  { pattern: STAFF_DOOR, access: 'staffDoor' },
  { pattern: '/staff/tickets', access: 'staff', roles: ['support', 'lead'] },
  { pattern: '/staff/tickets/texts', access: 'staff', roles: ['support', 'lead'] },
  { pattern: '/staff/reporters', access: 'staff', roles: ['moderator', 'lead'] },
  { pattern: '/staff/queue/:queue', access: 'staff', roles: ['moderator', 'lead'] },
  { pattern: '/staff/cases', access: 'staff', roles: ['moderator', 'lead'] },
  { pattern: '/staff/pictures', access: 'staff', roles: ['moderator', 'lead'] },
  { pattern: '/staff/matches', access: 'staff', roles: ['lead'] },
  { pattern: '/staff/members', access: 'staff', roles: ['moderator', 'support', 'lead'] },
  { pattern: '/staff/member/:id', access: 'staff', roles: ['moderator', 'support', 'lead'] },
  { pattern: '/staff/flaggers', access: 'staff', roles: ['lead'] },
  { pattern: '/staff/preserved', access: 'staff', roles: ['lead'] },
  { pattern: '/staff/decision', access: 'staff', roles: ['moderator', 'lead'] },
  { pattern: '/staff/approvals', access: 'staff', roles: ['moderator', 'lead', 'owner'] },
  { pattern: '/staff/affiliates', access: 'staff', roles: ['owner'] },
  { pattern: '/staff/affiliate/:code', access: 'staff', roles: ['owner'] },
  { pattern: '/staff/ads', access: 'staff', roles: ['lead', 'owner'] },
  { pattern: '/staff/figures', access: 'staff', roles: ['moderator', 'support', 'lead', 'owner'] },
  { pattern: '/staff/board', access: 'staff', roles: ['owner'] },
  { pattern: '/staff/authority-orders', access: 'staff', roles: ['lead'] },
  { pattern: '/staff/fraud', access: 'staff', roles: ['moderator', 'lead'] },
  { pattern: '/staff/fraud/hits', access: 'staff', roles: ['moderator', 'lead'] },
  { pattern: '/staff/content', access: 'staff', roles: ['editor', 'publisher'] },
  { pattern: '/staff/content/text', access: 'staff', roles: ['editor', 'publisher'] },
  { pattern: '/staff/content/preview', access: 'staff', roles: ['editor', 'publisher'] },
  { pattern: '/staff/content/edit', access: 'staff', roles: ['editor'] },
  { pattern: '/staff/content/codes', access: 'staff', roles: ['publisher'] },
  { pattern: '/staff/content/ads', access: 'staff', roles: ['publisher'] },
  { pattern: '/staff/content/pictures', access: 'staff', roles: ['editor', 'publisher'] },
]

/** Path prefixes of tracking links, redirected on any host (specification §6). */
export const trackingPrefixes = ['/q/', '/f/a/', '/e/', '/v2/'] as const

/** Pages that also exist under a sister site's prefix (specification §2). */
const sisterPages = new Set([
  '/dashboard',
  '/search/:page?',
  '/profile/edit/profile',
  '/profile/edit/settings',
  '/profile/edit/managePhotos',
])

export type MatchedPage = {
  route: PageRoute
  params: Record<string, string>
  /** The path without `/index` and without a sister site's prefix. */
  path: string
  /** The sister site whose layout the prefix selects. */
  layout: string | null
}

type Compiled = { route: PageRoute; match: RegExp; names: string[] }

const compiled: readonly Compiled[] = pageRoutes.map((route) => {
  const names = [...route.pattern.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const source = route.pattern
    .replaceAll(/\/:\w+\?/g, '(?:/([^/]+))?')
    .replaceAll(/:\w+/g, '([^/]+)')
  return { route, names, match: new RegExp(`^${source}$`) }
})

export function withoutIndex(path: string): string {
  return path.endsWith('/index') ? path.slice(0, -'/index'.length) || '/' : path
}

/** The page at a path, or null. `sisters` are the ids of all brands but the main one. */
export function matchPage(path: string, sisters: readonly string[]): MatchedPage | null {
  const plain = withoutIndex(path)
  const [, first = '', ...rest] = plain.split('/')
  const layout = sisters.includes(first) ? first : null
  const inner = layout === null ? plain : `/${rest.join('/')}`
  if (layout !== null && inner === '/') {
    return {
      route: { pattern: `/${layout}`, access: 'anyone', redirect: '/' },
      params: {},
      path: plain,
      layout,
    }
  }
  for (const { route, match, names } of compiled) {
    const found = match.exec(inner)
    if (!found || (layout !== null && !sisterPages.has(route.pattern))) continue
    const params: Record<string, string> = {}
    names.forEach((name, index) => {
      const value = found[index + 1]
      if (value !== undefined) params[name] = value
    })
    return { route, params, path: inner, layout }
  }
  return null
}

export function opensPage(held: readonly StaffRole[], path: string): boolean {
  return opens(held, matchPage(path, [])?.route.roles ?? [])
}

const askedByQuery = new Map(
  pageRoutes.flatMap(({ withQuery }) =>
    withQuery ? [[withQuery.path as string, withQuery.name]] : [],
  ),
)

export function changesPage(path: string, query: URLSearchParams): boolean {
  const name = askedByQuery.get(withoutIndex(path))
  return (
    query.has('token') ||
    query.has('back') ||
    query.has('preview') ||
    (name !== undefined && query.has(name))
  )
}

export function isTrackingPath(path: string): boolean {
  return trackingPrefixes.some((prefix) => path.startsWith(prefix))
}

/**
 * A path of the same site that is safe as a redirect target, or null. Refuses whatever a browser
 * could parse as another origin (`//x`, `/\x`, control characters).
 */
export function ownPath(value: string | null): string | null {
  if (value === null || value.length > 500) return null
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(value)) return null
  const base = 'http://own.invalid'
  const url = URL.canParse(value, base) ? new URL(value, base) : null
  return url !== null && url.origin === base && !url.pathname.startsWith('//') ? value : null
}
