import { MINUTE } from '#lib/clock.ts'

export const NAME_LENGTH = 60
/** Passkeys of one account over all brands. */
export const MOST_PASSKEYS = 20
export const CHALLENGE_LIFETIME = 5 * MINUTE
