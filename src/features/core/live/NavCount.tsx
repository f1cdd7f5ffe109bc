import { countIn } from './counts.ts'
import type { Ticker, Tickers } from './tickers.ts'

export type Counted = {
  /** The counters whose sum is shown. */
  ticker: Ticker | readonly Ticker[]
  /** The noun in singular and plural: `new message`, `new messages`. */
  words: readonly [one: string, several: string]
  /** The current page shows what is counted, so it is marked as seen. */
  isHere?: boolean
}

export function NavCount({
  ticker,
  words,
  isHere = false,
  tickers,
}: Counted & { tickers: Tickers }) {
  const value = isHere ? 0 : [ticker].flat().reduce((sum, one) => sum + tickers[one], 0)
  if (value === 0) return null
  const [number, label] = countIn(value, words)
  return (
    <span className="count">
      <span aria-hidden="true">{number}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
