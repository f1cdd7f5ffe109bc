import { atom } from 'nanostores'

/** Why the text in the composer is not sent. */
export const $problem = atom('')

/** Tells the composer that its draft was changed: a refused text is back in it, or it was sent. */
export const $returned = atom<{ otherId: number; body: string } | null>(null)
