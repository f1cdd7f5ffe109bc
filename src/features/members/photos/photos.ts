import {
  fileName,
  type FileName,
  type Format,
  FORMATS,
  type Size,
  type Width,
  WIDTHS,
  widthsOf,
} from '#core/people/pictures/pictures.ts'

export const MAX_PHOTOS = 20
export const MAX_BYTES = 15 * 1024 * 1024
export const MIN_PIXELS = 120
export const MAX_DESCRIPTION = 300

/** The `accept` value of file inputs. HEIC is left out so that iOS converts photos to JPEG. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** What is made of a photo of this size, in the order in which it is written. */
export function renditionsOf(size: Size): Array<Pick<FileName, 'width' | 'format'>> {
  return widthsOf(size).flatMap((width) => FORMATS.map((format) => ({ width, format })))
}

/**
 * Whether a file is made at upload: what staff and the owner look at before the decision. The
 * others take more than half of the processor time, and are made once the photo is approved.
 */
export function isMadeFirst({ width, format }: Pick<FileName, 'width' | 'format'>): boolean {
  return format === 'webp' && width !== 1280
}

/** The files that can be shown in the place of one that is missing, the best first. */
export function standInsFor({ key, width }: FileName): FileName[] {
  return WIDTHS.filter((one) => one <= width)
    .toReversed()
    .map((one) => ({ key, width: one, format: 'webp' }))
}

type Stored = Size & { key: string }

export function largestName({ key, ...size }: Stored): string {
  return fileName({ key, width: widthsOf(size).at(-1) ?? 320, format: 'webp' })
}

/** The name of the file in which staff look at a photo: 720 pixels wide, as far as the photo is. */
export function nameForStaff({ key, ...size }: Stored): string {
  return fileName({ key, width: widthsOf(size).includes(720) ? 720 : 320, format: 'webp' })
}

function renditionNames(key: string): string[] {
  return WIDTHS.flatMap((width) => FORMATS.map((format) => fileName({ key, width, format })))
}

/**
 * The largest box of an original. Phones take photos about twice as wide, which a JPEG's decoder
 * halves cheaply.
 */
export const ORIGINAL_WIDTH = 2000

/**
 * What a photo is cropped and turned from: as uploaded, but without metadata, and seen by its owner
 * and staff alone.
 */
export function originalName(key: string): string {
  return `${key}-original.jpg`
}

export function readOriginalName(name: string): string | null {
  return /^([a-z0-9]{32})-original\.jpg$/.exec(name)?.[1] ?? null
}

/** The key in a file's name, or null if it has none, as that of an interrupted write. */
export function keyOf(name: string): string | null {
  return readFileName(name)?.key ?? readOriginalName(name)
}

type Keys = { key: string; card_key: string | null; original_key: string | null }

export function namesOf({ key, card_key, original_key }: Keys): string[] {
  return [
    ...renditionNames(key),
    ...(card_key === null ? [] : renditionNames(card_key)),
    ...(original_key === null ? [] : [originalName(original_key)]),
  ]
}

const CARD = 'card-'

/**
 * Renditions of the part on cards have keys of their own kind, so that a file is found by one
 * index.
 */
export function cardKey(key: string): string {
  return CARD + key
}

export function isCardKey(key: string): boolean {
  return key.startsWith(CARD)
}

export function readFileName(name: string): FileName | null {
  const parts = /^([a-z0-9-]{8,64})-(320|720|1280)\.(avif|webp)$/.exec(name)
  return (
    parts && {
      key: parts[1] as string,
      width: Number(parts[2]) as Width,
      format: parts[3] as Format,
    }
  )
}
