import { atom } from 'nanostores'

/** Why the text in the composer is not sent. */
export const $problem = atom('')

/** Tells the composer that its draft was changed: a refused text is back in it, or it was sent. */
export const $returned = atom<{ otherId: number; body: string } | null>(null)

const drafts = new Map<number, string>()

export function keepDraft(otherId: number, body: string): void {
  if (body === '') drafts.delete(otherId)
  else drafts.set(otherId, body)
}

/** Puts a text that was not sent before what has been typed since. */
export function addToDraft(otherId: number, body: string): void {
  keepDraft(otherId, [body, draftFor(otherId)].filter(Boolean).join('\n'))
}

export function draftFor(otherId: number): string {
  return drafts.get(otherId) ?? ''
}
