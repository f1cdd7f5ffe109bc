import { DAY } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { cookieIn } from '#lib/cookies.ts'
import { type Sender, sender } from './sender.contract.ts'

/** Set only with the visitor's consent to optional cookies. */
const FROM_COOKIE = 'from'
const COOKIE_LIFETIME = 30 * DAY

export function fromCookie(from: Sender | null, domain: string, secure: boolean): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries<string | number | undefined>(from ?? {}))
    if (value !== undefined) words.set(name, String(value))
  return setCookie({
    name: FROM_COOKIE,
    value: from && words.toString(),
    domain,
    life: COOKIE_LIFETIME,
    secure,
  })
}

export function rememberedSender(cookies: string | null): Sender {
  return sender.parse(
    Object.fromEntries(new URLSearchParams(decoded(cookieIn(cookies, FROM_COOKIE) ?? ''))),
  )
}

/** A client may send a malformed cookie: it counts as empty. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
