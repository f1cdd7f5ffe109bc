/** What staff note about a member for one another. */

export const MAX_NOTE = 1000
export const MAX_TAG = 30
export const MOST_TAGS = 12
/** For one member; the oldest are deleted by who wrote them, or by leads. */
export const MOST_NOTES = 200

/** Tags that are at hand; others are typed. */
export const usualTags = [
  'called us',
  'chargeback risk',
  'press',
  'needs care',
  'no calls',
  'returning customer',
] as const
