import { cookieIn } from '#lib/cookies.ts'

const UPGRADE_PAGE = '/billing/upgrade'
export const PASSTHROUGH_PAGE = '/billing/upgradePassthrough'
/**
 * The cookie has the specification's name; it is kept for a visit, so that paying leads back to
 * where it was wanted.
 */
export const SOURCE_COOKIE = 'upgradeSourceType'

/** Why somebody wants to upgrade: the value of `upgradeSourceType`. */
export const sourceTypes = [
  'message',
  'read',
  'likes',
  'magic',
  'location',
  'reveal',
  'register',
  'credits',
] as const
export type SourceType = (typeof sourceTypes)[number]
/** `other`: the member that it is about. */
export type UpgradeSource = { type: SourceType; other: number | null }

export function upgradePath(type: SourceType, other: number | null = null): string {
  return `${UPGRADE_PAGE}?upgradeSourceType=${type}${other === null ? '' : `&with=${other}`}`
}

type Asked = { query: URLSearchParams; headers: Headers; origin: string }

/**
 * From the address; from the page that leads here, if it does not say why; from the cookie, after a
 * reload.
 */
export function readSource({ query, headers, origin }: Asked): UpgradeSource | null {
  if (query.has('upgradeSourceType'))
    return known(query.get('upgradeSourceType'), query.get('with'))
  const before = sourceOfPage(headers.get('Referer'), origin)
  if (before) return before
  return readSourceText(cookieIn(headers.get('Cookie'), SOURCE_COOKIE) ?? '')
}

/** As the cookie has it: `message.42`. */
export function readSourceText(text: string): UpgradeSource | null {
  const [type, other] = text.split('.')
  return known(type, other)
}

function known(
  type: string | null | undefined,
  other: string | null | undefined,
): UpgradeSource | null {
  const found = sourceTypes.find((one) => one === type)
  return found === undefined
    ? null
    : { type: found, other: /^[1-9]\d{0,14}$/.test(other ?? '') ? Number(other) : null }
}

/** Whom or what a page of our own is about. */
const pages: ReadonlyArray<readonly [path: RegExp, type: SourceType]> = [
  [/^\/messages$/, 'message'],
  [/^\/profile\/view\/id\/(\d+)$/, 'message'],
  [/^\/plist\/likesyou\/\d+$/, 'likes'],
]

function sourceOfPage(referer: string | null, origin: string): UpgradeSource | null {
  if (referer === null || !URL.canParse(referer)) return null
  const url = new URL(referer)
  if (url.origin !== origin) return null
  for (const [path, type] of pages) {
    const found = path.exec(url.pathname)
    if (found) return known(type, found[1] ?? url.searchParams.get('with'))
  }
  return null
}

/** The type alone, for the gateway: whom it is about stays with us. */
export function sourceInCookies(cookies: string | null): string {
  return readSourceText(cookieIn(cookies, SOURCE_COOKIE) ?? '')?.type ?? ''
}

export function sourceInCookie({ type, other }: UpgradeSource): string {
  return other === null ? type : `${type}.${other}`
}

/** Where somebody goes on once it is open. */
export function wayOn({ type, other }: UpgradeSource): { label: string; url: string } {
  switch (type) {
    case 'message':
    case 'read':
      return other === null
        ? { label: 'To my messages', url: '/messages' }
        : { label: 'On to the message', url: `/messages?with=${other}` }
    case 'likes':
      return { label: 'See who likes me', url: '/plist/likesyou/1' }
    case 'magic':
      return { label: 'On to my opener', url: '/messages#magic-message' }
    case 'location':
      return { label: 'Change my place', url: '/profile/edit/profile?part=place#place' }
    case 'reveal':
      return other === null
        ? { label: 'Back to my search', url: '/search' }
        : { label: 'On to their profile', url: `/profile/view/id/${other}#location` }
    case 'register':
    case 'credits':
      return { label: 'To my dashboard', url: '/dashboard' }
  }
}
