import { answerInThread } from '../../lib/threads.server.ts'
import { transcode } from './transcode.server.ts'

answerInThread(transcode)
