import { isProvisional } from '../usernames/provisional-name.ts'

/** `alice@example.org` -> `a•••@e•••.org`: the owner recognises it, others cannot write to it. */
export function maskedAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return `${firstOf(name)}•••@${firstOf(domain)}•••${ending}`
}

function firstOf(text: string): string {
  return [...text][0] ?? ''
}

export function nameOrAddress({ username, email }: { username: string; email: string }): string {
  return isProvisional(username) ? maskedAddress(email) : username
}
