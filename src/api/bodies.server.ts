import { ApiError } from './errors.ts'

/** What a body may be before a session, an access rule and a limit have said yes; and any body unless its endpoint says more. */
export const SMALL_BODY = 64 * 1024
/** Our longest form has a quarter of it. */
const MOST_FIELDS = 200

const multipart = /^multipart\/form-data\b/i
const urlencoded = /^application\/x-www-form-urlencoded\b/i

/** The JSON value of a body of up to `most` bytes. Throws ApiError: `unsupportedMedia`, `tooLarge`, `malformed`. */
export async function readJson(request: Request, most = SMALL_BODY): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(typeOf(request))) throw new ApiError('unsupportedMedia')
  const bytes = await readBody(request, most)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new ApiError('malformed', { cause })
  }
}

/**
 * A form with a file in it. `undeclared` is what it may have without saying so beforehand: over a network a large
 * body has to, since what is under way is counted by what is declared. Throws ApiError like `readJson`.
 */
export async function readMultipart(request: Request, most = SMALL_BODY, undeclared = Math.min(most, SMALL_BODY)): Promise<FormData> {
  if (!multipart.test(typeOf(request))) throw new ApiError('unsupportedMedia')
  return parseForm(typeOf(request), await readBody(request, request.headers.has('Content-Length') ? most : undeclared))
}

/** A form of words alone, in either of the encodings that browsers have. Throws ApiError like `readJson`. */
export async function readWords(request: Request, most = SMALL_BODY): Promise<FormData> {
  if (!multipart.test(typeOf(request)) && !urlencoded.test(typeOf(request))) throw new ApiError('unsupportedMedia')
  return parseForm(typeOf(request), await readBody(request, request.headers.has('Content-Length') ? most : SMALL_BODY))
}

/** The body, or `tooLarge` as soon as it is: a declared length is believed only when it is too long. */
export async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > most) throw new ApiError('tooLarge')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of arriving(request)) {
    length += chunk.length
    if (length > most) throw new ApiError('tooLarge')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

async function* arriving(request: Request): AsyncGenerator<Uint8Array> {
  try {
    // Not cancelled when it is too long: a form's stream fails on that, outside of anybody's hands.
    yield* request.body?.values({ preventCancel: true }) ?? []
  } catch (cause) {
    // The sender has gone, or was cut off for being too slow: nothing of ours failed.
    throw new ApiError('malformed', { cause })
  }
}

/** The parser takes its time over each field, so they are counted before it sees them. */
async function parseForm(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)
  const separator = multipart.test(type) ? `--${boundary?.[1] ?? boundary?.[2] ?? ''}` : '&'
  if (hasMore(bytes, separator, MOST_FIELDS)) throw tooManyFields()
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  } catch (cause) {
    throw new ApiError('malformed', { cause })
  }
}

function hasMore(bytes: Uint8Array<ArrayBuffer>, separator: string, most: number): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let found = 0
  for (let at = buffer.indexOf(separator); at !== -1; at = buffer.indexOf(separator, at + separator.length)) {
    found += 1
    if (found > most) return true
  }
  return false
}

/**
 * The texts of a form or a query by name, in one pass; what comes twice is a list. Files are left out. A name may
 * be any word, `__proto__` included: the object has each as a property of its own.
 */
export function fieldsOf(entries: Iterable<[string, FormDataEntryValue]>): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>()
  let count = 0
  for (const [name, value] of entries) {
    count += 1
    if (count > MOST_FIELDS) throw tooManyFields()
    if (typeof value !== 'string') continue
    const before = fields.get(name)
    if (before === undefined) fields.set(name, value)
    else if (typeof before === 'string') fields.set(name, [before, value])
    else before.push(value)
  }
  return Object.fromEntries(fields)
}

function tooManyFields(): ApiError {
  return new ApiError('tooLarge', { detail: 'That form has more fields than any of ours. Please go back and try again.' })
}

function typeOf(request: Request): string {
  return request.headers.get('Content-Type') ?? ''
}
