import { atom } from 'nanostores'

/** Set while the page shows the form to support above itself. */
export const $ticketing = atom<true | null>(null)
