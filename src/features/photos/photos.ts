/** Widths of stored renditions. Smaller photos are not enlarged and not stored twice at one size. */
export const WIDTHS = [320, 720, 1280] as const
/** Best compression first, because browsers use the first format that they support. */
export const FORMATS = ['avif', 'webp'] as const
export type Width = (typeof WIDTHS)[number]
export type Format = (typeof FORMATS)[number]

export const MAX_PHOTOS = 20
export const MAX_BYTES = 15 * 1024 * 1024
export const MIN_PIXELS = 120
export const MAX_DESCRIPTION = 300

/** The `accept` value of file inputs. HEIC is left out so that iOS converts photos to JPEG. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif'

export type Size = { width: number; height: number }
export type FileName = { key: string; width: Width; format: Format }

const MAX_ASPECT = 1.5

/** Returns the size of a photo scaled down into the box of a width. */
export function sizeAt({ width, height }: Size, box: Width): Size {
  const scale = Math.min(1, box / width, (box * MAX_ASPECT) / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
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

export function fileNames(key: string): string[] {
  return WIDTHS.flatMap((width) => FORMATS.map((format) => fileName({ key, width, format })))
}

export function readFileName(name: string): FileName | null {
  const parts = /^([a-z0-9-]{8,64})-(320|720|1280)\.(avif|webp)$/.exec(name)
  return parts && { key: parts[1] as string, width: Number(parts[2]) as Width, format: parts[3] as Format }
}
