import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../support/processes.ts'
import { type Fault, onTheWay, percentile, slowest } from './fault.ts'
import { underLoad } from './load.ts'
import { addWriters, api, type Writer, www } from './writers.ts'

/**
 * Clients that connect and say nothing, or send their headers or their body a byte every two seconds, while others use the
 * product. A client beyond its address's share of bodies is refused at once.
 */
const SIZES = { full: { clients: 5000, rate: 50 }, short: { clients: 200, rate: 20 } }
const ADDRESSES = 10
const STEP = 2000
const CUT = 15_000
const P99 = 500
/** Beyond the aim, so that one that is missed is measured. */
const LONGEST = 30_000

const KINDS = ['says nothing', 'sends headers slowly', 'sends a body slowly'] as const
type Slow = { kind: (typeof KINDS)[number]; socket: Socket; openedAt: number; endedAt: number | null; isCut: boolean }

export const fault: Fault = async (size) => {
  const { clients: count, rate } = SIZES[size]
  let writers: Writer[] = []
  const product = await startProduct('postgres', async (database) => {
    writers = await addWriters(database, 32)
  })
  const slow: Slow[] = []
  try {
    const load = await underLoad(product, writers, rate, async () => {
      for (let index = 0; index < count; index += 1) {
        slow.push(openSlow(product.process.port, index))
        if (index % 50 === 49) await pause(5)
      }
      const isOver = () => slow.every(({ endedAt }) => endedAt !== null)
      const tell = onTheWay(size, 5)
      let said = 0
      for (const from = performance.now(); performance.now() - from < LONGEST && !isOver();) {
        await pause(50)
        const seconds = Math.floor((performance.now() - from) / 1000)
        if (seconds > said) tell((said = seconds), () => `after ${seconds} s ${slow.filter(({ isCut }) => !isCut).length} of ${slow.length} are open`)
      }
    })
    const failed = load.seen.filter(({ status }) => status !== 200)
    const p99 = percentile(
      load.seen.map(({ milliseconds }) => milliseconds),
      0.99,
    )
    const open = slow.filter(({ isCut }) => !isCut)
    const lives = (kind: Slow['kind']) => slowest(slow.filter((one) => one.kind === kind).map(({ openedAt, endedAt }) => (endedAt ?? Infinity) - openedAt))
    return [
      { what: 'slow clients; still open', figure: `${slow.length}; ${open.length}`, aim: '0', isReached: open.length === 0 },
      ...KINDS.map((kind) => ({
        what: `the longest that ${kind}`,
        figure: `${(lives(kind) / 1000).toFixed(1)} s`,
        aim: `${CUT / 1000} s`,
        isReached: size === 'short' || lives(kind) <= CUT,
      })),
      {
        what: 'requests of others; failed',
        figure: `${load.seen.length}; ${failed.length}${failed.length > 0 ? ` ${[...new Set(failed.map(({ status, text }) => `${status} ${text}`))].slice(0, 3).join('; ')}` : ''}`,
        aim: '0',
        isReached: failed.length === 0,
      },
      { what: '… p99', figure: `${Math.round(p99)} ms`, aim: `${P99} ms`, isReached: size === 'short' || p99 < P99 },
    ]
  } finally {
    for (const { socket } of slow) socket.destroy()
    await product.stop()
  }
}

function openSlow(port: number, index: number): Slow {
  const kind = KINDS[index % KINDS.length] as Slow['kind']
  const socket = connect(port, '127.0.0.1')
  const one: Slow = { kind, socket, openedAt: performance.now(), endedAt: null, isCut: false }
  const address = `203.0.113.${1 + (index % ADDRESSES)}`
  const first = {
    'says nothing': '',
    'sends headers slowly': `GET / HTTP/1.1\r\nHost: ${www}\r\nX-Forwarded-For: ${address}\r\n`,
    'sends a body slowly': `POST /site/signin HTTP/1.1\r\nHost: ${api}\r\nX-Forwarded-For: ${address}\r\nX-Requested-With: XMLHttpRequest\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  }[kind]
  const next = { 'says nothing': '', 'sends headers slowly': 'X-A: b\r\n', 'sends a body slowly': ' ' }[kind]
  const step = setInterval(() => next !== '' && socket.writable && socket.write(next), STEP)
  socket.on('connect', () => {
    one.openedAt = performance.now()
    if (first !== '') socket.write(first)
  })
  const end = () => {
    clearInterval(step)
    one.endedAt ??= performance.now()
    one.isCut = true
  }
  // What is said before the end is read, or the end is never seen.
  socket.resume()
  socket.on('error', () => undefined)
  socket.on('end', end)
  socket.on('close', end)
  return one
}
