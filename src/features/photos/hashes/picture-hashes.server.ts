import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { lumaOf, PDQ_SIDE, pdqOf } from './pdq.ts'

export type PictureHashes = {
  /** Of the decoded pixels with their size. */
  sha256: Uint8Array
  pdq: Uint8Array
  /** 0 to 100; below 50 the perceptual hash says nothing. */
  quality: number
  /** Perceptual hashes of the picture turned and mirrored; asked with, never stored. */
  variants: readonly Uint8Array[]
}

type Pixels = { width: number; height: number; channels: 1 | 2 | 3 | 4; data: Uint8Array }

/** Scaled down by sharp in its own threads; what is left takes this one about ten milliseconds. */
export async function hashesOf({ width, height, channels, data }: Pixels): Promise<PictureHashes> {
  const { data: small, info } = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: PDQ_SIDE, height: PDQ_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { hash, ...more } = pdqOf(lumaOf(small, info.channels), info.width, info.height)
  return { sha256: createHash('sha256').update(`${width}x${height}x${channels}:`).update(data).digest(), pdq: hash, ...more }
}

/** Of a stored picture; null where it cannot be read. */
export async function hashesOfFile(bytes: Uint8Array): Promise<PictureHashes | null> {
  const decoded = await sharp(bytes, { failOn: 'none' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  return decoded && hashesOf({ data: decoded.data, width: decoded.info.width, height: decoded.info.height, channels: decoded.info.channels })
}
