import type { Visit } from './visit.server.ts'

const NAME = 'scripts'
const isOff = ({ searchParams }: URL) => searchParams.get(NAME) === 'off'

/**
 * Whether a page is asked for that runs no scripts (security-headers.ts): by its address, and what
 * answers a form by that of the page on which the form is.
 */
export function isWithoutScripts({ request, url }: Pick<Visit, 'request' | 'url'>): boolean {
  if (request.method !== 'POST') return isOff(url)
  const from = URL.parse(request.headers.get('Referer') ?? '')
  return from?.host === url.host && isOff(from)
}

/** Where a form leads to: from a page without scripts to one. */
export function withoutScriptsAgain(visit: Visit, path: string): string {
  if (!isWithoutScripts(visit)) return path
  const next = new URL(path, visit.url)
  next.searchParams.set(NAME, 'off')
  return next.pathname + next.search + next.hash
}
