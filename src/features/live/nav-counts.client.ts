import { countIn } from './counts.ts'
import { $tickers, markSeen } from './tickers.store.ts'
import type { Ticker, Tickers } from './tickers.ts'

/** Keeps the badges of the menus current, and marks as seen what the current page shows. */
export function showCounts(): void {
  const badges = [...document.querySelectorAll<HTMLElement>('[data-ticker]')]
  const here = new Set(badges.filter((badge) => 'here' in badge.dataset).map(tickerOf))
  $tickers.subscribe((tickers) => {
    for (const badge of badges) if (!here.has(tickerOf(badge))) show(badge, tickers)
    for (const ticker of here) if (tickers[ticker] > 0) void markSeen(ticker)
  })
}

function tickerOf(badge: HTMLElement): Ticker {
  return badge.dataset['ticker'] as Ticker
}

function show(badge: HTMLElement, tickers: Tickers): void {
  const value = tickers[tickerOf(badge)]
  const texts = countIn(value, (badge.dataset['words'] ?? '').split(','))
  badge.hidden = value === 0
  texts.forEach((text, index) => badge.children[index]?.replaceChildren(text))
}
