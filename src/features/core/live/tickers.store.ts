import { map, onMount } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { createTurns } from '#ui/answer-turns.ts'
import { optimistic } from '#ui/optimistic.ts'
import { createSeed } from '#ui/seeds.store.ts'
import { aboutEvery } from './poll-period.ts'
import { $hint, seedStream } from './stream.store.ts'
import type { getTickers, recordEvent } from './tickers.contract.ts'
import { noTickers, TICKER_PERIOD, type Ticker, type Tickers } from './tickers.ts'

/**
 * While a member is signed in and the store has listeners, it polls about every 30 seconds and at
 * every hint.
 */
export const $tickers = map<Tickers>(noTickers)

const DEBOUNCE = 150

const refreshes = createTurns()

let timer: ReturnType<typeof setTimeout> | undefined
let isSignedIn = false
let hasListeners = false
let running = false
/** How often a counter was marked as seen: an answer requested before that is outdated. */
let seenCount = 0

/** `countedAt`: when they were current, by the server's clock. */
export const seedTickers = createSeed(
  (tickers: Tickers, countedAt: number) => {
    seedStream(countedAt)
    $tickers.set(tickers)
  },
  () => $tickers.set(noTickers),
)

onMount($tickers, () => {
  hasListeners = true
  if (isSignedIn) startPolling()
  const stopHints = $hint.listen((hint) => {
    if (running && hint && ['message', 'match', 'tickers', 'reload'].includes(hint.type))
      refreshIn(DEBOUNCE)
  })
  return () => {
    hasListeners = false
    stopHints()
    stopPolling()
  }
})

export function startTickers(): void {
  isSignedIn = true
  if (hasListeners) startPolling()
}

export function stopTickers(): void {
  isSignedIn = false
  stopPolling()
}

/** The first request waits one period, since the page's data contains the counters. */
function startPolling(): void {
  if (running) return
  running = true
  refreshIn(aboutEvery(TICKER_PERIOD))
}

function stopPolling(): void {
  running = false
  clearTimeout(timer)
}

/** Marks a counter as seen: sets it to 0 here at once (specification §4), and on the server. */
export async function markSeen(ticker: Ticker): Promise<void> {
  seenCount += 1
  $tickers.setKey(ticker, 0)
  try {
    await api.send<typeof recordEvent>('POST /event/{name}', { params: { name: ticker } })
  } catch (error) {
    assertRefused(error)
    // The server did not record it, so its next answer shows the counter again.
  }
}

/**
 * Marks all counters as seen, here at once; false where the server did not record it, whose next
 * answer shows them again.
 */
export async function markAllSeen(): Promise<boolean> {
  seenCount += 1
  const done = await optimistic(
    () => $tickers.set(noTickers),
    () =>
      api.send<typeof recordEvent>('POST /event/{name}', { params: { name: 'newNotifications' } }),
    () => undefined,
  )
  return done !== null
}

/** Asks at once, for a page that was not running for a while. */
export function refreshTickers(): void {
  if (running) refreshIn(0)
}

function refreshIn(milliseconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void refresh(), milliseconds)
}

async function refresh(): Promise<void> {
  const asked = seenCount
  const isNewest = refreshes()
  try {
    const tickers = await api.send<typeof getTickers>('GET /event/tickers', {})
    if (running && asked === seenCount && isNewest()) $tickers.set(tickers)
  } catch (error) {
    assertRefused(error)
    if (error.code === 'unauthenticated' && running) return $hint.set({ type: 'signedOut' })
  }
  if (running) refreshIn(aboutEvery(TICKER_PERIOD))
}
