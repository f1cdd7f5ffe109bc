import { foldAddress } from './folding.ts'

/** Where dots in the name make no difference. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox of an address, for comparison alone: without a tag after `+`, and without dots where these do not count. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = foldAddress(email)
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const plain = name.replace(/(?<=.)\+.*$/, '')
  return `${dotless.has(domain) ? plain.replaceAll('.', '') : plain}@${domain}`
}
