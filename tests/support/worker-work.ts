import { answerAsWorker } from '#lib/worker-processes.server.ts'

/** What a worker process of the tests does. */
export type Asked =
  | { say: string }
  | 'loop for ever'
  | 'eat memory'
  | 'eat memory at once'
  | 'throw'
  | 'talk'
  | 'write a file'
  | 'start a process'

answerAsWorker(async (asked: Asked) => {
  if (typeof asked !== 'string') return { say: asked.say, pid: process.pid }
  if (asked === 'throw') throw new Error('thrown there')
  if (asked === 'talk') {
    console.log('of a stranger')
    console.error('of a stranger')
    return null
  }
  if (asked === 'write a file')
    return (await import('node:fs')).writeFileSync('/tmp/of-a-stranger', '')
  if (asked === 'start a process')
    return (await import('node:child_process')).execFileSync('id').length
  if (asked === 'eat memory at once') return 'a,'.repeat(50_000_000).split(',').length
  const eaten: object[] = []
  for (;;)
    if (asked === 'eat memory')
      eaten.push({ eaten: eaten.length, more: Array.from({ length: 10 }, () => ({})) })
})
