import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { bitsIn, MIN_QUALITY, SAME_WITHIN } from '#members/photos/hashes/pdq.ts'
import { hashesOfFile } from '#members/photos/hashes/picture-hashes.server.ts'
import { createHashScan } from '#members/photos/hashes/scan.ts'

/**
 * Pictures and hashes that Meta publishes with its own implementation (facebook/ThreatExchange,
 * pdq/data).
 */
const published = {
  'bridge-1-original': 'f8f8f0cce0f4e84d0e370a22028f67f0b36e2ed596623e1d33e6339c4e9c9b22',
  'shrink-a-lot': 'd0f8f1ccc0f4a84d0a370a3a228f67f0b36e2ed5b6623e1d33e6339c4e9c9b22',
  q0122: 'cfb2009ddd21c6dab0846a7745b5984757a8a4535b3377aea2591d32b33ff840',
  q2821: 'b150231ffae4710ffcf4f18bb574b109a576f14bb8543189f8743289f174b109',
}
/** Within which another implementation counts as correct. */
const CORRECT_WITHIN = 10

const picture = (name: string) => readFile(new URL(`pictures/${name}.jpg`, import.meta.url))

/** Bits in which two hashes differ. */
const distanceOf = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((sum, byte, index) => sum + bitsIn(byte ^ (other[index] as number)), 0)

async function hashed(bytes: Uint8Array) {
  const hashes = await hashesOfFile(bytes)
  if (!hashes) throw new Error('the picture cannot be read')
  return hashes
}

test.each(Object.entries(published))('%s has the published hash', async (name, hex) => {
  const { pdq, quality } = await hashed(await picture(name))
  expect(quality).toBeGreaterThanOrEqual(80)
  expect(distanceOf(pdq, Buffer.from(hex, 'hex'))).toBeLessThanOrEqual(CORRECT_WITHIN)
})

test('a perceptual hash says of a picture with next to nothing in it that its hash is worth nothing', async () => {
  expect((await hashed(await picture('q0003'))).quality).toBeLessThan(MIN_QUALITY)
  const flat = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#888888' },
  })
    .png()
    .toBuffer()
  expect((await hashed(flat)).quality).toBe(0)
})

const changes = {
  'in other words of JPEG': (image: Sharp) => image.jpeg({ quality: 40 }),
  small: (image: Sharp) => image.resize(200),
  blurred: (image: Sharp) => image.blur(3),
  'with more contrast': (image: Sharp) => image.linear(1.4, -40),
  'without its edge of 2 per cent': (image: Sharp) =>
    image.extract({ left: 16, top: 10, width: 1568, height: 984 }),
}

test.each(Object.entries(changes))(
  'a perceptual hash knows a picture again, %s',
  async (_, change) => {
    const original = await hashed(await picture('bridge-1-original'))
    const changed = await hashed(await change(sharp(await picture('bridge-1-original'))).toBuffer())
    expect(distanceOf(original.pdq, changed.pdq)).toBeLessThanOrEqual(SAME_WITHIN)
  },
)

test('a search by hash finds a picture turned and mirrored, and no other', async () => {
  const original = await hashed(await picture('bridge-1-original'))
  const scan = createHashScan()
  scan.add(7, original.pdq)
  const ways = [0, 90, 180, 270].flatMap((angle) =>
    [false, true].map((mirrored) => ({ angle, mirrored })),
  )
  for (const { angle, mirrored } of ways) {
    const turned = await hashed(
      await sharp(await picture('bridge-1-original'))
        .rotate(angle)
        .flop(mirrored)
        .toBuffer(),
    )
    expect(scan.near(turned.variants)).toEqual([7])
    if (angle !== 0 || mirrored) expect(scan.near([turned.pdq])).toEqual([])
  }
  for (const name of ['q0122', 'q2821'])
    expect(scan.near((await hashed(await picture(name))).variants)).toEqual([])
})

test('a search by hash finds as a plain comparison does, beyond its first room and after forgetting', () => {
  let seed = 1
  const random = () => (seed = (seed * 16807) % 2147483647)
  const hashes = Array.from({ length: 3000 }, () =>
    Uint8Array.from({ length: 32 }, () => random() & 255),
  )
  const scan = createHashScan()
  for (const [id, hash] of hashes.entries()) scan.add(id, hash)
  const near = Uint8Array.from(hashes[2500] ?? [])
  // 31 bits apart, then 32.
  for (let bit = 0; bit < 31; bit += 1) near[bit] = (near[bit] ?? 0) ^ 1
  expect(scan.near([near])).toEqual([2500])
  near[31] = (near[31] ?? 0) ^ 1
  expect(scan.near([near])).toEqual([])
  scan.keep(2500)
  expect([scan.size, scan.near([hashes[2499] ?? near]), scan.near([hashes[2500] ?? near])]).toEqual(
    [2500, [2499], []],
  )
})
