import sharp from 'sharp'
import type { PhotoFiles } from '../api/photo-files.ts'
import { type FileName, sizeAt } from '../features/core/people/pictures/pictures.ts'
import { readChatPhotoName } from '../features/members/messages/chat-photos/chat-photos.ts'
import { readViewOnceName } from '../features/members/messages/view-once/view-once.ts'
import { readFileName } from '../features/members/photos/photos.ts'
import { AVATAR_SIZE, drawAvatar, drawnOnceKey, isDrawn } from './avatars.ts'

/**
 * Demo photos are drawn on first request and cached, so that creating a network of any size draws
 * nothing.
 */
export function createDrawnFiles(inner: PhotoFiles): PhotoFiles {
  const drawing = new Map<string, Promise<Uint8Array>>()

  async function draw(name: string, file: FileName): Promise<Uint8Array> {
    const bytes = await inTurn(() => render(file))
    await inner.write(new Map([[name, bytes]]))
    return bytes
  }
  return {
    ...inner,
    async read(name) {
      const kept = await inner.read(name)
      const file = readFileName(name) ?? sentOnly(name)
      if (kept !== null || file === null || !isDrawn(file.key)) return kept
      const known = drawing.get(name)
      if (known) return known
      const made = draw(name, file).finally(() => drawing.delete(name))
      drawing.set(name, made)
      return made
    },
  }
}

/** One that was sent, for one view or in a chat, which no profile has. */
function sentOnly(name: string): FileName | null {
  const key = readViewOnceName(name) ?? readChatPhotoName(name)
  const drawn = key === null ? null : drawnOnceKey(key)
  return drawn === null ? null : { key: drawn, width: 1280, format: 'webp' }
}

async function render({ key, width, format }: FileName): Promise<Uint8Array> {
  const size = sizeAt(AVATAR_SIZE, width)
  // The drawing is 400 units wide; this density makes librsvg render it at the requested width.
  const image = sharp(Buffer.from(drawAvatar(key)), { density: (72 * size.width) / 400 }).resize({
    ...size,
    fit: 'fill',
  })
  return format === 'avif'
    ? image.avif({ quality: 60, effort: 1 }).toBuffer()
    : image.webp({ quality: 82, effort: 2 }).toBuffer()
}

const AT_ONCE = 2
let working = 0
const waiting: Array<() => void> = []

/**
 * Limits concurrency: a search page requests dozens of photos at once, and rendering must leave CPU
 * time for the server.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else working += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
}
