import { answerInThread } from '../../lib/threads.server.ts'
import { readReplyPart } from './reply-words.server.ts'

answerInThread(readReplyPart)
