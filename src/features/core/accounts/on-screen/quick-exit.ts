/** Where the quick exit leads: a page that everybody may have open. */
export const HARMLESS_PAGE = 'https://www.wikipedia.org/'

/** In milliseconds: two presses of Escape within it leave. One alone closes a dialog. */
export const DOUBLE_PRESS = 600
