/**
 * Code on the wire, HTTP status and sentence for people; a `detail` given with the error, or a
 * string instead of more, replaces the sentence.
 */
export const errorCodes = {
  malformed: [400, 'That request could not be read.'],
  unauthenticated: [401, 'Please sign in first.'],
  badCredentials: [401, 'The e-mail address, the username or the password is not right.'],
  noCredits: [402, 'You have no credits left. Buy some to go on.'],
  needsPremium: [402, 'This takes full access.'],
  forbidden: [403, 'This is not allowed.'],
  verifiedOnly: [
    403,
    'This member takes first messages only from members whose photo our staff have checked. You can have yours checked under Photos.',
  ],
  crossSite: [403, 'This request did not come from our pages.'],
  onboarding: [403, 'Please finish setting up your profile first.'],
  secondFactor: [403, 'Please give your second factor first, at /staff/verify.'],
  otherRole: [403, 'None of your roles opens this.'],
  staffAccount: [403, 'A staff account has no profile, and does nothing on the sites.'],
  notFound: [404, 'Page not found'],
  unavailable: [404, 'This member is no longer available.'],
  methodNotAllowed: [405, 'This address does not take that kind of request.'],
  areYouSure: [409, 'Are you sure that you want to send this?'],
  conflict: [409, 'Something changed in the meantime. Please try again.'],
  tooLarge: [413, 'That is too large.'],
  unsupportedMedia: [415, 'That kind of content is not taken here.'],
  misdirected: [421, 'This address is not served here.'],
  invalid: [422, 'Please check the fields below.'],
  locked: [423, 'This is locked. Please unlock it first.'],
  tooMany: [429, 'That was a little too often. Please wait a moment.'],
  internal: [500, 'Something went wrong'],
  busy: [503, 'We cannot be reached right now. Please try again in a moment.'],
  storageFull: [507, 'We cannot store this right now. Please try again later.'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ErrorCode = keyof typeof errorCodes
export type FieldError = { field: string; message: string }

/** RFC 9457 problem details. */
export type Problem = {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail: string
  errors?: FieldError[]
  id?: string
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    about:
      | string
      | {
          detail?: string
          errors?: FieldError[]
          headers?: Record<string, string>
          cause?: unknown
        } = {},
  ) {
    const more = typeof about === 'string' ? { detail: about } : about
    super(more.detail ?? errorCodes[code][1], { cause: more.cause })
    this.code = code
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return errorCodes[this.code][0]
  }

  toProblem(): Problem {
    return {
      type: `/problems/${this.code}`,
      title: errorCodes[this.code][1],
      status: this.status,
      code: this.code,
      detail: this.message,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
    }
  }
}

export function fieldError(field: string, message: string): ApiError {
  return new ApiError('invalid', { errors: [{ field, message }] })
}
