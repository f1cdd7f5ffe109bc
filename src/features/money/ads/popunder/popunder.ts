/** The flag on the wire (specification §3): the string `'false'` once the popunder was seen. */
export type PopunderFlag = string | boolean | null | undefined

/**
 * The site parameters of the popunder's target; `email` and `subid` only of members who opted in
 * (decisions §7).
 */
export type PopunderTraffic = {
  sendTrafficToIMLive: boolean
  trafficUrl: string | null
  tmDomain: string
  groupIdExitPopup: number
  siteShortName: string
  isMobile: boolean
  email: string | null
  subid: string | null
}

export type Click = {
  button: number
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
  defaultPrevented: boolean
  /** The link that was clicked or surrounds what was; null without one. */
  link: { noUnder: boolean } | null
}

/** How a browser opens a window behind its own (specification §7). */
export type PopunderWay = 'window' | 'ctrlClick' | 'blankWindow'

type Situation = { isSignedIn: boolean; flag: PopunderFlag; path: string }

/** Specification §4, "Exit popunder": all conditions must hold. */
const conditions: ReadonlyArray<(situation: Situation) => boolean> = [
  ({ isSignedIn }) => isSignedIn,
  // the flag is truthy; it "becomes the string false"
  ({ flag }) => Boolean(flag) && flag !== 'false',
  ({ path }) => path !== '/fullPageAd' && path !== '/fullPageAd/index',
]

export function mayPopUnder(user: object | null, flag: PopunderFlag, path: string): boolean {
  return conditions.every((holds) => holds({ isSignedIn: user !== null, flag, path }))
}

/** Specification §4, "Qualifying click": all conditions must hold. */
const clickConditions: ReadonlyArray<(click: Click) => boolean> = [
  ({ button }) => button === 0,
  ({ ctrlKey, metaKey, shiftKey, altKey }) => !ctrlKey && !metaKey && !shiftKey && !altKey,
  ({ defaultPrevented }) => !defaultPrevented,
  ({ link }) => link !== null && !link.noUnder,
]

export function isQualifying(click: Click): boolean {
  return clickConditions.every((holds) => holds(click))
}

/** Specification §7, "Popunder target". */
export function popunderTarget(traffic: PopunderTraffic): string {
  if (traffic.sendTrafficToIMLive && traffic.trafficUrl !== null) return traffic.trafficUrl
  const url = new URL(traffic.tmDomain)
  url.searchParams.set('group_id', String(traffic.groupIdExitPopup))
  url.searchParams.set('keyword', `${traffic.siteShortName}${traffic.isMobile ? '_mobile' : ''}`)
  if (traffic.email !== null) url.searchParams.set('email', traffic.email)
  if (traffic.subid !== null) url.searchParams.set('subid', traffic.subid)
  return url.href
}

/** Specification §7; the first matching row decides. Opera and Edge name Chrome as well. */
const ways: ReadonlyArray<readonly [userAgent: readonly RegExp[], way: PopunderWay]> = [
  [[/\b(?:OPR|OPT|Opera)\b/], 'ctrlClick'],
  [[/\bEdgA?\//], 'window'],
  [[/\bWindows\b/, /\bChrome\//], 'ctrlClick'],
  [[/\bFirefox\//], 'blankWindow'],
]

export function popunderWayOf(userAgent: string): PopunderWay {
  return (
    ways.find(([patterns]) => patterns.every((pattern) => pattern.test(userAgent)))?.[1] ?? 'window'
  )
}
