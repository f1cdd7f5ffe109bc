import { useEffect } from 'react'
import { Count } from '../../ui/Badge.tsx'
import { useSeeded } from '../../ui/use-seeded.ts'
import { $tickers, see, seedTickers } from './tickers.store.ts'
import type { Ticker, Tickers } from './tickers.ts'

type Props = {
  ticker: Ticker
  /** The counters from the page's data. */
  tickers: Tickers
  /** The noun in singular and plural: `new message`, `new messages`. */
  words: readonly [one: string, several: string]
  /** The current page shows what is counted, so it is marked as seen. */
  isHere?: boolean
}

/** The badge beside a menu entry. */
export function NavCount({ ticker, tickers, words: [one, several], isHere = false }: Props) {
  const value = useSeeded($tickers, tickers, seedTickers)[ticker]
  useEffect(() => {
    if (isHere && value > 0) void see(ticker)
  }, [isHere, ticker, value])
  return <Count value={isHere ? 0 : value} label={`${value} ${value === 1 ? one : several}`} />
}
