import { expect, test } from 'vitest'
import { siteAndOwner } from '#layouts/structured-data.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { renderer, withRenderer } from '../support/rendered.ts'

/**
 * Components as the server renders them: sides of flags that none of the eleven brands shows, and
 * what all pages have.
 */

withRenderer()

const [brand] = brands as [Brand]
const zone = {
  id: 'z',
  slot: 'page',
  width: 300,
  height: 250,
  script: 'https://ads.example/zone.js',
}
const host = { tier: 'www', brand: { ...brand, zones: [zone] } }
const ad = {
  id: 'dinner',
  slot: 'page',
  link: 'https://dinner.example',
  image: '/dinner.webp',
  alt: 'A table',
  headline: 'Dinner',
  text: 'For two.',
  action: 'Book',
  weight: 1,
}
const slot = {
  place: 'page',
  ads: [ad],
  user: { showAds: true, footerAds: true },
  path: '/search',
  memberId: 1,
  fallsBack: false,
  media: '',
}

test.each([
  ['an ad of the brand', {}],
  ['a zone', { host }],
])('markAdvert writes "Advertisement" above %s, or leaves it off', async (_, locals) => {
  const shown = async (isMarked: boolean) =>
    renderer.render('features/money/ads/AdSlot.astro', { ...slot, isMarked }, locals)
  const [marked, unmarked] = [await shown(true), await shown(false)]
  expect(
    [marked, unmarked].map((html) => [
      html.includes('aria-label="Advertisement"'),
      />\s*Advertisement\s*</.test(html),
    ]),
  ).toEqual([
    [true, true],
    [true, false],
  ])
})

test.each([
  [true, 'width=device-width, '],
  [false, 'width=1200"'],
])('isResponsive %s lays every page out for %s', async (isResponsive, viewport) => {
  const html = await renderer.render('layouts/Document.astro', {
    brand: { ...brand, flags: { ...brand.flags, isResponsive } },
    title: 'Help',
    path: '/help',
  })
  expect(html).toContain(`<meta name="viewport" content="${viewport}`)
})

test.each([
  'layouts/GuestLayout.astro',
  'layouts/CommonLayout.astro',
  'layouts/LockedLayout.astro',
])(
  '%s brings what reloads a page whose script is gone, before any other script',
  async (layout) => {
    const html = await renderer.render(layout, {
      brand,
      title: 'Help',
      description: 'Help',
      path: '/help',
      exit: { signsOut: false },
    })
    const loads = /(?:<script[^>]* src|<astro-island[^>]* component-url)="([^"]+)"/g
    const scripts = [...html.matchAll(loads)].map(([, address]) => address)
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.filter((address) => /reload-guard|Document/.test(address ?? ''))).toEqual([
      scripts[0],
    ])
  },
)

test('who joins finds the brand’s countries first, what its members look for ticked, and is asked about its usual birthday', async () => {
  const own: Brand = {
    ...brand,
    searchCountries: ['CY', 'MT'],
    defaultLookingFor: ['man'],
    defaultBirthDay: '1990-02-03',
  }
  const html = await renderer.render('features/guests/joining/RegisterForm.astro', {
    id: 'register',
    brand: own,
  })
  const [, often = ''] = /<optgroup label="Often chosen">([\s\S]*?)<\/optgroup>/.exec(html) ?? []
  const [, others = ''] = /<optgroup label="All others">([\s\S]*?)<\/optgroup>/.exec(html) ?? []
  const valuesIn = (part: string) =>
    [...part.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)
  expect([
    valuesIn(often).toSorted(),
    valuesIn(others).includes('CY'),
    valuesIn(others).includes('US'),
  ]).toEqual([['CY', 'MT'], false, true])
  const ticked = [...html.matchAll(/<input[^>]*name="lookingFor"[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => / checked\b/.test(input))
  expect(ticked.map((input) => /value="(\w+)"/.exec(input)?.[1])).toEqual(['man'])
  expect(/data-birthday-check[^>]* data-suggested="([^"]*)"/.exec(html)?.[1]).toBe('1990-02-03')
})

const asking: Brand = { ...brand, legal: { ...brand.legal, supportEmail: 'ask@somewhere.test' } }
const newcomer = {
  username: 'Alice',
  openSteps: ['uploadPhoto'],
  birthday: '1992-05-04',
  birthdayCorrectedAt: new Date(),
  lookingFor: [],
  country: 'GB',
  distanceUnit: null,
  id: 1,
}
/** Of somebody without a photo. */
const newcomersApi = {
  send: async (route: string) =>
    route === 'GET /image/mine'
      ? { photos: [], most: 20, asksRules: false }
      : { place: { id: 1, name: 'Leeds', country: 'GB' } },
}

test.each([
  [
    'a link that fails',
    'features/core/accounts/mailed-links/BrokenMailLink.astro',
    { reason: 'It is old.' },
  ],
  [
    'a birthday corrected once',
    'features/members/onboarding/NewcomerPanel.astro',
    { api: newcomersApi, member: newcomer, first: 'photo', said: { headline: '', about: '' } },
  ],
  [
    'a receipt of a withdrawal',
    'features/money/contracts/ending/Declaration.astro',
    { kind: 'withdrawal', email: '', query: new URLSearchParams('received=1') },
  ],
  [
    'the note beside a processor’s form',
    'features/money/checkout/CheckoutNote.astro',
    { processor: { name: 'A', statement: 'B' }, supportEmail: asking.legal.supportEmail },
  ],
  ['a deleted account', 'pages/brand/[site]/deleted-account.astro', {}],
  ['an account that was closed', 'pages/site/ended.astro', {}],
])('%s names the brand’s support', async (_, file, props) => {
  const html = await renderer.render(
    file,
    { brand: asking, ...props },
    { brand: asking, site: asking, api: { send: async () => ({ closed: { statement: null } }) } },
  )
  const links = [...html.matchAll(/href="mailto:([^"]+)"[^>]*>([^<]*)</g)].map(([, ...two]) => two)
  expect(links).toEqual([['ask@somewhere.test', 'ask@somewhere.test']])
})

const refused = (form: string, errors: object[], values: object = {}) => ({
  brand,
  member: { username: 'Alice' },
  formAnswer: {
    form,
    values,
    problem: { title: 'Refused', code: 'conflict', detail: 'It was used already.', errors },
  },
})

test.each([
  ['follow-link', [], {}, /<h1>This link does not work any more<\/h1>\s*<p>It was used already\.</],
  [
    'update-password',
    [{ field: 'passwordRepeat', message: 'This is not the same password.' }],
    {},
    /name="passwordRepeat"[^>]* aria-invalid="true"[\s\S]*This is not the same password\./,
  ],
  [
    'reset-request',
    [{ field: 'email', message: 'Not an address.' }],
    { email: 'nora@' },
    /name="email"[^>]* value="nora@"[\s\S]*Not an address\./,
  ],
  [
    'comment',
    [{ field: 'name', message: 'Please use at most 40 characters.' }],
    { preview: 'key', name: 'x', words: 'Shorter, <b>please</b>.' },
    /name="preview" value="key"[\s\S]*use at most 40 characters\.[\s\S]*>Shorter, &lt;b&gt;please&lt;\/b&gt;\.<\/textarea>/,
  ],
])('without script, %s says what is wrong', async (form, errors, values, said) => {
  const html = await renderer.render(`pages/form/${form}.astro`, {}, refused(form, errors, values))
  expect(html).toMatch(said)
})

test('whose account it shall be is two buttons, and which is which is said', async () => {
  const link = {
    id: 'l',
    purpose: 'signIn',
    state: 'open',
    isOwn: false,
    name: 'a•••@e•••.org',
    address: 'a•••@e•••.org',
    renews: false,
    endsAll: false,
  }
  const html = await renderer.render('features/core/accounts/mailed-links/MailedLink.astro', {
    brand,
    link,
    present: 'c•••@e•••.org',
  })
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(
    `You are signed in to ${brand.name} as c•••@e•••.org.`,
  )
  const buttons = /<button[^>]* value="(\w+)"[^>]*>\s*([\s\S]*?)\s*<\/button>/g
  expect([...html.matchAll(buttons)].map(([, ...two]) => two)).toEqual([
    ['stay', 'Stay signed in as c•••@e•••.org'],
    ['go', 'Go on as a•••@e•••.org'],
  ])
})

test('what a profile does not say leads to where it is said, and the hint can be put away', async () => {
  const html = await renderer.render('features/members/search/home/ProfileHint.astro', {
    missing: ['facts'],
    back: '/profile/view/id/1',
  })
  expect(html).toMatch(
    /<a href="\/profile\/edit\/profile\?part=facts#facts"[^>]*>What you are here for, and what you like</,
  )
  expect(html).toMatch(
    /action="\/profile\/hideHint"[^>]*>\s*<input type="hidden" name="back" value="\/profile\/view\/id\/1"/,
  )
})

test('search engines are told the brand’s support', () => {
  expect(siteAndOwner(asking)).toContainEqual(
    expect.objectContaining({
      contactPoint: expect.objectContaining({ email: 'ask@somewhere.test' }) as unknown,
    }),
  )
})

test('a landing has the title, the description and the keywords that its brand wants to be found by', async () => {
  const seo = { title: 'Found by this', description: 'Described like this.', keywords: 'one, two' }
  const html = await renderer.render('layouts/Document.astro', {
    brand: { ...brand, seo },
    path: '/',
  })
  expect(/<title>([^<]*)</.exec(html)?.[1]).toBe(seo.title)
  const said = Object.fromEntries(
    Array.from(
      html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g),
      ([, name, content]) => [name, content],
    ),
  )
  expect(said).toMatchObject({
    description: seo.description,
    keywords: seo.keywords,
    'og:title': seo.title,
    'og:description': seo.description,
  })
})
