import { useEffect } from 'react'
import { Count } from '../../ui/Badge.tsx'
import { useSeeded } from '../../ui/use-seeded.ts'
import { $tickers, see, seedTickers } from './tickers.store.ts'
import type { Ticker, Tickers } from './tickers.ts'

type Props = {
  ticker: Ticker
  /** All counters, as the page came with them. */
  tickers: Tickers
  /** Of what, for one and for several: `new message`, `new messages`. */
  words: readonly [one: string, several: string]
  /** The page shows what is counted here, so it is seen. */
  isHere?: boolean
}

/** How many are new, beside an entry of the menu. */
export function NavCount({ ticker, tickers, words: [one, several], isHere = false }: Props) {
  const value = useSeeded($tickers, tickers, seedTickers)[ticker]
  useEffect(() => {
    if (isHere && value > 0) void see(ticker)
  }, [isHere, ticker, value])
  return <Count value={isHere ? 0 : value} label={`${value} ${value === 1 ? one : several}`} />
}
