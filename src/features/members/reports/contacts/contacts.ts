import { email } from '#core/accounts/passwords/credentials.contract.ts'
import { foldAddress } from '#lib/folding.ts'

export const MAX_CONTACTS = 500
export const MAX_CONTACT_CHARS = 50_000
/** Whoever could try many addresses would learn which profile belongs to one. */
export const NEW_A_DAY = 50
export const HIDDEN_DAYS = 28

/** Line numbers are counted from one. */
export type Contacts = {
  /** Comparable, each once. */
  addresses: string[]
  phones: number[]
  unread: number[]
  lines: number
}

const BETWEEN = /[\s<>,;:"()[\]]+/
const MAX_ADDRESS_CHARS = 254
const PHONE = /^\+?[\d\s()./-]+$/

/**
 * What lines as copied out of an address book hold: `Anna <anna@example.org>`, several in a line,
 * phone numbers, names.
 */
export function readContacts(text: string): Contacts {
  const addresses = new Set<string>()
  const [phones, unread]: [number[], number[]] = [[], []]
  const lines = text.split(/\r\n|\r|\n/)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const found = line.split(BETWEEN).filter((piece) => piece.lastIndexOf('@') > 0)
    const good = found.flatMap(addressIn)
    for (const one of good) addresses.add(one)
    if (good.length > 0 && good.length === found.length) continue
    const isPhone =
      found.length === 0 && PHONE.test(line.trim()) && line.replaceAll(/\D/g, '').length >= 6
    ;(isPhone ? phones : unread).push(index + 1)
  }
  return {
    addresses: [...addresses],
    phones,
    unread,
    lines: lines.filter((line) => line.trim() !== '').length,
  }
}

function addressIn(piece: string): string[] {
  if (piece.length > MAX_ADDRESS_CHARS) return []
  const { data } = email.safeParse(piece.replaceAll(/^'+|'+$|\.+$/g, ''))
  return data === undefined ? [] : [foldAddress(data)]
}

export type Blocked = {
  added: number
  already: number
  left: number
  isOwn: boolean
  phones: number[]
  unread: number[]
}

/**
 * The page that says what came of it without script: numbers alone, since addresses belong in no
 * address.
 */
export function afterBlocking({ added, already, left, isOwn, phones, unread }: Blocked): string {
  const query = new URLSearchParams({
    saved: 'contacts',
    added: String(added),
    already: String(already),
    left: String(left),
    own: isOwn ? '1' : '0',
  })
  if (phones.length > 0) query.set('phones', phones.join('.'))
  if (unread.length > 0) query.set('unread', unread.join('.'))
  return `/profile/edit/settings?screen=blocked&${query.toString()}#contacts`
}

const NUMBERS = /^\d{1,4}(\.\d{1,4})*$/
const oneOrMore = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${count} ${more}`

/** What `afterBlocking` wrote into an address, in sentences. */
export function blockingInWords(query: URLSearchParams): string[] {
  const numbers = (name: string) => {
    const value = query.get(name) ?? ''
    return NUMBERS.test(value) ? value.split('.').map(Number) : []
  }
  const [added = 0, already = 0, left = 0, own = 0] = ['added', 'already', 'left', 'own'].map(
    (name) => numbers(name)[0],
  )
  const [phones, unread] = [numbers('phones'), numbers('unread')]
  return [
    added === 0
      ? 'No address was added.'
      : `${oneOrMore(added, 'address was', 'addresses were')} added. This takes effect in the course of tomorrow.`,
    already === 0 ? '' : `${oneOrMore(already, 'was', 'were')} there already.`,
    left === 0
      ? ''
      : `${oneOrMore(left, 'was', 'were')} not added: ${NEW_A_DAY} new addresses a day are taken. Paste the same list again tomorrow.`,
    own === 1 ? 'Your own address was left out.' : '',
    phones.length === 0 ? '' : `Not kept, since no account has a phone number: ${linesOf(phones)}.`,
    unread.length === 0
      ? ''
      : `Not understood, or only in part: ${linesOf(unread)}. An e-mail address looks like name@example.org.`,
  ].filter((sentence) => sentence !== '')
}

function linesOf(numbers: readonly number[]): string {
  return numbers.length === 1
    ? `line ${numbers[0]}`
    : `lines ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}
