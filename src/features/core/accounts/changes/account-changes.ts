/**
 * Changes that are told of together. E-mail, password, username and payments have mails of their
 * own, at once.
 */
export const changeWords = { place: 'your place', mainPhoto: 'your main photo' } as const
export type ChangeKind = keyof typeof changeWords

export function isChangeKind(word: string): word is ChangeKind {
  return Object.hasOwn(changeWords, word)
}
