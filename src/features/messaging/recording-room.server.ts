import { Worker } from 'node:worker_threads'
import { createConcurrencyLimit } from '../../api/concurrency-limit.server.ts'
import { fieldError } from '../../api/errors.ts'
import { SECOND } from '../../lib/clock.ts'
import { MAX_SECONDS } from './recordings.ts'
import type { Transcoded } from './transcode.server.ts'

/** A minute takes half a second. */
const MOST_TIME = 10 * SECOND
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 }

/** One recording after the other, on one thread beside the server's. */
const turns = createConcurrencyLimit({ atOnce: 1, mostWaiting: 20, retryAfter: 3 })

const refusals: Record<Extract<Transcoded, { refused: string }>['refused'], string> = {
  unreadable: 'This is no recording that we can read. Please record it once more.',
  tooLong: `Please record at most ${MAX_SECONDS} seconds.`,
  tooShort: 'This is too short to be heard. Please record it once more.',
  silent: 'Nothing is to be heard. Please check your microphone, and record it once more.',
}

export type Recording = { bytes: Uint8Array; milliseconds: number }

let worker: Worker | null = null
let lastId = 0

/** Decodes a recording and encodes its sound anew. Throws `invalid` with the reason, or `busy`. */
export async function reencode(bytes: Uint8Array): Promise<Recording> {
  const result = await turns.run(() => work(bytes))
  if ('refused' in result) throw fieldError('recording', refusals[result.refused])
  return result
}

function work(bytes: Uint8Array): Promise<Transcoded> {
  const id = (lastId += 1)
  const own = (worker ??= openWorker())
  return new Promise((resolve) => {
    const onMessage = (message: { id: number; result: Transcoded }) => message.id === id && end(message.result)
    const onEnd = () => end({ refused: 'unreadable' })
    const timer = setTimeout(() => void own.terminate(), MOST_TIME)
    own.on('message', onMessage)
    own.on('exit', onEnd)
    own.postMessage({ id, bytes })

    function end(result: Transcoded): void {
      clearTimeout(timer)
      own.off('message', onMessage)
      own.off('exit', onEnd)
      resolve(result)
    }
  })
}

function openWorker(): Worker {
  const opened = new Worker(new URL('transcode-worker.server.ts', import.meta.url), { resourceLimits: MEMORY, execArgv: [] })
  // The exit that follows is what counts.
  opened.on('error', () => undefined)
  opened.on('exit', () => {
    if (worker === opened) worker = null
  })
  // An idle thread does not keep the process.
  opened.unref()
  return opened
}
