import type { Door } from '#api/door.ts'
import { ALWAYS, nothing } from '#api/media-answers.ts'
import type { Services } from '#api/services.server.ts'
import { fileFor, PRIVATE } from '#members/photos/files/media.server.ts'
import type { Brand } from '#sites/site.ts'
import { mayHear } from './recordings.sql.ts'
import { readRecordingName } from './recordings.ts'

/**
 * The sound of a voice message, at the media host: its address names the viewer, who is asked for
 * again.
 */
export const recordingDoor: Door = {
  name: 'voice messages',
  role: 'media',
  isAt: (path) => readRecordingName(path.slice(1)) !== null,
  open: (services, { request, host }) => serveRecording(services, request, host.brand),
}

async function serveRecording(
  services: Services,
  request: Request,
  brand: Brand,
): Promise<Response> {
  const name = await fileFor(services, request, brand, readRecordingName, mayHear)
  if (name === null) return nothing()
  const bytes = await services.photoFiles.read(name)
  if (bytes === null) return nothing()
  return partOf(
    bytes,
    request,
    new Headers({
      ...ALWAYS,
      'Content-Type': 'audio/mpeg',
      'Cache-Control': PRIVATE,
      'Accept-Ranges': 'bytes',
    }),
  )
}

/** Safari plays nothing from a server that does not answer ranges (RFC 9110, 14). */
function partOf(bytes: Uint8Array, request: Request, headers: Headers): Response {
  const { length } = bytes
  const isHead = request.method === 'HEAD'
  const [, from = '', to = ''] =
    /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('Range') ?? '') ?? []
  if (from === '' && to === '') {
    headers.set('Content-Length', String(length))
    return new Response(isHead ? null : new Uint8Array(bytes), { headers })
  }
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(length - 1, Number(to))
  if (first > last) {
    headers.set('Content-Range', `bytes */${length}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('Content-Range', `bytes ${first}-${last}/${length}`)
  headers.set('Content-Length', String(last - first + 1))
  return new Response(isHead ? null : new Uint8Array(bytes.subarray(first, last + 1)), {
    status: 206,
    headers,
  })
}
