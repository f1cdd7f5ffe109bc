import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, type CastMember } from '#tests/support/cast.ts'
import { aOneClickForm, anAffiliateForm, follow, register, signIn } from '#tests/support/joining.ts'
import { linkIn, mailsTo } from '#tests/support/mail.ts'

/**
 * Joining from an affiliate's page and with one click (decisions §4): less is asked, the same rules
 * hold.
 */

type Problem = { code: string; errors: Array<{ field: string; message: string }> }

withApp()
let visitor: Visitor
let onlooker: CastMember
beforeAll(async () => {
  onlooker = await alice(app)
})
// Five accounts an hour and address: every test has an hour, and a browser, of its own.
beforeEach(() => {
  app.clock.advance(HOUR)
  visitor = app.visitor('wivesnow')
})

const ways = [
  {
    way: 'an affiliate’s page',
    path: '/promo/affiliate',
    page: '/promo/Affiliate',
    form: anAffiliateForm,
    flags: {
      affiliateOneClickBox: true,
      affiliateOneClickBoxStep2: true,
      affiliateOneClickBoxStep3: true,
      showOneClickBox: false,
    },
  },
  {
    way: 'one click',
    path: '/promo/oneClick',
    page: '/promo/oneClick',
    form: aOneClickForm,
    flags: {
      affiliateOneClickBox: false,
      affiliateOneClickBoxStep2: false,
      affiliateOneClickBoxStep3: false,
      showOneClickBox: true,
    },
  },
]

let count = 0
const freshAddress = (): string => `short${(count += 1)}@example.org`

async function accountsOf(email: string) {
  return app.db
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.account_id', 'accounts.id')
    .selectAll()
    .where('email', '=', email)
    .orderBy('id')
    .execute()
}

async function userInfoOf(who: Visitor): Promise<Record<string, unknown>> {
  const { userInfo } = (await (await who.request('/site/getParameters')).json()) as {
    userInfo: Record<string, unknown>
  }
  return userInfo
}

describe.each(ways)('by $way', ({ path, page, form, flags }) => {
  test('somebody is signed in at once, with the boxes before them and nothing else', async () => {
    const answer = await visitor.posts(path, form({ email: freshAddress() }))
    expect([answer.status, await answer.json()]).toEqual([200, { next: '/dashboard' }])
    expect(await userInfoOf(visitor)).toMatchObject({
      ...flags,
      justRegistered: true,
      showUploadPhotoDescriptionBox: false,
      membership: 'standard',
    })
    expect((await visitor.request('/search/users')).status).toBe(403)
  })

  test('they have a name and a place for the time being, and nobody sees them', async () => {
    const email = freshAddress()
    await visitor.posts(path, form({ email, country: 'DE' }))
    const [account] = await accountsOf(email)
    expect(account).toMatchObject({
      country: 'DE',
      place_name: 'Berlin',
      hidden_at: app.clock.now(),
      looking_for: ['man'],
      birthday: '1990-05-17',
    })
    expect(account?.username).toMatch(/^member\d{10}$/)
    expect((await onlooker.request(`/profile/view/id/${account?.id}`)).status).toBe(404)
  })

  test('where they came from is kept', async () => {
    const email = freshAddress()
    await visitor.posts(
      path,
      form({ email, affiliateId: 'partner-7', subid: 'banner/12', campaignId: '34' }),
    )
    expect(await accountsOf(email)).toMatchObject([
      { affiliate_id: 'partner-7', subid: 'banner/12', campaign_id: '34' },
    ])
    expect(await userInfoOf(visitor)).toMatchObject({ subid: 'banner/12' })
  })

  test.each([
    ['nothing in the link', {}],
    ['an empty link', { affiliateId: '', subid: '', campaignId: '' }],
    [
      'too much in the link',
      { affiliateId: 'x'.repeat(65), subid: 'x'.repeat(65), campaignId: '9'.repeat(20) },
    ],
    ['rubbish in the link', { affiliateId: 'a\r\nBcc: b', subid: '<b>', campaignId: 'Twelve!' }],
    ['other kinds in the link', { affiliateId: 7, subid: ['a'], campaignId: {} }],
  ])('%s keeps nobody out', async (_, origin) => {
    const email = freshAddress()
    expect((await visitor.posts(path, { ...form({ email }), ...origin })).status).toBe(200)
    expect(await accountsOf(email)).toMatchObject([
      {
        affiliate_id: null,
        subid: null,
        campaign_id: null,
      },
    ])
  })

  test.each<[string, string, Record<string, unknown>]>([
    ['no gender', 'gender', { gender: undefined }],
    ['looking for nobody', 'lookingFor', { lookingFor: [] }],
    ['an address that is none', 'email', { email: 'fiona' }],
    ['a birthday that is no date', 'birthday', { birthday: '17.05.1990' }],
    ['seventeen years', 'birthday', { birthday: '2009-11-30' }],
    ['a birthday in another century', 'birthday', { birthday: '1890-01-01' }],
    ['a country that is no code', 'country', { country: 'gb' }],
    ['a country that is none', 'country', { country: 'XX' }],
    ['the terms not accepted', 'acceptTerms', { acceptTerms: false }],
    [
      'no consent to keep what is sensitive',
      'acceptSensitiveData',
      { acceptSensitiveData: undefined },
    ],
  ])('%s is refused, with the field and why', async (_, field, more) => {
    const email = freshAddress()
    const answer = await visitor.posts(path, { ...form({ email }), ...more })
    const problem = (await answer.json()) as Problem
    expect([answer.status, problem.errors]).toEqual([
      422,
      [{ field, message: expect.stringMatching(/^[A-Z].*\.$/) }],
    ])
    expect([
      answer.headers.getSetCookie(),
      await accountsOf(email),
      await mailsTo(app, email),
    ]).toEqual([[], [], []])
  })

  test('a taken address is answered as a free one, and its owner alone hears of it', async () => {
    const email = freshAddress()
    await register(app.visitor('wivesnow'), { username: `Holder${count}`, email })
    const told = async (who: Visitor, address: string) => {
      const answer = await who.posts(path, form({ email: address }))
      const headers = [...answer.headers].map(([name, value]) => [
        name,
        /cookie|request-id/.test(name) ? value.replace(/[\w-]{30,}/, '…') : value,
      ])
      const seen = []
      for (const asked of [
        '/site/getShowConfirmEmailData',
        '/site/getParameters',
        '/location/current',
      ]) {
        seen.push(
          (await (await who.request(asked)).text())
            .replaceAll(new RegExp(address, 'gi'), 'E')
            .replaceAll(/member\d{10}/g, 'N')
            .replaceAll(/"(userId|visitId)":("[^"]*"|\d+)/g, ''),
        )
      }
      const resent = await who.request('/site/resendWelcomeEmail', { method: 'POST' })
      return {
        status: answer.status,
        body: await answer.text(),
        headers,
        seen,
        resent: [resent.status, await resent.text()],
      }
    }
    const toImpostor = await told(app.visitor('wivesnow'), email.toUpperCase())
    expect(toImpostor).toEqual(await told(app.visitor('wivesnow'), freshAddress()))
    expect(toImpostor.status).toBe(200)
    expect((await mailsTo(app, email)).map(({ kind }) => kind)).toEqual(['confirmEmail'])
    const notices = await mailsTo(app, email.toUpperCase())
    expect(notices.map(({ kind }) => kind)).toEqual(['addressTaken', 'addressTaken'])
    for (const { text, html } of notices) expect(text + html).not.toContain('token=')
  })

  test('many at the same moment each have a name of their own', async () => {
    const emails = Array.from({ length: 5 }, freshAddress)
    const answers = await Promise.all(
      emails.map((email) => app.visitor('wivesnow').posts(path, form({ email }))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const names = (await Promise.all(emails.map(accountsOf))).flat().map(({ username }) => username)
    expect(new Set(names).size).toBe(5)
  })

  test('accounts made count with those of every other way', async () => {
    for (let n = 0; n < 3; n += 1) await visitor.posts(path, form({ email: freshAddress() }))
    for (let n = 0; n < 2; n += 1)
      expect(
        (await register(visitor, { username: `Other${count}`, email: freshAddress() })).status,
      ).toBe(200)
    const refused = await visitor.posts(path, form({ email: freshAddress() }))
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
  })

  test('the first mail does not call anybody by a number', async () => {
    const email = freshAddress()
    await visitor.posts(path, form({ email }))
    const [mail] = await mailsTo(app, email)
    expect(mail?.text).toMatch(/^Hello,$/m)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/member\d/)
  })

  test('without script, the form leads on to the dashboard, signed in', async () => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries({
      ...form({ email: freshAddress() }),
      affiliateId: '',
      subid: '',
      campaignId: '',
      acceptTerms: 'on',
      acceptSensitiveData: 'on',
    })) {
      for (const one of [value].flat()) body.append(name, String(one))
    }
    const answer = await visitor.visit(page, {
      method: 'POST',
      headers: { Origin: `http://${visitor.host}` },
      body,
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
    expect((await userInfoOf(visitor))['justRegistered']).toBe(true)
  })
})

describe('an affiliate’s page asks for a password', () => {
  test('by the rules of register', async () => {
    for (const password of ['', 'ninechars', '1234567890', 'wivesnow2026', 'x'.repeat(129)]) {
      const answer = await visitor.posts(
        '/promo/affiliate',
        anAffiliateForm({ email: freshAddress(), password }),
      )
      expect([
        answer.status,
        ((await answer.json()) as Problem).errors.map(({ field }) => field),
      ]).toEqual([422, ['password']])
    }
  })

  test('which signs in by the address', async () => {
    const email = freshAddress()
    await visitor.posts('/promo/affiliate', anAffiliateForm({ email }))
    expect((await signIn(app.visitor('wivesnow'), email, 'a quiet evening in')).status).toBe(200)
  })
})

describe('one click asks for no password', () => {
  test('and none signs in, not even an empty one', async () => {
    const email = freshAddress()
    await visitor.posts('/promo/oneClick', aOneClickForm({ email }))
    for (const password of ['null', 'undefined', ' ', email]) {
      expect((await signIn(app.visitor('wivesnow'), email, password)).status).toBe(401)
      app.clock.advance(HOUR)
    }
  })

  test('but the link in the mail does, once, and confirms the address', async () => {
    const email = freshAddress()
    await visitor.posts('/promo/oneClick', aOneClickForm({ email }))
    const link = await linkIn(app, email)
    const [telephone, other] = [app.visitor('wivesnow'), app.visitor('wivesnow')]
    await follow(telephone, link)
    expect(await userInfoOf(telephone)).toMatchObject({
      emailCurrentUser: email,
      showOneClickBox: true,
    })
    expect(await accountsOf(email)).toMatchObject([{ email_confirmed_at: app.clock.now() }])
    await follow(other, link)
    expect(other.cookies.has('session')).toBe(false)
    const [welcome] = await mailsTo(app, email)
    expect(welcome?.text).toMatch(/^Welcome\.$/m)
  })

  test('and after ten minutes a new link is sent to who asks for it', async () => {
    const email = freshAddress()
    await visitor.posts('/promo/oneClick', aOneClickForm({ email }))
    const old = await linkIn(app, email)
    app.clock.advance(11 * MINUTE)
    const telephone = app.visitor('wivesnow')
    await follow(telephone, old)
    expect(telephone.cookies.has('session')).toBe(false)
    await visitor.request('/site/resendWelcomeEmail', { method: 'POST' })
    await follow(telephone, await linkIn(app, email))
    expect(telephone.cookies.has('session')).toBe(true)
  })

  test('while the link of who has a password only confirms', async () => {
    const email = freshAddress()
    await visitor.posts('/promo/affiliate', anAffiliateForm({ email }))
    const telephone = app.visitor('wivesnow')
    await follow(telephone, await linkIn(app, email))
    expect(telephone.cookies.has('session')).toBe(false)
    expect(await accountsOf(email)).toMatchObject([{ email_confirmed_at: app.clock.now() }])
  })
})
