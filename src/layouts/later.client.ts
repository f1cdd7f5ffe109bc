import { guardRestoredPage } from '../features/core/accounts/restored-page.client.ts'
import { OUTBOX } from '../features/core/accounts/stored-user.ts'
import { showCounts } from '../features/core/live/nav-counts.client.ts'
import { showOutside } from '../features/core/live/outside.client.ts'
import { $hint } from '../features/core/live/stream.store.ts'
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
  void import('../features/members/poses/pose-news.client.ts').then(({ showPoseNews }) =>
    showPoseNews(),
  )
})

const stopHearing = $hint.listen((hint) => {
  if (hint?.type !== 'message') return
  stopHearing()
  void import('../features/members/messages/message-news.client.ts').then((news) =>
    news.showMessageNews(hint),
  )
})

if (location.pathname.startsWith('/messages')) {
  void import('../features/members/messages/arrivals.client.ts').then(({ announceArrivals }) =>
    announceArrivals(),
  )
  void import('../features/members/messages/other-tabs.client.ts').then(({ followOtherTabs }) =>
    followOtherTabs(),
  )
  void import('../features/members/messages/typing.client.ts').then(({ followTyping }) =>
    followTyping(),
  )
  void import('../features/members/messages/voice-elements.client.ts')
}

// Messages that the server does not have yet go out from any page.
if (localKept.getItem(OUTBOX) !== null)
  void import('../features/members/messages/outbox.store.ts').then((outbox) => outbox.resume())

void import('./keys.client.ts')
if (matchMedia('(pointer: coarse)').matches && document.querySelector('.people'))
  void import('../features/members/search/swipe-cards.client.ts')
if (document.querySelector('[data-lock-after]'))
  void import('../features/core/accounts/app-lock/absence.client.ts')
if (document.querySelector('[data-monetisation]'))
  void import('../features/money/ads/monetisation.client.ts')
if (document.querySelector('[data-ad]')) void import('../features/money/ads/ads.client.ts')

if ('supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules'))
  void import('./prefetch.client.ts').then(({ prefetchLinks }) => prefetchLinks())

const line = document.querySelector('[data-offline]')
const showLine = () =>
  line?.replaceChildren(navigator.onLine ? '' : 'You are offline. What you write is kept.')
for (const change of ['online', 'offline']) addEventListener(change, showLine)
showLine()
