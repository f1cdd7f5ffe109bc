import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { distinct } from '../lib/distinct.ts'
import { isKnown } from '../lib/negotiation.ts'
import { noteRoute } from '../lib/present-work.server.ts'
import { hostname, type Host, originOf } from '../sites/hosts.ts'
import { opens } from '../sites/staff-roles.ts'
import { fieldsOf, readBody, readJson, readMultipart, SMALL_BODY } from './bodies.server.ts'
import { CallError, queryString } from './client.ts'
import {
  type Answer,
  type Endpoint,
  isForMembers,
  isForPrograms,
  isForStaff,
  needsSession,
  pathPattern,
  type Received,
} from './contract.ts'
import { createDocumentation } from './documentation.server.ts'
import { ApiError, type FieldError } from './errors.ts'
import { asApiError, logFault } from './faults.server.ts'
import { passwordHashingQueue, type Turn } from './hashing-queue.server.ts'
import { countCall } from './limits.server.ts'
import { type Member, sessionMember, type Scope } from './member.server.ts'
import { newChallenge, takeProof } from './proofs.server.ts'
import { CHALLENGE_HEADER, PROOF_HEADER } from './proofs.ts'
import { sentenceFor } from './sentences.ts'
import type { CallContext, Services } from './services.server.ts'
import { deviceToken, sessionToken } from './session-cookie.server.ts'
import { signedRequest } from './webhooks.server.ts'

type IncomingCall = {
  host: Host
  ip: string
  requestId: string
  member?: Member | null
  /** Set for calls from our own server-rendered pages, which need neither Origin nor X-Requested-With. */
  inProcess?: true
  /** Set after `admit` accepted this call, so that the rate limits count it only once. */
  admitted?: Turn
  /** Set where the process is behind: nothing of the call is looked at. */
  refused?: ApiError
}

type SignedIn<E extends Endpoint> = E['access'] extends 'anyone' | 'webhook' | 'processor'
  ? { scope: null }
  : { scope: Scope }
export type Call<E extends Endpoint> = Received<E> & SignedIn<E> & CallContext

export type Handler = {
  endpoint: Endpoint
  answer(call: Received<Endpoint> & { scope: Scope | null } & CallContext): Promise<unknown>
}

/** A handler returns the answer, or a Response where the contract prescribes its exact form. */
export function handle<E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>) => Promise<Answer<E> | Response>,
): Handler {
  return { endpoint, answer }
}

const MAX_ERRORS = 30
const EXPOSED = `X-Page-Render, X-Dating-Filter-Redirect, Retry-After, X-Request-Id, ${CHALLENGE_HEADER}`

type ReadInput = { params?: Record<string, unknown>; query?: Record<string, unknown> }

export type Api = {
  fetch(request: Request, arrival: IncomingCall): Promise<Response>
  /**
   * The answer to a GET of one of our own pages, with the same checks but without a Request and JSON between them.
   * Throws CallError, like the client.
   */
  read(
    route: string,
    given: ReadInput,
    by: IncomingCall & { member: Member | null; request: Request },
  ): Promise<unknown>
  /**
   * Runs before the body is read. Throws `unauthenticated`, `onboarding`, `secondFactor`, `notFound`, `tooMany`,
   * `busy`.
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
  // A webhook comes from a server and has no Origin: its signature is verified before anything else is read.
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

/** Of the headers as well: a browser keeps those of the answer that it has where a 304 does not repeat them. */
function etagOf(text: string, headers: Headers): string {
  const digest = createHash('sha256').update(JSON.stringify([...headers]))
  return `W/"${digest.update(text).digest('base64url').slice(0, 22)}"`
}

async function read(
  services: Services,
  handler: Handler,
  { params = {}, query = {} }: ReadInput,
  by: IncomingCall & { member: Member | null; request: Request },
): Promise<unknown> {
  const { endpoint } = handler
  const at = services.clock.now()
  try {
    const turn = await admit(services, endpoint, { member: by.member, ip: by.ip }, at)
    const texts = {
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, String(value)]),
      ),
      query: queryOf(query),
    }
    const received = checked(endpoint, { ...texts, body: undefined, form: undefined })
    const token = sessionToken(by.request.headers.get('Cookie'), services.settings.production)
    const result = await answerOf(services, handler, received, {
      ...by,
      token,
      headers: new Headers(),
      at,
      turn,
    })
    return result instanceof Response ? await result.json() : endpoint.answer.parse(result)
  } catch (error) {
    const known = asApiError(error)
    logFault(services.log, known, {
      requestId: by.requestId,
      path: endpoint.path,
      route: endpoint.path,
      brand: by.host.brand.id,
    })
    throw new CallError(known.toProblem(), Number(known.headers['Retry-After']) || null)
  }
}

/** The query as the fields that a request to our own client's address would have. */
function queryOf(query: Record<string, unknown>): Record<string, string | string[]> {
  return fieldsOf(new URLSearchParams(queryString(query)))
}

type Caller = IncomingCall &
  Pick<CallContext, 'token' | 'request' | 'headers' | 'at' | 'turn'> & { member: Member | null }

function answerOf(
  services: Services,
  { endpoint, answer }: Handler,
  received: Received<Endpoint>,
  caller: Caller,
): Promise<unknown> {
  const { host, token, ip, requestId, request, headers, at, turn } = caller
  // What anybody may call takes a locked session for none, and staff, who have no profile, for a guest.
  const isGuest =
    (caller.member?.isLocked && !endpoint.whileLocked) ||
    (caller.member?.staff !== 'no' && !isForStaff(endpoint))
  const member = isGuest ? null : caller.member
  const { brand } = host
  return answer({
    ...received,
    scope: member && { brand, member, at },
    services,
    brand,
    host,
    at,
    member,
    token,
    ip,
    device: deviceInWords(request.headers.get('User-Agent')),
    requestId,
    request,
    headers,
    turn,
  })
}

/** `request` is that of a script, which can be asked for a proof of work; a form has none. */
async function admit(
  services: Services,
  endpoint: Endpoint,
  { member, ip, request }: { member: Member | null; ip: string; request?: Request },
  at: Date,
): Promise<Turn> {
  refuseWithoutAccess(endpoint, member)
  // A session of anybody's is no reason to let a sign-in pass others.
  const turn = needsSession(endpoint)
    ? 'known'
    : endpoint.hashesPassword && request
      ? await turnOf(services, request, at)
      : 'form'
  for (const limit of endpoint.limits ?? []) await countCall(services, limit, { member, ip }, at)
  return turn
}

/** Throws `busy` before anything is counted or looked up. Whether a device is known, as it says, the handler finds. */
async function turnOf({ db, settings }: Services, request: Request, at: Date): Promise<Turn> {
  const proof = request.headers.get(PROOF_HEADER)
  if (proof !== null && (await takeProof(db, proof, settings.sessionSecret, at))) return 'proven'
  if (deviceToken(request.headers.get('Cookie'), settings.production) === null)
    passwordHashingQueue.refuseIfFull('script')
  return 'script'
}

function refuseOtherSites(services: Services, host: Host, request: Request): void {
  const origin = request.headers.get('Origin')
  if (origin !== null && !isOwnOrigin(services, host, origin)) throw new ApiError('crossSite')
  if (!request.headers.get('X-Requested-With')) {
    throw new ApiError('crossSite', { detail: 'This request lacks the X-Requested-With header.' })
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

function refuseWithoutAccess(endpoint: Endpoint, member: Member | null): void {
  if (!needsSession(endpoint)) return
  if (isForStaff(endpoint) && (member?.staff ?? 'no') === 'no') throw new ApiError('notFound')
  if (!member) throw new ApiError('unauthenticated')
  if (isForMembers(endpoint) && member.staff !== 'no') throw new ApiError('staffAccount')
  if (member.isLocked && !endpoint.whileLocked) throw new ApiError('locked')
  if (endpoint.access === 'staff' && member.staff === 'unproven') throw new ApiError('secondFactor')
  if (endpoint.access === 'staff' && !opens(member.roles, endpoint.roles))
    throw new ApiError('otherRole')
  if (endpoint.access === 'member' && member.openSteps.length > 0) throw new ApiError('onboarding')
  if (endpoint.access === 'member' && member.terms !== 'accepted') {
    throw new ApiError('onboarding', {
      detail: 'Please read and accept our terms on your dashboard first.',
    })
  }
}

async function receive(
  endpoint: Endpoint,
  request: Request,
  params: Record<string, string>,
  inProcess: boolean,
): Promise<Received<Endpoint>> {
  return checked(endpoint, {
    params,
    query: endpoint.query && fieldsOf(new URL(request.url).searchParams),
    body: endpoint.body && (await readJson(request, endpoint.maxBytes)),
    form:
      endpoint.form &&
      Object.fromEntries(
        await readMultipart(request, endpoint.maxBytes, inProcess ? endpoint.maxBytes : undefined),
      ),
  })
}

/** Validates the input; throws ApiError `invalid` with a sentence for each wrong field, or `notFound`. */
function checked(
  endpoint: Endpoint,
  given: Record<keyof Received<Endpoint>, unknown>,
): Received<Endpoint> {
  const errors: FieldError[] = []
  const check = (schema: Endpoint['body'], value: unknown): unknown => {
    if (!schema) return undefined
    refuseUnstorable(value)
    const parsed = schema.safeParse(value, { error: sentenceFor })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues.slice(0, MAX_ERRORS))
      errors.push({ field: issue.path.join('.'), message: issue.message })
    return undefined
  }
  const params = check(endpoint.params, given.params)
  const query = check(endpoint.query, given.query)
  const body = check(endpoint.body, given.body)
  const form = check(endpoint.form, given.form)
  // An invalid id in the path means that the page does not exist (404), not that a form field is wrong (422).
  if (errors.length > 0 && endpoint.params && params === undefined) throw new ApiError('notFound')
  if (errors.length > 0) throw new ApiError('invalid', { errors })
  return { params, query, body, form } as Received<Endpoint>
}

/** PostgreSQL's text cannot hold NUL and lone surrogates. Iterates: nested brackets would overflow the call stack. */
function refuseUnstorable(value: unknown): void {
  const rest = [value]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one === 'string') {
      if (!one.includes('\0') && one.isWellFormed()) continue
      throw new ApiError('invalid', {
        detail: 'The text contains characters that cannot be stored.',
      })
    }
    if (one === null || typeof one !== 'object' || one instanceof Blob) continue
    for (const [key, part] of Object.entries(one)) rest.push(key, part)
  }
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

export function hostOf(table: ReadonlyMap<string, Host>, header: string | null): Host | undefined {
  return header === null ? undefined : table.get(hostname(header))
}

function deviceInWords(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? 'Unknown browser'
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? 'unknown system'
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  return `${names[browser] ?? browser} on ${names[system] ?? system}`
}
