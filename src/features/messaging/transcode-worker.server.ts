import { parentPort } from 'node:worker_threads'
import { transcode } from './transcode.server.ts'

/** A thread of its own: a file that breaks a decoder, or keeps it busy, ends this and not the process. */
parentPort?.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  void transcode(bytes).then((result) => parentPort?.postMessage({ id, result }))
})
