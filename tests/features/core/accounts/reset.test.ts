import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Problem } from '#api/errors.ts'
import { startSession } from '#api/sessions.sql.ts'
import { issueGrant } from '#core/accounts/mailed-links/grants.server.ts'
import { followLink } from '#core/accounts/mailed-links/mailed-links.contract.ts'
import { requestReset, savePassword } from '#core/accounts/reset/reset.contract.ts'
import { resetRequestJob } from '#core/accounts/reset/reset.server.ts'
import { signIn } from '#core/accounts/sign-in/sign-in.contract.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { sign } from '#lib/signature.server.ts'
import { brands } from '#sites/registry.ts'
import { accountOf, app, setsAccount, type Visitor, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, PASSWORD } from '#tests/support/cast.ts'
import { linkIn, mailsTo } from '#tests/support/mail.ts'

/** Choosing a new password by a link (specification §7 and §8; decisions §2, §3; assurance 1–7). */

const NEW = 'three little words and a goat'
const PAGE = 'http://www.adultcrush.localhost:4321/resetPassword/makeRequest'

withApp()
let alice: CastMember
let email: string
let visitors = 0
let named = 0
beforeEach(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${(named += 1)}` })
  email = `${alice.username.toLowerCase()}@example.org`
})

/** Somebody at a browser and an address of their own. */
const somebody = (brand = 'adultcrush') =>
  app.visitor(brand, { ip: `192.0.${(visitors += 1) >> 8}.${visitors & 255}` })
const asks = (who: Visitor, address: string) =>
  who.posts('/resetPassword/processRequest', { email: address })
const saves = (who: Visitor, password = NEW, passwordRepeat = password) =>
  who.posts('/resetPassword/save', { password, passwordRepeat })
const signsIn = (login: string, password: string) =>
  somebody().calls(signIn, { body: { login, password } })

/** The job that looks whose addresses were asked for, once. */
async function queueTurns(): Promise<void> {
  await resetRequestJob.start(app.services).run(new AbortController().signal)
}

async function follows(who: Visitor, link: URL): Promise<string | null> {
  const answer = await who.visit(link.pathname + link.search)
  expect(answer.status).toBe(303)
  return answer.headers.get('Location')
}

async function linkFor(address = email, brand = 'adultcrush'): Promise<URL> {
  await asks(somebody(brand), address)
  await queueTurns()
  return linkIn(app, address)
}

/** Somebody who has followed a fresh link of Alice's. */
async function atTheDialog(): Promise<Visitor> {
  const who = somebody()
  expect(await follows(who, await linkFor())).toBe(`${PAGE}#update-password`)
  return who
}

async function problemOf(answer: Response): Promise<Problem> {
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
    409,
    'application/problem+json',
  ])
  return (await answer.json()) as Problem
}

test('a member who forgot the password asks for a link, follows it, chooses another and signs in', async () => {
  const device = somebody()
  expect(await device.calls(requestReset, { body: { email: ` ${email.toUpperCase()} ` } })).toEqual(
    { ok: true },
  )
  await queueTurns()
  const [mail] = await mailsTo(app, email)
  expect(mail).toMatchObject({ kind: 'reset', subject: 'Choose a new password', headers: {} })

  expect(await follows(device, await linkIn(app, email))).toBe(`${PAGE}#update-password`)
  expect(device.cookies.has('session')).toBe(false)
  // All that the specification shows of success: 302, and null for who called (§8).
  expect(
    await device.calls(savePassword, { body: { password: NEW, passwordRepeat: NEW } }),
  ).toBeNull()

  expect(await signsIn(email, NEW)).toEqual({ next: '/dashboard' })
  await expect(signsIn(email, PASSWORD)).rejects.toMatchObject({ code: 'badCredentials' })
  const [notice] = await mailsTo(app, email)
  expect(notice).toMatchObject({ kind: 'passwordChanged', subject: 'Your password was changed' })
  expect(notice?.text).toContain('support@adultcrush.example')
})

describe('asking', () => {
  test('is answered alike for everybody, and only an owner who may sign in gets a mail', async () => {
    const [banned, deleted, claimant] = [
      await joined('Banned'),
      await joined('Deleted'),
      await joined('Claimant'),
    ]
    const at = app.clock.now()
    const accounts = app.db.updateTable('accounts')
    await accounts.set({ banned_at: at }).where('id', '=', banned.id).execute()
    await accounts.set({ deleted_at: at }).where('id', '=', deleted.id).execute()
    // Typed at register by somebody who does not own it; nobody does.
    await accounts
      .set({ owns_email: false, email: 'typed@example.org', email_key: 'typed@example.org' })
      .where('id', '=', claimant.id)
      .execute()

    const answers: Array<{ status: number; headers: Record<string, string>; body: string }> = []
    for (const address of [
      email,
      'nobody@example.org',
      'banned@example.org',
      'deleted@example.org',
      'typed@example.org',
    ]) {
      const answer = await asks(somebody(), address)
      const { 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
      answers.push({ status: answer.status, headers, body: await answer.text() })
    }
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(answers[0]?.body).toBe('{"ok":true}')

    await queueTurns()
    const mails = await app.db
      .selectFrom('mails')
      .select('recipient')
      .where('recipient', 'in', [
        email,
        'nobody@example.org',
        'banned@example.org',
        'deleted@example.org',
        'typed@example.org',
      ])
      .execute()
    expect(mails).toEqual([{ recipient: email }])
  })

  test('never serves an account that only typed the address of another', async () => {
    const claimant = await joined('Mallory')
    await setsAccount(app, claimant, { owns_email: false, email, email_key: email })
    const who = await atTheDialog()
    await saves(who)
    expect(await signsIn(alice.username, NEW)).toEqual({ next: '/dashboard' })
    await expect(signsIn('Mallory', NEW)).rejects.toMatchObject({ code: 'badCredentials' })
    expect(await signsIn('Mallory', PASSWORD)).toEqual({ next: '/dashboard' })
  })

  test('is answered before anybody looks for an account, so that its time tells nothing', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    for (const address of [email, 'stranger@example.org'])
      expect((await asks(somebody(), address)).status).toBe(200)
    const statements = query.mock.calls.map(
      ([asked]) => (asked as unknown as { text?: string }).text ?? '',
    )
    query.mockRestore()
    expect(statements.filter((text) => text.includes('insert into "reset_requests"'))).toHaveLength(
      2,
    )
    expect(statements.filter((text) => /"(?:accounts|mails|grants)"/.test(text))).toEqual([])
    await queueTurns()
  })

  test('leaves nothing readable in the database, and nothing at all once the queue has turned', async () => {
    await asks(somebody(), 'private.person@example.org')
    const before = await app.db.selectFrom('reset_requests').selectAll().execute()
    expect(before).toHaveLength(1)
    expect(JSON.stringify(before)).not.toContain('private.person')
    await queueTurns()
    expect(await app.db.selectFrom('reset_requests').selectAll().execute()).toEqual([])
  })

  test('is limited to three an hour for who asks for an address, whether anybody has it or not', async () => {
    for (const address of [email, 'somebody.else@example.org']) {
      const stranger = somebody()
      for (let count = 0; count < 3; count += 1)
        expect((await asks(stranger, address)).status).toBe(200)
      const refused = await asks(stranger, address.toUpperCase())
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
      expect(await refused.json()).toMatchObject({
        code: 'tooMany',
        detail: 'That was a little too often. Please try again in 60 minutes.',
      })
      expect((await asks(somebody(), address)).status).toBe(200)
    }
    app.clock.advance(HOUR)
    expect((await asks(somebody(), email)).status).toBe(200)
  })

  test.each([
    '',
    'alice',
    'alice@',
    'a@example.org, b@example.org',
    `${'a'.repeat(250)}@example.org`,
    'alice@example.org\r\nBcc: x@example.org',
  ])('refuses %j at its field', async (address) => {
    const answer = await asks(somebody(), address)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'invalid',
      errors: [{ field: 'email', message: expect.stringMatching(/^Please enter/) }],
    })
  })

  test('mails an owner six links in an hour, whoever asks on whatever brand, and the last of them works', async () => {
    for (let minute = 0; minute < 49; minute += 1) {
      for (const { id } of brands) await asks(somebody(id), email)
      await queueTurns()
      app.clock.advance(MINUTE)
    }
    expect((await mailsTo(app, email)).map(({ kind }) => kind)).toEqual(Array(6).fill('reset'))
    // The newest is nine minutes old: no link was made after it whose mail was left out.
    const [newest] = await app.db
      .selectFrom('mails')
      .select('brand')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    const link = await linkIn(app, email)
    const who = somebody(newest?.brand)
    await follows(who, link)
    expect((await saves(who)).status).toBe(302)
  })

  test('is not forgotten when the work on it breaks off, unless that was long ago', async () => {
    await asks(somebody(), email)
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
      app.db,
    )
    await sql`create trigger refuse before insert on mails execute function refuse()`.execute(
      app.db,
    )
    await expect(queueTurns()).rejects.toThrow('no')
    await sql`drop trigger refuse on mails`.execute(app.db)
    await sql`drop function refuse()`.execute(app.db)
    await queueTurns()
    expect((await mailsTo(app, email)).map(({ kind }) => kind)).toEqual(['reset'])

    await asks(somebody(), email)
    app.clock.advance(10 * MINUTE)
    await queueTurns()
    expect(await mailsTo(app, email)).toHaveLength(1)
  })
})

describe('a link', () => {
  test('is of the brand that was asked, whatever the home brand', async () => {
    const link = await linkFor(email, 'wivesnow')
    expect(link.host).toBe('www.wivesnow.localhost:4321')
    const elsewhere = somebody('adultcrush')
    await follows(elsewhere, link)
    expect(elsewhere.cookies.has('reset')).toBe(false)
    const here = somebody('wivesnow')
    expect(await follows(here, link)).toBe(
      'http://www.wivesnow.localhost:4321/resetPassword/makeRequest#update-password',
    )
    expect((await saves(here)).status).toBe(302)
    expect(await signsIn(email, NEW)).toEqual({ next: '/dashboard' })
  })

  test('gives a cookie of fifteen minutes that only our own pages send, below one path', async () => {
    const link = await linkFor()
    const answer = await somebody().visit(link.pathname + link.search)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^reset=[\w-]+\.[\w-]{43}; Max-Age=900; Domain=adultcrush\.localhost; Path=\/resetPassword; HttpOnly; SameSite=Strict$/,
      ),
    ])
    expect([answer.headers.get('Referrer-Policy'), answer.headers.get('Cache-Control')]).toEqual([
      'no-referrer',
      'no-store',
    ])
  })

  test('leads to the form where it is older than ten minutes, not the newest, or was used, and the form says which', async () => {
    const older = await linkFor()
    const newer = await linkFor()
    expect(await follows(somebody(), older)).toBe(`${PAGE}#newer-link`)
    const who = somebody()
    expect(await follows(who, newer)).toBe(`${PAGE}#update-password`)
    expect((await saves(who)).status).toBe(302)
    expect(await follows(somebody(), newer)).toBe(`${PAGE}#used-before`)
    app.clock.advance(HOUR)
    const late = await linkFor()
    app.clock.advance(10 * MINUTE)
    expect(await follows(somebody(), late)).toBe(`${PAGE}#ask-again`)
    expect(await follows(somebody(), new URL(`${PAGE}?token=${'x'.repeat(43)}`))).toBe(
      `${PAGE}#ask-again`,
    )
  })

  test.each<[string, Array<Record<string, string>>]>([
    ['a browser that says nothing of itself, twice', [{}, {}]],
    [
      'a scanner that renders pages, before its owner',
      [{ 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }, {}],
    ],
    [
      'an old scanner, before its owner',
      [{}, { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }],
    ],
  ])('works when it was opened by %s', async (_, headers) => {
    const link = await linkFor()
    const people = headers.map((how) => [somebody(), how] as const)
    for (const [who, how] of people) {
      const answer = await who.visit(link.pathname + link.search, { headers: how })
      expect([answer.status, answer.headers.get('Location')]).toEqual([
        303,
        `${PAGE}#update-password`,
      ])
    }
    expect((await saves(people[1]?.[0] as Visitor)).status).toBe(302)
    const late = await problemOf(await saves(people[0]?.[0] as Visitor))
    expect(late.detail).toContain('changed by this link already')
  })

  test('changes one password, however many browsers have opened it', async () => {
    const link = await linkFor()
    const all = Array.from({ length: 20 }, () => somebody())
    await Promise.all(all.map((who) => follows(who, link)))
    const statuses = await Promise.all(all.map(async (who) => (await saves(who)).status))
    expect(statuses.toSorted()).toEqual([302, ...Array<number>(19).fill(409)])
  })

  test('confirms the address once it has changed the password, since only its mailbox got it', async () => {
    await setsAccount(app, alice, { email_confirmed_at: null })
    const confirmedAt = async () =>
      (
        await app.db
          .selectFrom('accounts')
          .select('email_confirmed_at')
          .where('id', '=', alice.id)
          .executeTakeFirstOrThrow()
      ).email_confirmed_at
    const who = await atTheDialog()
    expect(await confirmedAt()).toBeNull()
    await saves(who)
    expect(await confirmedAt()).toEqual(app.clock.now())
  })

  test('kept by a browser is not said to have been opened earlier than it was', async () => {
    const link = await linkFor()
    const token = link.searchParams.get('token') as string
    app.clock.advance(12 * MINUTE)
    const thief = somebody()
    for (const secret of ['', 'another secret of forty letters and more x']) {
      thief.cookies.set(
        'reset',
        sign({ reset: token, at: app.clock.now().getTime() - 5 * MINUTE }, secret),
      )
      await problemOf(await saves(thief))
    }
  })

  test('is no password, nor is what it gives: neither is a ?token= that does more', async () => {
    const who = await atTheDialog()
    const permission = who.cookies.get('reset') as string
    const thief = somebody()
    await follows(thief, new URL(`http://x.invalid/dashboard?token=${permission}`))
    expect(thief.cookies.get('link')).toMatch(/^\./)
    const at = app.clock.now()
    const signInGrant = await issueGrant(app.db, {
      accountId: alice.id,
      brand: 'adultcrush',
      purpose: 'signIn',
      at,
    })
    for (const forged of [
      signInGrant,
      sign({ reset: signInGrant, at: at.getTime() }, app.services.settings.sessionSecret),
    ]) {
      thief.cookies.set('reset', forged)
      await problemOf(await saves(thief))
    }
  })
})

describe('saving', () => {
  test('answers 302 to the landing and takes the permission back', async () => {
    const answer = await saves(await atTheDialog())
    expect([answer.status, answer.headers.get('Location'), await answer.text()]).toEqual([
      302,
      '/',
      '',
    ])
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^reset=; Max-Age=0; .*Path=\/resetPassword; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(/^device=[\w-]{43}; /),
    ])
  })

  test.each([
    ['too short', 'short', 'short', 'password', 'Please use at least 10 characters.'],
    ['empty', '', '', 'password', 'Please use at least 10 characters.'],
    [
      'too long',
      'x'.repeat(129),
      'x'.repeat(129),
      'password',
      'Please use at most 128 characters.',
    ],
    [
      'far too long',
      'x'.repeat(5000),
      'x'.repeat(5000),
      'password',
      'Please use at most 128 characters.',
    ],
    [
      'common',
      'qwertyuiop',
      'qwertyuiop',
      'password',
      'This password is one of the most used in the world. Please choose another.',
    ],
    [
      'the site’s name',
      'AdultCrush-2026',
      'AdultCrush-2026',
      'password',
      'Please choose a password that is not the name of the site.',
    ],
    [
      'not repeated',
      NEW,
      `${NEW}!`,
      'passwordRepeat',
      'This is not the same password. Please type it again.',
    ],
    [
      'not repeated at all',
      NEW,
      '',
      'passwordRepeat',
      'This is not the same password. Please type it again.',
    ],
  ])(
    'refuses a password that is %s with 409 at its field, and leaves another try',
    async (_, password, repeat, field, message) => {
      const who = await atTheDialog()
      expect(await problemOf(await saves(who, password, repeat))).toMatchObject({
        status: 409,
        code: 'conflict',
        detail: 'Please check the fields below.',
        errors: [{ field, message }],
      })
      expect((await saves(who)).status).toBe(302)
    },
  )

  test('refuses a password with the username in it', async () => {
    const who = await atTheDialog()
    const { errors } = await problemOf(
      await saves(who, `i am ${alice.username.toUpperCase()} indeed`),
    )
    expect(errors).toEqual([
      { field: 'password', message: 'Please leave your username out of your password.' },
    ])
  })

  test.each([['x'.repeat(128)], ['пароль из длинных слов 🐐'], ['Cafe\u0301 au lait, please']])(
    'takes %j',
    async (password) => {
      expect((await saves(await atTheDialog(), password, password.normalize('NFC'))).status).toBe(
        302,
      )
      expect(await signsIn(email, password)).toEqual({ next: '/dashboard' })
    },
  )

  test('needs a followed link: not with nothing, not with the link itself, not on another brand', async () => {
    const link = await linkFor()
    const who = somebody()
    const over = { code: 'conflict', detail: 'This link is too old. Please ask for a new one.' }
    expect(await problemOf(await saves(who))).toMatchObject(over)
    who.cookies.set('reset', link.searchParams.get('token') as string)
    expect(await problemOf(await saves(who))).toMatchObject(over)
    const elsewhere = somebody('wivesnow')
    elsewhere.cookies.set('reset', (await atTheDialog()).cookies.get('reset') as string)
    expect(await problemOf(await saves(elsewhere))).toMatchObject(over)
    expect(await signsIn(email, PASSWORD)).toEqual({ next: '/dashboard' })
  })

  test('is over after fifteen minutes', async () => {
    const [intime, late] = [await atTheDialog(), await joinsAtTheDialog()]
    app.clock.advance(15 * MINUTE - 1)
    expect((await saves(intime)).status).toBe(302)
    app.clock.advance(1)
    await problemOf(await saves(late))
  })

  test('is over for who was banned meanwhile', async () => {
    const who = await atTheDialog()
    await setsAccount(app, alice, { banned_at: app.clock.now() })
    await problemOf(await saves(who))
  })

  test('works once of twenty tries at once, and once is told', async () => {
    const who = await atTheDialog()
    const permission = who.cookies.get('reset') as string
    const tries = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const one = somebody()
        one.cookies.set('reset', permission)
        return (await saves(one, `${NEW} number ${index}`)).status
      }),
    )
    expect(tries.toSorted()).toEqual([302, ...Array<number>(19).fill(409)])
    const winner = tries.indexOf(302)
    expect(await signsIn(email, `${NEW} number ${winner}`)).toEqual({ next: '/dashboard' })
    expect(
      (await mailsTo(app, email)).filter(({ kind }) => kind === 'passwordChanged'),
    ).toHaveLength(1)
    await problemOf(await saves(who))
  })

  test('ends the account’s other sessions on every brand, and nobody else’s', async () => {
    const at = app.clock.now()
    const bob = await joined('Bob')
    const onWivesnow = somebody('wivesnow')
    onWivesnow.cookies.set(
      'session',
      await startSession(app.db, {
        accountId: alice.id,
        brand: 'wivesnow',
        device: 'Phone',
        at,
        replaces: null,
      }),
    )
    // The browser that is at it may be signed in already.
    const here = somebody()
    here.cookies.set(
      'session',
      await startSession(app.db, {
        accountId: alice.id,
        brand: 'adultcrush',
        device: 'Laptop',
        at,
        replaces: null,
      }),
    )
    await follows(here, await linkFor())
    const heard: string[] = []
    const stop = app.services.events.subscribe(alice.id, ({ type }) => void heard.push(type))
    await saves(here)
    await expect.poll(() => heard).toEqual(['signedOut'])
    stop()
    const isSignedIn = async (who: Visitor) => (await who.request('/event/tickers')).status === 200
    expect(await Promise.all([alice, onWivesnow, here, bob].map(isSignedIn))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  test('voids whatever else the account was granted', async () => {
    const who = await atTheDialog()
    const at = app.clock.now()
    const token = await issueGrant(app.db, {
      accountId: alice.id,
      brand: 'adultcrush',
      purpose: 'signIn',
      at,
    })
    const [anotherLink, stranger] = [await linkFor(email, 'wivesnow'), somebody()]
    expect((await saves(who)).status).toBe(302)
    await follows(stranger, new URL(`http://x.invalid/dashboard?token=${token}`))
    await expect(stranger.calls(followLink, { body: { choice: 'go' } })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await follows(somebody('wivesnow'), anotherLink)).toBe(
      `${PAGE.replace('adultcrush', 'wivesnow')}#newer-link`,
    )
    expect([stranger.cookies.has('session'), stranger.cookies.has('reset')]).toEqual([false, false])
  })

  test('lets the owner in who had guessed too often before', async () => {
    const who = somebody()
    const guesses = (password: string) => who.calls(signIn, { body: { login: email, password } })
    for (let guess = 0; guess < 5; guess += 1)
      await expect(guesses('not this one')).rejects.toMatchObject({ code: 'badCredentials' })
    await expect(guesses(PASSWORD)).rejects.toMatchObject({ code: 'tooMany' })
    await follows(who, await linkFor())
    await saves(who)
    // The address's own limit of ten tries a minute is another matter.
    app.clock.advance(MINUTE)
    expect(await guesses(NEW)).toEqual({ next: '/dashboard' })
  })

  test('keeps argon2id and hashes alone, and logs neither password nor token', async () => {
    const link = await linkFor()
    const who = somebody()
    await follows(who, link)
    const secrets = [
      link.searchParams.get('token') as string,
      who.cookies.get('reset') as string,
      NEW,
    ]
    await saves(who)
    const { password_hash } = await accountOf(app, alice)
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const stored = JSON.stringify([
      await app.db.selectFrom('tokens').selectAll().execute(),
      await app.db.selectFrom('mails').selectAll().execute(),
    ])
    for (const secret of secrets) {
      expect(stored).not.toContain(secret)
      expect(app.logged.join('\n')).not.toContain(secret)
    }
    expect(app.logged.join('\n')).toContain('password reset')
    expect(app.logged.join('\n')).not.toContain(email)
  })
})

describe('without script', () => {
  const submits = (who: Visitor, path: string, fields: Record<string, string>) =>
    who.visit(path, {
      method: 'POST',
      headers: { Origin: `http://${who.host}` },
      body: new URLSearchParams(fields),
    })

  test('the forms do the same on the page’s own host', async () => {
    const who = somebody()
    const asked = await submits(who, '/resetPassword/processRequest', { email })
    expect([asked.status, asked.headers.get('Location')]).toEqual([
      303,
      '/resetPassword/makeRequest#sent',
    ])
    await queueTurns()
    await follows(who, await linkIn(app, email))
    const saved = await submits(who, '/resetPassword/save', { password: NEW, passwordRepeat: NEW })
    expect([saved.status, saved.headers.get('Location')]).toEqual([
      303,
      '/resetPassword/makeRequest#password-changed',
    ])
    expect([...who.cookies.keys()]).toEqual(['device'])
    expect(await signsIn(email, NEW)).toEqual({ next: '/dashboard' })
  })

  test('what is wrong is shown with the form', async () => {
    const who = await atTheDialog()
    const asked = await submits(who, '/resetPassword/processRequest', { email: 'nonsense' })
    expect([asked.status, await asked.text()]).toEqual([422, 'page:/form/reset-request'])
    const saved = await submits(who, '/resetPassword/save', {
      password: NEW,
      passwordRepeat: 'something else',
    })
    expect([saved.status, await saved.text()]).toEqual([409, 'page:/form/update-password'])
  })

  test('another site’s form does nothing', async () => {
    const who = await atTheDialog()
    const answer = await who.visit('/resetPassword/save', {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: new URLSearchParams({ password: NEW, passwordRepeat: NEW }),
    })
    expect(answer.status).toBe(403)
    expect(await signsIn(email, PASSWORD)).toEqual({ next: '/dashboard' })
  })
})

const joined = (username: string) => joins(app, { brand: 'adultcrush', username })

/** Somebody else who has followed a link. */
async function joinsAtTheDialog(): Promise<Visitor> {
  const { username } = await joined(`Late${(named += 1)}`)
  const who = somebody()
  await follows(who, await linkFor(`${username.toLowerCase()}@example.org`))
  return who
}
