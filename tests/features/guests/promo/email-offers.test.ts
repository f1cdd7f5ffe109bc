import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailOffer } from '#guests/promo/email-offers.contract.ts'
import { mayLeadTo, linkTargetOf } from '#sites/links.ts'
import { brands } from '#sites/registry.ts'
import { type Brand, brandSchema } from '#sites/site.ts'
import { elsewhere } from '#tests/sites/open-redirects.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, joins, PASSWORD } from '#tests/support/cast.ts'

/** The button of a mail: a key, which brand data alone makes an address. */

withApp()
let member: CastMember
beforeAll(async () => {
  member = await alice(app)
})
beforeEach(() => app.db.deleteFrom('events').execute())

const open = (who: CastMember, key: string) => who.calls(emailOffer, { query: { key } })
const noted = () =>
  app.db.selectFrom('events').select(['account_id', 'name', 'at']).orderBy('id').execute()

test.each(brands.map(({ id }) => id))(
  'every offer of %s leads to a page of its own or to https, and is noted',
  async (id) => {
    const reader = await joins(app, { brand: id, username: `Reader of ${id}` })
    const { offers } = (brands.find((brand) => brand.id === id) as Brand).traffic
    expect(Object.keys(offers)).toContain('upgrade')
    for (const [key, url] of Object.entries(offers))
      expect(await open(reader, key)).toEqual({ url })
    expect(await noted()).toEqual(
      Object.keys(offers).map((key) => ({
        account_id: reader.id,
        name: `emailOffer.${key}`,
        at: app.clock.now(),
      })),
    )
  },
)

test('a mailed link has noted who opened which offer, and nothing else of the link', async () => {
  await member.request('/site/emailOffer?key=upgrade&email=alice%40example.org&subid=7')
  expect(JSON.stringify(await noted())).not.toMatch(/example|subid/)
  expect(app.logged.join('\n')).not.toContain('alice@example.org')
})

test.each([
  '',
  'nobody',
  'Upgrade',
  'upgrade ',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(501),
])('an unknown offer %j leads to the dashboard, and is not noted', async (key) => {
  expect(await open(member, key)).toEqual({ url: '/dashboard' })
  expect(await noted()).toEqual([])
})

test('no link names its own address', async () => {
  for (const payload of elsewhere) {
    app.clock.advance(4000)
    const text = encodeURIComponent(payload)
    for (const query of [`key=${text}`, `key=nobody&url=${text}&back=${text}&to=${text}`]) {
      const answer = await member.request(`/site/emailOffer?${query}`)
      if (answer.status !== 422)
        expect([payload, await answer.json()]).toEqual([payload, { url: '/dashboard' }])
    }
  }
  expect(await noted()).toEqual([])
})

test('a mailed link is for members: a guest is asked to sign in, a newcomer to finish', async () => {
  const newcomer = await joins(app, {
    brand: 'adultcrush',
    username: 'Nora',
    steps: ['uploadPhoto'],
  })
  expect((await app.visitor('adultcrush').request('/site/emailOffer?key=upgrade')).status).toBe(401)
  expect((await newcomer.request('/site/emailOffer?key=upgrade')).status).toBe(403)
  expect(await noted()).toEqual([])
})

describe('a guest', () => {
  test('is sent to the landing, and to the offer once signed in', async () => {
    const guest = app.visitor('adultcrush', { ip: '203.0.113.40' })
    const sent = await guest.visit('/emailOfferRedirect?key=upgrade')
    expect([sent.status, sent.headers.get('Location')]).toEqual([302, '/'])
    expect(sent.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^back=%2FemailOfferRedirect%3Fkey%3Dupgrade; Max-Age=1800; Domain=adultcrush\.localhost; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect(
      await guest.send('POST /site/signin', { body: { login: 'Alice', password: PASSWORD } }),
    ).toEqual({ next: '/emailOfferRedirect?key=upgrade' })
    expect(await (await guest.visit('/emailOfferRedirect?key=upgrade')).text()).toBe(
      'page:/emailOfferRedirect',
    )
  })

  test('who brings an address of a stranger stays inside, whatever is remembered', async () => {
    for (const payload of elsewhere) {
      const guest = app.visitor('adultcrush')
      const sent = await guest.visit(`/emailOfferRedirect?key=${encodeURIComponent(payload)}`)
      expect([payload, sent.headers.get('Location')]).toEqual([payload, '/'])
      const back = decodeURIComponent(guest.cookies.get('back') ?? '/')
      expect(new URL(back, 'http://www.adultcrush.localhost:4321').origin).toBe(
        'http://www.adultcrush.localhost:4321',
      )
      expect(back).toMatch(/^\/(emailOfferRedirect\?key=|$)/)
    }
  })

  test('of any other page for members comes to it after signing in, as of a page whose session has ended, but not after signing out', async () => {
    const wayOf = async (path: string, cookie?: string) => {
      const answer = await app
        .visitor('adultcrush')
        .visit(path, cookie === undefined ? {} : { headers: { Cookie: cookie } })
      return [new URL(answer.headers.get('Location') ?? '', 'http://x').pathname, backIn(answer)]
    }
    const backIn = (answer: Response) =>
      /^back=([^;]*)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1] ?? null
    expect(await wayOf('/profile/edit/managePhotos')).toEqual([
      '/',
      encodeURIComponent('/profile/edit/managePhotos'),
    ])
    for (const path of ['/dashboard', '/fullPageAd', '/signOutAd'])
      expect(await wayOf(path)).toEqual(['/', null])
    const ended = '/site/ended?back=%2Fmessages%3Fwith%3D5'
    expect(await wayOf(ended, 'session=of-a-session-that-has-ended')).toEqual([
      '/site/ended',
      encodeURIComponent('/messages?with=5'),
    ])
    expect(await wayOf(ended)).toEqual(['/site/ended', null])
    expect(
      await wayOf('/site/ended?back=%2F%2Fevil.example', 'session=of-a-session-that-has-ended'),
    ).toEqual(['/site/ended', null])
  })
})

describe('brand data', () => {
  const [first] = brands as [Brand]
  const places = (offers: Record<string, string>) =>
    brandSchema.safeParse({ ...first, traffic: { ...first.traffic, offers } }).success

  test.each([
    '/dashboard',
    '/search/2?age=30',
    '/#register',
    'https://partner.example',
    'https://partner.example/in?a=b',
  ])('may lead to %s', (place) => {
    expect([mayLeadTo(place), places({ some: place })]).toEqual([true, true])
  })

  test.each(
    elsewhere.filter(
      (one) => !/^https:\/\/(evil\.example$|www\.adultcrush\.localhost\.evil\.example)/.test(one),
    ),
  )('may not lead to %j', (place) => {
    expect([mayLeadTo(place), places({ some: place })]).toEqual([false, false])
  })

  test.each(['', 'a b', 'a/b', 'ä', 'k'.repeat(41)])('may not have the key %j', (key) => {
    expect(places({ [key]: '/' })).toBe(false)
  })

  test('has no other keys than its own', () => {
    expect([
      linkTargetOf({ a: '/x' }, 'a'),
      linkTargetOf({ a: '/x' }, 'b'),
      linkTargetOf({}, 'constructor'),
    ]).toEqual(['/x', null, null])
  })
})
