import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { lumaOf, PDQ_SIDE, pdqOf } from './pdq.ts'
import type { PictureHashes, Pixels } from './picture-hashes.server.ts'

/** Sharp has threads for the smaller picture; the rest takes this one hundredths of a second. */
export async function hashPixels({
  width,
  height,
  channels,
  data,
}: Pixels): Promise<PictureHashes> {
  const { data: small, info } = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: PDQ_SIDE, height: PDQ_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { hash, ...more } = pdqOf(lumaOf(small, info.channels), info.width, info.height)
  return {
    sha256: createHash('sha256').update(`${width}x${height}x${channels}:`).update(data).digest(),
    pdq: hash,
    ...more,
  }
}

export async function hashFile(bytes: Uint8Array): Promise<PictureHashes | null> {
  const decoded = await sharp(bytes, { failOn: 'none' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(asUndecodable)
  return (
    decoded &&
    hashPixels({
      data: decoded.data,
      width: decoded.info.width,
      height: decoded.info.height,
      channels: decoded.info.channels,
    })
  )
}

/** Nothing to compare, and who calls says what follows; where memory was missing, try again. */
function asUndecodable(error: Error): null {
  if (error.message.includes('out of memory')) throw error
  return null
}
