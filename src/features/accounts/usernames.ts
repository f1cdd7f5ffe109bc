import { foldName } from '../../lib/folding.ts'
import { lookOf } from '../../lib/look-alikes.ts'
import { brands } from '../../sites/registry.ts'
import { isProvisional } from './provisional-name.ts'

/** UTS 39, "highly restrictive": one of UAX 31's recommended scripts, or a permitted East Asian combination. */
const alphabets = [
  ...['Latn', 'Grek', 'Cyrl', 'Armn', 'Hebr', 'Arab', 'Thaa', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym'],
  ...['Sinh', 'Thai', 'Laoo', 'Tibt', 'Mymr', 'Khmr', 'Geor', 'Ethi'],
  ...['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'],
].map(
  (scripts) =>
    new RegExp(
      `^[${scripts
        .split(' ')
        .map((script) => `\\p{scx=${script}}`)
        .join('')}0-9_-]*$`,
      'u',
    ),
)

/** Phonetic letters look like other letters; those of West African alphabets and Azerbaijani are allowed. */
const PHONETIC = /(?![ɓɔɖɗəɛɣɩɲʀʉʊʋʒ])[\u0250-\u02ff\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/u

/** Reserved for staff, as the whole name or as one word of it (`the-admin`, `SiteStaff`). */
const ownWords = [
  'admin',
  'admins',
  'staff',
  'mod',
  'mods',
  'official',
  'system',
  'operator',
  'security',
  'billing',
  'payments',
  'refunds',
  'verification',
  'safety',
  'trust',
  'abuse',
]
const ownParts = ['support', 'administrator', 'moderator', 'helpdesk', 'customerservice', 'customercare', 'siteadmin', 'webmaster', 'postmaster']
/** Reserved as the whole name only: names with a meaning for mail servers, web servers, programs or sentences. */
const ownNames = [
  ...['help', 'info', 'contact', 'sales', 'team', 'root', 'hostmaster', 'noreply', 'nobody', 'everybody', 'everyone', 'anyone', 'anonymous', 'unknown'],
  ...[
    'guest',
    'guests',
    'member',
    'members',
    'user',
    'users',
    'owner',
    'deleted',
    'banned',
    'you',
    'www',
    'ftp',
    'smtp',
    'mail',
    'email',
    'api',
    'media',
    'null',
    'undefined',
    'nan',
    'true',
    'false',
    'prototype',
    'proto',
  ],
  ...Object.getOwnPropertyNames(Object.prototype),
]

const looks = (words: readonly string[]) => words.map((word) => lookOf(joined(word)))
const words = new Set(looks(ownWords))
const parts = looks(ownParts)
const names = new Set(looks([...ownNames, ...ownWords]))
const brandNames = looks(brands.flatMap(({ id, name }) => [id, name.replaceAll(' ', '')]))

export function usernameProblem(name: string): string | null {
  if (name.includes('.')) return 'Please leave out the dots, since mail programs make links of them. A dash or an underscore will do.'
  if (!/^[\p{L}\p{Nd}][\p{L}\p{Nd}_-]{2,19}$/u.test(name) || /\p{Default_Ignorable_Code_Point}/u.test(name)) {
    return 'Please use 3 to 20 letters, digits, dashes or underscores.'
  }
  if (PHONETIC.test(name) || [...name].some((letter) => !isOfOne(letter)))
    return 'Please use the letters of everyday writing: others are too easily taken for them.'
  if (!isOfOne(name)) return 'Please use the letters of one alphabet: those of two look alike, and your name could be taken for another.'
  if (brandNames.some((brand) => lookOf(joined(name)).includes(brand)))
    return 'Please leave out the names of our sites, so that nobody takes you for one of us.'
  if (isOurs(name)) return 'This name is kept for those who run the site. Please choose another.'
  return null
}

function isOfOne(text: string): boolean {
  return alphabets.some((alphabet) => alphabet.test(text))
}

function isOurs(name: string): boolean {
  // A digit may stand for a letter (`adm1n`) or be a number at the end, so both readings are checked.
  const whole = [joined(name), withoutNumber(joined(name))].map(lookOf)
  if (whole.some((look) => names.has(look) || parts.some((part) => look.includes(part)))) return true
  return isProvisional(foldName(name)) || wordsOf(name).some((word) => words.has(lookOf(word)) || words.has(lookOf(withoutNumber(word))))
}

function joined(name: string): string {
  return name.replaceAll(/[._-]/g, '')
}

function withoutNumber(word: string): string {
  const signs = [...word]
  const isNoDigit = (sign: string) => !/\p{Nd}/u.test(sign)
  return signs.slice(signs.findIndex(isNoDigit), signs.findLastIndex(isNoDigit) + 1).join('')
}

function wordsOf(name: string): string[] {
  return name.split(/[._-]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean)
}
