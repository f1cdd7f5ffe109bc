/**
 * Cookies that scripts read: guest pages are cached and the same for everybody, so a script decides
 * whether to ask.
 */
export const ADULT_COOKIE = 'adult'
export const CHOICE_COOKIE = 'cookies'

export const choices = ['all', 'needed'] as const
export type CookieChoice = (typeof choices)[number]

export function choiceOf(value: string | null): CookieChoice | null {
  return choices.find((choice) => choice === value) ?? null
}
