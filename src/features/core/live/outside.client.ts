import { $tickers } from './tickers.store.ts'
import { waitingIn } from './tickers.ts'

/** Not in every browser, nor for every page. */
type WithBadge = { setAppBadge?(count: number): Promise<void> }

/** Keeps the number in the title and on the installed app's icon current. */
export function showOutside(): void {
  // A plain tab, which a member has chosen, tells nothing.
  if ('plain' in document.documentElement.dataset) return
  const title = document.title.replace(/^\(\d+\) /, '')
  $tickers.subscribe((tickers) => {
    const waiting = waitingIn(tickers)
    document.title = waiting === 0 ? title : `(${waiting}) ${title}`
    void (navigator as WithBadge).setAppBadge?.(waiting).catch(asRefused)
  })
}

/** Where the site is not installed, or may not mark its icon. */
function asRefused(error: unknown): void {
  if (!(error instanceof DOMException)) throw error
}
