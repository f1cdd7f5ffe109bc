import { type Size } from '#core/people/pictures/pictures.ts'
import { MIN_PIXELS } from '../photos.ts'

/** A part of a picture as fractions of its width and height, from the top left corner. */
export type Crop = { x: number; y: number; width: number; height: number }
/** Quarter turns clockwise. */
export type Turns = 0 | 1 | 2 | 3

/**
 * What is shown of an original: first turned, then cropped; null for all of it. `card` is the part
 * shown on cards.
 */
export type Edit = { turns: Turns; crop: Crop | null; card: Crop | null }

export const unedited: Edit = { turns: 0, crop: null, card: null }

/** The shape of cards and lists; see `.avatar-fill`. */
export const CARD_RATIO = 4 / 5

export function turned({ width, height }: Size, turns: Turns): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The same part after `turns` further quarter turns of the picture. */
export function turnedCrop(crop: Crop | null, turns: Turns): Crop | null {
  if (crop === null) return null
  let { x, y, width, height } = crop
  for (let turn = 0; turn < turns; turn += 1)
    [x, y, width, height] = [1 - y - height, x, height, width]
  return { x, y, width, height }
}

/** The same part on the picture before it was turned. */
export function uprightCrop(crop: Crop | null, turns: Turns): Crop | null {
  return turnedCrop(crop, ((4 - turns) % 4) as Turns)
}

export function pixelsOf(
  crop: Crop | null,
  { width, height }: Size,
): Size & { left: number; top: number } {
  if (crop === null) return { left: 0, top: 0, width, height }
  const left = Math.min(width - 1, Math.round(crop.x * width))
  const top = Math.min(height - 1, Math.round(crop.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  }
}

export function isTooSmall(crop: Crop | null, size: Size): boolean {
  const { width, height } = pixelsOf(crop, size)
  return Math.min(width, height) < Math.min(MIN_PIXELS, size.width, size.height)
}

const ROUNDING = 0.002

/** Whether `inner` shows nothing that `outer` does not show. */
export function holds(outer: Crop | null, inner: Crop | null): boolean {
  if (outer === null) return true
  const { x, y, width, height } = inner ?? { x: 0, y: 0, width: 1, height: 1 }
  return (
    x >= outer.x - ROUNDING &&
    y >= outer.y - ROUNDING &&
    x + width <= outer.x + outer.width + ROUNDING &&
    y + height <= outer.y + outer.height + ROUNDING
  )
}

export function isSameCrop(a: Crop | null, b: Crop | null): boolean {
  return (
    a === b ||
    (a !== null &&
      b !== null &&
      a.x === b.x &&
      a.y === b.y &&
      a.width === b.width &&
      a.height === b.height)
  )
}
