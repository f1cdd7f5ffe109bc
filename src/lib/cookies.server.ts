import { serialize } from 'hono/utils/cookie'
import { SECOND } from './clock.ts'

type NewCookie = {
  name: string
  /** Encoded for the header here; null takes the cookie back. */
  value: string | null
  /** Every host of it is sent the cookie. */
  domain: string
  /** In milliseconds. */
  life: number
  /** Over https alone: in production. */
  secure: boolean
  /** The paths that it is sent to; all of them if left out. */
  path?: string
  /** `Strict`: not even a link from elsewhere brings it along. */
  sameSite?: 'Lax' | 'Strict'
  /** Whether a page's script reads it. */
  forScripts?: boolean
}

/** A Set-Cookie header; throws for a name, domain or path that would not be one, and for more than 400 days. */
export function setCookie({ name, value, domain, life, secure, path = '/', sameSite = 'Lax', forScripts = false }: NewCookie): string {
  const maxAge = value === null ? 0 : life / SECOND
  return serialize(name, value ?? '', { maxAge, domain, path, httpOnly: !forScripts, secure, sameSite })
}
