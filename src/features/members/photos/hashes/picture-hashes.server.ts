import { ApiError } from '#api/errors.ts'
import { SECOND } from '#lib/clock.ts'
import { openWorker, WorkerError } from '#lib/worker-processes.server.ts'

export type PictureHashes = {
  /** Of the decoded pixels with their size. */
  sha256: Uint8Array
  pdq: Uint8Array
  /** 0 to 100; below 50 the perceptual hash says nothing. */
  quality: number
  /** Perceptual hashes of the picture turned and mirrored; asked with, never stored. */
  variants: readonly Uint8Array[]
}

export type Pixels = { width: number; height: number; channels: 1 | 2 | 3 | 4; data: Uint8Array }
export type Hashable = { pixels: Pixels } | { file: Uint8Array }

/**
 * Hashes in a process of its own; throws `busy` where that ends meanwhile: who uploads, and each
 * job, tries again.
 */
export async function hashesOf(pixels: Pixels): Promise<PictureHashes> {
  const hashes = await hashed({ pixels })
  if (hashes === null) throw new TypeError('pixels are always read')
  return hashes
}

/** Of a stored picture; null where it cannot be read. Throws as `hashesOf`. */
export async function hashesOfFile(bytes: Uint8Array): Promise<PictureHashes | null> {
  return hashed({ file: bytes })
}

/**
 * A picture takes some hundredths of a second. Uploads have a queue before this one; the rest are
 * jobs.
 */
const hasher = openWorker<Hashable, PictureHashes | null>(
  new URL('hash-worker.server.ts', import.meta.url),
  {
    mostTime: 10 * SECOND,
    mostWaiting: 100,
    memoryMb: 128,
  },
)

async function hashed(asked: Hashable): Promise<PictureHashes | null> {
  return hasher.run(asked).catch((error: unknown) => {
    if (error instanceof WorkerError)
      throw new ApiError('busy', { cause: error, headers: { 'Retry-After': '3' } })
    throw error
  })
}
