/** The widths in which a photo is kept. A narrower photo is not enlarged, nor kept twice at one size. */
export const WIDTHS = [320, 720, 1280] as const
/** The better format first: browsers take the first that they know. */
export const FORMATS = ['avif', 'webp'] as const
export type Width = (typeof WIDTHS)[number]
export type Format = (typeof FORMATS)[number]

export const MOST_PHOTOS = 20
export const MOST_BYTES = 15 * 1024 * 1024
/** Shortest side: anything smaller is an icon. */
export const LEAST_PIXELS = 120
export const MOST_DESCRIPTION = 300

/** What a file field offers. HEIC is left out so that iPhones hand over a JPEG by themselves. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif'

export type Size = { width: number; height: number }
export type FileName = { key: string; width: Width; format: Format }

/** Height of the box that a width stands for, as a multiple of it: a portrait fits, a tall strip gets narrower. */
const TALLEST = 1.5

/** The size of a photo in the box of a width; never larger than it is. */
export function sizeAt({ width, height }: Size, box: Width): Size {
  const scale = Math.min(1, box / width, (box * TALLEST) / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The widths in which a photo of this size is kept. */
export function widthsOf(size: Size): Width[] {
  return WIDTHS.filter((_, index) => {
    const smaller = WIDTHS[index - 1]
    return smaller === undefined || sizeAt(size, smaller).width < size.width
  })
}

/** How a rendition is called, on disk, in the bucket and in its address: `<key>-<width>.<format>`. */
export function fileName({ key, width, format }: FileName): string {
  return `${key}-${width}.${format}`
}

/** Every name that a photo's files may have. */
export function fileNames(key: string): string[] {
  return WIDTHS.flatMap((width) => FORMATS.map((format) => fileName({ key, width, format })))
}

/** The parts of a name, or null for what is no photo's name. */
export function readFileName(name: string): FileName | null {
  const parts = /^([a-z0-9-]{8,64})-(320|720|1280)\.(avif|webp)$/.exec(name)
  return parts && { key: parts[1] as string, width: Number(parts[2]) as Width, format: parts[3] as Format }
}
