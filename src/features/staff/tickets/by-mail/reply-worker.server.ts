import { answerAsWorker } from '#lib/worker-processes.server.ts'
import { readReplyPart } from './reply-words.server.ts'

answerAsWorker(readReplyPart)
