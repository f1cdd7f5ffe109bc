import { MINUTE } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { cookieIn } from '#lib/cookies.ts'
import { COME_BACK } from './come-back.ts'

export const COME_BACK_LIFETIME = 30 * MINUTE

function nameOf(secure: boolean): string {
  return secure ? '__Secure-come-back' : 'come-back'
}

/**
 * Set-Cookie of the permission to undo a deletion; `token` null clears it. Limited to one path, as
 * that of a reset.
 */
export function comeBackCookie(token: string | null, domain: string, secure: boolean): string {
  return setCookie({
    name: nameOf(secure),
    value: token,
    domain,
    life: COME_BACK_LIFETIME,
    secure,
    path: COME_BACK,
  })
}

export function comeBackToken(cookies: string | null, secure: boolean): string | null {
  return cookieIn(cookies, nameOf(secure))
}
