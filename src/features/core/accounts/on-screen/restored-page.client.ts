import { refreshTickers } from '#core/live/tickers.store.ts'
import { CHANGED_AT, tabKept } from '#lib/browser.ts'
import { $user, leave, storedUser, whenRestored } from '../session.store.ts'

/**
 * The back/forward cache can restore a page after its session has ended. So the page is hidden
 * while it is cached, and shown again only to the member whose page it is; the tickers then say if
 * the session ended elsewhere.
 */
export function guardRestoredPage(): void {
  let hiddenAt = 0
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return
    hiddenAt = Date.now()
    document.documentElement.hidden = true
  })
  whenRestored(() => {
    const stored = storedUser()
    if (stored === null) return leave()
    if (stored.userId !== $user.get()?.userId || Number(tabKept.getItem(CHANGED_AT)) > hiddenAt)
      return location.reload()
    document.documentElement.hidden = false
    refreshTickers()
  })
}
