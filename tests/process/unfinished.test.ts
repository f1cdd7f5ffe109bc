import { describe, expect, test } from 'vitest'
import { unreadTexts } from '#content/unread.ts'
import { isGuessable } from '#lib/guessable.ts'
import { isReserved, unfinishedOf } from '#process/unfinished.ts'
import { readSettings } from '#settings.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'

/** What a production lacks, a sentence a fact. */

const SECRET = 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU'
const shops = 'adultcrush:68849:zpXwe2D77g4P7ysGJcr3rY87TBYs6J'
const finished = {
  RUN_AS: 'production',
  SESSION_SECRET: SECRET,
  DATA_DIR: '/srv/sites',
  SMTP_URL: 'smtps://mail.ours.net',
  GATEWAY_URL: 'https://key@gateway.ours.net',
  GATEWAY_SECRET: SECRET,
  PARTNER_URL: 'https://partner.ours.net',
  PARTNER_SECRET: SECRET,
}
/** As an operator has filled them in. */
const own = brands.map((brand): Brand => ({
  ...brand,
  domain: `${brand.id}.net`,
  legal: { ...brand.legal, isPlaceholder: false, supportEmail: `support@${brand.id}.net` },
}))
const oneWith = (change: (brand: Brand) => Partial<Brand>) =>
  own.map((brand, index) => (index === 0 ? { ...brand, ...change(brand) } : brand))
type Env = Record<string, string | undefined>

function linesOf(env: Env, some: readonly Brand[] = own, unread: readonly string[] = []): string[] {
  return unfinishedOf({
    settings: readSettings({ ...finished, ...env }),
    brands: some,
    unread,
  }).map(({ says }) => says)
}

test('nothing is said of a production that has all of it', () => {
  expect(linesOf({})).toEqual([])
})

test.each<[string, string[], RegExp]>([
  [
    'no mail server',
    linesOf({ SMTP_URL: undefined }),
    /^Mails stay as files in \/srv\/sites: set SMTP_URL\.$/,
  ],
  [
    'a domain of the shipped ones',
    linesOf(
      {},
      oneWith(() => ({ domain: 'adultcrush.example' })),
    ),
    /^The domain is a placeholder on adultcrush: /,
  ],
  [
    'a suffix that nobody can own',
    linesOf({ SITES_SUFFIX: 'staging.example' }),
    /^SITES_SUFFIX is a placeholder: /,
  ],
  [
    'an invented company',
    linesOf(
      {},
      oneWith(({ legal }) => ({ legal: { ...legal, isPlaceholder: true } })),
    ),
    /is a placeholder on adultcrush: npm run site:own/,
  ],
  [
    'an address for support that reaches nobody',
    linesOf(
      {},
      oneWith(({ legal }) => ({ legal: { ...legal, supportEmail: 'support@adultcrush.example' } })),
    ),
    /is a placeholder on adultcrush: npm run site:own/,
  ],
  [
    'nobody who charges, but for one brand',
    linesOf({
      GATEWAY_URL: undefined,
      GATEWAY_SECRET: undefined,
      VEROTEL_SHOPS: shops,
      VEROTEL_API_USER: 'user',
      VEROTEL_API_PASSWORD: 'pass',
    }),
    /^Prices are shown, and nothing can be bought, on (?!.*adultcrush).*wivesnow.*: set GATEWAY_URL, CCBILL_SHOPS or VEROTEL_SHOPS\.$/,
  ],
  [
    'no partner',
    linesOf({ PARTNER_URL: undefined, PARTNER_SECRET: undefined }),
    /^Nobody can be upgraded on xmeeting, meetwives: set PARTNER_URL\.$/,
  ],
  [
    'texts that counsel has not read',
    linesOf({}, own, ['privacy', 'wivesnow/terms']),
    /^Counsel has not read privacy, wivesnow\/terms: /,
  ],
])('%s is one line', (_, lines, line) => {
  expect(lines).toEqual([expect.stringMatching(line)])
})

test('a secret and a database alone lack all of it, a line a fact for eleven brands', () => {
  const settings = readSettings({
    RUN_AS: 'production',
    SESSION_SECRET: SECRET,
    DATABASE_URL: 'postgres://sites@db.ours.net/sites',
  })
  const found = unfinishedOf({ settings, brands, unread: ['privacy'] })
  expect(found.map(({ says }) => says.split(' ').slice(0, 3).join(' '))).toEqual([
    'Mails stay as',
    'The domain is',
    'The company or',
    'Prices are shown,',
    'Nobody can be',
    'Counsel has not',
  ])
})

test.each([
  ['adultcrush.example', true],
  ['support@adultcrush.example', true],
  ['www.example.com', true],
  ['example.org', true],
  ['adultcrush.localhost', true],
  ['localhost', true],
  ['adultcrush.test', true],
  ['adultcrush.com', false],
  ['contest', false],
  ['anexample.com', false],
  ['example.net.pl', false],
])('%s is kept from everybody: %s', (domain, reserved) => {
  expect(isReserved(domain)).toBe(reserved)
})

describe('a secret', () => {
  test.each([
    ['x'.repeat(32), true],
    ['ab'.repeat(16), true],
    ['secretpassword'.repeat(3), true],
    [SECRET, false],
    ['0f3a9c71be52d846a07f19c3e8b45d2a', false],
    ['31415926535897932384626433832795', false],
  ])('%s is guessed: %s', (secret, guessed) => {
    expect(isGuessable(secret)).toBe(guessed)
  })
})

test('a text is read when its date is written, and each brand’s own is a text', () => {
  const text = (path: string, review: string) => ({
    path,
    text: `---\ntitle: Terms\nversion: 2026-11-01\nchanges: All of it.\nreview: ${review}\n---\n\nWords.\n`,
  })
  const sources = [
    text('legal/all/terms.md', '2026-11-02'),
    text('legal/all/privacy.md', 'pending'),
    text('legal/wivesnow/terms.md', 'pending'),
  ]
  expect(unreadTexts(sources)).toEqual(['privacy', 'wivesnow/terms'])
})
