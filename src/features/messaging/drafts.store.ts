import { atom } from 'nanostores'
import { draftFor, keepDraft } from './unsent.ts'

/** Why the text in the composer is not sent. */
export const $problem = atom('')

/** Tells the composer that its draft was changed: a refused text is back in it, or it was sent. */
export const $returned = atom<{ otherId: number; body: string } | null>(null)

/** Puts a text that was not sent before what has been typed since. */
export function addToDraft(otherId: number, body: string): void {
  keepDraft(otherId, [body, draftFor(otherId)].filter(Boolean).join('\n'))
}
