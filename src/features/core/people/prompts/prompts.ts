export const MAX_PROMPTS = 3
/** Maximum length of an answer, in characters. */
export const MAX_ANSWER = 240
