import type { Door } from '../../api/door.ts'
import type { Services } from '../../api/services.server.ts'
import { signedViewer } from './addresses.server.ts'
import { maySeeOriginal, mayStillSee, photoByKey, photoByOriginal } from './media.sql.ts'
import { readFileName, readOriginalName } from './photos.ts'

/** Headers of every media response: browsers must treat it as an image of our own pages only. */
export const ALWAYS = {
  'Cross-Origin-Resource-Policy': 'same-site',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
}
const PUBLIC = 'public, max-age=31536000, immutable'
export const PRIVATE = 'private, no-store'

/** The random 128-bit key protects public photos; other URLs name the viewer, whose access is checked again. */
export async function serveMedia(services: Services, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD') return nothing()
  const original = readOriginalName(pathname.slice(1))
  if (original !== null) return serveOriginal(services, request, original)
  const name = readFileName(pathname.slice(1))
  if (name === null) return nothing()
  const photo = await photoByKey(services.db, name.key)
  if (photo === null) return nothing()
  const isPublic = photo.isApproved && !photo.isPrivate && !photo.isPaused
  if (!isPublic) {
    const viewer = signedViewer(name.key, searchParams, services.settings.sessionSecret, services.clock.now())
    if (viewer === null || !(await mayStillSee(services.db, viewer, photo))) return nothing()
  }
  const headers = new Headers({ ...ALWAYS, 'Content-Type': `image/${name.format}`, 'Cache-Control': isPublic ? PUBLIC : PRIVATE })
  if (isPublic) {
    headers.set('ETag', `"${pathname.slice(1)}"`)
    if (request.headers.get('If-None-Match') === headers.get('ETag')) return new Response(null, { status: 304, headers })
  }
  return fileAt(services, request, headers)
}

async function serveOriginal(services: Services, request: Request, key: string): Promise<Response> {
  const photo = await photoByOriginal(services.db, key)
  const viewer = signedViewer(key, new URL(request.url).searchParams, services.settings.sessionSecret, services.clock.now())
  if (photo === null || viewer === null || !(await maySeeOriginal(services.db, viewer, photo))) return nothing()
  return fileAt(services, request, new Headers({ ...ALWAYS, 'Content-Type': 'image/jpeg', 'Cache-Control': PRIVATE }))
}

async function fileAt(services: Services, request: Request, headers: Headers): Promise<Response> {
  const bytes = await services.photoFiles.read(new URL(request.url).pathname.slice(1))
  if (bytes === null) return nothing()
  headers.set('Content-Length', String(bytes.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}

export const mediaDoor: Door = { role: 'media', isAt: () => true, open: (services, { request }) => serveMedia(services, request) }

export function nothing(): Response {
  return new Response('Not found\n', { status: 404, headers: { ...ALWAYS, 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })
}
