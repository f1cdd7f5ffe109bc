import { hasSomethingToSee } from '#lib/texts.ts'

/** Maximum length of an introduction, in characters. */
export const MAX_ABOUT = 2000
export const MAX_HEADLINE = 100

/**
 * Directional overrides can turn the words around them; text written from right to left does not
 * need them.
 */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Words as they are stored: without directional overrides, and empty if nothing of them can be
 * seen.
 */
export function visibleWords(words: string): string {
  const plain = words.replaceAll(OVERRIDES, '')
  return hasSomethingToSee(plain) ? plain : ''
}

/** The same in one paragraph. */
export function oneParagraph(words: string): string {
  return visibleWords(words).replaceAll(/\s+/gu, ' ').trim()
}
