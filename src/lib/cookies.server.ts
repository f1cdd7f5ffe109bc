import { serialize } from 'hono/utils/cookie'
import { SECOND } from './clock.ts'

type NewCookie = {
  name: string
  value: string | null
  domain: string
  life: number
  secure: boolean
  path?: string
  sameSite?: 'Lax' | 'Strict'
  forScripts?: boolean
}

/**
 * A Set-Cookie header; throws for an invalid name, domain or path, and for a lifetime above 400
 * days.
 */
export function setCookie({
  name,
  value,
  domain,
  life,
  secure,
  path = '/',
  sameSite = 'Lax',
  forScripts = false,
}: NewCookie): string {
  const maxAge = value === null ? 0 : life / SECOND
  return serialize(name, value ?? '', {
    maxAge,
    domain,
    path,
    httpOnly: !forScripts,
    secure,
    sameSite,
  })
}
