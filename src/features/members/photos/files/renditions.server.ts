import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { createConcurrencyLimit } from '#api/concurrency-limit.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import {
  fileName,
  type Format,
  type Size,
  sizeAt,
  type Width,
  WIDTHS,
} from '#core/people/pictures/pictures.ts'
import {
  CARD_RATIO,
  type Crop,
  type Edit,
  isTooSmall,
  pixelsOf,
  turned,
  unedited,
} from '../crop/crops.ts'
import { hashesOf, type PictureHashes } from '../hashes/picture-hashes.server.ts'
import { isMadeFirst, MIN_PIXELS, ORIGINAL_WIDTH, renditionsOf } from '../photos.ts'
import { ANIMATED, HEIC, NOT_A_PHOTO, type PictureKind, sniff } from '../upload/sniff.ts'

type File = { width: Width; format: Format; bytes: Uint8Array }

/**
 * With the files that are made first; `width` and `height` are those of the largest, which is made
 * later.
 */
export type Renditions = Size & { placeholder: string; files: File[] }

// Photos rarely repeat, so a cache of operations wastes memory; one thread per operation leaves a
// core for requests.
sharp.cache(false)
sharp.concurrency(1)

/**
 * For memory: JPEG is downscaled while decoding; PNG, WebP and GIF take 3 or 4 bytes per pixel,
 * AVIF 18 (measured).
 */
const MAX_PIXELS: Partial<Record<PictureKind, number>> = {
  jpeg: 64e6,
  png: 24e6,
  webp: 24e6,
  avif: 8e6,
  heic: 8e6,
  gif: 24e6,
}
/**
 * For AVIF: a tiny file can hold many empty pixels. A photo of 8 megapixels has about 100 kB, and
 * at least 4 kB.
 */
const MAX_PIXELS_A_BYTE = 2000
const DECODED_AS: Partial<Record<PictureKind, string>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'heif',
  heic: 'heif',
  gif: 'gif',
}
const SECONDS = 8
const renderingLimit = createConcurrencyLimit({ atOnce: 2, mostWaiting: 20, retryAfter: 5 })
/** Concurrent and queued uploads per account, so that a few accounts cannot fill the queue. */
const MAX_PER_MEMBER = 2

/** Of what is shown to be read: a screen or a letter. */
const ATTACHED_WIDTH = 1600
const MIN_ATTACHED_PIXELS = 16
/**
 * Guests wait for one another, so that nobody without an account keeps members from their photos.
 */
const guestLimit = createConcurrencyLimit({ atOnce: 1, mostWaiting: 10, retryAfter: 5 })

const DAMAGED = 'This photo is damaged and cannot be read. Please choose another.'
const EMPTY = 'This picture has next to nothing in it for its size. Please choose a photo.'
const TOO_MANY_AT_ONCE =
  'Two of your photos are still being prepared. Please send the next one in a moment.'
const TOO_SMALL = `This photo is very small. Please choose one of at least ${MIN_PIXELS} pixels each way.`

const TOO_NARROW =
  'This picture is so long and narrow that little of it would be seen. Please choose a photo, or cut out the part that you want to show.'

const TOO_SMALL_PART = `This part of the photo is very small. Please choose one of at least ${MIN_PIXELS} pixels each way.`

/**
 * Throws ApiError `invalid` on the field `photo` with a readable message, or `busy` if the queue is
 * full or decoding takes too long.
 */
export async function makeRenditions(
  upload: Uint8Array,
  ownerId: number,
): Promise<Renditions & { original: Uint8Array; hashes: PictureHashes }> {
  const kind = photoKind(upload)
  return inTurn(ownerId, async () => {
    const whole = await decodeUpload(upload, kind)
    return {
      ...(await renderFirst(whole, unedited, null)),
      original: await encodeOriginal(whole),
      hashes: await hashesOf(whole),
    }
  })
}

/** One WebP of the largest width, nothing of the original in it; throws as `makeRenditions`. */
export async function renderOnce(
  upload: Uint8Array,
  ownerId: number,
): Promise<Size & { bytes: Uint8Array; hashes: PictureHashes }> {
  const kind = photoKind(upload)
  return inTurn(ownerId, async () => {
    const whole = await decodeUpload(upload, kind)
    const large = await part(whole, partOf(whole, unedited, null))
    return {
      width: large.width,
      height: large.height,
      bytes: await encode(pixels(large), 'webp'),
      hashes: await hashesOf(whole),
    }
  })
}

/** Pixels of the smaller file in a chat: twice as wide as it is shown there. */
const CHAT_WIDTH = 544

/** As `renderOnce`, with a smaller WebP beside the large one. */
export async function renderForChat(
  upload: Uint8Array,
  ownerId: number,
): Promise<Size & { large: Uint8Array; small: Uint8Array; hashes: PictureHashes }> {
  const kind = photoKind(upload)
  return inTurn(ownerId, async () => {
    const whole = await decodeUpload(upload, kind)
    const large = await part(whole, partOf(whole, unedited, null))
    const small = { ...sizeAt(large, CHAT_WIDTH), fit: 'fill' as const }
    return {
      width: large.width,
      height: large.height,
      large: await encode(pixels(large), 'webp'),
      small: await encode(pixels(large).resize(small), 'webp'),
      hashes: await hashesOf(whole),
    }
  })
}

/**
 * One WebP of a picture that is shown to be read, at most 1,600 pixels wide, nothing of the
 * original in it. `sender`: an account, or of a guest the address. Throws as `makeRenditions`.
 */
export async function renderAttached(
  upload: Uint8Array,
  sender: number | string,
): Promise<Size & { bytes: Uint8Array; hashes: PictureHashes }> {
  const kind = photoKind(upload)
  const make = async () => {
    const whole = await decode(upload, kind, MIN_ATTACHED_PIXELS)
    const { width, height } = sizeAt(whole, ATTACHED_WIDTH)
    const resized = pixels(whole).resize({ width, height, fit: 'fill' })
    return {
      width,
      height,
      bytes: await encode(resized, 'webp'),
      hashes: await hashesOf(whole),
    }
  }
  return ofOne(sender, () =>
    typeof sender === 'number'
      ? renderingLimit.run(make)
      : guestLimit.run(() => renderingLimit.run(make)),
  )
}

function photoKind(upload: Uint8Array): PictureKind {
  const { kind, isAnimated } = sniff(upload)
  if (isAnimated) throw fieldError('photo', ANIMATED)
  if (MAX_PIXELS[kind] === undefined) throw fieldError('photo', NOT_A_PHOTO)
  return kind
}

export type Parts = {
  photo: Renditions | null
  card: Renditions | null
  original: Uint8Array | null
}

/**
 * The renditions of an edit, of those parts that are asked for. `original` is an original, or a
 * photo's largest rendition, from which an original is then made.
 */
export async function editRenditions(
  source: Uint8Array,
  ownerId: number,
  edit: Edit,
  wants: { photo: boolean; card: boolean; original: boolean },
): Promise<Parts> {
  return inTurn(ownerId, async () => {
    const whole = await decode(source, sniff(source).kind)
    const size = turned(whole, edit.turns)
    if (isTooSmall(edit.crop, size)) throw fieldError('crop', TOO_SMALL_PART)
    if (isTooSmall(edit.card, size)) throw fieldError('card', TOO_SMALL_PART)
    return {
      photo: wants.photo ? await renderFirst(whole, edit, edit.crop) : null,
      card: wants.card && edit.card ? await renderFirst(whole, edit, edit.card, CARD_RATIO) : null,
      original: wants.original ? await encodeOriginal(whole) : null,
    }
  })
}

/**
 * The files of an edit that are made later, of those parts that are asked for. Throws `invalid` if
 * the original cannot be read, `busy` if not in time.
 */
export async function laterRenditions(
  original: Uint8Array,
  edit: Edit,
  wants: { photo: boolean; card: boolean },
): Promise<{ photo: File[]; card: File[] }> {
  const whole = await decode(original, sniff(original).kind)
  return {
    photo: wants.photo ? await renderLater(whole, edit, edit.crop) : [],
    card: wants.card && edit.card ? await renderLater(whole, edit, edit.card, CARD_RATIO) : [],
  }
}

/**
 * The largest WebP alone, of an original; in the queue of its owner, or in none. Throws as
 * `laterRenditions`.
 */
export async function largestRendition(
  original: Uint8Array,
  edit: Edit,
  ownerId: number | null,
): Promise<Uint8Array> {
  const make = async (): Promise<Uint8Array> => {
    const whole = await decode(original, sniff(original).kind)
    return encode(pixels(await part(whole, partOf(whole, edit, edit.crop))), 'webp')
  }
  return ownerId === null ? make() : inTurn(ownerId, make)
}

function inTurn<T>(ownerId: number, work: () => Promise<T>): Promise<T> {
  return ofOne(ownerId, () => renderingLimit.run(work))
}

const beingMade = new Map<number | string, number>()

async function ofOne<T>(ownerId: number | string, work: () => Promise<T>): Promise<T> {
  const before = beingMade.get(ownerId) ?? 0
  if (before >= MAX_PER_MEMBER)
    throw new ApiError('busy', { detail: TOO_MANY_AT_ONCE, headers: { 'Retry-After': '5' } })
  beingMade.set(ownerId, before + 1)
  try {
    return await work()
  } finally {
    const left = (beingMade.get(ownerId) ?? 1) - 1
    if (left === 0) beingMade.delete(ownerId)
    else beingMade.set(ownerId, left)
  }
}

/**
 * From pixels as large as the largest file that is made first: scaling the largest of all down
 * costs as much as encoding.
 */
async function renderFirst(
  whole: Pixels,
  edit: Edit,
  crop: Crop | null,
  ratio?: number,
): Promise<Renditions> {
  const wanted = partOf(whole, edit, crop, ratio)
  const wantedFiles = filesOf(wanted.size, true)
  const [first] = wantedFiles.toReversed()
  const source = await part(whole, { ...wanted, size: sizeAt(wanted.size, first?.width ?? 320) })
  return {
    ...wanted.size,
    placeholder: await thumbhash(source),
    files: await encodeAll(source, wanted.size, wantedFiles),
  }
}

async function renderLater(
  whole: Pixels,
  edit: Edit,
  crop: Crop | null,
  ratio?: number,
): Promise<File[]> {
  const wanted = partOf(whole, edit, crop, ratio)
  return encodeAll(await part(whole, wanted), wanted.size, filesOf(wanted.size, false))
}

function filesOf(size: Size, isFirst: boolean): Array<Omit<File, 'bytes'>> {
  return renditionsOf(size).filter((file) => isMadeFirst(file) === isFirst)
}

async function encodeAll(
  source: Pixels,
  largest: Size,
  wanted: ReadonlyArray<Omit<File, 'bytes'>>,
): Promise<File[]> {
  const files: File[] = []
  for (const { width, format } of wanted) {
    files.push({
      width,
      format,
      bytes: await encode(
        pixels(source).resize({ ...sizeAt(largest, width), fit: 'fill' }),
        format,
      ),
    })
  }
  return files
}

type Pixels = Size & { channels: 1 | 2 | 3 | 4; data: Uint8Array }

/** What is seen counts, not what was sent: a long picture is made narrow by its scale. */
async function decodeUpload(upload: Uint8Array, kind: PictureKind): Promise<Pixels> {
  const whole = await decode(upload, kind)
  const { size } = partOf(whole, unedited, null)
  if (Math.min(size.width, size.height) < MIN_PIXELS) throw fieldError('photo', TOO_NARROW)
  return whole
}

async function decode(upload: Uint8Array, kind: PictureKind, least = MIN_PIXELS): Promise<Pixels> {
  const options = { failOn: 'truncated', limitInputPixels: MAX_PIXELS[kind], pages: 1 } as const
  // Only the header is read first: an image of 65,000 by 65,000 pixels is refused before it is
  // decoded.
  const metadata = await sharp(upload, options).metadata().catch(unreadable(kind))
  if (metadata.format !== DECODED_AS[kind]) throw fieldError('photo', NOT_A_PHOTO)
  if ((metadata.pages ?? 1) > 1) throw fieldError('photo', ANIMATED)
  const { width, height } = metadata.autoOrient
  if (width * height > (MAX_PIXELS[kind] ?? 0)) throw fieldError('photo', tooManyPixels(kind))
  if (kind === 'avif' && width * height > upload.length * MAX_PIXELS_A_BYTE)
    throw fieldError('photo', EMPTY)
  if (Math.min(width, height) < least) throw fieldError('photo', TOO_SMALL)
  return sharp(upload, options)
    .autoOrient()
    .resize({ ...sizeAt({ width, height }, ORIGINAL_WIDTH), fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .then(pixelsIn, unreadable(kind))
}

function pixelsIn({
  data,
  info: { width, height, channels },
}: {
  data: Buffer
  info: OutputInfo
}): Pixels {
  return {
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
    width,
    height,
    channels,
  }
}

type Part = { turns: Edit['turns']; area: ReturnType<typeof pixelsOf>; size: Size }

/**
 * A part of a picture, and the size of its largest rendition; `ratio` corrects the rounding of a
 * crop to whole pixels.
 */
function partOf(whole: Size, { turns }: Edit, crop: Crop | null, ratio?: number): Part {
  const area = pixelsOf(crop, turned(whole, turns))
  const [largest] = WIDTHS.toReversed()
  return {
    turns,
    area,
    size: sizeAt(
      ratio === undefined ? area : { width: area.width, height: Math.round(area.width / ratio) },
      largest as Width,
    ),
  }
}

async function part(whole: Pixels, { turns, area, size }: Part): Promise<Pixels> {
  const upright =
    turns === 0
      ? whole
      : pixelsIn(
          await pixels(whole)
            .rotate(turns * 90)
            .raw()
            .toBuffer({ resolveWithObject: true }),
        )
  return pixelsIn(
    await pixels(upright)
      .extract(area)
      .resize({ ...size, fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
}

/**
 * Quality 90 without chroma subsampling: what is cropped is encoded once more. Codes that fit the
 * photo make the file an eighth smaller, for more than twice the time.
 */
async function encodeOriginal(whole: Pixels): Promise<Uint8Array> {
  return pixels(whole)
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer()
}

function pixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } }).timeout({ seconds: SECONDS })
}

/**
 * AVIF effort 1 takes half a second; effort 2 four times as long for the same size, effort 4 thirty
 * times for 10 % less.
 */
async function encode(image: Sharp, format: Format): Promise<Uint8Array> {
  const encoded =
    format === 'avif'
      ? image.avif({ quality: 52, effort: 1, chromaSubsampling: '4:2:0' })
      : image.webp({ quality: 76, effort: 2 })
  return encoded.toBuffer()
}

async function thumbhash(large: Pixels): Promise<string> {
  const { data, info } = await pixels(large)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

function unreadable(kind: PictureKind): (cause: Error) => never {
  return (cause) => {
    // The time that it took, not the file: another minute it may be read.
    if (cause.message.startsWith('timeout'))
      throw new ApiError('busy', { cause, headers: { 'Retry-After': '5' } })
    const sentence =
      kind === 'heic' ? HEIC : /pixel limit/.test(cause.message) ? tooManyPixels(kind) : DAMAGED
    throw new ApiError('invalid', { errors: [{ field: 'photo', message: sentence }], cause })
  }
}

function tooManyPixels(kind: PictureKind): string {
  return `This picture has too many pixels. Please choose one of up to ${(MAX_PIXELS[kind] ?? 0) / 1e6} megapixels.`
}

/** Under the names that the store has them by. */
export function storedAs(key: string, files: Renditions['files']): Array<[string, Uint8Array]> {
  return files.map(({ bytes, ...file }) => [fileName({ key, ...file }), bytes])
}

/** For `.catch`: null where a picture cannot be read. */
export function ifUnreadable(error: unknown): null {
  if (error instanceof ApiError && error.code === 'invalid') return null
  throw error
}
