import { threadId } from 'node:worker_threads'
import { answerInThread } from '../../src/lib/threads.server.ts'

/** What a thread of the tests does. */
export type Asked = { say: string } | 'loop for ever' | 'eat memory' | 'throw' | 'talk'

answerInThread((asked: Asked) => {
  if (typeof asked !== 'string') return { say: asked.say, thread: threadId }
  if (asked === 'throw') throw new Error('thrown there')
  if (asked === 'talk') {
    console.log('of a stranger')
    console.error('of a stranger')
    return null
  }
  const eaten: object[] = []
  for (;;) if (asked === 'eat memory') eaten.push({ eaten: eaten.length, more: Array.from({ length: 10 }, () => ({})) })
})
