/** The value of one cookie in a Cookie header; null where there is none, or an empty one. */
export function cookieIn(header: string | null, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const cookie = part.trim()
    if (cookie.startsWith(`${name}=`)) return cookie.slice(name.length + 1) || null
  }
  return null
}

type NewCookie = { name: string; value: string; domain: string; seconds: number; secure: boolean; forScripts?: true }

/** Set-Cookie for all hosts of a domain; `forScripts` lets pages read it. No life, no cookie: 0 takes it back. */
export function setCookie({ name, value, domain, seconds, secure, forScripts }: NewCookie): string {
  return `${name}=${value}; Domain=${domain}; Path=/; Max-Age=${seconds}${forScripts ? '' : '; HttpOnly'}; SameSite=Lax${secure ? '; Secure' : ''}`
}
