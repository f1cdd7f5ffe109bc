import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call: `anyone`; `signedIn`, whatever is left of onboarding; `member`, with onboarding done;
 * `staffDoor`, staff who have yet to give their second factor; `staff`, those who have given it in this
 * session; `webhook`, no person but the card gateway's server, which signs what it sends.
 */
type Access = 'anyone' | 'signedIn' | 'member' | 'staffDoor' | 'staff' | 'webhook'

/** At most `most` calls in `seconds`, counted per address or per account. */
export type Limit = { name: string; per: 'ip' | 'account'; most: number; seconds: number }

/**
 * One endpoint, declared once: it types the handler, the client and the tests, validates what comes in,
 * strips from the answer whatever is not declared, and is what /openapi.json says.
 */
export type Endpoint = {
  method: 'get' | 'post'
  /** In OpenAPI's spelling: `/profile/view/id/{id}`. */
  path: `/${string}`
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  /** JSON body; `form` instead is multipart/form-data. */
  body?: z.ZodType
  form?: z.ZodObject
  answer: z.ZodType
  /** What its handler throws of itself, if anything; `errorsOf` adds what the router refuses. */
  errors?: readonly ErrorCode[]
  limits?: readonly Limit[]
  /** Its handler hashes or compares a password: nobody is let in whom that would keep waiting for too long. */
  hashesPassword?: true
  /** Bytes of body taken; 64 KiB unless said. */
  maxBytes?: number
  /** Also takes this page's HTML form, posted without script to a page's host. */
  page?: PageForm
}

/** Where a form without script is posted, and where it leads. */
export type PageForm = {
  /** The page that takes it; the endpoint's own path unless said. */
  at?: `/${string}`
  form: string
  /** Where it leads if the answer does not say so by a `next` of its own. */
  next?: `/${string}`
  /** RFC 8058: a mail program may post `List-Unsubscribe=One-Click` to a link of this page, as nobody in particular. */
  oneClick?: true
}

/** Declares an endpoint; returns it with its exact types. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}

/** Whether somebody has to be signed in. */
export function needsSession({ access }: Pick<Endpoint, 'access'>): boolean {
  return access !== 'anyone' && access !== 'webhook'
}

/** Whether it is there only for who works for us: to anybody else, it is no page. */
export function isForStaff({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'staffDoor' || access === 'staff'
}

const takesBody = ({ body, form }: Endpoint) => body !== undefined || form !== undefined

/** What the router refuses before a handler is asked, and of which endpoints. */
const refusals: ReadonlyArray<readonly [code: ErrorCode, of: (endpoint: Endpoint) => boolean]> = [
  ['crossSite', ({ access }) => access !== 'webhook'],
  ['forbidden', ({ access }) => access === 'webhook'],
  ['unauthenticated', (endpoint) => needsSession(endpoint) && !isForStaff(endpoint)],
  ['onboarding', ({ access }) => access === 'member'],
  ['secondFactor', ({ access }) => access === 'staff'],
  ['notFound', (endpoint) => isForStaff(endpoint) || endpoint.params !== undefined],
  ['tooMany', ({ limits }) => limits !== undefined],
  ['malformed', takesBody],
  ['tooLarge', (endpoint) => takesBody(endpoint) || endpoint.query !== undefined],
  ['unsupportedMedia', takesBody],
  ['invalid', (endpoint) => takesBody(endpoint) || endpoint.params !== undefined || endpoint.query !== undefined],
  ['internal', () => true],
  ['busy', () => true],
]

/** Every way in which a call can fail: what the router refuses, and what its handler throws. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  return [...refusalsOf(endpoint), ...(endpoint.errors ?? [])]
}

/** What the router refuses of an endpoint, by what is declared of it. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  return refusals.filter(([, of]) => of(endpoint)).map(([code]) => code)
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives of a call to E, validated. */
export type Received<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  form: Output<E['form']>
}

/** What a caller of E gives; parts that E does not declare are left out. */
export type Given<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodType ? Part : never]: Input<E[Part]>
} & (E['form'] extends z.ZodType ? { form: FormData } : unknown)

export type Answer<E extends Endpoint> = z.output<E['answer']>

/** `POST /match/like`: how a call names its endpoint. */
export type RouteOf<E extends Endpoint> = `${Uppercase<E['method']>} ${E['path']}`

/** Text that people type: trimmed, normalised, at most `most` characters, nothing PostgreSQL cannot hold. */
export function textField(most: number, least = 0): z.ZodType<string, string> {
  return z
    .string({ error: 'Please fill this in.' })
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(least, least === 1 ? 'Please fill this in.' : `Please use at least ${least} characters.`)
        .refine((value) => [...value].length <= most, `Please use at most ${most} characters.`),
    )
}

/** A positive id, from a path, a query or a body. */
export const id = z.coerce.number({ error: 'This is not an id.' }).int().positive().max(Number.MAX_SAFE_INTEGER)

/** The answer of an act that has nothing to tell but that it was done. */
export const done = z.object({ ok: z.literal(true) })
