import { apiHostFor } from '../sites/hosts.ts'
import type { Answer, Endpoint, Given, RouteOf } from './contract.ts'
import type { ErrorCode, FieldError, Problem } from './errors.ts'

/** A call that was refused, or that never arrived (`code` is then `offline`). */
export class CallError extends Error {
  /** By name: in production, pages and server are two module graphs, each with a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'CallError'
  }

  override name = 'CallError'
  readonly code: ErrorCode | 'offline'
  readonly status: number
  readonly errors: readonly FieldError[]
  /** Seconds to wait before trying again, where the server said so. */
  readonly retryAfter: number | null

  constructor(problem: Pick<Problem, 'status' | 'detail' | 'errors'> & { code: ErrorCode | 'offline' }, retryAfter: number | null = null) {
    super(problem.detail)
    this.code = problem.code
    this.status = problem.status
    this.errors = problem.errors ?? []
    this.retryAfter = retryAfter
  }
}

/** For a `catch` around calls: goes on where a call was refused, and throws whatever else it is, a fault of ours. */
export function assertRefused(error: unknown): asserts error is CallError {
  if (!(error instanceof CallError)) throw error
}

/** Sends a request to the API; in a browser over the network, in a page or test in-process. */
export type Transport = (path: string, init: RequestInit & { headers: Record<string, string> }) => Promise<Response>

type CallOptions = { idempotencyKey?: string; signal?: AbortSignal; keepalive?: boolean }

export type Client = {
  /**
   * Calls one endpoint: `client.send<typeof likeMember>('POST /match/like', { body: { id } })`.
   * Contracts are imported as types alone, so that no validation library travels to the browser.
   * Throws CallError.
   */
  send<E extends Endpoint>(route: RouteOf<E>, given: Given<E>, options?: CallOptions): Promise<Answer<E>>
  /** The same, for an answer that is a stream or an oddity: the Response itself. */
  fetch(route: string, given: Record<string, unknown>, options?: CallOptions): Promise<Response>
}

/** A client on top of a transport; `onResponse` sees every answer, refused ones too. */
export function createClient(transport: Transport, onResponse: (response: Response) => void = () => undefined): Client {
  async function call(route: string, given: Record<string, unknown>, options: CallOptions = {}): Promise<Response> {
    const [method = 'GET', pattern = '/'] = route.split(' ')
    const { params, query, body, form } = given as {
      params?: Record<string, unknown>
      query?: Record<string, unknown>
      body?: unknown
      form?: FormData
    }
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
    const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest' }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
    const response = await transport(path + queryString(query), {
      method,
      headers,
      redirect: 'manual',
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
      ...(body !== undefined ? { body: JSON.stringify(body) } : form ? { body: form } : {}),
    }).catch((cause: unknown) => {
      if (options.signal?.aborted) throw cause
      throw new CallError({ code: 'offline', status: 0, detail: 'No connection. Please check your network and try again.' })
    })
    onResponse(response)
    return response
  }
  return {
    fetch: call,
    async send<E extends Endpoint>(route: RouteOf<E>, given: Given<E>, options?: CallOptions): Promise<Answer<E>> {
      const response = await call(route, given, options)
      if (response.ok) return (await response.json()) as Answer<E>
      // An endpoint that redirects has nothing else to say (decisions §3): all that a browser shows of it is that it did.
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
  return new CallError({ code: 'internal', status: response.status, detail: 'Something went wrong' }, retryAfter)
}

/** `{ gender: ['woman', 'man'], age: undefined }` -> `?gender=woman&gender=man`. */
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

/** Where a path of the API is, for the page in this browser. */
export function apiAddress(path: string): string {
  return `${location.protocol}//${apiHostFor(location.host)}${path}`
}

/** The transport of a browser: to the API host of the page's host, with the session cookie. */
const browserTransport: Transport = (path, init) => fetch(apiAddress(path), { ...init, credentials: 'include' })

let current: Client = createClient((path, init) => browserTransport(path, init), followResponseHeaders)

/** The client that stores use. */
export const api: Client = {
  send: (route, given, options) => current.send(route, given, options),
  fetch: (route, given, options) => current.fetch(route, given, options),
}

/** Puts another client under the stores: a test's, against the in-process API. */
export function useClient(client: Client): void {
  current = client
}

/** Two headers tell the browser to leave the page (specification §4 and §7). */
function followResponseHeaders(response: Response): void {
  const filter = response.headers.get('X-Dating-Filter-Redirect')
  if (filter !== null) location.assign(filter)
  else if (response.headers.get('X-Page-Render') === 'FullPageAd' && location.pathname !== '/fullPageAd') {
    sessionStorage.setItem('fullPageAdReturnPath', location.pathname + location.search)
    location.assign('/fullPageAd')
  }
}
