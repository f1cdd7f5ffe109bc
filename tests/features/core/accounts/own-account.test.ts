import { beforeEach, describe, expect, test } from 'vitest'
import { changeUsername } from '#core/accounts/changes/change-username.contract.ts'
import { formerUsernameSweepJob } from '#core/accounts/changes/change-username.server.ts'
import { listSessions } from '#core/accounts/own-account.contract.ts'
import { getSettings } from '#core/accounts/settings/settings.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { app, runJob, type Visitor, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, PASSWORD } from '#tests/support/cast.ts'
import { follow, register, signIn } from '#tests/support/joining.ts'
import { linkIn, mailsTo } from '#tests/support/mail.ts'

/** A member's name, address, password and sessions. */

withApp()
let number = 0
let alice: CastMember
let address: string
beforeEach(async () => {
  app.clock.advance(2 * DAY)
  number += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice-${number}` })
  address = `alice-${number}@example.org`
})

const settings = (member: Visitor) => member.calls(getSettings)
const subjects = async (to: string) => (await mailsTo(app, to)).map(({ kind }) => kind)
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.request('/profile/settings')).status === 200
async function elsewhere(
  brand = 'adultcrush',
  login = address,
  password = PASSWORD,
): Promise<Visitor> {
  const visitor = app.visitor(brand, { ip: `198.51.100.${number}` })
  const answer = await signIn(visitor, login, password)
  expect(answer.status).toBe(200)
  return visitor
}

describe('a username', () => {
  const rename = (member: Visitor, username: string) =>
    member.calls(changeUsername, { body: { username } })

  test('is changed: everybody sees the new one, which signs in, and a mail says so', async () => {
    const bob = await joins(app, { brand: 'adultcrush', username: `Bob-${number}` })
    expect(await rename(alice, `Alma-${number}`)).toMatchObject({ username: `Alma-${number}` })
    const seen = (await (await bob.request(`/profile/view/id/${alice.id}`)).json()) as {
      username: string
    }
    expect(seen.username).toBe(`Alma-${number}`)
    expect((await signIn(app.visitor('adultcrush'), `Alma-${number}`, PASSWORD)).status).toBe(200)
    expect((await signIn(app.visitor('adultcrush'), `Alice-${number}`, PASSWORD)).status).toBe(401)
    const [mail] = await mailsTo(app, address)
    expect([mail?.kind, mail?.text]).toEqual([
      'usernameChanged',
      expect.stringContaining(`now Alma-${number}; it was Alice-${number}`),
    ])
  })

  test('is changed once in 30 days', async () => {
    await rename(alice, `Alma-${number}`)
    app.clock.advance(29 * DAY)
    await expect(rename(alice, `Ada-${number}`)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/from \d+ \w+ \d{4}/),
    })
    expect((await settings(alice)).usernameFixedUntil).not.toBeNull()
    app.clock.advance(DAY + HOUR)
    alice = { ...alice, ...(await elsewhere()) }
    await rename(alice, `Ada-${number}`)
  })

  test('of which only the letters’ size changes is a change; the same once more is none', async () => {
    expect(await rename(alice, `Alice-${number}`)).toMatchObject({ username: `Alice-${number}` })
    expect((await settings(alice)).usernameFixedUntil).toBeNull()
    await rename(alice, `ALICE-${number}`)
    expect((await settings(alice)).username).toBe(`ALICE-${number}`)
  })

  test('that was given up is not free for others for 90 days, neither by changing nor by joining, nor what looks like it', async () => {
    const bob = await joins(app, { brand: 'wivesnow', username: `Bob-${number}` })
    await rename(alice, `Alma-${number}`)
    app.clock.advance(89 * DAY)
    const bobAgain = await elsewhere('wivesnow', `Bob-${number}`)
    for (const name of [`Alice-${number}`, `ALICE-${number}`, `AIice-${number}`]) {
      await expect(rename(bobAgain, name)).rejects.toMatchObject({
        status: 422,
        errors: [{ field: 'username', message: expect.stringContaining('taken') }],
      })
      const answer = await register(app.visitor('adultcrush', { ip: `192.0.2.${number}` }), {
        username: name,
        email: `new${number}@example.org`,
      })
      expect([answer.status, await answer.json()]).toEqual([
        422,
        expect.objectContaining({ errors: [expect.objectContaining({ field: 'username' })] }),
      ])
    }
    // The refusals left nothing behind.
    expect(await mailsTo(app, `new${number}@example.org`)).toEqual([])
    app.clock.advance(DAY + HOUR)
    const bobLater = await elsewhere('wivesnow', `Bob-${number}`)
    await rename(bobLater, `Alice-${number}`)
    expect(bob.id).toBeGreaterThan(0)
  })

  test('that was given up is its member’s to take back', async () => {
    await rename(alice, `Alma-${number}`)
    app.clock.advance(31 * DAY)
    expect(await rename(await elsewhere(), `Alice-${number}`)).toMatchObject({
      username: `Alice-${number}`,
    })
  })

  test('is forgotten after its time', async () => {
    await rename(alice, `Alma-${number}`)
    const kept = () =>
      app.db
        .selectFrom('former_usernames')
        .select('username_key')
        .where('account_id', '=', alice.id)
        .execute()
    const sweep = () => runJob(app, formerUsernameSweepJob)
    await sweep()
    expect(await kept()).toHaveLength(1)
    app.clock.advance(91 * DAY)
    await sweep()
    expect(await kept()).toEqual([])
  })

  test('wanted by two in the same second is one’s; the other is told, with names that are free', async () => {
    const others = await Promise.all(
      ['x', 'y', 'z'].map((letter) =>
        joins(app, { brand: 'adultcrush', username: `Bea-${letter}-${number}` }),
      ),
    )
    const wanted = `Wanted-${number}`
    const answers = await Promise.allSettled(
      [alice, ...others].map((member) => rename(member, wanted)),
    )
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason] : [],
    )
    expect(refused).toHaveLength(3)
    for (const reason of refused) {
      expect(reason).toMatchObject({
        status: 422,
        errors: [{ field: 'username', message: expect.stringMatching(/taken. Free: /) }],
      })
    }
  })

  test('given up by one and wanted by another in the same second goes to nobody else', async () => {
    const bob = await joins(app, { brand: 'adultcrush', username: `Bob-${number}` })
    const [gaveUp, took] = await Promise.allSettled([
      rename(alice, `Alma-${number}`),
      rename(bob, `Alice-${number}`),
    ])
    expect([gaveUp.status, took.status]).toEqual(['fulfilled', 'rejected'])
  })

  test.each([
    ['emoji', '😀😀😀'],
    ['a zero-width space', 'Ali\u200bce'],
    ['nothing to see', '\u200b\u200b\u200b\u200b'],
    ['a turned direction', '\u202eecilA'],
    ['a joiner', 'Al\u200dma'],
    ['two alphabets', 'Аlmа-x'],
    ['a word of ours', 'support-team'],
  ])('of %s is refused with a sentence', async (_, name) => {
    await expect(rename(alice, name)).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'username' }],
    })
  })

  test('written from right to left is a name like others', async () => {
    const name = `דניאל-${number}`
    expect(await rename(alice, name)).toMatchObject({ username: name })
  })

  test('is not the password', async () => {
    const answer = await alice.posts('/profile/changePassword', {
      currentPassword: PASSWORD,
      password: `Almaletta-${number}`,
      passwordRepeat: `Almaletta-${number}`,
    })
    expect(answer.status).toBe(200)
    await expect(rename(alice, `Almaletta-${number}`)).rejects.toMatchObject({
      status: 422,
      errors: [{ message: expect.stringContaining('your password') }],
    })
  })
})

describe('an e-mail address', () => {
  const ask = (visitor: Visitor, email: string, password = PASSWORD) =>
    visitor.send('POST /site/saveEmailAddress', { body: { email, password } })
  const current = async () => (await settings(alice)).email
  const fresh = () => `new-${number}@example.org`

  test('is changed by the link that was sent there: not before; the old one is told twice, other devices end', async () => {
    const phone = await elsewhere('wivesnow')
    await ask(alice, fresh())
    expect([await current(), (await settings(alice)).pendingEmail]).toEqual([address, fresh()])
    expect(await subjects(address)).toEqual(['emailChangeAsked'])
    const [asked] = await mailsTo(app, address)
    expect(asked?.text).not.toContain(fresh())
    const link = await linkIn(app, fresh())
    expect(link.href).toMatch(
      /^http:\/\/www\.adultcrush\.localhost:4321\/site\/emailAddress\?token=[\w-]{43}$/,
    )
    expect(await isSignedIn(phone)).toBe(true)

    const answer = await follow(alice, link)
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      '/site/emailAddress?outcome=changed',
    ])
    expect([await current(), (await settings(alice)).pendingEmail]).toEqual([fresh(), null])
    expect(await subjects(address)).toEqual(['emailChanged', 'emailChangeAsked'])
    expect([await isSignedIn(phone), await isSignedIn(alice)]).toEqual([false, true])
    expect((await signIn(app.visitor('adultcrush'), fresh(), PASSWORD)).status).toBe(200)
    expect((await signIn(app.visitor('adultcrush'), address, PASSWORD)).status).toBe(401)
  })

  test('is changed by a link that is opened on another device, without signing that in; the asking one stays', async () => {
    await ask(alice, fresh())
    const phone = app.visitor('adultcrush')
    const answer = await follow(phone, await linkIn(app, fresh()))
    expect([
      answer.headers.get('Location')?.endsWith('?outcome=changed'),
      phone.cookies.has('session'),
    ]).toEqual([true, false])
    expect(await current()).toBe(fresh())
  })

  test('is not changed without the password, nor by a link that is old, used, void or another brand’s', async () => {
    await expect(ask(alice, fresh(), 'not my password')).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'password' }],
    })
    expect(await subjects(fresh())).toEqual([])

    await ask(alice, fresh())
    const late = await linkIn(app, fresh())
    app.clock.advance(11 * MINUTE)
    await follow(alice, late)
    expect(await current()).toBe(address)

    await ask(alice, `first-${fresh()}`)
    await ask(alice, `second-${fresh()}`)
    await follow(alice, await linkIn(app, `first-${fresh()}`))
    expect(await current()).toBe(address)
    const link = await linkIn(app, `second-${fresh()}`)
    await follow(app.visitor('wivesnow'), new URL(link.href.replace('adultcrush', 'wivesnow')))
    expect(await current()).toBe(address)
    await alice.posts('/profile/changePassword', {
      currentPassword: PASSWORD,
      password: 'another quiet evening',
      passwordRepeat: 'another quiet evening',
    })
    await follow(alice, link)
    expect(await current()).toBe(address)
  })

  test('that somebody has answers alike; its owner is told, and nothing changes', async () => {
    await joins(app, { brand: 'wivesnow', username: `Owner-${number}` })
    const taken = `owner-${number}@example.org`
    const [free, used] = [
      await alice.posts('/site/saveEmailAddress', { email: fresh(), password: PASSWORD }),
      await alice.posts('/site/saveEmailAddress', {
        email: taken.toUpperCase(),
        password: PASSWORD,
      }),
    ]
    expect([used.status, await used.text()]).toEqual([free.status, await free.text()])
    expect(await subjects(taken.toUpperCase())).toEqual(['addressWanted'])
    const [mail] = await mailsTo(app, taken.toUpperCase())
    expect([mail?.text.includes('token='), mail?.text.includes(alice.username)]).toEqual([
      false,
      false,
    ])
    expect(await current()).toBe(address)
  })

  test('that two ask for is the first’s to confirm it; the other is told', async () => {
    const bob = await joins(app, { brand: 'adultcrush', username: `Bob-${number}` })
    await ask(alice, fresh())
    const first = await linkIn(app, fresh())
    await ask(bob, fresh())
    const second = await linkIn(app, fresh())
    const answers = await Promise.all([follow(alice, first), follow(bob, second)])
    const outcomes = answers.map((answer) =>
      new URL(answer.headers.get('Location') ?? '', 'http://x.invalid').searchParams.get('outcome'),
    )
    expect(outcomes.toSorted()).toEqual(['changed', 'taken'])
    const owners = await app.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', fresh())
      .where('owns_email', '=', true)
      .execute()
    expect(owners).toHaveLength(1)
  })

  test('takes along which kinds of mail somebody gave up', async () => {
    await alice.send('POST /profile/saveSettings', {
      body: { section: 'mail', news: false, activity: false },
    })
    await ask(alice, fresh())
    await follow(alice, await linkIn(app, fresh()))
    expect((await settings(alice)).mail).toEqual({ news: false, activity: false })
  })

  test('can be one’s own only: the present one is refused', async () => {
    await expect(ask(alice, address.toUpperCase())).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'email', message: 'This is your address already.' }],
    })
  })

  test.each([
    '😀@example.org',
    'a\u200bb@example.org',
    'a b@example.org',
    '\u202egro.elpmaxe@a',
    'a@@b',
    'a@example.org,c@example.org',
    'a@example.org\r\nBcc: b@example.org',
  ])('%j is refused', async (email) => {
    await expect(ask(alice, email)).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'email' }],
    })
  })

  test('a stranger’s mailbox gets at most three mails an hour, whoever asks', async () => {
    for (let time = 0; time < 5; time += 1) await ask(alice, fresh())
    expect(await subjects(fresh())).toHaveLength(3)
  })
})

describe('a password', () => {
  const change = (visitor: Visitor, body: Record<string, string>) =>
    visitor.posts('/profile/changePassword', {
      currentPassword: PASSWORD,
      password: 'another quiet evening',
      passwordRepeat: 'another quiet evening',
      ...body,
    })

  test('is changed with the present one: other devices end, this one stays, a mail says so', async () => {
    const phone = await elsewhere('wivesnow')
    expect((await change(alice, {})).status).toBe(200)
    expect([await isSignedIn(alice), await isSignedIn(phone)]).toEqual([true, false])
    expect(await subjects(address)).toEqual(['passwordChanged'])
    await elsewhere('adultcrush', address, 'another quiet evening')
    expect((await signIn(app.visitor('adultcrush'), address, PASSWORD)).status).toBe(401)
  })

  test.each([
    ['the present one is wrong', { currentPassword: 'not my password' }, 'currentPassword'],
    ['it is short', { password: 'short', passwordRepeat: 'short' }, 'password'],
    ['it is repeated otherwise', { passwordRepeat: 'another quiet morning' }, 'passwordRepeat'],
  ])('is not changed where %s', async (_, body, field) => {
    const answer = await change(alice, body)
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
    ])
  })

  test('is not guessed by who borrowed the device, over all that ask for it', async () => {
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await change(alice, { currentPassword: `guess ${time}` })).status)
      statuses.push(
        (
          await alice.posts('/site/saveEmailAddress', {
            email: 'x@example.org',
            password: `guess ${time}`,
          })
        ).status,
      )
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
  })

  test('is any text: emoji, from right to left, and with letters made of parts', async () => {
    expect(
      (
        await change(alice, {
          password: '🌙🌙 שלום café 🌙🌙',
          passwordRepeat: '🌙🌙 שלום cafe\u0301 🌙🌙',
        })
      ).status,
    ).toBe(200)
    await elsewhere('adultcrush', address, '🌙🌙 שלום cafe\u0301 🌙🌙')
  })
})

describe('sessions', () => {
  const sessions = async (visitor: Visitor) => (await visitor.calls(listSessions)).sessions

  test('are listed with device and site, this one marked, and nobody else’s', async () => {
    await joins(app, { brand: 'adultcrush', username: `Bob-${number}` })
    app.clock.advance(MINUTE)
    await elsewhere('wivesnow')
    const list = await sessions(alice)
    expect(new Map(list.map(({ brand, isThis }) => [brand, isThis]))).toEqual(
      new Map([
        ['AdultCrush', true],
        ['WivesNow', false],
      ]),
    )
    expect(list).toHaveLength(2)
  })

  test('another is ended, and its open stream with it', async () => {
    const phone = await elsewhere('wivesnow')
    const stream = await phone.request('/event/stream')
    const [other] = (await sessions(alice)).filter(({ isThis }) => !isThis)
    await alice.send('POST /profile/endSession', { body: { id: other?.id } })
    expect([await isSignedIn(phone), await isSignedIn(alice)]).toEqual([false, true])
    expect(await stream.text()).toContain('signedOut')
  })

  test('all others are ended; one’s own is not by this way; a stranger’s is not touched', async () => {
    const [phone, tablet] = [await elsewhere('wivesnow'), await elsewhere('megaflirt')]
    const bob = await joins(app, { brand: 'adultcrush', username: `Bob-${number}` })
    const [bobs] = await sessions(bob)
    await alice.send('POST /profile/endSession', { body: { id: bobs?.id } })
    expect(await isSignedIn(bob)).toBe(true)
    const own = (await sessions(alice)).find(({ isThis }) => isThis)
    await expect(
      alice.send('POST /profile/endSession', { body: { id: own?.id } }),
    ).rejects.toMatchObject({ status: 409 })
    await alice.send('POST /profile/endSession', { body: { id: 'others' } })
    expect([await isSignedIn(phone), await isSignedIn(tablet), await isSignedIn(alice)]).toEqual([
      false,
      false,
      true,
    ])
  })
})
