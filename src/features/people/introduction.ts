/** Maximum length of an introduction, in characters. */
export const MOST_ABOUT = 2000
export const MOST_HEADLINE = 100
