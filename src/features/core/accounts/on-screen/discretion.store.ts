import { atom } from 'nanostores'

/** What was chosen on this page, which came with what was chosen before. */
export const $discretion = atom<{ showsExit?: boolean; exitSignsOut?: boolean }>({})
