import { answerInThread } from '../../../lib/threads.server.ts'
import { hashFile, hashPixels } from './hash-pictures.server.ts'
import type { Hashable } from './picture-hashes.server.ts'

answerInThread((asked: Hashable) => ('file' in asked ? hashFile(asked.file) : hashPixels(asked.pixels)))
