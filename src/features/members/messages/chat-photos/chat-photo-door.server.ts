import type { Door } from '#api/door.ts'
import { ALWAYS, nothing } from '#api/media-answers.ts'
import type { Services } from '#api/services.server.ts'
import { fileFor } from '#members/photos/files/media.server.ts'
import type { Brand } from '#sites/site.ts'
import { maySeeChatPhoto } from './chat-photo-files.sql.ts'
import { readChatPhotoName } from './chat-photos.ts'

/** The files of photos in chats, at the media host: as those of voice messages. */
export const chatPhotoDoor: Door = {
  name: 'photos in chats',
  role: 'media',
  isAt: (path) => readChatPhotoName(path.slice(1)) !== null,
  open: (services, { request, host }) => serveChatPhoto(services, request, host.brand),
}

/** A browser keeps it, and asks each time whether it may show it still. */
const ASKED_EACH_TIME = 'private, no-cache'

async function serveChatPhoto(
  services: Services,
  request: Request,
  brand: Brand,
): Promise<Response> {
  const name = await fileFor(services, request, brand, readChatPhotoName, maySeeChatPhoto)
  if (name === null) return nothing()
  const headers = new Headers({
    ...ALWAYS,
    'Content-Type': 'image/webp',
    'Cache-Control': ASKED_EACH_TIME,
    ETag: `"${name}"`,
  })
  if (request.headers.get('If-None-Match') === headers.get('ETag'))
    return new Response(null, { status: 304, headers })
  const bytes = await services.photoFiles.read(name)
  if (bytes === null) return nothing()
  headers.set('Content-Length', String(bytes.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}
