import { DAY, HOUR } from '#lib/clock.ts'

/** How long a link to a draft works. */
export const linkLives = ['hour', 'day', 'week'] as const
export type LinkLife = (typeof linkLives)[number]

export const lifeOf: Record<LinkLife, number> = { hour: HOUR, day: DAY, week: 7 * DAY }
export const lifeNames: Record<LinkLife, string> = { hour: 'An hour', day: 'A day', week: '7 days' }

/** Characters of a comment, and comments of a draft. */
export const MAX_COMMENT = 1000
export const MAX_COMMENTS = 100
