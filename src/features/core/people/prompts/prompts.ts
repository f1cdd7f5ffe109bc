import { visibleWords } from '../edit/introduction.ts'

export const MAX_PROMPTS = 3
/** Maximum length of an answer, in characters. */
export const MAX_ANSWER = 240

/** An answer as it is stored: one paragraph; empty if nothing of it can be seen. */
export function answerWords(words: string): string {
  return visibleWords(words).replaceAll(/\s+/gu, ' ').trim()
}
