import { rulesFor } from '#core/rules/message-rules.ts'
import { textHash } from '#core/rules/same-text.ts'
import { MAX_CHARACTERS } from '#members/messages/messages.contract.ts'
import { laterEveryday } from '../features/core/rules/later-everyday.ts'
import { stories } from '../features/core/rules/later-scams.ts'
import { ordinary } from '../features/core/rules/message-corpus.ts'
import { nearMisses } from '../features/core/rules/near-misses.ts'
import { everyday, openers } from '../features/core/rules/scam-corpus.ts'
import { record } from './figures.ts'
import { median, table } from './report.ts'

/**
 * Field F4: rules about words and the hash of a text take less than 2 ms a message, the longest and
 * the worst included.
 */
const AIM = 2
const ROUNDS = 50
const everyone = [...ordinary, ...everyday, ...laterEveryday]
const long = 'A quiet evening by the sea, and I need to say that you can find me there. '.repeat(
  140,
)
const messages = {
  'ordinary messages': everyone,
  'messages of fraud': [...openers, ...Object.values(stories).flat()],
  // Two of each: of a message that comes once more, the words are known.
  'the longest message, of one sentence': [long, long.slice(1)].map((body) =>
    body.slice(0, MAX_CHARACTERS),
  ),
  'the longest message, of ordinary ones in six languages': [everyone, everyone.toReversed()].map(
    (bodies) => bodies.join(' ').slice(0, MAX_CHARACTERS),
  ),
}

function timesOf(bodies: readonly string[]): number[] {
  return Array.from({ length: ROUNDS }, () =>
    bodies.map((body) => {
      const start = performance.now()
      rulesFor(body)
      textHash(body)
      return performance.now() - start
    }),
  ).flat()
}

function rowOf(name: string, bodies: readonly string[]): string[] {
  // What was compiled for the messages before is compiled again for others.
  timesOf(bodies)
  const times = timesOf(bodies)
  const sorted = times.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  return [
    name,
    String(bodies.length),
    median(times).toFixed(3),
    p95.toFixed(3),
    Math.min(...times).toFixed(3),
  ]
}

const worst = Object.entries(nearMisses()).map(([name, body]) => rowOf(name, [body, body.slice(1)]))
const rows = [...Object.entries(messages).map(([name, bodies]) => rowOf(name, bodies)), ...worst]
for (const [name = '', , middle, p95] of rows.slice(0, -worst.length)) {
  record(`rules and hash: ${name}, median`, Number(middle), 'ms', AIM)
  record(`rules and hash: ${name}, p95`, Number(p95), 'ms')
}
const slowest = Math.max(...worst.map(([, , middle]) => Number(middle)))
record(`rules and hash: the worst of ${worst.length} near misses, median`, slowest, 'ms', AIM)
table(['messages', 'number', 'median ms', 'p95 ms', 'least ms'], rows)
