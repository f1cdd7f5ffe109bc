import { answerAsWorker } from '#lib/worker-processes.server.ts'
import { transcode } from './transcode.server.ts'

answerAsWorker(transcode)
