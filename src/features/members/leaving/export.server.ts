import { type Handler, handle } from '#api/call.server.ts'
import type { Door } from '#api/door.ts'
import { ApiError } from '#api/errors.ts'
import { memberOf } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { sessionToken } from '#api/session-cookie.server.ts'
import { assertProof } from '#core/accounts/passkeys/proof.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { sign, verify } from '#lib/signature.server.ts'
import { type Host, originOf } from '#sites/hosts.ts'
import { withoutIndex } from '#sites/routes.ts'
import { EXPORT_FILE, EXPORT_FRESH, EXPORT_JOB, EXPORT_KEPT, NO_EXPORT } from './export-file.ts'
import { askExport, type ExportState, getExport } from './export.contract.ts'
import {
  giveExportTo,
  insertExport,
  newestExport,
  partWith,
  readPart,
  readyExport,
} from './exports.sql.ts'
import { COPY_SECTION } from './reasons.ts'

const ADDRESS_LIFE = 10 * MINUTE

type Asker = { id: number; sessionId: number }

/** The newest copy; its address is for the session in which somebody proved who they are. */
export async function stateOfExport(
  { db, settings, address }: Services,
  host: Host,
  member: Asker,
  at: Date,
): Promise<ExportState> {
  const found = await newestExport(db, member.id)
  if (!found) return NO_EXPORT
  const { id, sessionId, done, total, bytes, readyAt, failedAt } = found
  if (failedAt) return { ...NO_EXPORT, state: 'failed' }
  if (!readyAt) return { ...NO_EXPORT, state: 'running', done, total }
  const until = later(readyAt, EXPORT_KEPT)
  if (until <= at) return NO_EXPORT
  const ready = { state: 'ready' as const, done: total, total, bytes, until: until.toISOString() }
  if (sessionId !== member.sessionId) return { ...ready, download: null }
  const copy = sign(
    { export: id, account: member.id, until: later(at, ADDRESS_LIFE).toISOString() },
    settings.sessionSecret,
  )
  const download = `${originOf('api', host, address)}${EXPORT_FILE}?copy=${copy}`
  return { ...ready, download }
}

const askHandler = handle(askExport, async (call) => {
  const { body, scope, services, host, at } = call
  const { db } = services
  const { member } = scope
  await assertProof(call, body)
  const newest = await newestExport(db, member.id)
  const isAnothers = newest?.sessionId !== member.sessionId
  // Another session's copy that is still there is what was asked for, now that somebody has proved
  // who they are.
  const isThere =
    newest?.readyAt != null && newest.readyAt > later(at, isAnothers ? -EXPORT_KEPT : -EXPORT_FRESH)
  const isNew =
    !isThere && (await insertExport(db, { accountId: member.id, brand: scope.brand.id, at }))
  await giveExportTo(db, member)
  if (isNew) await wake(db, EXPORT_JOB)
  return { isNew, export: await stateOfExport(services, host, member, at) }
})

const showHandler = handle(getExport, async ({ scope, services, host, at }) => ({
  export: await stateOfExport(services, host, scope.member, at),
}))

export const exportHandlers: Handler[] = [askHandler, showHandler]

/**
 * Sends the file to the session that asked for it; everybody else is led to the settings, which ask
 * to sign in.
 */
export const exportDoor: Door = {
  name: 'data copy',
  role: 'api',
  isAt: (path) => withoutIndex(path) === EXPORT_FILE,
  open: sendFile,
}

async function sendFile(
  services: Services,
  { request, url, host }: { request: Request; url: URL; host: Host },
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new ApiError('methodNotAllowed', { headers: { Allow: 'GET, HEAD' } })
  const { db, settings, address, clock } = services
  const at = clock.now()
  const token = sessionToken(request.headers.get('Cookie'), settings.production)
  const member = token === null ? null : await memberOf(services, token, host.brand, at)
  const id = exportOf(
    url.searchParams.get('copy') ?? '',
    settings.sessionSecret,
    member?.id ?? null,
    at,
  )
  const found = id === null || !member ? undefined : await readyExport(db, id, member)
  const isKept = found !== undefined && later(found.readyAt, EXPORT_KEPT) > at
  const range = found === undefined ? null : rangeOf(request, tagOf(id), found.bytes)
  const from = range === null || range === 'none' ? 0 : range.from
  // Before the answer begins: what fails after that can no longer be said in it.
  const begin = id !== null && isKept ? await partWith(db, id, from) : null
  const first = id !== null && begin ? await readPart(db, id, begin.part) : null
  if (id === null || !found || !begin || first === null) {
    return new Response(null, {
      status: 303,
      headers: {
        Location: originOf('pages', host, address) + COPY_SECTION,
        'Cache-Control': 'no-store',
      },
    })
  }
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="my-data.zip"',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ETag: tagOf(id),
  }
  if (range === 'none')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${found.bytes}` },
    })
  const to = range?.to ?? found.bytes - 1
  const length = {
    'Content-Length': String(to - from + 1),
    ...(range ? { 'Content-Range': `bytes ${from}-${to}/${found.bytes}` } : {}),
  }
  const body =
    request.method === 'HEAD'
      ? null
      : fileOf(services, id, { ...begin, bytes: first }, { from, to })
  return new Response(body, { status: range ? 206 : 200, headers: { ...headers, ...length } })
}

/** A copy never changes: a new one has another id. */
const tagOf = (id: number | null) => `"copy-${id}"`

type Range = { from: number; to: number }

/**
 * The one range that is asked for (RFC 9110, section 14): null sends the whole, as for several, for
 * other units, or where the copy is not the one that a download began with; `none` where there is
 * nothing of it.
 */
function rangeOf(request: Request, tag: string, bytes: number): Range | 'none' | null {
  const condition = request.headers.get('If-Range')
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('Range') ?? '') ?? []
  if (first + last === '' || request.method !== 'GET' || (condition !== null && condition !== tag))
    return null
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return from > to ? 'none' : { from, to }
}

/** The export that a signed address names, if it is for this account and not too old. */
function exportOf(copy: string, secret: string, accountId: number | null, at: Date): number | null {
  const named = verify(copy, secret) as {
    export?: unknown
    account?: unknown
    until?: unknown
  } | null
  if (named === null || typeof named.export !== 'number' || typeof named.until !== 'string')
    return null
  return named.account === accountId && new Date(named.until) > at ? named.export : null
}

/** Reads one part at a time, as fast as the client takes them. */
function fileOf(
  { db, log }: Services,
  id: number,
  first: { part: number; before: number; bytes: Uint8Array },
  { from, to }: Range,
): ReadableStream<Uint8Array> {
  let { part, before } = first
  let next: Uint8Array | null = first.bytes
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const whole = before > to ? null : (next ?? (await readPart(db, id, part).catch(fails)))
        const bytes = whole?.subarray(Math.max(0, from - before), to + 1 - before) ?? null
        next = null
        part += 1
        before += whole?.length ?? 0
        if (bytes === null) controller.close()
        else controller.enqueue(bytes)
      },
    },
    { highWaterMark: 0 },
  )
  function fails(error: unknown): never {
    log.error({ export: id, part, error }, 'a data copy was sent only in part')
    throw error
  }
}
