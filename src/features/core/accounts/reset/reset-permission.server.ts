import { z } from 'zod'
import { later, MINUTE } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { cookieIn } from '#lib/cookies.ts'
import { sign, verify } from '#lib/signature.server.ts'
import type { Settings } from '#settings.ts'

/** Counted from when the link was opened, to leave time to choose a password. */
const LIFETIME = 15 * MINUTE

export type OpenedReset = { token: string; openedAt: Date }

type Secrets = Pick<Settings, 'production' | 'sessionSecret'>

const sealed = z.object({ reset: z.string(), at: z.number() })

function nameOf(secure: boolean): string {
  return secure ? '__Secure-reset' : 'reset'
}

/**
 * Keeps an opened reset link; signed, so that nobody says it was opened earlier. Strict same-site,
 * and limited to one path, on the page's host and the API's.
 */
export function resetCookie(
  opened: OpenedReset | null,
  { production: secure, sessionSecret }: Secrets,
  domain: string,
): string {
  const value =
    opened && sign({ reset: opened.token, at: opened.openedAt.getTime() }, sessionSecret)
  return setCookie({
    name: nameOf(secure),
    value,
    domain,
    life: LIFETIME,
    secure,
    path: '/resetPassword',
    sameSite: 'Strict',
  })
}

/** Null as well where the link was opened too long ago. */
export function openedReset(
  cookies: string | null,
  { production, sessionSecret }: Secrets,
  at: Date,
): OpenedReset | null {
  const value = cookieIn(cookies, nameOf(production))
  const known = value === null ? undefined : sealed.safeParse(verify(value, sessionSecret)).data
  if (!known) return null
  const openedAt = new Date(known.at)
  return at < later(openedAt, LIFETIME) ? { token: known.reset, openedAt } : null
}
