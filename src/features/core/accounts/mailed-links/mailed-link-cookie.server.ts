import { MINUTE } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { cookieIn } from '#lib/cookies.ts'
import { ownPath } from '#sites/routes.ts'

const LIFETIME = 10 * MINUTE

/**
 * A link that was opened in this browser: its token, empty where it was none of ours, and the page
 * that it led to.
 */
export type KeptLink = {
  token: string
  /**
   * The link's page stands in the place of this one; null once it has said that the link is over.
   */
  path: string | null
}

export function mailedLinkCookieName(secure: boolean): string {
  return secure ? '__Secure-link' : 'link'
}

/** Lax, since it is set and read on the way from a mail to the page. */
export function mailedLinkCookie(kept: KeptLink | null, domain: string, secure: boolean): string {
  const value = kept && `${kept.token}.${Buffer.from(kept.path ?? '').toString('base64url')}`
  return setCookie({ name: mailedLinkCookieName(secure), value, domain, life: LIFETIME, secure })
}

export function keptLink(cookies: string | null, secure: boolean): KeptLink | null {
  const [token = '', path = ''] = cookieIn(cookies, mailedLinkCookieName(secure))?.split('.') ?? []
  if (token === '' && path === '') return null
  return { token, path: ownPath(Buffer.from(path, 'base64url').toString()) }
}
