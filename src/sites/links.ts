import { ownPath } from './routes.ts'

/** Where tracking links lead on every brand, by their key; a brand may add to them, or choose otherwise. */
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

/** What a mail can offer a member of every brand, by its key. */
export const networkOffers = {
  upgrade: '/billing/upgrade',
  search: '/search',
  newest: '/plist/new/1',
  matches: '/plist/matches/1',
  photos: '/profile/edit/managePhotos',
} as const

/** Whether brand data may lead there: a path of the brand, or an address over https. */
export function mayLeadTo(place: string): boolean {
  return ownPath(place) !== null || /^https:\/\/[a-z0-9.-]+(?:[/?#]|$)/.test(place)
}

/** The place of a key in brand data, which has no other keys than its own. */
export function placeOf(places: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(places, key) ? (places[key] ?? null) : null
}
