import { tabKept } from '../lib/browser.ts'
import { apiHostFor } from '../sites/hosts.ts'
import type { Answer, Endpoint, Given, GivenWithFiles, RouteOf } from './contract.ts'
import type { ErrorCode, FieldError, Problem } from './errors.ts'
import { CHALLENGE_HEADER, PROOF_HEADER } from './proofs.ts'

export class CallError extends Error {
  /**
   * Compares by name: the production build has two module graphs (server and pages), each with its
   * own class.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'CallError'
  }

  override name = 'CallError'
  readonly code: ErrorCode | 'offline'
  readonly status: number
  readonly errors: readonly FieldError[]
  readonly retryAfter: number | null

  constructor(
    problem: Pick<Problem, 'status' | 'detail' | 'errors'> & { code: ErrorCode | 'offline' },
    retryAfter: number | null = null,
  ) {
    super(problem.detail)
    this.code = problem.code
    this.status = problem.status
    this.errors = problem.errors ?? []
    this.retryAfter = retryAfter
  }
}

/** For a `catch` around calls: returns if the call was refused, rethrows any other error. */
export function assertRefused(error: unknown): asserts error is CallError {
  if (!(error instanceof CallError)) throw error
}

/** For `.catch` of a call: null where it was refused with one of these codes. */
export function nullIf(...codes: readonly ErrorCode[]): (error: unknown) => null {
  return (error) => {
    assertRefused(error)
    if (error.code !== 'offline' && codes.includes(error.code)) return null
    throw error
  }
}

export type Transport = (
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
) => Promise<Response>

type CallOptions = {
  idempotencyKey?: string
  lastEventId?: string | null
  signal?: AbortSignal
  /** Sent even if the page is left at once; so is what changes something and is small. */
  keepalive?: boolean
  cache?: RequestCache
}

export type Client = {
  /**
   * Import contracts as types only, so that the browser bundle has no validation library. Throws
   * CallError.
   */
  send<E extends Endpoint>(
    route: RouteOf<E>,
    given: Given<E> | GivenWithFiles<E>,
    options?: CallOptions,
  ): Promise<Answer<E>>
  fetch(route: string, given: Record<string, unknown>, options?: CallOptions): Promise<Response>
}

/** In characters: of all that a page leaves behind, a browser sends 64 kB. */
const SMALL = 4000

export function createClient(
  transport: Transport,
  onResponse: (response: Response) => void = () => undefined,
): Client {
  async function call(
    route: string,
    given: Record<string, unknown>,
    options: CallOptions = {},
  ): Promise<Response> {
    const [method = 'GET', pattern = '/'] = route.split(' ')
    const { params, query, body, form } = given as {
      params?: Record<string, unknown>
      query?: Record<string, unknown>
      body?: unknown
      form?: FormData
    }
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params?.[name])),
    )
    const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest' }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
    if (typeof options.lastEventId === 'string') headers['Last-Event-ID'] = options.lastEventId
    const sent = body === undefined ? (form ?? '') : JSON.stringify(body)
    const response = await transport(path + queryString(query), {
      method,
      headers,
      redirect: 'manual',
      signal: options.signal ?? null,
      keepalive:
        options.keepalive ?? (method !== 'GET' && typeof sent === 'string' && sent.length < SMALL),
      cache: options.cache ?? 'default',
      body: sent || null,
    }).catch((cause: unknown) => {
      if (options.signal?.aborted) throw cause
      throw new CallError({
        code: 'offline',
        status: 0,
        detail: 'No connection. Please check your network and try again.',
      })
    })
    onResponse(response)
    return response
  }
  return {
    fetch: call,
    async send<E extends Endpoint>(
      route: RouteOf<E>,
      given: Given<E> | GivenWithFiles<E>,
      options?: CallOptions,
    ): Promise<Answer<E>> {
      const response = await call(route, given, options)
      if (response.ok) return (await response.json()) as Answer<E>
      // A redirect has no body (decisions §3), and a browser exposes it only as an opaque response.
      if (response.type === 'opaqueredirect' || response.status === 302) return null as Answer<E>
      throw await problemOf(response)
    },
  }
}

async function problemOf(response: Response): Promise<CallError> {
  const retryAfter = Number(response.headers.get('Retry-After')) || null
  if (response.headers.get('Content-Type')?.startsWith('application/problem+json')) {
    return new CallError((await response.json()) as Problem, retryAfter)
  }
  return new CallError(
    { code: 'internal', status: response.status, detail: 'Something went wrong' },
    retryAfter,
  )
}

export function queryString(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export function apiAddress(path: string): string {
  return `${location.protocol}//${apiHostFor(location.host)}${path}`
}

const browserTransport: Transport = (path, init) =>
  fetch(apiAddress(path), { ...init, credentials: 'include' })

/** Another challenge may follow a solution that came too late. */
const MOST_PROOFS = 3

/**
 * While very many strangers sign in, the answer asks for a proof of work; a browser that cannot
 * hash shows the answer.
 */
const provingTransport: Transport = async (path, init) => {
  let response = await browserTransport(path, init)
  for (let proofs = 0; proofs < MOST_PROOFS; proofs += 1) {
    const challenge = response.headers.get(CHALLENGE_HEADER)
    if (challenge === null || !('subtle' in crypto)) return response
    const { solve } = await import('./proof.client.ts')
    response = await browserTransport(path, {
      ...init,
      headers: { ...init.headers, [PROOF_HEADER]: await solve(challenge) },
    })
  }
  return response
}

let current: Client = createClient(provingTransport, followResponseHeaders)

export const api: Client = {
  send: (route, given, options) => current.send(route, given, options),
  fetch: (route, given, options) => current.fetch(route, given, options),
}

export function useClient(client: Client): void {
  current = client
}

/** Two response headers make the browser leave the page (specification §4 and §7). */
function followResponseHeaders(response: Response): void {
  // The page answers with its lock.
  if (response.status === 423) location.reload()
  const filter = response.headers.get('X-Dating-Filter-Redirect')
  if (filter !== null) {
    // The page that it leads to asks as well, and stays.
    if (new URL(filter).pathname !== location.pathname) location.assign(filter)
  } else if (
    response.headers.get('X-Page-Render') === 'FullPageAd' &&
    !location.pathname.startsWith('/fullPageAd')
  ) {
    tabKept.setItem('fullPageAdReturnPath', location.pathname + location.search + location.hash)
    location.assign('/fullPageAd')
  }
}
