/** As those of a brand's folder (sites/site.ts). */
export const LEAST_PERCENT = 5
export const MOST_PERCENT = 80
/** Days that a code may count: one that nobody ends would be forgotten. */
export const MOST_DAYS = 731

export const CODES_PATH = '/staff/content/codes'
