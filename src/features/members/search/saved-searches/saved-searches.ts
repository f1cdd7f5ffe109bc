/** So many searches are kept for an account. */
export const MOST_SAVED = 10
export const SAVED_NAME_LENGTH = 80
