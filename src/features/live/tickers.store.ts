import { map, onMount } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { $hint } from './stream.store.ts'
import type { getTickers, recordEvent } from './tickers.contract.ts'
import { noTickers, TICKER_PERIOD, type Ticker, type Tickers } from './tickers.ts'

/** What is new, by counter. While somebody is signed in and anybody listens, it is asked for every 30 seconds, and at every hint. */
export const $tickers = map<Tickers>(noTickers)

/** Hints that come together are one question. */
const TOGETHER = 150

let timer: ReturnType<typeof setTimeout> | undefined
/** Whether somebody is signed in: accounts says so. */
let wanted = false
let listened = false
let running = false
/** When the counters were last as the server knew them: a connection that opens right after has nothing to add. */
let knownAt = 0
const FRESH = 5000
/** Counts what was marked as seen here: an answer that was asked for before knows nothing of it. */
let seenTimes = 0

/** Takes the counters from the page's data. */
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

/** Somebody is signed in: polls as long as anybody listens. */
export function startTickers(): void {
  wanted = true
  if (listened) run()
}

/** Nobody is signed in any more. */
export function stopTickers(): void {
  wanted = false
  pause()
}

/** The first question is due after a period, since the page came with its counters. */
function run(): void {
  if (running) return
  running = true
  askIn(TICKER_PERIOD)
}

function pause(): void {
  running = false
  clearTimeout(timer)
}

/** Marks a counter as seen: 0 here at once (specification §4), and on the server. */
export async function see(ticker: Ticker): Promise<void> {
  seenTimes += 1
  $tickers.setKey(ticker, 0)
  try {
    await api.send<typeof recordEvent>('POST /event/{name}', { params: { name: ticker } })
  } catch (error) {
    assertRefused(error)
    // The next answer of the server shows the counter again: it was not seen as far as anybody else knows.
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
    // Anything else passes: the counters stay as they are until the next time.
  }
  if (running) askIn(TICKER_PERIOD)
}
