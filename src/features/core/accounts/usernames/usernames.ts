import { foldName } from '#lib/folding.ts'
import { lookOf } from '#lib/look-alikes.ts'
import { brands } from '#sites/registry.ts'
import { isProvisional } from './provisional-name.ts'

/**
 * UTS 39, "highly restrictive": one of UAX 31's recommended scripts, or a permitted East Asian
 * combination.
 */
const alphabets = [
  ...[
    'Latn',
    'Grek',
    'Cyrl',
    'Armn',
    'Hebr',
    'Arab',
    'Thaa',
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
    'Knda',
    'Mlym',
  ],
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

/**
 * Phonetic letters look like other letters; those of West African alphabets and Azerbaijani are
 * allowed.
 */
const PHONETIC =
  /(?![ɓɔɖɗəɛɣɩɲʀʉʊʋʒ])[\u0250-\u02ff\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/u

/**
 * Reserved for staff wherever it stands as a word, or as words in a row (`the-admin`, `SiteStaff`,
 * `help-desk`).
 */
const ownWords = [
  ...[
    'admin',
    'admins',
    'administrator',
    'administrators',
    'siteadmin',
    'staff',
    'moderator',
    'moderators',
    'official',
    'system',
    'operator',
  ],
  ...['support', 'helpdesk', 'customerservice', 'customercare', 'webmaster', 'postmaster'],
  ...['security', 'billing', 'payments', 'refunds', 'verification'],
]
/**
 * Firms whose names are used to get money, codes or contacts out of people; those that are everyday
 * words are left out.
 */
const otherFirms = [
  ...[
    'paypal',
    'mastercard',
    'westernunion',
    'moneygram',
    'cashapp',
    'venmo',
    'revolut',
    'bitcoin',
    'coinbase',
    'binance',
  ],
  ...[
    'google',
    'gmail',
    'facebook',
    'instagram',
    'whatsapp',
    'snapchat',
    'tiktok',
    'youtube',
    'netflix',
    'microsoft',
  ],
  ...['tinder', 'bumble', 'onlyfans', 'pornhub', 'verotel', 'ccbill'],
]
/** Of staff and of people (`Mod-Girl`, `Trust_me`): reserved with `fillers` alone beside them. */
const softWords = [
  'mod',
  'mods',
  'trust',
  'safety',
  'abuse',
  'help',
  'info',
  'contact',
  'team',
  'service',
  'care',
  'desk',
  'payment',
  'refund',
]
const fillers = [
  'the',
  'our',
  'your',
  'site',
  'online',
  'live',
  'chat',
  'dating',
  'customer',
  'customers',
  'member',
  'members',
  'user',
  'and',
  'of',
]
/**
 * Reserved as the whole name only: names with a meaning for mail servers, web servers or sentences.
 */
const ownNames = [
  ...[
    'sales',
    'root',
    'hostmaster',
    'noreply',
    'nobody',
    'everybody',
    'everyone',
    'anyone',
    'anonymous',
    'unknown',
  ],
  ...['guest', 'guests', 'member', 'members', 'user', 'users', 'owner', 'deleted', 'banned', 'you'],
  ...[
    'www',
    'ftp',
    'smtp',
    'mail',
    'email',
    'api',
    'media',
    'undefined',
    'true',
    'false',
    'proto',
    'prototype',
  ],
  ...Object.getOwnPropertyNames(Object.prototype),
]
/**
 * Endings of addresses that are nothing else at the end of a name: `evil_com` is read as an
 * address.
 */
const addressEndings = ['com', 'net', 'org', 'biz', 'xxx', 'onion']

const looks = (words: readonly string[]) => words.map((word) => lookOf(joined(word)))
const words = new Set(looks([...ownWords, ...otherFirms]))
const names = new Set(looks([...ownNames, ...softWords]))
const endings = new Set(looks(addressEndings))
const brandNames = looks(brands.flatMap(({ id, name }) => [id, name.replaceAll(' ', '')]))
/**
 * A name of nothing but these, in which at least one is of staff (`thesupportteam`, `mod-team`).
 */
const ofStaff = looks([...ownWords, ...otherFirms, ...softWords])
const besides = looks(fillers)
const LENGTH = { least: 3, most: 20 }
const MOST_MARKS = 4

export function usernameProblem(name: string): string | null {
  if (name.includes('.'))
    return 'Please leave out the dots, since mail programs make links of them. A dash or an underscore will do.'
  if (!isShaped(name) || /\p{Default_Ignorable_Code_Point}/u.test(name)) {
    return 'Please use 3 to 20 letters, digits, dashes or underscores.'
  }
  if (PHONETIC.test(name) || [...name].some((letter) => !isOfOne(letter)))
    return 'Please use the letters of everyday writing: others are too easily taken for them.'
  if (!isOfOne(name))
    return 'Please use the letters of one alphabet: those of two look alike, and your name could be taken for another.'
  if (brandNames.some((brand) => lookOf(joined(name)).includes(brand)))
    return 'Please leave out the names of our sites, so that nobody takes you for one of us.'
  if (endings.has(lookOf(wordsOf(name).slice(1).at(-1) ?? '')) || /^www[_-]/i.test(name))
    return 'Please leave out web addresses, since they are taken for links.'
  if (isOurs(name)) return 'This name is kept for those who run the site. Please choose another.'
  return null
}

/**
 * Of letters with what is written on them (`प्रिया`), digits and separators; a mark that any script
 * can have is none.
 */
function isShaped(name: string): boolean {
  const letters = [...name]
  if (letters.length < LENGTH.least || letters.length > LENGTH.most || /^[_-]/.test(name))
    return false
  /** How many more marks may follow. */
  let marks = 0
  for (const letter of letters) {
    if (/\p{L}/u.test(letter)) marks = MOST_MARKS
    else if (/[\p{Nd}_-]/u.test(letter)) marks = 0
    else if (/\p{M}/u.test(letter) && !/\p{Script=Inherited}/u.test(letter) && marks > 0) marks -= 1
    else return false
  }
  return true
}

function isOfOne(text: string): boolean {
  return alphabets.some((alphabet) => alphabet.test(text))
}

function isOurs(name: string): boolean {
  if (isProvisional(foldName(name))) return true
  // A digit may stand for a letter (`adm1n`) or be a number at the end, so both readings are
  // checked.
  const whole = [joined(name), withoutNumber(joined(name))].map(lookOf)
  if (whole.some((look) => names.has(look) || isAllOfStaff(look))) return true
  return runsOf(wordsOf(name)).some(
    (run) => words.has(lookOf(run)) || words.has(lookOf(withoutNumber(run))),
  )
}

/** Whether a name can be cut into words of staff and fillers, with one of staff at least. */
function isAllOfStaff(look: string): boolean {
  /** By how much of the name is used up: whether a word of staff was among it. */
  const reached = new Map([[0, false]])
  for (let at = 0; at < look.length; at += 1) {
    const before = reached.get(at)
    if (before === undefined) continue
    for (const [list, isStaff] of [[ofStaff, true] as const, [besides, false] as const]) {
      for (const word of list) {
        if (look.startsWith(word, at))
          reached.set(at + word.length, isStaff || before || reached.get(at + word.length) === true)
      }
    }
  }
  return reached.get(look.length) === true
}

/** Each word, and words in a row as one. */
function runsOf(found: readonly string[]): string[] {
  return found.flatMap((_, from) =>
    found.slice(from).map((_last, more) => found.slice(from, from + more + 1).join('')),
  )
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
