export const MOST_HEADLINE = 60
export const MOST_WORDS = 160
export const MOST_ACTION = 40
/** A brand's own ads count one each. */
export const MOST_WEIGHT = 20
/** Days that an ad may run: one that nobody ends would be forgotten. */
export const MOST_AD_DAYS = 731

export const ADS_PATH = '/staff/content/ads'

/** By which its views and clicks are counted. */
export function bookedAdId(id: number): string {
  return `ad-${id}`
}

export type AdState = 'runs' | 'comes' | 'over' | 'ended'

/** Both days are its own, by UTC. */
export function stateOfAd(
  { from, until, endedAt }: { from: string; until: string; endedAt: Date | null },
  at: Date,
): AdState {
  const today = at.toISOString().slice(0, 10)
  if (endedAt !== null) return 'ended'
  return until < today ? 'over' : from > today ? 'comes' : 'runs'
}
