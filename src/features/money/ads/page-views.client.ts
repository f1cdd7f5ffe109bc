import { $user } from '#core/accounts/session.store.ts'
import { AD_RETURN_PATH, PAGE_VIEWS, SENT_TO_AD } from '#core/accounts/stored-user.ts'
import { tabKept } from '#lib/browser.ts'
import { withoutIndex } from '#sites/routes.ts'
import { afterNavigation, type PageViews } from './page-views.ts'

/**
 * Counts the page that opened, and leads to the full-page ad where one is due; the way back is
 * remembered.
 */
export function countPageView(parameters: PageViews): void {
  const user = $user.get()
  const isAdPage = withoutIndex(location.pathname) === '/fullPageAd'
  const { views, goes } = afterNavigation({
    ...parameters,
    isSignedIn: user !== null,
    path: location.pathname,
    views: Number(tabKept.getItem(PAGE_VIEWS)) || 0,
    neverUpgraded: user?.neverUpgraded === true,
    showFullPageAd: user?.showFullPageAdNuxt === true,
    wasSent: tabKept.getItem(SENT_TO_AD) !== null,
  })
  tabKept.setItem(PAGE_VIEWS, String(views))
  if (goes === 'on') {
    // Whoever left the ad by another way does not find this one at the next.
    if (!isAdPage) tabKept.removeItem(AD_RETURN_PATH)
    return
  }
  if (goes === 'toFlaggedAd') tabKept.setItem(SENT_TO_AD, '1')
  tabKept.setItem(AD_RETURN_PATH, location.pathname + location.search + location.hash)
  location.assign('/fullPageAd')
}
