import { thumbhashPixels } from './thumbhash-pixels.ts'

/** Longest side of a placeholder in pixels; the browser smooths it when scaling up. */
const SIDE = 8
const MAX_KEPT = 10_000
const made = new Map<string, string>()

/** About 330 characters; placeholders then need neither script nor request. */
export function placeholderOf(thumbhash: string): string {
  const known = made.get(thumbhash)
  if (known !== undefined) return known
  if (made.size >= MAX_KEPT) made.clear()
  const url = `data:image/bmp;base64,${bmp(thumbhashPixels(Buffer.from(thumbhash, 'base64'), SIDE)).toString('base64')}`
  made.set(thumbhash, url)
  return url
}

const HEADER = 54

/**
 * Encodes a BMP instead of a PNG: for 64 pixels, initializing the compressor would take most of the
 * time.
 */
function bmp({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(HEADER + row * height)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(HEADER, 10)
  file.writeUInt32LE(40, 14)
  file.writeUInt32LE(width, 18)
  file.writeUInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [(y * width + x) * 3, HEADER + (height - 1 - y) * row + x * 3]
      for (let part = 0; part < 3; part += 1) file[to + part] = rgb[from + 2 - part] ?? 0
    }
  }
  return file
}
