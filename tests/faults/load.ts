import { setTimeout as pause } from 'node:timers/promises'
import { type DirectClient, directClient } from '../support/direct-client.ts'
import type { Product } from '../support/processes.ts'
import { type Figure, percentile, slowest } from './fault.ts'
import { api, type Writer, writeMessage, www } from './writers.ts'

/**
 * One answer; status 0: the connection was cut, or nothing came. `at`: when it was asked, on
 * performance.now.
 */
type Seen = {
  at: number
  milliseconds: number
  status: number
  route: string
  retryAfter: string | undefined
  text: string
}
type Load = { seen: Seen[]; acknowledged: string[]; seconds: number }

/**
 * Requests at a rate while `during` runs, whether earlier ones are answered or not. `short` leaves
 * no more than two to a writer unanswered: on a machine that does other work as well, the rate
 * would only measure that.
 */
export async function underLoad(
  product: Product,
  writers: readonly Writer[],
  rate: number,
  size: 'full' | 'short',
  during: (seen: readonly Seen[]) => Promise<void>,
): Promise<Load> {
  const client = directClient(product.process.port)
  const seen: Seen[] = []
  const acknowledged: string[] = []
  const stopping = new AbortController()
  const asked: Array<Promise<void>> = []
  const unanswered = size === 'short' ? writers.length * 2 : Number.POSITIVE_INFINITY
  const from = performance.now()
  const send = async (turn: number): Promise<void> => {
    const writer = writers[turn % writers.length] as Writer
    const at = performance.now()
    const { route, ask } = requestOf(client, writer, turn)
    const words = `Message ${turn} of ${writer.id}`
    try {
      const { status, headers, text, milliseconds } = await ask(words)
      seen.push({
        at,
        milliseconds,
        status,
        route,
        retryAfter: headers['retry-after'] as string | undefined,
        text: status === 200 ? '' : text.slice(0, 80),
      })
      if (route === 'message' && status === 200) acknowledged.push(words)
    } catch (error) {
      seen.push({
        at,
        milliseconds: performance.now() - at,
        status: 0,
        route,
        retryAfter: undefined,
        text: String(error),
      })
    }
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const due = ((performance.now() - from) / 1000) * rate
      while (asked.length < due && asked.length - seen.length < unanswered)
        asked.push(send(asked.length))
      await pause(5)
    }
  })()
  try {
    await during(seen)
  } finally {
    stopping.abort()
    await running
    await Promise.all(asked)
    client.close()
  }
  return { seen, acknowledged, seconds: (performance.now() - from) / 1000 }
}

/**
 * Of ten requests one message, nine reads: a conversation, counters, credits and a page. Messages
 * go to all writers by turns.
 */
function requestOf(
  client: DirectClient,
  { to, headers, address }: Writer,
  turn: number,
): { route: string; ask: (words: string) => ReturnType<DirectClient['ask']> } {
  const writer = { id: 0, blocks: 0, to, headers, address }
  if (turn % 10 === 9)
    return { route: 'message', ask: (words) => writeMessage(client, writer, words) }
  if (turn % 10 === 4)
    return {
      route: 'page',
      ask: () =>
        client.ask({
          host: www,
          path: '/messages',
          headers: { Cookie: headers['Cookie'] ?? '' },
          address,
        }),
    }
  const path =
    turn % 3 === 0
      ? `/message/chatMessages?id=${to}`
      : turn % 3 === 1
        ? '/event/tickers'
        : '/profile/currentCreditsInfo'
  return {
    route: path.split('?')[0] ?? '',
    ask: () => client.ask({ host: api, path, headers, address }),
  }
}

const LONGEST = 3000
const NORMAL = 5000
/** So many answers after the last bad one show that it was the last. */
const QUIET = 10

/** When the last answer but 200 came, or `from`. */
function lastBad(seen: readonly Seen[], from: number): number {
  return seen.reduce(
    (latest, { at, status, milliseconds }) =>
      status === 200 ? latest : Math.max(latest, at + milliseconds),
    from,
  )
}

export function isNormal(seen: readonly Seen[], endedAt: number): boolean {
  const from = lastBad(seen, endedAt)
  return seen.filter(({ at }) => at > from).length >= QUIET
}

/**
 * What became of requests while connections to the database were cut until `endedAt`, and of what
 * was acknowledged.
 */
export function figuresOf(
  { seen, acknowledged, seconds }: Load,
  endedAt: number,
  stored: ReadonlyMap<string, number>,
  size: 'full' | 'short',
): Figure[] {
  const failed = seen.filter(
    ({ status, retryAfter }) => status !== 200 && !(status === 503 && Number(retryAfter) > 0),
  )
  const putOff = seen.filter(({ status }) => status === 503)
  const lost = acknowledged.filter((one) => stored.get(one) !== 1)
  const doubled = [...stored.values()].filter((count) => count !== 1)
  const longest = slowest(seen.map(({ milliseconds }) => milliseconds))
  const normalAt = lastBad(seen, endedAt)
  const normal = normalAt - endedAt
  const after = seen.filter(({ at }) => at > normalAt)
  const isShort = size === 'short'
  return [
    {
      what: 'requests',
      figure: `${seen.length}, ${Math.round(seen.length / seconds)}/s`,
      aim: '',
      isReached: true,
    },
    {
      what: '… answered 503 with Retry-After',
      figure: String(putOff.length),
      aim: '',
      isReached: true,
    },
    {
      what: '… answered otherwise, or not at all',
      figure:
        failed.length === 0
          ? '0'
          : `${failed.length}: ${[...new Set(failed.map(({ route, status, text }) => `${route} ${status} ${text}`))].slice(0, 4).join('; ')}`,
      aim: '0',
      isReached: failed.length === 0,
    },
    {
      what: 'acknowledged messages; … not there once',
      figure: `${acknowledged.length}; ${lost.length + doubled.length}`,
      aim: '0',
      isReached: acknowledged.length > 0 && lost.length + doubled.length === 0,
    },
    {
      what: 'slowest answer',
      figure: `${Math.round(longest)} ms`,
      aim: `${LONGEST} ms`,
      isReached: isShort || longest <= LONGEST,
    },
    {
      what: '… median; … p99',
      figure: `${Math.round(
        percentile(
          seen.map((one) => one.milliseconds),
          0.5,
        ),
      )}; ${Math.round(
        percentile(
          seen.map((one) => one.milliseconds),
          0.99,
        ),
      )} ms`,
      aim: '',
      isReached: true,
    },
    {
      what: 'after the last cut, until everything is answered 200 again',
      figure: `${Math.round(normal)} ms, then ${after.length} answers`,
      aim: `${NORMAL} ms`,
      isReached: after.length >= QUIET && (isShort || normal <= NORMAL),
    },
  ]
}
