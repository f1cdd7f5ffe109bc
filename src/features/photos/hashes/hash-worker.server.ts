import { parentPort } from 'node:worker_threads'
import { hashFile, hashPixels } from './hash-pictures.server.ts'
import type { Hashable } from './picture-hashes.server.ts'

/** A thread of its own: requests go on while a picture is hashed. */
parentPort?.on('message', ({ id, ...asked }: Hashable & { id: number }) => {
  const hashes = 'file' in asked ? hashFile(asked.file) : hashPixels(asked.pixels)
  hashes.then(
    (result) => parentPort?.postMessage({ id, result }),
    (error: unknown) => parentPort?.postMessage({ id, error }),
  )
})
