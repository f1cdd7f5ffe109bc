import type { Door } from '#api/door.ts'
import { ALWAYS, nothing } from '#api/media-answers.ts'
import type { Services } from '#api/services.server.ts'
import { DAY, SECOND } from '#lib/clock.ts'
import { type Host, originOf } from '#sites/hosts.ts'
import { brandPicturesById, brandPicturesThatExist } from './brand-pictures.sql.ts'
import { brandPictureName, brandPicturePath, readBrandPicturePath } from './brand-pictures.ts'

/** What an address shows never changes; a picture that is removed is kept nowhere for longer. */
const KEPT = `public, max-age=${(30 * DAY) / SECOND}, immutable`

/** Pictures that publishers put, for anybody who knows the address, on every media host. */
export const brandPictureDoor: Door = {
  name: 'pictures of brands',
  role: 'media',
  isAt: (path) => path.startsWith('/pictures/'),
  open: showPicture,
}

async function showPicture(
  { db, photoFiles }: Services,
  { request, url }: { request: Request; url: URL },
): Promise<Response> {
  const key = readBrandPicturePath(url.pathname)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (key === null || !isRead || !(await brandPicturesThatExist(db, [key])).has(key))
    return nothing()
  const kept = { ...ALWAYS, 'Cache-Control': KEPT, ETag: `"${key}"` }
  if (request.headers.get('If-None-Match') === kept.ETag)
    return new Response(null, { status: 304, headers: kept })
  const bytes = await photoFiles.read(brandPictureName(key))
  if (bytes === null) return nothing()
  const headers = {
    ...kept,
    'Content-Type': 'image/webp',
    'Content-Length': String(bytes.length),
  }
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}

/**
 * On a brand's own host, the way to the picture that has a number now: pages in memory name that,
 * and stay when another picture takes its place.
 */
export const pictureWayDoor: Door = {
  name: 'ways to pictures of brands',
  role: 'pages',
  isAt: (path) => NUMBERED.test(path),
  open: showWay,
}
const NUMBERED = /^\/pictures\/([1-9]\d{0,8})$/

async function showWay(
  { db, address }: Services,
  { request, url, host }: { request: Request; url: URL; host: Host },
): Promise<Response> {
  const id = Number(NUMBERED.exec(url.pathname)?.[1])
  if (request.method !== 'GET' && request.method !== 'HEAD') return nothing()
  const picture = (await brandPicturesById(db, [id])).get(id)
  if (!picture || (picture.brand !== null && picture.brand !== host.brand.id)) return nothing()
  return new Response(null, {
    status: 302,
    headers: {
      ...ALWAYS,
      Location: originOf('media', host, address) + brandPicturePath(picture.key),
      'Cache-Control': 'no-store',
    },
  })
}
