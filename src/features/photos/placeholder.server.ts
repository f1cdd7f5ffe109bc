import { crc32, deflateSync } from 'node:zlib'
import { thumbHashToRGBA } from 'thumbhash'

/** Longest side of a placeholder; a browser smooths the rest. */
const SIDE = 8
const MOST_KEPT = 10_000
const made = new Map<string, string>()

/**
 * A thumbhash (base64) as a `data:` image of about 300 characters, so that a page shows something of each
 * photo without a script and without a request.
 */
export function placeholderOf(thumbhash: string): string {
  const known = made.get(thumbhash)
  if (known !== undefined) return known
  if (made.size >= MOST_KEPT) made.clear()
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'))
  const scale = SIDE / Math.max(w, h)
  const width = Math.max(1, Math.round(w * scale))
  const height = Math.max(1, Math.round(h * scale))
  const url = `data:image/png;base64,${png(width, height, (x, y) => {
    const at = (Math.floor(((y + 0.5) * h) / height) * w + Math.floor(((x + 0.5) * w) / width)) * 4
    return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
  }).toString('base64')}`
  made.set(thumbhash, url)
  return url
}

/** The smallest PNG there is: one header, one block of pixels. */
function png(width: number, height: number, colourAt: (x: number, y: number) => readonly number[]): Buffer {
  const rows: number[] = []
  for (let y = 0; y < height; y += 1) {
    rows.push(0)
    for (let x = 0; x < width; x += 1) rows.push(...colourAt(x, y))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.from(rows), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
