import { withoutIndex } from '#sites/routes.ts'

export type PageViews = {
  monetizationFlag: boolean
  monetizationPageViewsCount: number
  removeOptimiserRedirects: boolean
}

/** A navigation of a member, and what decides whether an ad comes first. */
export type Navigation = PageViews & {
  isSignedIn: boolean
  path: string
  /** Counted in this session before. */
  views: number
  neverUpgraded: boolean
  showFullPageAd: boolean
  /** The member was sent to the ad already, in this session. */
  wasSent: boolean
}

export type AfterNavigation = { views: number; goes: 'on' | 'toCountedAd' | 'toFlaggedAd' }

/** Specification §4, "Page-view monetisation". */
export function afterNavigation(navigation: Navigation): AfterNavigation {
  const {
    views: before,
    monetizationFlag,
    monetizationPageViewsCount,
    neverUpgraded,
    showFullPageAd,
    wasSent,
  } = navigation
  if (
    !navigation.isSignedIn ||
    navigation.removeOptimiserRedirects ||
    withoutIndex(navigation.path) === '/fullPageAd'
  )
    return { views: before, goes: 'on' }
  const views = before + 1
  if (showFullPageAd && !wasSent) return { views, goes: 'toFlaggedAd' }
  if (views >= monetizationPageViewsCount && monetizationFlag && neverUpgraded)
    return { views: 0, goes: 'toCountedAd' }
  return { views, goes: 'on' }
}
