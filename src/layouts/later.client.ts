import { guardRestoredPage } from '../features/accounts/restored-page.client.ts'
import { OUTBOX } from '../features/accounts/stored-user.ts'
import { showCounts } from '../features/live/nav-counts.client.ts'
import { showOutside } from '../features/live/outside.client.ts'
import { $hint } from '../features/live/stream.store.ts'
import { localKept, serviceWorker } from '../lib/browser.ts'
import '../ui/reload-guard.client.ts'

/** What a member's page does without anybody waiting for it: it is loaded after the page's own scripts. */
guardRestoredPage()
showCounts()
showOutside()
void serviceWorker('/sw.js')

const stopWaiting = $hint.listen((hint) => {
  if (hint?.type !== 'photoCheck') return
  stopWaiting()
  void import('../features/verification/pose-news.client.ts').then(({ showPoseNews }) =>
    showPoseNews(),
  )
})

const stopHearing = $hint.listen((hint) => {
  if (hint?.type !== 'message') return
  stopHearing()
  void import('../features/messaging/message-news.client.ts').then((news) =>
    news.showMessageNews(hint),
  )
})

if (location.pathname.startsWith('/messages')) {
  void import('../features/messaging/arrivals.client.ts').then(({ announceArrivals }) =>
    announceArrivals(),
  )
  void import('../features/messaging/other-tabs.client.ts').then(({ followOtherTabs }) =>
    followOtherTabs(),
  )
  void import('../features/messaging/typing.client.ts').then(({ followTyping }) => followTyping())
  void import('../features/messaging/voice-elements.client.ts')
}

// Messages that the server does not have yet go out from any page.
if (localKept.getItem(OUTBOX) !== null)
  void import('../features/messaging/outbox.store.ts').then((outbox) => outbox.resume())

void import('./keys.client.ts')
if (matchMedia('(pointer: coarse)').matches && document.querySelector('.people'))
  void import('../features/discovery/swipe-cards.client.ts')
if (document.querySelector('[data-lock-after]'))
  void import('../features/accounts/app-lock/absence.client.ts')
if (document.querySelector('[data-monetisation]'))
  void import('../features/monetisation/monetisation.client.ts')
if (document.querySelector('[data-ad]')) void import('../features/monetisation/ads.client.ts')

if ('supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules'))
  void import('./prefetch.client.ts').then(({ prefetchLinks }) => prefetchLinks())

const line = document.querySelector('[data-offline]')
const showLine = () =>
  line?.replaceChildren(navigator.onLine ? '' : 'You are offline. What you write is kept.')
for (const change of ['online', 'offline']) addEventListener(change, showLine)
showLine()
