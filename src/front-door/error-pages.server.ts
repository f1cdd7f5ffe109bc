import { CallError } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { asApiError, logFault } from '../api/faults.server.ts'
import type { Services } from '../api/services.server.ts'
import type { Host } from '../sites/hosts.ts'
import { matchPage } from '../sites/routes.ts'
import { isRead, withStatus } from './answers.ts'
import type { LocalsFor, PageLocals, Render, Visit } from './visit.server.ts'

export type ErrorPage = (visit: Visit, host: Host | undefined, error: unknown) => Promise<Response>

export function createErrorPages(
  services: Services,
  localsFor: LocalsFor,
  sisters: readonly string[],
): ErrorPage {
  return async (visit, host, thrown) => {
    const { request, url, requestId, render } = visit
    const error = pageError(thrown)
    logFault(services.log, error, {
      requestId,
      path: url.pathname,
      route: matchPage(url.pathname, sisters)?.route.pattern,
      brand: host?.brand.id,
    })
    const plain = new Response(`${error.status} ${error.message}\n`, {
      status: error.status,
      headers: error.headers,
    })
    if (host?.role !== 'pages') return plain
    const isInternal = error.code === 'internal'
    const page = new Request(request.url, { headers: request.headers })
    const locals: PageLocals = {
      ...localsFor(visit, host, null),
      error: {
        status: error.status,
        sentence: isInternal ? null : error.message,
        id: isInternal ? requestId : null,
      },
    }
    try {
      // Of what was posted to an address nobody learns whether staff have a page there.
      if (error.code === 'notFound')
        return await (isRead(request) ? notFound : noRoute)(page, locals, render)
      const shown = await render(page, '/error', { ...locals, path: '/error' })
      return withStatus(shown, error.status, error.headers)
    } catch (cause) {
      services.log.error({ requestId, brand: host.brand.id, error: cause }, 'the error page failed')
      return plain
    }
  }
}

/** A page that found nothing to show at its address (specification §2). */
export function notFound(request: Request, locals: PageLocals, render: Render): Promise<Response> {
  return missing(request, locals, render, 'Page Not Found')
}

/** What is no route (specification §2). */
export function noRoute(request: Request, locals: PageLocals, render: Render): Promise<Response> {
  return missing(request, locals, render, 'Page not found')
}

async function missing(
  request: Request,
  locals: PageLocals,
  render: Render,
  sentence: string,
): Promise<Response> {
  return withStatus(
    await render(request, '/404', { ...locals, error: { status: 404, sentence, id: null } }),
    404,
  )
}

/** Converts an API error that a page did not handle; invalid parameters in a URL become a 404. */
function pageError(error: unknown): ApiError {
  if (!(error instanceof CallError) || error.code === 'offline' || error.code === 'internal')
    return asApiError(error)
  if (error.code === 'invalid') return new ApiError('notFound')
  return new ApiError(error.code, {
    detail: error.message,
    headers: error.retryAfter === null ? {} : { 'Retry-After': String(error.retryAfter) },
  })
}
