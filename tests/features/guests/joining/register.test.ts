import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import { aRegistration, register, type RegistrationForm, signIn } from '#tests/support/joining.ts'
import { mailsTo } from '#tests/support/mail.ts'

/** Joining (decisions §4; assurance 1, 2, 3, 7). */

type Problem = { code: string; errors: Array<{ field: string; message: string }> }

withApp()
let visitor: Visitor
// Five accounts an hour and address: every test has an hour, and a browser, of its own.
beforeEach(() => {
  app.clock.advance(HOUR)
  visitor = app.visitor('adultcrush')
})

let count = 0
/** A registration that nothing stands against. */
function fresh(more: Partial<RegistrationForm> = {}): RegistrationForm {
  count += 1
  return aRegistration({ username: `Fresh${count}`, email: `fresh${count}@example.org`, ...more })
}

async function fieldsRefused(body: unknown): Promise<Problem['errors']> {
  const answer = await visitor.posts('/registration/save', body)
  const problem = (await answer.json()) as Problem
  expect([answer.status, problem.code, answer.headers.getSetCookie()]).toEqual([422, 'invalid', []])
  return problem.errors
}

async function accountOf(username: string) {
  return app.db
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.account_id', 'accounts.id')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst()
}

describe('whoever joins', () => {
  test('is signed in at once, and taken to the dashboard, where the first step waits', async () => {
    const answer = await visitor.posts('/registration/save', fresh({ username: 'Gwen' }))
    expect([answer.status, await answer.json()]).toEqual([200, { next: '/dashboard' }])
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^session=[\w-]{43}; .*Domain=adultcrush\.localhost; .*HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^device=[\w-]{43}; .*Domain=adultcrush\.localhost; .*HttpOnly; SameSite=Lax$/,
      ),
    ])
    const { userInfo } = (await (await visitor.request('/site/getParameters')).json()) as {
      userInfo: Record<string, unknown>
    }
    expect(userInfo).toMatchObject({
      username: 'Gwen',
      membership: 'standard',
      justRegistered: true,
      showUploadPhotoDescriptionBox: true,
      affiliateOneClickBox: false,
      neverUpgraded: true,
    })
  })

  test('by a link of an affiliate is remembered with it, and has said all that the short ways ask later', async () => {
    await visitor.posts(
      '/registration/save',
      fresh({ username: 'Gita', affiliateId: 'partner-7', subid: 'a-1', campaignId: 12 }),
    )
    expect(await accountOf('Gita')).toMatchObject({
      affiliate_id: 'partner-7',
      subid: 'a-1',
      campaign_id: '12',
      hidden_at: null,
    })
    const { userInfo } = (await (await visitor.request('/site/getParameters')).json()) as {
      userInfo: Record<string, unknown>
    }
    expect(userInfo).toMatchObject({
      subid: 'a-1',
      justRegistered: true,
      showUploadPhotoDescriptionBox: true,
      affiliateOneClickBox: false,
      affiliateOneClickBoxStep2: false,
      affiliateOneClickBoxStep3: false,
      showOneClickBox: false,
    })
  })

  test('is remembered with what they said, their consents by date, and of their place only the cell', async () => {
    await visitor.posts(
      '/registration/save',
      fresh({
        username: 'Hanna',
        email: 'Hanna@Example.org',
        place: 'Bath',
        lookingFor: ['man', 'woman', 'man'],
      }),
    )
    const hanna = await accountOf('Hanna')
    const at = app.clock.now()
    expect(hanna).toMatchObject({
      brand: 'adultcrush',
      email: 'Hanna@Example.org',
      owns_email: true,
      email_confirmed_at: null,
      sensitive_data_accepted_at: at,
      marketing_accepted_at: null,
      sharing_accepted_at: null,
      signup_ip: '203.0.113.7',
      looking_for: ['man', 'woman'],
      birthday: '1990-05-17',
      country: 'GB',
      place_name: 'Bath',
      shown_on_other_brands: true,
    })
    expect(hanna?.latitude).not.toBeCloseTo(51.3751, 3)
  })

  test('ends the session of whoever used this browser before', async () => {
    await register(visitor, fresh())
    const before = visitor.cookies.get('session') as string
    await register(visitor, fresh())
    const old = app.visitor('adultcrush')
    old.cookies.set('session', before)
    expect((await old.request('/site/getShowConfirmEmailData')).status).toBe(401)
  })

  test('with consent to news has it by date', async () => {
    await visitor.posts('/registration/save', fresh({ username: 'Ines', acceptMarketing: true }))
    expect((await accountOf('Ines'))?.marketing_accepted_at).toEqual(app.clock.now())
  })
})

describe('is refused, with the field and why:', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['a gender that is none', 'gender', { gender: 'robot' }],
    ['no gender', 'gender', { gender: undefined }],
    ['looking for nobody', 'lookingFor', { lookingFor: [] }],
    ['looking for somebody else', 'lookingFor.0', { lookingFor: ['robot'] }],
    ['a username of two letters', 'username', { username: 'ab' }],
    ['a username of 21', 'username', { username: 'a'.repeat(21) }],
    ['a username with a space', 'username', { username: 'Fi ona' }],
    [
      'a username with an @, which would be taken for an address',
      'username',
      { username: 'fi@ona' },
    ],
    ['a username that begins with a dot', 'username', { username: '.fiona' }],
    ['a username with a line break', 'username', { username: 'fiona\nBcc: x' }],
    ['a username that is markup', 'username', { username: '<b>fiona' }],
    ['a username that turns the text around', 'username', { username: 'fi\u202eona' }],
    ['a username with an invisible letter', 'username', { username: 'fi\u200bona' }],
    ['no address', 'email', { email: '' }],
    ['an address without a domain', 'email', { email: 'fiona' }],
    ['two addresses', 'email', { email: 'a@example.org,b@example.org' }],
    ['an address with a header in it', 'email', { email: 'a@example.org\r\nBcc: b@example.org' }],
    ['an address with a name', 'email', { email: 'Fiona <a@example.org>' }],
    ['an address of 255 characters', 'email', { email: `${'a'.repeat(243)}@example.org` }],
    ['no password', 'password', { password: '' }],
    ['a password of 9 characters', 'password', { password: 'ninechars' }],
    ['a password of 9 characters, ten in UTF-16', 'password', { password: 'eightchr🎻' }],
    ['a password of 129', 'password', { password: 'x'.repeat(129) }],
    ['a password that everybody has', 'password', { password: '1234567890' }],
    ['a password that everybody has, in capitals', 'password', { password: 'QwertyUiop' }],
    [
      'a password with the username in it',
      'password',
      { username: 'Fionatown', password: 'my-FIONATOWN-1' },
    ],
    ['a password that is the site’s name', 'password', { password: 'AdultCrush1!' }],
    ['a password that is a sister’s name', 'password', { password: 'wivesnow2026' }],
    ['no birthday', 'birthday', { birthday: '' }],
    ['a birthday that is no date', 'birthday', { birthday: '17.05.1990' }],
    ['a 29 February that was none', 'birthday', { birthday: '2001-02-29' }],
    ['a birthday in the future', 'birthday', { birthday: '2031-01-01' }],
    ['a birthday in another century', 'birthday', { birthday: '1890-01-01' }],
    ['no country', 'country', { country: '' }],
    ['a country that is no code', 'country', { country: 'gb' }],
    ['a country that is none', 'place', { country: 'XX' }],
    ['an unknown place', 'place', { place: 'Atlantis' }],
    ['no place', 'place', { place: '' }],
    ['a place of another country', 'place', { place: 'Munich', placeId: 2867714 }],
    ['a place with an unknown number', 'place', { place: '', placeId: 1 }],
    ['a number of a place that is none', 'placeId', { placeId: 'x' }],
    ['the terms not accepted', 'acceptTerms', { acceptTerms: false }],
    ['the terms not mentioned', 'acceptTerms', { acceptTerms: undefined }],
    ['no consent to keep what is sensitive', 'acceptSensitiveData', { acceptSensitiveData: false }],
    ['a consent that is neither yes nor no', 'acceptTerms', { acceptTerms: 'maybe' }],
  ])('%s', async (_, field, more) => {
    expect(await fieldsRefused({ ...fresh(), ...more })).toEqual([
      { field, message: expect.stringMatching(/^[A-Z].*\.$/) },
    ])
  })

  test('several things at once, all of them', async () => {
    const fields = (
      await fieldsRefused({ ...fresh(), username: 'x', email: 'x', country: '' })
    ).map(({ field }) => field)
    expect(fields).toEqual(['username', 'email', 'country'])
  })

  test('and then nobody has joined, and no mail leaves', async () => {
    const body = fresh({ place: 'Atlantis' })
    await fieldsRefused(body)
    expect(await accountOf(body.username)).toBeUndefined()
    expect(await mailsTo(app, body.email)).toEqual([])
  })
})

describe('eighteen is counted on the server’s date:', () => {
  test.each([
    ['2026-12-01', '2008-12-01', 200, 'on the 18th birthday'],
    ['2026-12-01', '2008-12-02', 422, 'on the day before it'],
    ['2026-12-31', '2009-01-01', 422, 'on New Year’s Eve before it'],
    ['2027-01-01', '2009-01-01', 200, 'on New Year’s Day'],
    ['2030-02-28', '2012-02-29', 422, 'born on 29 February, on the 28th of a year without one'],
    ['2030-03-01', '2012-02-29', 200, 'born on 29 February, on the day after'],
  ])('on %s, born on %s: %d (%s)', async (today, birthday, status) => {
    for (const time of status === 200 ? ['T00:00:01Z'] : ['T00:00:01Z', 'T23:59:59Z']) {
      app.clock.advance(Date.parse(today + time) - app.clock.now().getTime())
      expect((await register(visitor, fresh({ birthday }))).status).toBe(status)
    }
  })
})

describe('a password', () => {
  test.each([
    ['of 128 letters', 'correct horse battery staple '.repeat(5).slice(0, 128)],
    ['of 128 violins', '🎻'.repeat(128)],
    ['in another script', 'правильная лошадь'],
    ['of spaces, too', '  spaces count  '],
    ['with signs', '{"$ne":null}--'],
  ])('%s is taken, and signs in', async (_, password) => {
    const body = fresh({ password })
    expect((await register(visitor, body)).status).toBe(200)
    expect((await signIn(app.visitor('adultcrush'), body.username, password)).status).toBe(200)
    expect((await signIn(app.visitor('adultcrush'), body.username, `${password} `)).status).toBe(
      401,
    )
  })

  test('is the same password however a keyboard composes it', async () => {
    const body = fresh({ password: 'cafe\u0301 au lait s\u2019il vous plai\u0302t' })
    await register(visitor, body)
    expect(
      (await signIn(app.visitor('adultcrush'), body.username, body.password.normalize('NFC')))
        .status,
    ).toBe(200)
  })

  test('is kept as argon2id, with a salt of its own', async () => {
    const [one, other] = [fresh(), fresh()]
    await register(visitor, one)
    await register(app.visitor('adultcrush'), other)
    const hashes = [
      (await accountOf(one.username))?.password_hash,
      (await accountOf(other.username))?.password_hash,
    ]
    for (const hash of hashes)
      expect(hash).toMatch(
        /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
      )
    expect(hashes[0]).not.toBe(hashes[1])
  })
})

describe('a username that is taken', () => {
  test.each(['Karla', 'karla', 'KARLA', ' Karla '])(
    'is refused as %j, with free ones to choose from',
    async (username) => {
      if (!(await accountOf('Karla')))
        await register(app.visitor('wivesnow'), fresh({ username: 'Karla' }))
      const [error] = await fieldsRefused(fresh({ username }))
      expect(error).toEqual({
        field: 'username',
        message: expect.stringMatching(
          /^This username is taken\. Free: karla2, karla3, karla4\.$/i,
        ),
      })
    },
  )

  test('is not cut within a letter of two UTF-16 units', async () => {
    const username = `甲${'𠀋'.repeat(19)}`
    await register(visitor, fresh({ username }))
    const [error] = await fieldsRefused(fresh({ username }))
    expect(error?.message.isWellFormed()).toBe(true)
    expect(error?.message).toContain('𠀋2')
  })

  test('uses up no registration', async () => {
    for (let n = 0; n < 10; n += 1) await fieldsRefused(fresh({ username: 'Karla' }))
    expect((await register(visitor, fresh())).status).toBe(200)
  })
})

describe('an address that is taken', () => {
  test('is answered as one that is not: the same bytes, the same cookie, the same session', async () => {
    const [owner, impostor, stranger] = [
      app.visitor('adultcrush'),
      app.visitor('adultcrush'),
      app.visitor('adultcrush'),
    ]
    await register(owner, fresh({ username: 'Lena', email: 'lena@example.org' }))
    const told = async (who: Visitor, body: RegistrationForm) => {
      const answer = await register(who, body)
      const headers = [...answer.headers].map(([name, value]) => [
        name,
        /cookie|request-id/.test(name) ? value.replace(/[\w-]{30,}/, '…') : value,
      ])
      const seen = []
      for (const path of ['/site/getShowConfirmEmailData', '/site/getParameters']) {
        seen.push(
          (await (await who.request(path)).text())
            .replaceAll(body.username, 'N')
            .replaceAll(body.email, 'E')
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
    const toImpostor = await told(impostor, fresh({ email: 'LENA@example.org' }))
    expect(toImpostor).toEqual(await told(stranger, fresh()))
    expect(toImpostor.status).toBe(200)
  })

  test('has three accounts at most that nobody confirmed, also at once; whoever makes more is answered as always', async () => {
    const attempts = Array.from({ length: 20 }, (_, n) => ({
      who: app.visitor('adultcrush', { ip: `198.51.100.${n + 1}` }),
      body: fresh({ email: 'otto@example.org' }),
    }))
    const answers = await Promise.all(attempts.map(async ({ who, body }) => register(who, body)))
    const told = await Promise.all(
      answers.map(async (answer) => [
        answer.status,
        await answer.text(),
        [...answer.headers].map(([name, value]) => [
          name,
          /cookie|request-id/.test(name) ? value.replace(/[\w-]{30,}/, '…') : value,
        ]),
      ]),
    )
    for (const one of told) expect(one).toEqual(told[0])
    expect(told[0]?.[0]).toBe(200)
    const made = await app.db
      .selectFrom('accounts')
      .select(['username', 'owns_email'])
      .where('email_key', '=', 'otto@example.org')
      .execute()
    expect(made.map(({ owns_email: owns }) => owns).toSorted()).toEqual([false, false, true])
    // A name that another has is refused as always, too.
    await fieldsRefused(fresh({ username: made[0]?.username ?? '', email: 'otto@example.org' }))
    const kinds = (await mailsTo(app, 'otto@example.org')).map(({ kind }) => kind).toSorted()
    expect(new Set(kinds)).toEqual(new Set(['addressTaken', 'confirmEmail']))
  })

  test('of a member who confirmed it takes three more, which are none of the member’s', async () => {
    await register(
      app.visitor('adultcrush'),
      fresh({ username: 'Paule', email: 'paule@example.org' }),
    )
    await app.db
      .updateTable('accounts')
      .set({ email_confirmed_at: app.clock.now() })
      .where('username', '=', 'Paule')
      .execute()
    for (let n = 0; n < 5; n += 1)
      await register(
        app.visitor('adultcrush', { ip: `198.51.101.${n + 1}` }),
        fresh({ email: 'paule@example.org' }),
      )
    const made = await app.db
      .selectFrom('accounts')
      .select('id')
      .where('email_key', '=', 'paule@example.org')
      .execute()
    expect(made).toHaveLength(4)
  })

  test('tells its owner, and sends the person who typed it nothing', async () => {
    const impostor = app.visitor('adultcrush')
    await register(app.visitor('adultcrush'), fresh({ email: 'mona@example.org' }))
    await register(impostor, fresh({ username: 'NotMona', email: 'mona@example.org' }))
    await impostor.request('/site/resendWelcomeEmail', { method: 'POST' })
    const mails = await mailsTo(app, 'mona@example.org')
    expect(mails.map(({ kind }) => kind)).toEqual(['addressTaken', 'addressTaken', 'confirmEmail'])
    for (const { text, html } of mails.slice(0, 2)) {
      expect(text + html).not.toContain('token=')
      expect(text + html).not.toContain('NotMona')
    }
    expect(await accountOf('NotMona')).toMatchObject({
      owns_email: false,
      email_confirmed_at: null,
    })
  })

  test('signs in both, each by their own password', async () => {
    const [owner, impostor] = [
      fresh({ email: 'nele@example.org', password: 'the owner’s password' }),
      fresh({ email: 'nele@example.org', password: 'the other’s password' }),
    ]
    await register(app.visitor('adultcrush'), owner)
    await register(app.visitor('adultcrush'), impostor)
    for (const { password, username } of [owner, impostor]) {
      const browser = app.visitor('adultcrush')
      expect((await signIn(browser, 'nele@example.org', password)).status).toBe(200)
      const { user } = (await (await browser.request('/site/getParameters')).json()) as {
        user: { username: string }
      }
      expect(user.username).toBe(username)
    }
    expect(
      (await signIn(app.visitor('adultcrush'), 'nele@example.org', 'nobody’s password')).status,
    ).toBe(401)
  })

  test('has one owner, also when two register it at the same moment', async () => {
    const bodies = Array.from({ length: 4 }, () => fresh({ email: 'olga@example.org' }))
    const answers = await Promise.all(
      bodies.map((body) => register(app.visitor('adultcrush'), body)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const owners = await Promise.all(
      bodies.map(async ({ username }) => (await accountOf(username))?.owns_email),
    )
    expect(owners.filter(Boolean)).toHaveLength(1)
    const kinds = (await mailsTo(app, 'olga@example.org')).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual([
      'addressTaken',
      'addressTaken',
      'addressTaken',
      'confirmEmail',
    ])
  })
})

test('one username is one person’s, also when two choose it at the same moment', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => register(app.visitor('adultcrush'), fresh({ username: 'Paula' }))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
})

test('five accounts an hour come from one address, and mistakes are none of them', async () => {
  for (let n = 0; n < 8; n += 1) await fieldsRefused(fresh({ place: 'Atlantis' }))
  for (let n = 0; n < 5; n += 1) expect((await register(visitor, fresh())).status).toBe(200)
  const refused = await register(visitor, fresh({ username: 'TooMany' }))
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
  expect(await accountOf('TooMany')).toBeUndefined()
  expect((await register(app.visitor('adultcrush', { ip: '198.51.100.77' }), fresh())).status).toBe(
    200,
  )
  app.clock.advance(HOUR)
  expect((await register(visitor, fresh())).status).toBe(200)
})

test('thirty tries an hour are all, mistakes or not', async () => {
  for (let n = 0; n < 30; n += 1) await fieldsRefused({})
  expect((await register(visitor, fresh())).status).toBe(429)
})
