/**
 * The counters of specification §3, "Tickers", and one each for requests to see photos and for
 * invitations of partners.
 */
export const tickers = [
  'newMessages',
  'newLikes',
  'newMatches',
  'newViews',
  'newPhotoRequests',
  'newPartnerInvitations',
] as const
export type Ticker = (typeof tickers)[number]
export type Tickers = Record<Ticker, number>

export const noTickers: Tickers = {
  newMessages: 0,
  newLikes: 0,
  newMatches: 0,
  newViews: 0,
  newPhotoRequests: 0,
  newPartnerInvitations: 0,
}

export const MAX_COUNTED = 100

/** The number in the title and on the app's icon: what waits for an answer. */
export function waitingIn({
  newMessages,
  newMatches,
  newPhotoRequests,
  newPartnerInvitations,
}: Tickers): number {
  return newMessages + newMatches + newPhotoRequests + newPartnerInvitations
}

/** Specification §9, in milliseconds. */
export const TICKER_PERIOD = 30_000

/** Further events that a page reports by `POST /event/{name}`; other names are refused. */
export const namedEvents = ['clickRevealLocation', 'emailConfirmationPopupInteraction'] as const

export const eventNames = [...tickers, 'newNotifications', ...namedEvents] as const
export type EventName = (typeof eventNames)[number]

export function tickersSeenBy(name: EventName): readonly Ticker[] {
  if (name === 'newNotifications') return tickers
  return tickers.filter((ticker) => ticker === name)
}
