import { guardRestoredPage } from '../features/accounts/restored-page.client.ts'
import { showCounts } from '../features/live/nav-counts.client.ts'
import { showOutside } from '../features/live/outside.client.ts'
import { $hint } from '../features/live/stream.store.ts'

/** What a member's page does without anybody waiting for it: it is loaded after the page's own scripts. */
guardRestoredPage()
showCounts()
showOutside()
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js')

const stopHearing = $hint.listen((hint) => {
  if (hint?.type !== 'message') return
  stopHearing()
  void import('../features/messaging/message-news.client.ts').then((news) => news.showMessageNews(hint))
})
