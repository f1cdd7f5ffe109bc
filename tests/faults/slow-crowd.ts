import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { api, www } from './writers.ts'

/**
 * Clients that connect and say nothing, or send their headers or their body a byte every two
 * seconds.
 */
const KINDS = ['says nothing', 'sends headers slowly', 'sends a body slowly'] as const
type Kind = (typeof KINDS)[number]
export type Crowd = { port: number; count: number }
/**
 * `open`: with those that are still to come. `longest`: milliseconds that one of a kind was open,
 * or has been until now.
 */
export type CrowdState = { open: number; longest: Record<Kind, number> }

const ADDRESSES = 10
const STEP = 2000
const TELLS_EACH = 100

type Slow = { kind: Kind; openedAt: number; endedAt: number | null }

/**
 * A thread of its own: opening thousands takes most of a processor, and the answers to others are
 * timed by the first.
 */
const { port, count } = workerData as Crowd
const slow: Slow[] = []
let toOpen = count
parentPort?.once('message', () => {
  const opening = setInterval(() => {
    for (let index = 0; index < 50 && toOpen > 0; index += 1) {
      toOpen -= 1
      slow.push(openSlow(toOpen))
    }
    if (toOpen === 0) clearInterval(opening)
  }, 5)
})
setInterval(() => parentPort?.postMessage(stateAt(performance.now())), TELLS_EACH)

function stateAt(now: number): CrowdState {
  const longest: CrowdState['longest'] = {
    'says nothing': 0,
    'sends headers slowly': 0,
    'sends a body slowly': 0,
  }
  for (const { kind, openedAt, endedAt } of slow)
    longest[kind] = Math.max(longest[kind], (endedAt ?? now) - openedAt)
  return { open: toOpen + slow.filter(({ endedAt }) => endedAt === null).length, longest }
}

function openSlow(index: number): Slow {
  const kind = KINDS[index % KINDS.length] as Kind
  const socket = connect(port, '127.0.0.1')
  const one: Slow = { kind, openedAt: performance.now(), endedAt: null }
  const address = `203.0.113.${1 + (index % ADDRESSES)}`
  const first = {
    'says nothing': '',
    'sends headers slowly': `GET / HTTP/1.1\r\nHost: ${www}\r\nX-Forwarded-For: ${address}\r\n`,
    'sends a body slowly': `POST /site/signin HTTP/1.1\r\nHost: ${api}\r\nX-Forwarded-For: ${address}\r\nX-Requested-With: XMLHttpRequest\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  }[kind]
  const next = {
    'says nothing': '',
    'sends headers slowly': 'X-A: b\r\n',
    'sends a body slowly': ' ',
  }[kind]
  const step = setInterval(() => next !== '' && socket.writable && socket.write(next), STEP)
  socket.on('connect', () => {
    one.openedAt = performance.now()
    if (first !== '') socket.write(first)
  })
  const end = () => {
    clearInterval(step)
    one.endedAt ??= performance.now()
  }
  // What is said before the end is read, or the end is never seen.
  socket.resume()
  socket.on('error', () => undefined)
  socket.on('end', end)
  socket.on('close', end)
  return one
}
