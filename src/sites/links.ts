import { ownPath } from './routes.ts'

/** Targets of tracking links by key, for all brands; a brand may extend or override them. */
export const networkRedirects = {
  welcome: '/',
  join: '/#register',
  signin: '/#sign-in',
  oneclick: '/promo/oneClick',
  affiliate: '/promo/Affiliate',
  help: '/help',
  password: '/resetPassword/makeRequest',
  offers: '/emailOfferRedirect?key=upgrade',
} as const

/** Targets of offers in mails by key, for all brands. */
export const networkMailTargets = {
  upgrade: '/billing/upgrade',
  search: '/search',
  newest: '/plist/new/1',
  matches: '/plist/matches/1',
  photos: '/profile/edit/managePhotos',
} as const

/** Whether brand data may link there: a path of the brand, or an https URL. */
export function mayLeadTo(place: string): boolean {
  return ownPath(place) !== null || /^https:\/\/[a-z0-9.-]+(?:[/?#]|$)/.test(place)
}

export function linkTargetOf(places: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(places, key) ? (places[key] ?? null) : null
}
