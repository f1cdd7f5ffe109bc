import { isProvisional } from './provisional-name.ts'

/** `alice@example.org` -> `a•••@e•••.org`: enough to know one's own by, too little to write to. */
export function maskedAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return `${firstOf(name)}•••@${firstOf(domain)}•••${ending}`
}

function firstOf(text: string): string {
  return [...text][0] ?? ''
}

/** What to call an account by before its owner: the username, or where none was chosen yet, the masked address. */
export function nameOrAddress({ username, email }: { username: string; email: string }): string {
  return isProvisional(username) ? maskedAddress(email) : username
}
