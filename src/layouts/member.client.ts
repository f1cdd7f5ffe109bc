import { $user, seedSession } from '../features/core/accounts/session.store.ts'
import '../features/core/accounts/sign-out.client.ts'
import { seedStream } from '../features/core/live/stream.store.ts'
import { seedTickers } from '../features/core/live/tickers.store.ts'
import type { Tickers } from '../features/core/live/tickers.ts'
import { $match } from '../features/members/likes/matches.store.ts'
import type { UserInfo } from '../features/members/viewer/parameters.contract.ts'
import '../features/members/likes/match-news.store.ts'
import '../features/members/messages/waiting-forms.client.ts'
import { $credits, seedCredits } from '../features/money/credits/credits.store.ts'
import { $toasts } from '../ui/toasts.store.ts'

/** What the layout's script needs of the viewer; it is in the page as an attribute. */
export type Seeds = {
  user: UserInfo
  ccpInfo: string
  credits: number | null
  tickers: Tickers
  countedAt: number
}

const seeds = document.querySelector<HTMLElement>('[data-seeds]')?.dataset['seeds']
if (seeds !== undefined) {
  const { user, ccpInfo, credits, tickers, countedAt } = JSON.parse(seeds) as Seeds
  seedTickers(tickers)
  seedStream(countedAt)
  seedSession(user, ccpInfo)
  seedCredits(credits)
}
void import('./later.client.ts')

// Going on to another page aborts a transition, which is no error of the page.
const allowAbort = (transition: ViewTransition | null) =>
  void (
    transition &&
    Promise.allSettled([transition.ready, transition.updateCallbackDone, transition.finished])
  )
addEventListener('pageswap', ({ viewTransition }) => allowAbort(viewTransition))
addEventListener('pagereveal', ({ viewTransition }) => allowAbort(viewTransition))
allowAbort(document.activeViewTransition)

// Blurring without a page load is of use where its button is seen: on the settings, or in the opened menu.
const loadSafeMode = () => void import('../features/core/accounts/safe-mode.client.ts')
if (document.querySelector('main [data-safe-mode-switch]')) loadSafeMode()
else document.getElementById('account')?.addEventListener('toggle', loadSafeMode, { once: true })

// The page is current, and few visits see a change: what shows one is loaded with the first.
const stopWatching = [$user.listen(showStanding), $credits.listen(showStanding)]
const stopToasts = $toasts.listen(() => {
  stopToasts()
  void import('../ui/toasts.client.ts').then(({ showToasts }) => showToasts())
})
const stopWaiting = $match.listen(() => {
  stopWaiting()
  void import('./match-moment.client.ts').then(({ showMatchMoments }) => showMatchMoments())
})

function showStanding(): void {
  for (const stop of stopWatching) stop()
  void import('../features/money/checkout/top-bar.client.ts').then((bar) => bar.showStanding())
}
