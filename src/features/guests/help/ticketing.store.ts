import { atom } from 'nanostores'

/** Where the form to support is without script. */
export const WRITE_TO_US = '/help#submit-ticket'

/** Set while the page shows that form above itself. */
export const $ticketing = atom<true | null>(null)
