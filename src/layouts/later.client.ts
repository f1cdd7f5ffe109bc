import { guardRestoredPage } from '../features/core/accounts/on-screen/restored-page.client.ts'
import { OUTBOX } from '../features/core/accounts/stored-user.ts'
import { showOutside } from '../features/core/live/outside.client.ts'
import { $hint } from '../features/core/live/stream.store.ts'
import type { Monetisation } from '../features/money/ads/popunder/monetisation.ts'
import { localKept, serviceWorker } from '../lib/browser.ts'
import { onPlainClick } from '../ui/plain-click.ts'
import type { Account } from './AccountMenu.tsx'
import { $rare } from './rare.store.ts'

/** Where the form to support is without script. */
const WRITE_TO_US = '/help#submit-ticket'

type Page = {
  /** Whether who has just written is named. */
  popsUp: boolean
  monetisation: Monetisation | null
  account: Pick<Account, 'lockAfterMinutes' | 'address'>
}

/** What a member's page does without anybody waiting for it. */
export function startPage({ popsUp, monetisation, account }: Page): void {
  const { lockAfterMinutes, address } = account
  let { hash } = location
  addEventListener('hashchange', () => (hash = location.hash || hash))
  // A dialog that the address opened before it was alive does not know what had the focus.
  const giveBack = () => {
    const now = document.activeElement
    // A field in what has just been closed has it until the next frame.
    if (hash !== '' && (now === document.body || !now?.checkVisibility()))
      [...document.links].find((link) => link.hash === hash)?.focus()
  }
  addEventListener('close', giveBack, { capture: true })
  // A reload asks for the page, and does not send its refused form again.
  if (address !== null) history.replaceState(history.state, '', address)
  guardRestoredPage()
  showOutside()
  // Any link to support's form, of the page's foot and texts too, opens it above the page.
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest(`a[href='${WRITE_TO_US}']`))
      onPlainClick(() => $rare.set('ticket'))(event)
  })
  void serviceWorker('/sw.js')

  // Few visits see one of these: what answers it is loaded with the first.
  const stopWaiting = $hint.listen((hint) => {
    if (hint?.type !== 'photoCheck') return
    stopWaiting()
    void import('../features/members/poses/pose-news.client.ts').then(({ showPoseNews }) =>
      showPoseNews(),
    )
  })
  const stopHearing = $hint.listen((hint) => {
    if (hint?.type !== 'message') return
    stopHearing()
    void import('../features/members/messages/message-news.client.ts').then((news) =>
      news.showMessageNews(hint, popsUp),
    )
  })

  // Messages that the server does not have yet go out from any page.
  if (localKept.getItem(OUTBOX) !== null)
    void import('../features/members/messages/writing/outbox.store.ts').then((outbox) =>
      outbox.resume(),
    )

  if (lockAfterMinutes !== null)
    void import('../features/core/accounts/app-lock/absence.client.ts').then(({ watchAbsence }) =>
      watchAbsence(lockAfterMinutes),
    )
  if (monetisation)
    void import('../features/money/ads/popunder/monetisation.client.ts').then(
      ({ startMonetisation }) => startMonetisation(monetisation),
    )

  if ('supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules'))
    void import('./prefetch.client.ts').then(({ prefetchLinks }) => prefetchLinks())
}
