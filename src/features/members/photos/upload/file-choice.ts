import { MAX_BYTES } from '../photos.ts'
import { ANIMATED, HEIC, NOT_A_PHOTO, sniff } from './sniff.ts'

export function problemWithSize(size: number): string | null {
  if (size === 0) return 'This file is empty. Please choose another.'
  return size > MAX_BYTES
    ? `This photo has ${inMegabytes(size)} MB. Please choose one of up to ${inMegabytes(MAX_BYTES)} MB.`
    : null
}

/**
 * Enough for all that is looked at but a GIF's second picture, and a PNG's where much stands before
 * its pixels.
 */
const FIRST_BYTES = 4096

/** As the server judges it; what the system calls the file is not asked, since systems differ. */
export async function problemInside(file: Blob): Promise<string | null> {
  try {
    const first = await bytesOf(file.slice(0, FIRST_BYTES))
    const { kind, isAnimated } = first.kind === 'gif' ? await bytesOf(file) : first
    if (kind === 'heic') return HEIC
    if (isAnimated) return ANIMATED
    return kind === 'other' ? NOT_A_PHOTO : null
  } catch {
    // Moved or changed since it was chosen.
    return 'This file can no longer be read. Please choose it again.'
  }
}

async function bytesOf(part: Blob): Promise<ReturnType<typeof sniff>> {
  return sniff(new Uint8Array(await part.arrayBuffer()))
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1)
}
