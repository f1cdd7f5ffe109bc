import type { Picture } from './pictures.contract.ts'

/**
 * Widths of stored renditions. Smaller photos are not enlarged and not stored twice at one size.
 */
export const WIDTHS = [320, 720, 1280] as const
/** Best compression first, because browsers use the first format that they support. */
export const FORMATS = ['avif', 'webp'] as const
export type Width = (typeof WIDTHS)[number]
export type Format = (typeof FORMATS)[number]

export type Size = { width: number; height: number }
export type FileName = { key: string; width: Width; format: Format }

const MAX_ASPECT = 1.5

/** Returns the size of a photo scaled down into the box of a width. */
export function sizeAt({ width, height }: Size, box: number): Size {
  const scale = Math.min(1, box / width, (box * MAX_ASPECT) / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

export function widthsOf(size: Size): Width[] {
  return WIDTHS.filter((_, index) => {
    const smaller = WIDTHS[index - 1]
    return smaller === undefined || sizeAt(size, smaller).width < size.width
  })
}

export function fileName({ key, width, format }: FileName): string {
  return `${key}-${width}.${format}`
}

type Addressed = Pick<Picture, 'base' | 'query'>

export function addressOf({ base, query }: Addressed, width: Width, format: Format): string {
  return `${fileName({ key: base, width, format })}?${query}`
}

/**
 * For `<picture>`, in this order. `widest`: of the renditions offered, for a picture that is never
 * shown larger.
 */
export function sourcesOf(
  picture: Addressed & Size,
  widest: Width = 1280,
): Array<{ type: string; srcSet: string }> {
  const widths = widthsOf(picture).filter((width) => width <= widest)
  return FORMATS.map((format) => ({
    type: `image/${format}`,
    srcSet: widths
      .map((width) => `${addressOf(picture, width, format)} ${sizeAt(picture, width).width}w`)
      .join(', '),
  }))
}

/** For browsers that know none of the sources. */
export function srcOf(picture: Addressed & Size): string {
  return addressOf(picture, widthsOf(picture)[1] ?? 320, 'webp')
}
