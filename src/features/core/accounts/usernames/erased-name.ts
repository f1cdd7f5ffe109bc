/** The username of an erased account; nobody can choose one like it. */
export function erasedName(accountId: number): string {
  return `~${accountId}`
}

/** A username in words, for lists that also name members who are gone. */
export function nameInWords(username: string | undefined): string {
  return username === undefined || username.startsWith('~') ? 'a deleted member' : username
}
