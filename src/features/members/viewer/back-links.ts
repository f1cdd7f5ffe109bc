import { listPages } from '../search/lists/lists.ts'

export type BackLink = { label: string; url: string }

type Row = { page: RegExp; label: string; above: string | null }

/** The pages to which one goes back, and the page above each. The first row that matches counts. */
const rows: readonly Row[] = [
  { page: /^\/dashboard$/, label: 'Home', above: null },
  { page: /^\/messages$/, label: 'Messages', above: '/dashboard' },
  { page: /^\/search(\/\d+)?$/, label: 'Search', above: '/dashboard' },
  ...listPages.map(({ slug, title }) => ({
    page: new RegExp(`^/plist/${slug}/\\d+$`),
    label: title,
    above: '/dashboard',
  })),
  { page: /^\/profile\/view\/id\/\d+$/, label: 'Profile', above: '/search' },
  { page: /^\/profile\/edit\/profile$/, label: 'Edit my profile', above: '/dashboard' },
  { page: /^\/profile\/edit\/managePhotos$/, label: 'Photos', above: '/profile/edit/profile' },
  { page: /^\/profile\/edit\/settings$/, label: 'Settings', above: '/dashboard' },
  { page: /^\/billing\/upgrade$/, label: 'Membership', above: '/dashboard' },
  { page: /^\/billing\/credits$/, label: 'My credits', above: '/dashboard' },
  { page: /^\/help$/, label: 'Help', above: '/dashboard' },
  { page: /^\/help\/[^/]+$/, label: 'Help', above: '/help' },
]

/** Null for what is no page to go back to, such as a form's answer. */
function linkTo(address: string): BackLink | null {
  const row = rowOf(address)
  return row ? { label: row.label, url: address } : null
}

function rowOf(address: string): Row | undefined {
  const path = (address.split(/[?#]/)[0] as string).replace(/\/index$/, '')
  return rows.find(({ page }) => page.test(path))
}

/**
 * Where the back button of a page may lead, the best first: what `?back=` asked to remember, the
 * page one came from, and the page above. None leads to where one is.
 */
export function backLinks(
  path: string,
  came: { remembered: string | null; from: string | null },
): BackLink[] {
  const above = rowOf(path)?.above ?? '/dashboard'
  const links = [came.remembered, came.from, above].flatMap((address) =>
    address === null ? [] : (linkTo(address) ?? []),
  )
  const isElsewhere = ({ url }: BackLink) => url.split(/[?#]/)[0] !== path
  return links.filter(
    (link, index) => isElsewhere(link) && links.findIndex(({ url }) => url === link.url) === index,
  )
}

/**
 * The address of the brand's page that led here; a browser names it in full to its own host alone.
 */
export function cameFrom(referer: string | null, host: string): string | null {
  if (referer === null || !URL.canParse(referer)) return null
  const url = new URL(referer)
  return url.host === host ? url.pathname + url.search : null
}
