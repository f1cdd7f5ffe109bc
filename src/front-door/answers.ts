import { ApiError } from '../api/errors.ts'

export function goTo(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store' },
  })
}

/** Without slashes at the end of the path. */
export function pathAt({ pathname, search }: URL): string {
  return (pathname.replace(/(?<!\/)\/+$/, '') || '/') + search
}

/** A redirect with a query is not cached, since the query may contain a token. */
export function movedTo(origin: string, url: URL): Response {
  const { search } = url
  const location = origin + pathAt(url)
  const headers = new Headers({
    Location: location,
    'Cache-Control': search === '' ? 'max-age=3600' : 'no-store',
  })
  if (search !== '') headers.set('Referrer-Policy', 'no-referrer')
  return new Response(null, { status: 308, headers })
}

/**
 * A browser does not show what it prepared if this was the answer: it asks again when somebody goes
 * there.
 */
export function notPrepared(): Response {
  return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
}

export function withStatus(
  page: Response,
  status: number,
  more: Record<string, string> = {},
): Response {
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return new Response(page.body, { status, headers })
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

export function onlyPages(): ApiError {
  return new ApiError('methodNotAllowed', { headers: { Allow: 'GET, HEAD' } })
}
