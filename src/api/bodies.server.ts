import type { FormFiles } from './contract.ts'
import { ApiError } from './errors.ts'

/**
 * Maximum body size before session, access and rate limit are checked; also the default of an
 * endpoint.
 */
export const SMALL_BODY = 64 * 1024
const MAX_FIELDS = 200

const multipart = /^multipart\/form-data\b/i
const urlencoded = /^application\/x-www-form-urlencoded\b/i

/** Throws ApiError: `unsupportedMedia`, `tooLarge`, `malformed`. */
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
 * `undeclared` is the maximum size without Content-Length: the upload limit counts declared bytes.
 */
export async function readMultipart(
  request: Request,
  most = SMALL_BODY,
  undeclared = Math.min(most, SMALL_BODY),
): Promise<FormData> {
  if (!multipart.test(typeOf(request))) throw new ApiError('unsupportedMedia')
  return parseForm(
    typeOf(request),
    await readBody(request, request.headers.has('Content-Length') ? most : undeclared),
  )
}

export function isMultipart(request: Request): boolean {
  return multipart.test(typeOf(request))
}

/** A form of text, or one with files beside it, whose text is as short as without them. */
export async function readFormWithFiles(
  request: Request,
  { mostBytes }: FormFiles,
  most = SMALL_BODY,
  undeclared?: number,
): Promise<FormData> {
  if (!isMultipart(request)) return readTextForm(request, most)
  const form = await readMultipart(request, mostBytes, undeclared)
  const text = [...form.values()].filter((value) => typeof value === 'string')
  if (text.reduce((sum, value) => sum + Buffer.byteLength(value), 0) > most)
    throw new ApiError('tooLarge')
  return form
}

/**
 * The files of a field; browsers send an input that was left empty as a file without name and
 * content.
 */
export function filesOf(form: FormData, { field }: FormFiles): File[] {
  return form
    .getAll(field)
    .filter((value) => typeof value !== 'string')
    .filter(({ name, size }) => name !== '' || size > 0)
}

export async function readTextForm(request: Request, most = SMALL_BODY): Promise<FormData> {
  if (!multipart.test(typeOf(request)) && !urlencoded.test(typeOf(request)))
    throw new ApiError('unsupportedMedia')
  return parseForm(
    typeOf(request),
    await readBody(request, request.headers.has('Content-Length') ? most : SMALL_BODY),
  )
}

/**
 * Throws `tooLarge` as soon as the limit is exceeded; a Content-Length can only lead to an earlier
 * refusal.
 */
export async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > most) throw new ApiError('tooLarge')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bodyChunks(request)) {
    length += chunk.length
    if (length > most) throw new ApiError('tooLarge')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

async function* bodyChunks(request: Request): AsyncGenerator<Uint8Array> {
  try {
    // Cancelling a multipart stream would cause an unhandled rejection, so the rest is left unread.
    yield* request.body?.values({ preventCancel: true }) ?? []
  } catch (cause) {
    throw new ApiError('malformed', { cause })
  }
}

/** Counts the fields first, because the parser's time grows with their number. */
async function parseForm(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)
  const separator = multipart.test(type) ? `--${boundary?.[1] ?? boundary?.[2] ?? ''}` : '&'
  if (hasMore(bytes, separator, MAX_FIELDS)) throw tooManyFields()
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  } catch (cause) {
    throw new ApiError('malformed', { cause })
  }
}

function hasMore(bytes: Uint8Array<ArrayBuffer>, separator: string, most: number): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let found = 0
  for (
    let at = buffer.indexOf(separator);
    at !== -1;
    at = buffer.indexOf(separator, at + separator.length)
  ) {
    found += 1
    if (found > most) return true
  }
  return false
}

/**
 * Repeated names become a list, files are left out. Names like `__proto__` are safe: each becomes
 * an own property.
 */
export function fieldsOf(
  entries: Iterable<[string, FormDataEntryValue]>,
): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>()
  let count = 0
  for (const [name, value] of entries) {
    count += 1
    if (count > MAX_FIELDS) throw tooManyFields()
    if (typeof value !== 'string') continue
    const before = fields.get(name)
    if (before === undefined) fields.set(name, value)
    else if (typeof before === 'string') fields.set(name, [before, value])
    else before.push(value)
  }
  return Object.fromEntries(fields)
}

function tooManyFields(): ApiError {
  return new ApiError(
    'tooLarge',
    'That form has more fields than any of ours. Please go back and try again.',
  )
}

function typeOf(request: Request): string {
  return request.headers.get('Content-Type') ?? ''
}
