import { seedSession } from '../features/accounts/session.store.ts'
import '../features/accounts/sign-out.client.ts'
import { seedCredits } from '../features/billing/credits.store.ts'
import { showStanding } from '../features/billing/top-bar.client.ts'
import { showCounts } from '../features/live/nav-counts.client.ts'
import { seedTickers } from '../features/live/tickers.store.ts'
import type { Tickers } from '../features/live/tickers.ts'
import { connectLikeBoxes } from '../features/matching/like-boxes.client.ts'
import { showMatches } from '../features/matching/match-dialog.client.ts'
import type { UserInfo } from '../features/viewer/parameters.contract.ts'
import { showToasts } from '../ui/toasts.client.ts'

/** What the layout's script needs of the viewer; it is in the page as an attribute. */
export type Seeds = { user: UserInfo; ccpInfo: string; credits: number | null; tickers: Tickers }

const seeds = document.querySelector<HTMLElement>('[data-seeds]')?.dataset['seeds']
if (seeds !== undefined) {
  const { user, ccpInfo, credits, tickers } = JSON.parse(seeds) as Seeds
  seedTickers(tickers)
  seedSession(user, ccpInfo)
  seedCredits(credits)
  showCounts()
  showStanding()
}
connectLikeBoxes()
showMatches()
showToasts()
