import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember } from '#tests/support/cast.ts'
import { aPhoto, photoRows, storedFiles, upload, uploadForm } from '#tests/support/photos.ts'

withApp()
let member: CastMember
beforeAll(async () => {
  member = await alice(app)
})

const text = (words: string) => new TextEncoder().encode(words)
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** What the member reads about the upload; it must have left nothing. */
async function refusal(bytes: Uint8Array): Promise<string> {
  await app.db.deleteFrom('rate_limits').execute()
  const error = await upload(member, bytes).then(
    () => null,
    (cause: { errors?: Array<{ field: string; message: string }> }) => cause,
  )
  expect(error).toMatchObject({ code: 'invalid', errors: [{ field: 'photo' }] })
  expect(await photoRows(app, member.id)).toEqual([])
  expect(await storedFiles(app)).toEqual([])
  return error?.errors?.[0]?.message ?? ''
}

const NOT_A_PHOTO =
  'This file is not a photo that we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF.'
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="900" height="900"/></svg>'

test.each([
  ['an SVG', text(svg)],
  ['an SVG behind an XML declaration', text(`<?xml version="1.0"?>\n${svg}`)],
  ['a page', text('<!doctype html><script>alert(1)</script>')],
  ['a PDF', text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
  ['a ZIP', joined(new Uint8Array([0x50, 0x4b, 3, 4]), new Uint8Array(200))],
  ['a BMP', joined(text('BM'), new Uint8Array(200))],
  ['a TIFF', joined(new Uint8Array([0x49, 0x49, 0x2a, 0]), new Uint8Array(200))],
  ['a text', text('Dear diary')],
  ['nothing but noise', crypto.getRandomValues(new Uint8Array(5000))],
  ['one byte', new Uint8Array([0xff])],
])('%s is not a photo', async (_, bytes) => {
  expect(await refusal(bytes)).toBe(NOT_A_PHOTO)
})

test('a file that begins as something else is that, whatever photo it hides', async () => {
  const photo = await aPhoto()
  expect(await refusal(joined(text('%PDF-1.7\n'), photo))).toBe(NOT_A_PHOTO)
  expect(await refusal(joined(text('<script>alert(1)</script>'), photo))).toBe(NOT_A_PHOTO)
  expect(await refusal(joined(text('GIF89a=1;alert(1)//'), photo))).toMatch(/damaged/)
})

test('what hides in or behind a photo does not survive it', async () => {
  const photo = await aPhoto()
  const payload = text('<script>alert("polyglot")</script>PK\u0003\u0004')
  const comment = joined(new Uint8Array([0xff, 0xfe, 0, payload.length + 2]), payload)
  const polyglot = joined(photo.subarray(0, 2), comment, photo.subarray(2), payload)
  await upload(member, polyglot)
  for (const name of await storedFiles(app)) {
    expect(
      Buffer.from((await app.services.photoFiles.read(name)) ?? []).toString('latin1'),
    ).not.toMatch(/polyglot|<script|PK\u0003/)
  }
  await app.services.photoFiles.remove(await storedFiles(app))
  await app.db.deleteFrom('photos').execute()
})

test('a photo that breaks off, or whose inside is another’s, is damaged', async () => {
  const photo = await aPhoto()
  const png = await aPhoto({ format: 'png' })
  const avif = await aPhoto({ format: 'avif' })
  for (const broken of [
    photo.subarray(0, 400),
    png.subarray(0, png.length / 2),
    avif.subarray(0, 200),
    joined(png.subarray(0, 8), photo),
  ]) {
    expect(await refusal(broken)).toMatch(/damaged/)
  }
})

test.each([
  [200, 20_000],
  [20_000, 200],
  [1200, 20_000],
])('a picture of %i by %i would be too narrow to be seen', async (width, height) => {
  expect(await refusal(await aPhoto({ width, height }))).toMatch(/so long and narrow/)
})

test('a long picture of which enough is seen is taken, and so is a GIF that stands still', async () => {
  for (const photo of [await aPhoto({ width: 400, height: 6000 }), await aGif(1)]) {
    await upload(member, photo)
    const [row] = await photoRows(app, member.id)
    expect(Math.min(row?.width ?? 0, row?.height ?? 0)).toBeGreaterThanOrEqual(120)
    await app.services.photoFiles.remove(await storedFiles(app))
    await app.db.deleteFrom('photos').execute()
  }
})

test('an icon is too small', async () => {
  expect(await refusal(await aPhoto({ width: 64, height: 64 }))).toBe(
    'This photo is very small. Please choose one of at least 120 pixels each way.',
  )
})

test('an iPhone’s own format is named, with what to do', async () => {
  const heic = joined(
    new Uint8Array([0, 0, 0, 24]),
    text('ftypheic'),
    new Uint8Array(4),
    text('mif1heic'),
    new Uint8Array(400),
  )
  expect(await refusal(heic)).toContain('HEIC')
})

test('no file at all asks for one', async () => {
  const response = await member.request('/image/upload', {
    method: 'POST',
    body: uploadForm(new Uint8Array(), {}, ''),
  })
  expect(await response.json()).toMatchObject({
    errors: [{ field: 'photo', message: 'Please choose a photo.' }],
  })
})

test('more than 15 MB is too much', async () => {
  const response = await member.request('/image/upload', {
    method: 'POST',
    body: uploadForm(new Uint8Array(16 * 1024 * 1024)),
  })
  expect(response.status).toBe(413)
  expect(await refusal(joined(await aPhoto(), new Uint8Array(15 * 1024 * 1024)))).toBe(
    'Please choose a photo of up to 15 MB.',
  )
})

/** A PNG that says it is so large, and has a few bytes. */
function hugePng(side: number): Uint8Array {
  const chunk = (name: string, data: Uint8Array) => {
    const body = joined(text(name), data)
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return joined(frame.subarray(0, 4), body, frame.subarray(4))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return joined(
    signature,
    chunk('IHDR', header),
    chunk('IDAT', new Uint8Array(64)),
    chunk('IEND', new Uint8Array()),
  )
}

async function hugeJpeg(side: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await aPhoto())
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0, 0x00, 0x11, 0x08]))
  bytes.writeUInt16BE(side, frame + 5)
  bytes.writeUInt16BE(side, frame + 7)
  return new Uint8Array(bytes)
}

async function hugeAvif(side: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await aPhoto({ format: 'avif' }))
  const sizes = bytes.indexOf('ispe')
  bytes.writeUInt32BE(side, sizes + 8)
  bytes.writeUInt32BE(side, sizes + 12)
  return new Uint8Array(bytes)
}

/** A WebP of many frames, each the same few bytes. */
async function animatedWebp(frames: number): Promise<Uint8Array> {
  const still = new Uint8Array(
    await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c33' } })
      .webp()
      .toBuffer(),
  )
  const image = still.subarray(12)
  const chunk = (name: string, data: Uint8Array) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return joined(text(name), size, data, new Uint8Array(data.length % 2))
  }
  const side = [199, 0, 0]
  const frame = chunk(
    'ANMF',
    joined(new Uint8Array([0, 0, 0, 0, 0, 0, ...side, ...side, 10, 0, 0, 0]), image),
  )
  const body = joined(
    chunk('VP8X', new Uint8Array([2, 0, 0, 0, ...side, ...side])),
    chunk('ANIM', new Uint8Array(6)),
    ...Array<Uint8Array>(frames).fill(frame),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length + 4)
  return joined(text('RIFF'), size, text('WEBP'), body)
}

/** A GIF whose picture comes so often, and which says that it is so large. */
async function aGif(frames: number, side?: number): Promise<Uint8Array> {
  const still = Buffer.from(
    await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c33' } })
      .gif()
      .toBuffer(),
  )
  const from = 13 + ((still[10] ?? 0) & 0x80 ? 3 * 2 ** (((still[10] ?? 0) & 7) + 1) : 0)
  const picture = still.indexOf(0x2c, from)
  if (side !== undefined)
    for (const at of [6, 8, picture + 5, picture + 7]) still.writeUInt16LE(side, at)
  return joined(
    still.subarray(0, from),
    ...Array<Uint8Array>(frames).fill(still.subarray(from, -1)),
    new Uint8Array([0x3b]),
  )
}

function animatedPng(): Uint8Array {
  const png = hugePng(200)
  const control = joined(
    new Uint8Array([0, 0, 0, 8]),
    text('acTL'),
    new Uint8Array([0, 0, 0x27, 0x10, 0, 0, 0, 0, 0, 0, 0, 0]),
  )
  return joined(png.subarray(0, 33), control, png.subarray(33))
}

test.each([
  ['a PNG of 65,000 by 65,000 pixels', () => hugePng(65_000), /too many pixels/],
  ['a JPEG of 65,000 by 65,000 pixels', () => hugeJpeg(65_000), /too many pixels/],
  ['an AVIF of 65,000 by 65,000 pixels', () => hugeAvif(65_000), /too many pixels|damaged/],
  ['a WebP of 10,000 frames', () => animatedWebp(10_000), /Moving pictures/],
  ['a PNG of 10,000 frames', animatedPng, /Moving pictures/],
  ['a GIF of 10,000 frames', () => aGif(10_000), /Moving pictures/],
  ['a GIF of 65,000 by 65,000 pixels', () => aGif(1, 65_000), /too many pixels|damaged/],
] as const)(
  '%s is refused within a second of the processor and 100 MB',
  async (_, make, sentence) => {
    const bytes = await make()
    const before = process.memoryUsage().rss
    const began = process.cpuUsage()
    expect(await refusal(bytes)).toMatch(sentence)
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1000).toBeLessThan(1000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  },
)
