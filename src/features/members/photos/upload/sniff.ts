export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif' | 'other'

export const NOT_A_PHOTO =
  'This file is not a photo that we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF.'
export const ANIMATED =
  'Moving pictures cannot be used here. Please choose a photo that stands still.'
export const HEIC =
  'This photo is a HEIC, which we cannot read. Please save it as a JPEG first; on an iPhone, share it and choose Options, Most Compatible.'

/**
 * What a file is by its bytes, whatever its name or the system calls it; `isAnimated` of a GIF
 * needs all of them.
 */
export function sniff(bytes: Uint8Array): { kind: PictureKind; isAnimated: boolean } {
  const kind = kindOf(bytes)
  return { kind, isAnimated: isAnimated(kind, bytes) }
}

function kindOf(bytes: Uint8Array): PictureKind {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 4) === 'WEBP') return 'webp'
  if (letters(bytes, 0, 4) === 'GIF8') return 'gif'
  if (letters(bytes, 4, 4) !== 'ftyp') return 'other'
  // ISO media files name the format in the major brand or a compatible brand.
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 128, bytes.length)
  const brands = [letters(bytes, 8, 4)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(letters(bytes, at, 4))
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)) ? 'heic' : 'other'
}

function isAnimated(kind: PictureKind, bytes: Uint8Array): boolean {
  switch (kind) {
    case 'webp':
      return letters(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
    case 'avif':
      return letters(bytes, 8, 4) === 'avis'
    case 'png':
      return hasChunkBeforePixels(bytes, 'acTL')
    case 'gif':
      return hasTwoFrames(bytes)
    default:
      return false
  }
}

/** GIF 89a, 17 to 26: after the header come blocks, of which each picture is one. */
function hasTwoFrames(bytes: Uint8Array): boolean {
  const tableAfter = (at: number) =>
    (bytes[at] ?? 0) & 0x80 ? 3 * 2 ** (((bytes[at] ?? 0) & 7) + 1) : 0
  let frames = 0
  for (let at = 13 + tableAfter(10); at < bytes.length;) {
    const block = bytes[at]
    if (block === 0x2c) {
      if ((frames += 1) === 2) return true
      at += 11 + tableAfter(at + 9)
    } else if (block === 0x21) at += 2
    else return false
    // Pieces of data, each after its length, up to an empty one.
    while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0)
    at += 1
  }
  return false
}

function hasChunkBeforePixels(bytes: Uint8Array, name: string): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const chunk = letters(bytes, at + 4, 4)
    if (chunk === name) return true
    if (chunk === 'IDAT') return false
  }
  return false
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

function letters(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length))
}
