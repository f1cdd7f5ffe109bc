/**
 * What a visitor has said about themselves to the browser. Both are read by pages, which are the same for all
 * guests, so a script has to know whether to ask.
 */
export const ADULT_COOKIE = 'adult'
export const CHOICE_COOKIE = 'cookies'

export const choices = ['all', 'needed'] as const
export type Choice = (typeof choices)[number]

/** The choice in a cookie's value, or null where none was made. */
export function choiceOf(value: string | null): Choice | null {
  return choices.find((choice) => choice === value) ?? null
}
