/**
 * What members confirm about whom their photos show: with their first one, and again where the
 * words are others.
 */
export const PHOTO_RULES = '2026-11-23'

export type ConfirmedRules = '' | typeof PHOTO_RULES

export const photoRules = {
  tick: 'My photos show only me, or people who have agreed to be shown here, and everybody in them is 18 or over.',
  hint: 'We ask it once, and again if these rules change. Whoever is in a photo can have us remove it.',
  missing:
    'Please tick whom your photos show; until then, nothing is stored. If there is no such box here, load the page again.',
}

/** What a browser kept may be the rules of an earlier version. */
export function confirmedIn(value: unknown): ConfirmedRules {
  return value === PHOTO_RULES ? PHOTO_RULES : ''
}
