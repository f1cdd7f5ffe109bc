import { setCookie } from '../lib/cookies.server.ts'
import { cookieIn } from '../lib/cookies.ts'
import { SESSION_MAX_LIFETIME } from './visits.server.ts'

export function sessionCookieName(secure: boolean): string {
  return secure ? '__Secure-session' : 'session'
}

export function sessionToken(cookies: string | null, secure: boolean): string | null {
  return cookieIn(cookies, sessionCookieName(secure))
}

/**
 * A null `token` signs out. The lifetime is the absolute maximum: the server enforces the idle
 * timeout.
 */
export function sessionCookie(token: string | null, domain: string, secure: boolean): string {
  return setCookie({
    name: sessionCookieName(secure),
    value: token,
    domain,
    life: SESSION_MAX_LIFETIME,
    secure,
  })
}

/** A browser in which somebody has signed in before keeps this, signed out as well. */
export function deviceCookieName(secure: boolean): string {
  return secure ? '__Secure-device' : 'device'
}

export function deviceToken(cookies: string | null, secure: boolean): string | null {
  return cookieIn(cookies, deviceCookieName(secure))
}
