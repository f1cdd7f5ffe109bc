import { countIn } from './counts.ts'
import { $tickers, markSeen } from './tickers.store.ts'
import type { Ticker, Tickers } from './tickers.ts'

/** Keeps the badges of the menus current, and marks as seen what the current page shows. */
export function showCounts(): void {
  const badges = [...document.querySelectorAll<HTMLElement>('[data-ticker]')]
  const here = new Set(badges.filter((badge) => 'here' in badge.dataset).flatMap(tickersOf))
  const markShown = () => {
    // Nobody sees what a hidden page shows.
    if (document.visibilityState === 'visible')
      for (const ticker of here) if ($tickers.get()[ticker] > 0) void markSeen(ticker)
  }
  $tickers.subscribe((tickers) => {
    for (const badge of badges)
      if (!tickersOf(badge).some((ticker) => here.has(ticker))) show(badge, tickers)
    markShown()
  })
  document.addEventListener('visibilitychange', markShown)
}

function tickersOf(badge: HTMLElement): Ticker[] {
  return (badge.dataset['ticker'] ?? '').split(' ') as Ticker[]
}

function show(badge: HTMLElement, tickers: Tickers): void {
  const value = tickersOf(badge).reduce((sum, ticker) => sum + tickers[ticker], 0)
  const texts = countIn(value, (badge.dataset['words'] ?? '').split(','))
  badge.hidden = value === 0
  texts.forEach((text, index) => badge.children[index]?.replaceChildren(text))
}
