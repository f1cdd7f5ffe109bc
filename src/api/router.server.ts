import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { distinct } from '../lib/distinct.ts'
import { isKnown } from '../lib/negotiation.ts'
import { noteRoute } from '../lib/present-work.server.ts'
import { type Host, originOf } from '../sites/hosts.ts'
import {
  fieldsOf,
  filesOf,
  isMultipart,
  readBody,
  readFormWithFiles,
  readJson,
  readMultipart,
  SMALL_BODY,
} from './bodies.server.ts'
import {
  admit,
  answerOf,
  checked,
  type Handler,
  type IncomingCall,
  read,
  type ReadInput,
} from './call.server.ts'
import { type Endpoint, isForPrograms, pathPattern, type Received } from './contract.ts'
import { createDocumentation } from './documentation.server.ts'
import { ApiError } from './errors.ts'
import { asApiError, logFault } from './faults.server.ts'
import type { Turn } from './hashing-queue.server.ts'
import { type Member, sessionMember } from './member.server.ts'
import { newChallenge } from './proofs.server.ts'
import { CHALLENGE_HEADER, PROOF_HEADER } from './proofs.ts'
import type { Services } from './services.server.ts'
import { sessionToken } from './session-cookie.server.ts'
import { signedRequest } from './webhooks.server.ts'

const EXPOSED = `X-Page-Render, X-Dating-Filter-Redirect, Retry-After, X-Request-Id, ${CHALLENGE_HEADER}`

export type Api = {
  fetch(request: Request, arrival: IncomingCall): Promise<Response>
  /**
   * The answer to a GET of one of our own pages, with the same checks but without a Request and
   * JSON between them. Throws CallError, like the client.
   */
  read(
    route: string,
    given: ReadInput,
    by: IncomingCall & { member: Member | null; request: Request },
  ): Promise<unknown>
  /**
   * Runs before the body is read. Throws `unauthenticated`, `onboarding`, `secondFactor`,
   * `notFound`, `tooMany`, `busy`.
   */
  admit(
    endpoint: Endpoint,
    who: Pick<IncomingCall, 'ip'> & { member: Member | null },
  ): Promise<Turn>
  endpoints: readonly Endpoint[]
}

export function createApi(services: Services, handlers: readonly Handler[]): Api {
  const app = new Hono<{ Bindings: IncomingCall }>()
  const endpoints = distinct(
    'endpoints',
    handlers.map((handler) => handler.endpoint),
    ({ method, path }) => `${method} ${path}`,
  )

  app.use(async (c, next) => {
    await next()
    // Not by `c.header`, which makes a new response for each header of one that is there.
    const { headers } = c.res
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    headers.append('Vary', 'Origin')
    const origin = originOf('pages', c.env.host, services.address)
    if (c.req.raw.headers.get('Origin') === origin)
      for (const [name, value] of corsHeaders(origin)) headers.set(name, value)
  })
  app.use(async (c, next) => (c.env.refused ? problemOf(c.env.refused) : next()))
  app.onError((error, c) => problemResponse(services, error, c.req.path, c.env))
  app.notFound((c) => {
    const known = endpoints.filter((endpoint) => pathPattern(endpoint.path).test(c.req.path))
    const allow = known.map(({ method }) => (method === 'get' ? 'GET, HEAD' : 'POST')).join(', ')
    const error =
      known.length > 0
        ? new ApiError('methodNotAllowed', { headers: { Allow: allow } })
        : new ApiError('notFound')
    return problemResponse(services, error, c.req.path, c.env)
  })

  app.options('*', (c) => {
    noteRoute('(preflight)')
    if (!isOwnOrigin(services, c.env.host, c.req.header('Origin'))) throw new ApiError('crossSite')
    return c.body(null, 204, {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': `Content-Type, X-Requested-With, Idempotency-Key, Last-Event-ID, ${PROOF_HEADER}`,
      'Access-Control-Max-Age': '600',
    })
  })
  const documentation = createDocumentation(endpoints)
  app.get('/openapi.json', (c) => {
    noteRoute('(documentation)')
    return documentation.json(c.req.raw)
  })
  app.get('/', (c) => {
    noteRoute('(documentation)')
    return documentation.page(c.req.raw)
  })

  for (const handler of handlers) {
    const path = handler.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(handler.endpoint.method.toUpperCase(), [path, `${path}/index`], (c) =>
      // Hono calls onError only for instances of Error, so errors are caught here.
      respond(services, handler, c.req.raw, c.env, c.req.param()).catch((error: unknown) =>
        problemResponse(services, error, c.req.path, c.env, handler.endpoint.path),
      ),
    )
  }
  const reads = new Map(
    handlers
      .filter(({ endpoint }) => endpoint.method === 'get')
      .map((handler) => [`GET ${handler.endpoint.path}`, handler]),
  )
  return {
    endpoints,
    read(route, given, by) {
      const handler = reads.get(route)
      if (!handler) throw new Error(`nothing answers ${route}`)
      return read(services, handler, given, by)
    },
    admit: (endpoint, who) => admit(services, endpoint, who, services.clock.now()),
    fetch: async (request, arrival) => app.fetch(request, arrival),
  }
}

async function respond(
  services: Services,
  handler: Handler,
  request: Request,
  arrival: IncomingCall,
  params: Record<string, string>,
): Promise<Response> {
  const { endpoint } = handler
  if (!arrival.inProcess) noteRoute(endpoint.path)
  const at = services.clock.now()
  // A webhook comes from a server and has no Origin: its signature is verified before anything else
  // is read.
  if (endpoint.access === 'webhook')
    request = signedRequest(
      services,
      endpoint.signedBy ?? 'gateway',
      request,
      await readBody(request, SMALL_BODY),
      at,
    )
  else if (!arrival.inProcess && !isForPrograms(endpoint))
    refuseOtherSites(services, arrival.host, request)
  const token = sessionToken(request.headers.get('Cookie'), services.settings.production)
  const isActive = request.method === 'POST'
  const member =
    arrival.member !== undefined
      ? arrival.member
      : token === null
        ? null
        : await sessionMember(services, token, arrival.host.brand, at, { isActive })
  const turn =
    arrival.admitted ?? (await admit(services, endpoint, { member, ip: arrival.ip, request }, at))
  const received = await receive(endpoint, request, params, arrival.inProcess === true)
  // No cache keeps the answer to a POST, whatever it says.
  const headers = new Headers({
    'Cache-Control':
      endpoint.bfcache || endpoint.method === 'post' ? 'private, no-cache' : 'no-store',
  })
  const result = await answerOf(services, handler, received, {
    ...arrival,
    member,
    token,
    request,
    headers,
    at,
    turn,
  }).finally(() => {
    // Whoever did something is answered by what it has changed, without a wait for the bus.
    if (member && isActive) services.remembered.forget(member.id)
  })
  if (result instanceof Response) return result
  const text = JSON.stringify(endpoint.answer.parse(result))
  headers.set('Content-Type', 'application/json')
  if (!endpoint.bfcache) return new Response(text, { headers })
  const etag = etagOf(text, headers)
  headers.set('ETag', etag)
  return isKnown(request.headers.get('If-None-Match'), etag)
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers })
}

/**
 * Of the headers as well: a browser keeps those of the answer that it has where a 304 does not
 * repeat them.
 */
function etagOf(text: string, headers: Headers): string {
  const digest = createHash('sha256').update(JSON.stringify([...headers]))
  return `W/"${digest.update(text).digest('base64url').slice(0, 22)}"`
}

function refuseOtherSites(services: Services, host: Host, request: Request): void {
  const origin = request.headers.get('Origin')
  if (origin !== null && !isOwnOrigin(services, host, origin)) throw new ApiError('crossSite')
  if (!request.headers.get('X-Requested-With')) {
    throw new ApiError('crossSite', 'This request lacks the X-Requested-With header.')
  }
}

function isOwnOrigin(services: Services, host: Host, origin: string | undefined): boolean {
  return origin === originOf('pages', host, services.address)
}

function corsHeaders(origin: string): Array<[string, string]> {
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Expose-Headers', EXPOSED],
  ]
}

async function receive(
  endpoint: Endpoint,
  request: Request,
  params: Record<string, string>,
  inProcess: boolean,
): Promise<Received<Endpoint>> {
  const query = endpoint.query && fieldsOf(new URL(request.url).searchParams)
  if (endpoint.files && isMultipart(request)) {
    const { files, maxBytes } = endpoint
    const undeclared = inProcess ? files.mostBytes : undefined
    const form = await readFormWithFiles(request, files, maxBytes, undeclared)
    const received = checked(endpoint, { params, query, body: fieldsOf(form), form: undefined })
    return { ...received, files: filesOf(form, files) }
  }
  return checked(endpoint, {
    params,
    query,
    body: endpoint.body && (await readJson(request, endpoint.maxBytes)),
    form:
      endpoint.form &&
      Object.fromEntries(
        await readMultipart(request, endpoint.maxBytes, inProcess ? endpoint.maxBytes : undefined),
      ),
  })
}

function problemResponse(
  services: Services,
  error: unknown,
  path: string,
  { requestId, host }: IncomingCall,
  route?: string,
): Response {
  const known = asApiError(error)
  logFault(services.log, known, { requestId, path, route, brand: host.brand.id })
  if (CHALLENGE_HEADER in known.headers)
    known.headers[CHALLENGE_HEADER] = newChallenge(
      services.settings.sessionSecret,
      services.clock.now(),
    )
  return problemOf(known, known.code === 'internal' ? { id: requestId } : {})
}

function problemOf(error: ApiError, more: { id?: string } = {}): Response {
  return Response.json(
    { ...error.toProblem(), ...more },
    {
      status: error.status,
      headers: { ...error.headers, 'Content-Type': 'application/problem+json' },
    },
  )
}
