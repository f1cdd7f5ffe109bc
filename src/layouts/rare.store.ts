import { atom } from 'nanostores'

/** Which of the dialogs that few visits see the page shows above itself. */
export const $rare = atom<'keys' | 'ticket' | null>(null)
