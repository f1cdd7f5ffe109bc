import { z } from 'zod'
import { asStored, hasSomethingToSee, lengthOf } from '../lib/texts.ts'
import type { StaffRole } from '../sites/staff-roles.ts'
import type { ErrorCode } from './errors.ts'

/**
 * `signedIn`: also during onboarding; `member`: after it; `staffDoor`: staff before the second
 * factor; `staff`: after it, with one of the endpoint's `roles`; `webhook`: another program, by our
 * signature; `processor`: another program, by checks of its own in the handler, which reads the
 * request itself.
 */
type Access = 'anyone' | 'signedIn' | 'member' | 'staffDoor' | 'webhook' | 'processor'

/** Without one of the roles nobody of staff comes in. */
type WhoMay =
  | { access: 'staff'; roles: readonly [StaffRole, ...StaffRole[]] }
  | { access: Access; roles?: never }

export type Limit = {
  name: string
  per: 'ip' | 'account'
  most: number
  seconds: number
  /**
   * Each process counts for itself, in memory: for reads, which are too many for a row and need no
   * exact limit.
   */
  inMemory?: true
}

/**
 * One endpoint, declared once: types handler, client and tests, validates input, and generates
 * /openapi.json.
 */
export type Endpoint = WhoMay & {
  method: 'get' | 'post'
  path: `/${string}`
  summary: string
  /** Of a webhook: whose secret signs it; the gateway's by default. */
  signedBy?: 'gateway' | 'partner'
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  form?: z.ZodObject
  /**
   * Files that may come beside `body`, whose fields are then a form's: without script, or from one.
   */
  files?: FormFiles
  answer: z.ZodType
  errors?: readonly ErrorCode[]
  limits?: readonly Limit[]
  /** A locked session may call it: every other endpoint refuses it, or takes it for a guest's. */
  whileLocked?: true
  /**
   * The handler hashes or compares a password: the router answers `busy` if the queue for hashing
   * is full.
   */
  hashesPassword?: true
  maxBytes?: number
  /**
   * Every page reads this while it is open. `no-store` on such an answer would keep the page out of
   * the back/forward cache, so it is `private, no-cache` with an ETag: only for answers that tell
   * nothing about anybody.
   */
  bfcache?: true
  /** The endpoint also accepts this page's HTML form, posted without script to a page host. */
  pageForm?: PageForm
}

/**
 * `field`: whose name they have; `mostBytes`: of the whole form. How many, and of what, the handler
 * says.
 */
export type FormFiles = { field: string; mostBytes: number }

export type PageForm = {
  path?: `/${string}`
  /**
   * Of its page in src/pages/form, which shows the form again; with `page`, tells its forms apart.
   * Without one, the page from which a member posted it says why it was refused.
   */
  name?: string
  /**
   * The page of a member that the form stands on, with values of it as `{id}`: it shows what has a
   * name again, and says of others why, where the browser does not say from where it was posted.
   */
  page?: `/${string}`
  /** Its page in src/pages/form only asks whether one is sure. */
  asks?: true
  /**
   * Where it leads, for a form that stands on one page alone; otherwise the answer says it, from a
   * checked `back` where many pages have the form.
   */
  next?: `/${string}`
  /**
   * RFC 8058: a mail program may post `List-Unsubscribe=One-Click` to this page without a session.
   */
  oneClick?: true
  /**
   * The form's page shows the answer itself, which no address can show again, instead of leading
   * on.
   */
  shows?: true
}

export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}

/**
 * A path as callers may write it: with a value for each parameter, and with `/index` at its end
 * (specification §2).
 */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(/index)?$`)
}

export function needsSession({ access }: Pick<Endpoint, 'access'>): boolean {
  return access !== 'anyone' && !isForPrograms({ access })
}

export function isForMembers({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'signedIn' || access === 'member'
}

/** Another program calls it, which has no Origin and no cookie. */
export function isForPrograms({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'webhook' || access === 'processor'
}

export function isForStaff({ access }: { access: string }): boolean {
  return access === 'staffDoor' || access === 'staff'
}

const takesBody = ({ body, form }: Endpoint) => body !== undefined || form !== undefined

const refusals: ReadonlyArray<readonly [code: ErrorCode, of: (endpoint: Endpoint) => boolean]> = [
  ['crossSite', (endpoint) => !isForPrograms(endpoint)],
  ['forbidden', isForPrograms],
  ['unauthenticated', (endpoint) => needsSession(endpoint) && !isForStaff(endpoint)],
  ['locked', (endpoint) => needsSession(endpoint) && !endpoint.whileLocked],
  ['onboarding', ({ access }) => access === 'member'],
  ['secondFactor', ({ access }) => access === 'staff'],
  ['otherRole', ({ access }) => access === 'staff'],
  ['staffAccount', isForMembers],
  ['notFound', (endpoint) => isForStaff(endpoint) || endpoint.params !== undefined],
  ['tooMany', ({ limits }) => limits !== undefined],
  ['malformed', takesBody],
  ['tooLarge', (endpoint) => takesBody(endpoint) || endpoint.query !== undefined],
  ['unsupportedMedia', takesBody],
  [
    'invalid',
    (endpoint) =>
      takesBody(endpoint) || endpoint.params !== undefined || endpoint.query !== undefined,
  ],
  ['internal', () => true],
  ['busy', () => true],
]

export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  return [...refusalsOf(endpoint), ...(endpoint.errors ?? [])]
}

export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  return refusals.filter(([, of]) => of(endpoint)).map(([code]) => code)
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

export type Received<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  form: Output<E['form']>
  /** Those that were chosen; an input that was left empty is none. */
  files: readonly File[]
}

export type Given<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodType ? Part : never]: Input<E[Part]>
} & (E['form'] extends z.ZodType ? { form: FormData } : unknown)

/** With files, all fields are in a form. */
export type GivenWithFiles<E extends Endpoint> = E['files'] extends FormFiles
  ? Omit<Given<E>, 'body'> & { form: FormData }
  : never

export type Answer<E extends Endpoint> = z.output<E['answer']>

export type RouteOf<E extends Endpoint> = `${Uppercase<E['method']>} ${E['path']}`

/**
 * Text that people type: trimmed, NFC-normalised, with line breaks of one kind, at most `most`
 * characters, and empty where there is nothing to see.
 */
export function textField(most: number, least = 0): z.ZodType<string, string> {
  return z
    .string({ error: 'Please fill this in.' })
    .transform((value) => (hasSomethingToSee(value) ? asStored(value) : ''))
    .pipe(
      z
        .string()
        .min(
          least,
          least === 1 ? 'Please fill this in.' : `Please use at least ${least} characters.`,
        )
        .refine((value) => lengthOf(value) <= most, `Please use at most ${most} characters.`),
    )
}

export const id = z.coerce
  .number({ error: 'This is not an id.' })
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)

/** One field of a form or an address is a word, several are a list. */
export const oneOrMore = <List extends z.ZodType>(list: List) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), list)

/** A box of a form that is ticked, or what a script says instead. */
export const ticked = z.preprocess(
  (value) => value === true || value === 'true' || value === 'on',
  z.boolean(),
)

export const done = z.object({ ok: z.literal(true) })

/** `next`: where a form without script leads then. */
export const doneAndNext = done.extend({ next: z.string() })
