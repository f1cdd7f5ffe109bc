/** The counters of specification §3, "Tickers". */
export const tickers = ['newMessages', 'newLikes', 'newMatches', 'newViews'] as const
export type Ticker = (typeof tickers)[number]
export type Tickers = Record<Ticker, number>

export const noTickers: Tickers = { newMessages: 0, newLikes: 0, newMatches: 0, newViews: 0 }

/** Counting stops here: a badge says "99+". */
export const MOST_COUNTED = 100

/** Specification §9. */
export const TICKER_PERIOD = 30_000

/**
 * Things that a page reports by `POST /event/{name}` beside the tickers that were seen, and that another page
 * or mail may ask about later. Anything else is no event.
 */
export const namedEvents = [
  'clickRevealLocation',
  'emailConfirmationPopupInteraction',
  'interactionPopupSeen',
  'insufficientCreditsSeen',
  'upgradeClick',
] as const

/** `newNotifications` is all tickers at once. */
export const eventNames = [...tickers, 'newNotifications', ...namedEvents] as const
export type EventName = (typeof eventNames)[number]

/** The tickers that an event marks as seen. */
export function tickersSeenBy(name: EventName): readonly Ticker[] {
  if (name === 'newNotifications') return tickers
  return tickers.filter((ticker) => ticker === name)
}
