import { type Act, actTable } from '../decisions.ts'

/** Of a notice: a decision that took effect, or one that holds no longer. */
export const noticed = ['decided', 'takenBack'] as const
export type Noticed = (typeof noticed)[number]

const words: Readonly<Record<Act, string>> = {
  none: 'We did nothing',
  hidePhoto: 'We decided about a photo of yours',
  removeText: 'We decided about a text of yours',
  warn: 'We warned you',
  limit: 'You could not write first messages for a while',
  suspend: 'We suspended your account for a while',
  ban: 'We closed your account',
  restore: 'We gave back what a decision took',
}

/**
 * A decision as its member reads it in a list, without its reasons: the page may be seen by others.
 */
export function inShort(act: Act): string {
  return words[act]
}

/** Whether an act closes an account, so that taking it back opens one. */
export function closes(act: Act): boolean {
  return actTable[act].takes === 'account'
}
