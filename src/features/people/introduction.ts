/** Longest words that a member may say about themselves, in characters. */
export const MOST_ABOUT = 2000
export const MOST_HEADLINE = 100
