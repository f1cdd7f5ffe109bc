import { foldAddress } from './folding.ts'

/** Where dots in the name make no difference. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox of an address, for comparison alone: without a tag after `+`, and without dots where
 * these do not count.
 */
export function mailboxOf(email: string): string {
  const address = foldAddress(email).toLowerCase()
  const [name, domain] = [
    address.slice(0, address.lastIndexOf('@')),
    address.slice(address.lastIndexOf('@') + 1),
  ]
  const tag = name.indexOf('+', 1)
  const plain = tag === -1 ? name : name.slice(0, tag)
  return `${dotless.has(domain) ? plain.replaceAll('.', '') : plain}@${domain}`
}
