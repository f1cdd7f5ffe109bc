import { Worker } from 'node:worker_threads'
import { ApiError } from '../../../api/errors.ts'

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

/** Hashes in a thread of its own; throws `busy` where that ends meanwhile: who uploads, and each job, tries again. */
export async function hashesOf(pixels: Pixels): Promise<PictureHashes> {
  // A copy that the thread gets for good: the pixels are read elsewhere meanwhile.
  const data = new Uint8Array(pixels.data)
  const hashes = await inThread({ pixels: { ...pixels, data } }, data.buffer)
  if (hashes === null) throw new TypeError('pixels are always read')
  return hashes
}

/** Of a stored picture; null where it cannot be read. Throws as `hashesOf`. */
export async function hashesOfFile(bytes: Uint8Array): Promise<PictureHashes | null> {
  const file = new Uint8Array(bytes)
  return inThread({ file }, file.buffer)
}

type Answer = { id: number } & ({ result: PictureHashes | null } | { error: unknown })
type Waiting = { resolve(result: PictureHashes | null): void; reject(error: unknown): void }

let thread: { worker: Worker; waiting: Map<number, Waiting> } | null = null
let lastId = 0

function inThread(asked: Hashable, passedOn: ArrayBuffer): Promise<PictureHashes | null> {
  const { worker, waiting } = (thread ??= openThread())
  const id = (lastId += 1)
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, ...asked }, [passedOn])
  })
}

/** Opened for the first picture, and anew for the next one where it has ended. Idle, it does not keep the process. */
function openThread(): NonNullable<typeof thread> {
  const worker = new Worker(new URL('hash-worker.server.ts', import.meta.url), { execArgv: [] })
  const waiting = new Map<number, Waiting>()
  const opened = { worker, waiting }
  worker.on('message', (answer: Answer) => {
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('error' in answer) asker?.reject(answer.error)
    else asker?.resolve(answer.result)
  })
  // The exit that follows is what counts.
  worker.on('error', () => undefined)
  worker.on('exit', () => {
    if (thread === opened) thread = null
    for (const { reject } of waiting.values()) reject(new ApiError('busy', { headers: { 'Retry-After': '3' } }))
    waiting.clear()
  })
  worker.unref()
  return opened
}
