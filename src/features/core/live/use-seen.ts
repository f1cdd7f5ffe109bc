import { useEffect } from 'react'
import { $tickers, markSeen } from './tickers.store.ts'
import type { Ticker } from './tickers.ts'

/**
 * Marks as seen what the page shows: now, and whenever it is counted again. Nobody sees what a
 * hidden page shows.
 */
export function useSeen(shown: readonly Ticker[]): void {
  const key = shown.join(' ')
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState !== 'visible' || key === '') return
      for (const ticker of key.split(' ') as Ticker[])
        if ($tickers.get()[ticker] > 0) void markSeen(ticker)
    }
    const stop = $tickers.subscribe(mark)
    document.addEventListener('visibilitychange', mark)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', mark)
    }
  }, [key])
}
