import { map, onMount } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { $hint } from './stream.store.ts'
import type { getTickers, recordEvent } from './tickers.contract.ts'
import { noTickers, TICKER_PERIOD, type Ticker, type Tickers } from './tickers.ts'

/**
 * The counters. While a member is signed in and the store has listeners, it polls every 30 seconds and at every hint.
 */
export const $tickers = map<Tickers>(noTickers)

/** Milliseconds in which several hints cause one request. */
const TOGETHER = 150

let timer: ReturnType<typeof setTimeout> | undefined
/** Whether a member is signed in; set by accounts. */
let wanted = false
let listened = false
let running = false
/** When the counters were last current: a connection opened soon after needs no request. */
let knownAt = 0
const FRESH = 5000
/** How often a counter was marked as seen: an answer requested before that is outdated. */
let seenTimes = 0

export const seedTickers = createSeed(know, () => $tickers.set(noTickers))

function know(tickers: Tickers): void {
  knownAt = Date.now()
  $tickers.set(tickers)
}

onMount($tickers, () => {
  listened = true
  if (wanted) run()
  const stopHints = $hint.listen((hint) => {
    if (!running || !hint) return
    if (hint.type === 'ready' && Date.now() - knownAt < FRESH) return
    if (['ready', 'message', 'match', 'tickers'].includes(hint.type)) askIn(TOGETHER)
  })
  return () => {
    listened = false
    stopHints()
    pause()
  }
})

/** Starts polling after sign-in, while the store has listeners. */
export function startTickers(): void {
  wanted = true
  if (listened) run()
}

export function stopTickers(): void {
  wanted = false
  pause()
}

/** The first request waits one period, since the page's data contains the counters. */
function run(): void {
  if (running) return
  running = true
  askIn(TICKER_PERIOD)
}

function pause(): void {
  running = false
  clearTimeout(timer)
}

/** Marks a counter as seen: sets it to 0 here at once (specification §4), and on the server. */
export async function see(ticker: Ticker): Promise<void> {
  seenTimes += 1
  $tickers.setKey(ticker, 0)
  try {
    await api.send<typeof recordEvent>('POST /event/{name}', { params: { name: ticker } })
  } catch (error) {
    assertRefused(error)
    // The server did not record it, so its next answer shows the counter again.
  }
}

function askIn(milliseconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), milliseconds)
}

async function ask(): Promise<void> {
  const asked = seenTimes
  try {
    const tickers = await api.send<typeof getTickers>('GET /event/tickers', {})
    if (running && asked === seenTimes) know(tickers)
  } catch (error) {
    assertRefused(error)
    if (error.code === 'unauthenticated' && running) return $hint.set({ type: 'signedOut' })
    // The counters stay as they are until the next poll.
  }
  if (running) askIn(TICKER_PERIOD)
}
