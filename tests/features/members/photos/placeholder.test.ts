import sharp from 'sharp'
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { expect, test } from 'vitest'
import { placeholderOf } from '#members/photos/files/placeholder.server.ts'
import { thumbhashPixels } from '#members/photos/files/thumbhash-pixels.ts'
import { aPhoto } from '#tests/support/photos.ts'

async function hashOf(width: number, height: number, colour: string): Promise<Uint8Array> {
  const { data, info } = await sharp(
    await aPhoto({ width: width * 10, height: height * 10, colour }),
  )
    .resize({ width, height })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return rgbaToThumbHash(info.width, info.height, data)
}

test.each([
  [75, 100, '#b5654a'],
  [100, 60, '#2a6f4a'],
  [100, 100, '#101010'],
  [30, 90, '#fafafa'],
])(
  'the pixels of a %i by %i picture are those of the thumbhash package',
  async (width, height, colour) => {
    const hash = await hashOf(width, height, colour)
    const theirs = thumbHashToRGBA(hash)
    const ours = thumbhashPixels(hash, 32)
    expect([ours.width, ours.height]).toEqual([theirs.w, theirs.h])
    for (let pixel = 0; pixel < theirs.w * theirs.h; pixel += 1) {
      for (let part = 0; part < 3; part += 1) {
        expect(
          Math.abs((ours.rgb[pixel * 3 + part] ?? 0) - (theirs.rgba[pixel * 4 + part] ?? 0)),
        ).toBeLessThanOrEqual(1)
      }
    }
  },
)

test('a placeholder is a picture that every browser reads, and short', async () => {
  const url = placeholderOf(Buffer.from(await hashOf(75, 100, '#b5654a')).toString('base64'))
  expect(url.length).toBeLessThan(450)
  const bmp = Buffer.from(url.replace('data:image/bmp;base64,', ''), 'base64')
  expect([
    bmp.toString('latin1', 0, 2),
    bmp.readUInt32LE(2),
    bmp.readUInt32LE(18),
    bmp.readUInt32LE(22),
  ]).toEqual(['BM', bmp.length, 6, 8])
  // The upper left of the photo is blue, the lower right is not.
  const [firstRow, lastRow] = [54 + 7 * 20, 54]
  expect(bmp[firstRow] ?? 0).toBeGreaterThan(bmp[firstRow + 2] ?? 0)
  expect(bmp[lastRow + 15] ?? 0).toBeLessThan(bmp[lastRow + 17] ?? 0)
})
