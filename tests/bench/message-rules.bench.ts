import { textHash } from '../../src/features/fraud/same-text.ts'
import { rulesFor } from '../../src/features/moderation/message-rules.ts'
import { laterEveryday } from '../features/moderation/later-everyday.ts'
import { stories } from '../features/moderation/later-scams.ts'
import { ordinary } from '../features/moderation/message-corpus.ts'
import { everyday, openers } from '../features/moderation/scam-corpus.ts'
import { median, table } from './report.ts'

/** Field F4: rules about words and the hash of a text take less than 2 ms a message. */
const ROUNDS = 50
const long = 'A quiet evening by the sea, and I need to say that you can find me there. '.repeat(140).slice(0, 10_000)
const messages = {
  'ordinary messages': [...ordinary, ...everyday, ...laterEveryday],
  'messages of fraud': [...openers, ...Object.values(stories).flat()],
  'the longest message': [long],
}

const rows = Object.entries(messages).map(([name, bodies]) => {
  const times = bodies.flatMap((body) =>
    Array.from({ length: ROUNDS }, () => {
      const start = performance.now()
      rulesFor(body)
      textHash(body)
      return performance.now() - start
    }),
  )
  const sorted = times.toSorted((a, b) => a - b)
  return [name, String(bodies.length), median(times).toFixed(3), (sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN).toFixed(3)]
})
table(['messages', 'number', 'median ms', 'p95 ms'], rows)
