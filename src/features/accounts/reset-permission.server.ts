import { MINUTE } from '../../lib/clock.ts'
import { setCookie } from '../../lib/cookies.server.ts'
import { cookieIn } from '../../lib/cookies.ts'

/** Longer than a link's lifetime, to leave time to choose a password. */
export const RESET_PERMISSION_LIFETIME = 15 * MINUTE

function nameOf(secure: boolean): string {
  return secure ? '__Secure-reset' : 'reset'
}

/** Strict same-site, and limited to one path, on the page's host and the API's. */
export function resetCookie(token: string | null, domain: string, secure: boolean): string {
  return setCookie({ name: nameOf(secure), value: token, domain, life: RESET_PERMISSION_LIFETIME, secure, path: '/resetPassword', sameSite: 'Strict' })
}

export function resetToken(cookies: string | null, secure: boolean): string | null {
  return cookieIn(cookies, nameOf(secure))
}
