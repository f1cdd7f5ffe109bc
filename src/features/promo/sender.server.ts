import { DAY } from '../../lib/clock.ts'
import { setCookie } from '../../lib/cookies.server.ts'
import { cookieIn } from '../../lib/cookies.ts'
import { type Sender, sender } from './sender.contract.ts'

/** Set only where a visitor has allowed cookies that are not needed. */
const FROM_COOKIE = 'from'
const LIFE = 30 * DAY

/** Set-Cookie that remembers who led somebody here, so that it counts if they join later; null forgets it. */
export function fromCookie(from: Sender | null, domain: string, secure: boolean): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries<string | number | undefined>(from ?? {})) if (value !== undefined) words.set(name, String(value))
  return setCookie({ name: FROM_COOKIE, value: from && words.toString(), domain, life: LIFE, secure })
}

/** Who led somebody here, as their browser remembers it; whatever it claims is checked as if it were new. */
export function rememberedSender(cookies: string | null): Sender {
  return sender.parse(Object.fromEntries(new URLSearchParams(decoded(cookieIn(cookies, FROM_COOKIE) ?? ''))))
}

/** A browser sends what it likes: what is no encoding is nothing. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
