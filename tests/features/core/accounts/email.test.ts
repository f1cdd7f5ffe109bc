import { beforeEach, describe, expect, test } from 'vitest'
import { issueGrant } from '#core/accounts/mailed-links/grants.server.ts'
import { getMailedLink } from '#core/accounts/mailed-links/mailed-links.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import { aRegistration, follow, open, register, signIn } from '#tests/support/joining.ts'
import { linkIn, mailsTo } from '#tests/support/mail.ts'

/** Confirming one's address (decisions §2, §4; assurance 4, 15). */

withApp()
beforeEach(() => app.clock.advance(HOUR))

let count = 0
async function joined(
  brand = 'adultcrush',
): Promise<{ visitor: Visitor; email: string; username: string }> {
  count += 1
  const [email, username] = [`fresh${count}@example.org`, `Fresh${count}`]
  const visitor = app.visitor(brand, { ip: `198.51.100.${count}` })
  expect((await register(visitor, { email, username })).status).toBe(200)
  return { visitor, email, username }
}

const asked = async (visitor: Visitor) =>
  (await visitor.request('/site/getShowConfirmEmailData')).json()
const shownLink = (visitor: Visitor) => visitor.calls(getMailedLink)
const kinds = async (email: string) => (await mailsTo(app, email)).map(({ kind }) => kind)

test('a new member is asked to confirm, and a link is on its way', async () => {
  const { visitor, email, username } = await joined()
  expect(await asked(visitor)).toEqual({ show: true, email })
  const [mail] = await mailsTo(app, email)
  expect(mail).toMatchObject({ kind: 'confirmEmail', headers: {} })
  expect(mail?.text).toContain(`Hello ${username},`)
  expect(mail?.html).toContain('Confirm my address')
  expect((await linkIn(app, email)).href).toMatch(
    /^http:\/\/www\.adultcrush\.localhost:4321\/dashboard\?token=[\w-]{43}$/,
  )
})

test('the link’s button confirms the address, and then a welcome leaves, once; opening it does nothing', async () => {
  const { visitor, email, username } = await joined()
  const link = await linkIn(app, email)
  for (let time = 0; time < 2; time += 1) await open(app.visitor('adultcrush'), link)
  expect([await asked(visitor), await kinds(email)]).toEqual([
    { show: true, email },
    ['confirmEmail'],
  ])
  const answer = await follow(visitor, link)
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    '/site/emailAddress?outcome=confirmed',
  ])
  expect(await asked(visitor)).toEqual({ show: false, email })
  await follow(visitor, link)
  expect(await kinds(email)).toEqual(['welcome', 'confirmEmail'])
  expect((await mailsTo(app, email))[0]?.text).toContain(`Welcome, ${username}.`)
})

test('it does so in another browser, too, without signing that in', async () => {
  const { visitor, email } = await joined()
  const elsewhere = app.visitor('adultcrush')
  await follow(elsewhere, await linkIn(app, email))
  expect(elsewhere.cookies.has('session')).toBe(false)
  expect(await asked(visitor)).toEqual({ show: false, email })
})

test('a link that signs in proves the address as well, and welcomes nobody twice', async () => {
  const { visitor, email, username } = await joined()
  const { userId } = (
    (await (await visitor.request('/site/getParameters')).json()) as { user: { userId: number } }
  ).user
  for (const expected of [
    ['welcome', 'confirmEmail'],
    ['welcome', 'confirmEmail'],
  ]) {
    const token = await issueGrant(app.db, {
      accountId: userId,
      brand: 'adultcrush',
      purpose: 'signIn',
      at: app.clock.now(),
    })
    const elsewhere = app.visitor('adultcrush')
    await follow(elsewhere, new URL(`http://${visitor.host}/dashboard?token=${token}`))
    const { user } = (await (await elsewhere.request('/site/getParameters')).json()) as {
      user: { username: string }
    }
    expect([user.username, await asked(elsewhere), await kinds(email)]).toEqual([
      username,
      { show: false, email },
      expected,
    ])
  }
})

test.each(brands.map((brand) => brand.id))('on %s, mail leads there', async (brand) => {
  const { visitor, email } = await joined(brand)
  expect((await linkIn(app, email)).host).toBe(`www.${brand}.localhost:4321`)
  await follow(visitor, await linkIn(app, email))
  expect(await asked(visitor)).toEqual({ show: false, email })
})

test('a spoofed host does not get into a mail', async () => {
  const visitor = app.visitor('adultcrush', { ip: '198.51.100.200' })
  await visitor.request('/registration/save', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    },
    body: JSON.stringify(aRegistration({ username: 'Spoof', email: 'spoof@example.org' })),
  })
  const [mail] = await mailsTo(app, 'spoof@example.org')
  expect(mail?.kind).toBe('confirmEmail')
  expect(JSON.stringify(mail)).not.toContain('evil')
})

describe('another link', () => {
  const resend = (visitor: Visitor) =>
    visitor.request('/site/resendWelcomeEmail', { method: 'POST' })

  test('can be asked for, and voids the one before', async () => {
    const { visitor, email } = await joined()
    const first = await linkIn(app, email)
    expect([(await resend(visitor)).status, await kinds(email)]).toEqual([
      200,
      ['confirmEmail', 'confirmEmail'],
    ])
    await follow(visitor, first)
    expect(await asked(visitor)).toEqual({ show: true, email })
    await follow(visitor, await linkIn(app, email))
    expect(await asked(visitor)).toEqual({ show: false, email })
  })

  test('can be asked for without script, and the dashboard says that it was sent', async () => {
    const { visitor, email } = await joined()
    const answer = await visitor.visit('/site/resendWelcomeEmail', {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { Origin: `http://${visitor.host}` },
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      '/dashboard#confirmation-sent',
    ])
    expect(await kinds(email)).toEqual(['confirmEmail', 'confirmEmail'])
  })

  test('is needed after ten minutes', async () => {
    const { visitor, email } = await joined()
    app.clock.advance(10 * MINUTE)
    await follow(visitor, await linkIn(app, email))
    expect(await asked(visitor)).toEqual({ show: true, email })
  })

  test('comes three times an hour and no more', async () => {
    const { visitor, email } = await joined()
    for (let n = 0; n < 3; n += 1) expect((await resend(visitor)).status).toBe(200)
    expect((await resend(visitor)).status).toBe(429)
    expect(await kinds(email)).toHaveLength(4)
  })

  test('comes by the button of one that is too old, signed in or not, to the same address alone', async () => {
    const { visitor, email } = await joined()
    const link = await linkIn(app, email)
    app.clock.advance(10 * MINUTE)
    const mailbox = app.visitor('adultcrush', { ip: '198.51.100.240' })
    await open(mailbox, link)
    expect((await shownLink(mailbox)).link).toMatchObject({ state: 'old', renews: true })
    const sends = () =>
      mailbox.visit('/site/sendNewLink', {
        method: 'POST',
        headers: { Origin: `http://${mailbox.host}` },
        body: new URLSearchParams(),
      })
    const answer = await sends()
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      '/site/emailAddress?outcome=sent',
    ])
    expect((await shownLink(mailbox)).link).toMatchObject({ state: 'replaced' })
    await follow(mailbox, await linkIn(app, email))
    expect([await asked(visitor), mailbox.cookies.has('session')]).toEqual([
      { show: false, email },
      false,
    ])
    await open(mailbox, link)
    expect((await shownLink(mailbox)).link).toMatchObject({ state: 'done', renews: false })
    expect((await sends()).status).toBe(409)
    expect(await kinds(email)).toEqual(['welcome', 'confirmEmail', 'confirmEmail'])
  })

  test('comes three times an hour by an old one, whoever presses, and never by none', async () => {
    const { email } = await joined()
    const link = await linkIn(app, email)
    app.clock.advance(10 * MINUTE)
    const statuses: number[] = []
    for (let time = 0; time < 4; time += 1) {
      const somebody = app.visitor('adultcrush', { ip: `198.51.100.${241 + time}` })
      await open(somebody, link)
      statuses.push((await somebody.request('/site/sendNewLink', { method: 'POST' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    const stranger = app.visitor('adultcrush', { ip: '198.51.100.250' })
    expect((await stranger.request('/site/sendNewLink', { method: 'POST' })).status).toBe(409)
    await open(stranger, new URL(`http://x.invalid/dashboard?token=${'x'.repeat(43)}`))
    expect((await stranger.request('/site/sendNewLink', { method: 'POST' })).status).toBe(409)
  })

  test('does not come to who has confirmed', async () => {
    const { visitor, email } = await joined()
    await follow(visitor, await linkIn(app, email))
    expect((await resend(visitor)).status).toBe(200)
    expect(await kinds(email)).toEqual(['welcome', 'confirmEmail'])
  })

  test('is not for guests', async () => {
    expect((await resend(app.visitor('adultcrush'))).status).toBe(401)
  })
})

/** A value as a dump shows it; bytes in every way in which they may be read. */
function asText(value: unknown): string {
  if (!(value instanceof Uint8Array))
    return typeof value === 'string' ? value : JSON.stringify(value)
  return (['latin1', 'base64url', 'hex'] as const)
    .map((encoding) => Buffer.from(value).toString(encoding))
    .join(' ')
}

test('a dump of the database holds no password, no link and no session that could be used, nor does the log', async () => {
  const { visitor, email, username } = await joined()
  await signIn(visitor, username, 'a wrong password here')
  const secrets = [
    visitor.cookies.get('session') as string,
    (await linkIn(app, email)).searchParams.get('token') as string,
    'a quiet evening in',
    'a wrong password here',
  ]
  const dump: string[] = []
  const tables = await app.db.introspection.getTables()
  for (const { name, isView } of tables) {
    if (isView) continue
    const rows = await app.db
      .selectFrom(name as 'accounts')
      .selectAll()
      .execute()
    dump.push(rows.flatMap((row) => Object.values(row).map(asText)).join('\n'))
  }
  expect(dump.join('\n')).toContain(username)
  for (const secret of secrets) {
    for (const written of [
      secret,
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(secret).toString('hex'),
    ]) {
      expect(dump.join('\n')).not.toContain(written)
      expect(app.logged.join('\n')).not.toContain(written)
    }
  }
  expect(app.logged.join('\n')).not.toContain(email)
})

test('an address may be confirmed days later by a new link', async () => {
  const { visitor, email } = await joined()
  app.clock.advance(3 * DAY)
  await visitor.request('/site/resendWelcomeEmail', { method: 'POST' })
  await follow(visitor, await linkIn(app, email))
  expect(await asked(visitor)).toEqual({ show: false, email })
})
