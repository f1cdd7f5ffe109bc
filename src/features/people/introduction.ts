export const MAX_ABOUT = 2000
export const MAX_HEADLINE = 100
