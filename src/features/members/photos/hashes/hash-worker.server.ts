import { answerAsWorker } from '#lib/worker-processes.server.ts'
import { hashFile, hashPixels } from './hash-pictures.server.ts'
import type { Hashable } from './picture-hashes.server.ts'

answerAsWorker((asked: Hashable) =>
  'file' in asked ? hashFile(asked.file) : hashPixels(asked.pixels),
)
