import type { Door } from '#api/door.ts'
import { ALWAYS, nothing } from '#api/media-answers.ts'
import { memberOf } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { sessionToken } from '#api/session-cookie.server.ts'
import type { Db } from '#db/connection.server.ts'
import type { Brand } from '#sites/site.ts'
import { readFileName, readOriginalName } from '../photos.ts'
import { isSignedFor } from './addresses.server.ts'
import { maySee, maySeeOriginal, originalSeenBy, photoSeenBy } from './media.sql.ts'
import { readOrStandIn } from './stand-ins.server.ts'

/**
 * For an hour without asking, then asked for again: whoever was blocked meanwhile gets it no more.
 */
const KEPT = 'private, max-age=3600'
export const PRIVATE = 'private, no-store'

/**
 * Each address is signed for one viewer, and works in a session of that member on that brand alone.
 * Whether they may see the photo is asked again each time.
 */
export async function serveMedia(
  services: Services,
  request: Request,
  brand: Brand,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD') return nothing()
  const name = readFileName(pathname.slice(1))
  const original = readOriginalName(pathname.slice(1))
  const key = name?.key ?? original
  const viewer =
    key === null ? null : await viewerOfFile(services, { request, brand, key, query: searchParams })
  if (viewer === null) return nothing()
  if (original !== null) {
    const photo = await originalSeenBy(services.db, original, viewer)
    if (photo === null || !maySeeOriginal(photo, viewer)) return nothing()
    return fileAt(
      services,
      request,
      new Headers({ ...ALWAYS, 'Content-Type': 'image/jpeg', 'Cache-Control': PRIVATE }),
    )
  }
  const photo = name && (await photoSeenBy(services.db, name.key, viewer))
  if (name === null || photo === null || !maySee(photo, viewer)) return nothing()
  const isForAll = photo.isApproved && !photo.isPrivate && !photo.isShownToFew
  const headers = new Headers({
    ...ALWAYS,
    'Content-Type': `image/${name.format}`,
    'Cache-Control': isForAll ? KEPT : PRIVATE,
  })
  if (isForAll) {
    headers.set('ETag', `"${pathname.slice(1)}"`)
    if (request.headers.get('If-None-Match') === headers.get('ETag'))
      return new Response(null, { status: 304, headers })
  }
  return fileAt(services, request, headers)
}

export type FileViewer = { id: number; brand: string; at: Date }

/** The member of the session, if the address of the file was made for them on this brand. */
async function viewerOfFile(
  services: Services,
  {
    request,
    brand,
    key,
    query,
  }: { request: Request; brand: Brand; key: string; query: URLSearchParams },
): Promise<FileViewer | null> {
  const { production, sessionSecret: secret } = services.settings
  const token = sessionToken(request.headers.get('Cookie'), production)
  const at = services.clock.now()
  const member =
    token === null ? null : await memberOf(services, token, brand, at, { notesVisit: false })
  if (member === null || !isSignedFor({ id: member.id, brand: brand.id, at, secret }, key, query))
    return null
  return { id: member.id, brand: brand.id, at }
}

/** The name of a file that is asked for, if it was made for whoever asks and they may have it. */
export async function fileFor(
  services: Services,
  request: Request,
  brand: Brand,
  keyIn: (name: string) => string | null,
  may: (db: Db, viewer: FileViewer, key: string) => Promise<boolean>,
): Promise<string | null> {
  const { pathname, searchParams: query } = new URL(request.url)
  const name = pathname.slice(1)
  const key = keyIn(name)
  if (key === null || (request.method !== 'GET' && request.method !== 'HEAD')) return null
  const viewer = await viewerOfFile(services, { request, brand, key, query })
  return viewer !== null && (await may(services.db, viewer, key)) ? name : null
}

async function fileAt(services: Services, request: Request, headers: Headers): Promise<Response> {
  const asked = new URL(request.url).pathname.slice(1)
  const file = await readOrStandIn(services.photoFiles, asked)
  if (file === null) return nothing()
  const { name, bytes } = file
  if (name !== asked) {
    // Not kept: what it stands in for may be there in a second.
    headers.set('Content-Type', `image/${readFileName(name)?.format}`)
    headers.set('Cache-Control', PRIVATE)
    headers.delete('ETag')
  }
  headers.set('Content-Length', String(bytes.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}

export const mediaDoor: Door = {
  name: 'photos',
  role: 'media',
  isAt: () => true,
  open: (services, { request, host }) => serveMedia(services, request, host.brand),
}
