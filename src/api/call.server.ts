import type { Host } from '../sites/hosts.ts'
import type { Brand } from '../sites/site.ts'
import { opens } from '../sites/staff-roles.ts'
import { fieldsOf } from './bodies.server.ts'
import { CallError, queryString } from './client.ts'
import {
  type Answer,
  type Endpoint,
  isForMembers,
  isForStaff,
  needsSession,
  type Received,
} from './contract.ts'
import { ApiError, type FieldError } from './errors.ts'
import { asApiError, logFault } from './faults.server.ts'
import { passwordHashingQueue, type Turn } from './hashing-queue.server.ts'
import { countCall } from './limits.server.ts'
import type { Member, Scope } from './member.server.ts'
import { takeProof } from './proofs.server.ts'
import { PROOF_HEADER } from './proofs.ts'
import { sentenceFor } from './sentences.ts'
import type { Services } from './services.server.ts'
import { deviceToken, sessionToken } from './session-cookie.server.ts'

export type IncomingCall = {
  host: Host
  ip: string
  requestId: string
  member?: Member | null
  /**
   * Set for calls from our own server-rendered pages, which need neither Origin nor
   * X-Requested-With.
   */
  inProcess?: true
  /** Set after `admit` accepted this call, so that the rate limits count it only once. */
  admitted?: Turn
  /** Set where the process is behind: nothing of the call is looked at. */
  refused?: ApiError
}

export type CallContext = {
  services: Services
  brand: Brand
  host: Host
  at: Date
  member: Member | null
  token: string | null
  ip: string
  device: string
  requestId: string
  request: Request
  headers: Headers
  /** In the queue for hashing a password. */
  turn: Turn
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

type Caller = IncomingCall &
  Pick<CallContext, 'token' | 'request' | 'headers' | 'at' | 'turn'> & { member: Member | null }

export function answerOf(
  services: Services,
  { endpoint, answer }: Handler,
  received: Received<Endpoint>,
  caller: Caller,
): Promise<unknown> {
  // What anybody may call takes a locked session for none, and staff, who have no profile, for a
  // guest.
  const isGuest =
    (caller.member?.isLocked && !endpoint.whileLocked) ||
    (caller.member?.staff !== 'no' && !isForStaff(endpoint))
  const member = isGuest ? null : caller.member
  const { brand } = caller.host
  return answer({
    ...caller,
    ...received,
    scope: member && { brand, member, at: caller.at },
    services,
    brand,
    member,
    device: deviceInWords(caller.request.headers.get('User-Agent')),
  })
}

export type ReadInput = { params?: Record<string, unknown>; query?: Record<string, unknown> }

export async function read(
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
      // As the fields that a request to our own client's address would have.
      query: fieldsOf(new URLSearchParams(queryString(query))),
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

/** `request` is that of a script, which can be asked for a proof of work; a form has none. */
export async function admit(
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

/**
 * Throws `busy` before anything is counted or looked up. Whether a device is known, as it says, the
 * handler finds.
 */
async function turnOf({ db, settings }: Services, request: Request, at: Date): Promise<Turn> {
  const proof = request.headers.get(PROOF_HEADER)
  if (proof !== null && (await takeProof(db, proof, settings.sessionSecret, at))) return 'proven'
  if (deviceToken(request.headers.get('Cookie'), settings.production) === null)
    passwordHashingQueue.refuseIfFull('script')
  return 'script'
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
    throw new ApiError('onboarding', 'Please read and accept our terms on your dashboard first.')
  }
}

/**
 * Validates the input; throws ApiError `invalid` with a sentence for each wrong field, or
 * `notFound`.
 */
export function checked(
  endpoint: Endpoint,
  given: Record<Exclude<keyof Received<Endpoint>, 'files'>, unknown>,
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
  // An invalid id in the path means that the page does not exist (404), not that a form field is
  // wrong (422).
  if (errors.length > 0 && endpoint.params && params === undefined) throw new ApiError('notFound')
  if (errors.length > 0) throw new ApiError('invalid', { errors })
  return { params, query, body, form, files: [] } as Received<Endpoint>
}

/**
 * PostgreSQL's text cannot hold NUL and lone surrogates. Iterates: nested brackets would overflow
 * the call stack.
 */
function refuseUnstorable(value: unknown): void {
  const rest = [value]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one === 'string') {
      if (!one.includes('\0') && one.isWellFormed()) continue
      throw new ApiError('invalid', 'The text contains characters that cannot be stored.')
    }
    if (one === null || typeof one !== 'object' || one instanceof Blob) continue
    for (const [key, part] of Object.entries(one)) rest.push(key, part)
  }
}

function deviceInWords(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? 'Unknown browser'
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? 'unknown system'
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  return `${names[browser] ?? browser} on ${names[system] ?? system}`
}
