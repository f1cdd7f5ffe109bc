import { api, assertRefused } from '../../../api/client.ts'
import { showToast } from '../../../ui/toasts.store.ts'
import type { recordEvent } from './tickers.contract.ts'
import { $tickers } from './tickers.store.ts'
import type { Tickers } from './tickers.ts'

/** The button that clears all counters is there while one of them counts. */
const button = document.querySelector<HTMLButtonElement>('[data-all-seen]')

$tickers.subscribe((tickers) => {
  if (!button) return
  const isNeeded = Object.values(tickers).some((count) => count > 0)
  // Its place stays, so that nothing moves.
  if (!isNeeded && button === document.activeElement)
    document.querySelector<HTMLElement>('#news-title')?.focus()
  button.style.visibility = isNeeded ? 'visible' : 'hidden'
})
button?.addEventListener('click', () => void markAllSeen())

/** Here at once, and on the server, whose next answer shows the counters again where that failed. */
async function markAllSeen(): Promise<void> {
  $tickers.set(
    Object.fromEntries(Object.keys($tickers.get()).map((ticker) => [ticker, 0])) as Tickers,
  )
  try {
    await api.send<typeof recordEvent>('POST /event/{name}', {
      params: { name: 'newNotifications' },
    })
    showToast('Everything is marked as seen.')
  } catch (error) {
    assertRefused(error)
    showToast(error.message)
  }
}
