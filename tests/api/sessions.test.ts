import { describe, expect, test } from 'vitest'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { app, setsAccount, startApp, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins, PASSWORD } from '../support/cast.ts'

/** Sessions (decisions §1; assurance 4, 9, 10). */

withApp()

let count = 0
/** Somebody new, from an address of their own. */
async function somebody(brand = 'adultcrush'): Promise<CastMember> {
  count += 1
  return joins(app, { brand, username: `Member${count}` })
}

async function signIn(visitor: Visitor, login: string): Promise<Response> {
  return visitor.posts('/site/signin', { login, password: PASSWORD })
}

async function nameOn(visitor: Visitor): Promise<string | null> {
  const { user } = (await (await visitor.request('/site/getParameters')).json()) as {
    user: { username: string } | null
  }
  return user?.username ?? null
}

function withCookie(brand: string, token: string | undefined): Visitor {
  const visitor = app.visitor(brand)
  if (token !== undefined) visitor.cookies.set('session', token)
  return visitor
}

describe('the cookie', () => {
  test('is for the brand’s hosts alone, out of reach of scripts and of other sites', async () => {
    const member = await somebody()
    const [cookie, device, ...more] = (
      await signIn(app.visitor('adultcrush', { ip: '198.51.100.1' }), member.username)
    ).headers.getSetCookie()
    expect(cookie).toMatch(
      /^session=[\w-]{43}; Max-Age=15552000; Domain=adultcrush\.localhost; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    // That of the device signs nobody in, and is as hard to reach.
    expect(device).toMatch(
      /^device=[\w-]{43}; Max-Age=31536000; Domain=adultcrush\.localhost; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(more).toEqual([])
  })

  test('over https is Secure by name and by attribute', async () => {
    const secure = await startApp({
      RUN_AS: 'production',
      SESSION_SECRET: 'a secret that is long enough, and then some',
      SITES_SUFFIX: 'localhost',
    })
    const member = await joins(secure, { brand: 'adultcrush', username: 'Sue' })
    const headers = {
      Host: 'api.adultcrush.localhost',
      'X-Requested-With': 'x',
      'Content-Type': 'application/json',
    }
    const request = new Request('http://x.invalid/site/signin', {
      method: 'POST',
      headers,
      body: JSON.stringify({ login: member.username, password: PASSWORD }),
    })
    const [cookie] = (
      await secure.frontDoor(request, '', async () => new Response('page'))
    ).headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Secure-session=[\w-]{43}; .*Domain=adultcrush\.localhost; .*HttpOnly; Secure; SameSite=Lax$/,
    )
    await secure.close()
  })

  test('works on every host of its brand, and on no other brand', async () => {
    const member = await somebody()
    const token = member.cookies.get('session')
    for (const tier of ['www', 'members', 'staging'] as const) {
      const visitor = app.visitor('adultcrush', { tier })
      visitor.cookies.set('session', token as string)
      expect(await nameOn(visitor)).toBe(member.username)
    }
    for (const brand of ['wivesnow', 'xmeeting', 'discreetcrush']) {
      expect(await nameOn(withCookie(brand, token))).toBeNull()
      expect((await withCookie(brand, token).request('/site/getShowConfirmEmailData')).status).toBe(
        401,
      )
    }
  })

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(5000), '%00', "' or 1=1--", 'null', '"quoted"'])(
    'that says %j is nobody’s',
    async (token) => {
      expect(await nameOn(withCookie('adultcrush', token))).toBeNull()
    },
  )

  test('is found among others, and only by its whole name', async () => {
    const member = await somebody()
    const token = member.cookies.get('session') as string
    const ask = async (Cookie: string) => {
      const answer = await app
        .visitor('adultcrush')
        .request('/site/getParameters', { headers: { Cookie } })
      return ((await answer.json()) as { user: unknown }).user !== null
    }
    expect(await ask(`a=b;session=${token};c=d`)).toBe(true)
    expect(await ask(`xsession=${token}`)).toBe(false)
    expect(await ask(`Session=${token}`)).toBe(false)
    expect(await ask(`session2=${token}`)).toBe(false)
  })
})

describe('signing in', () => {
  test('makes a new id and ends the browser’s old session, but no other of the member’s', async () => {
    const member = await somebody()
    const [phone, before] = [
      app.visitor('adultcrush', { ip: '198.51.100.2' }),
      member.cookies.get('session'),
    ]
    await signIn(phone, member.username)
    await signIn(member, member.username)
    const after = member.cookies.get('session')
    expect(after).not.toBe(before)
    expect(await nameOn(withCookie('adultcrush', before))).toBeNull()
    expect(await nameOn(withCookie('adultcrush', after))).toBe(member.username)
    expect(await nameOn(phone)).toBe(member.username)
  })

  test('ends the session of whoever sat there before', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const before = one.cookies.get('session')
    await signIn(one, other.username)
    expect(await nameOn(one)).toBe(other.username)
    expect(await nameOn(withCookie('adultcrush', before))).toBeNull()
  })

  test('does not take over an id that somebody planted', async () => {
    const member = await somebody()
    const visitor = withCookie('adultcrush', 'planted-by-somebody-else')
    await signIn(visitor, member.username)
    expect(visitor.cookies.get('session')).not.toBe('planted-by-somebody-else')
    expect(await nameOn(withCookie('adultcrush', 'planted-by-somebody-else'))).toBeNull()
  })

  test('on one brand is no session on another, until signing in there', async () => {
    const member = await somebody('wivesnow')
    const there = app.visitor('xmeeting', { ip: '198.51.100.3' })
    expect(await nameOn(there)).toBeNull()
    await signIn(there, member.username)
    expect(await nameOn(there)).toBe(member.username)
    expect(there.cookies.get('session')).not.toBe(member.cookies.get('session'))
  })
})

describe('signing out', () => {
  test('kills the session on the server and clears the browser', async () => {
    const member = await somebody()
    const token = member.cookies.get('session')
    const answer = await member.request('/site/signout')
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect(answer.headers.getSetCookie()).toEqual([
      'session=; Max-Age=0; Domain=adultcrush.localhost; Path=/; HttpOnly; SameSite=Lax',
    ])
    expect(member.cookies.size).toBe(0)
    expect(await nameOn(withCookie('adultcrush', token))).toBeNull()
  })

  test('leaves the member’s other sessions', async () => {
    const member = await somebody()
    const phone = app.visitor('adultcrush', { ip: '198.51.100.4' })
    await signIn(phone, member.username)
    await member.request('/site/signout')
    expect(await nameOn(phone)).toBe(member.username)
  })

  test('is fine twice, and for a guest', async () => {
    expect((await app.visitor('adultcrush').request('/site/signout')).status).toBe(200)
    expect((await withCookie('adultcrush', 'unknown').request('/site/signout')).status).toBe(200)
  })

  test('works as a form, without script', async () => {
    const member = await somebody()
    const answer = await member.visit('/site/signout', {
      method: 'POST',
      headers: {
        Origin: `http://${member.host}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: '',
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/'])
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect(member.cookies.size).toBe(0)
  })
})

describe('a session ends', () => {
  const isAlive = async (member: Visitor) => (await member.visit('/dashboard')).status === 200

  test('after 30 days without a visit, and not before', async () => {
    const [late, early] = [await somebody(), await somebody()]
    app.clock.advance(30 * DAY - 1)
    expect(await isAlive(early)).toBe(true)
    app.clock.advance(1)
    expect(await isAlive(late)).toBe(false)
    expect(await isAlive(early)).toBe(true)
  })

  test('after 180 days, whoever visits', async () => {
    const member = await somebody()
    for (let month = 0; month < 8; month += 1) {
      app.clock.advance(20 * DAY)
      expect(await isAlive(member)).toBe(true)
    }
    app.clock.advance(20 * DAY - 1)
    expect(await isAlive(member)).toBe(true)
    app.clock.advance(1)
    expect(await isAlive(member)).toBe(false)
  })

  test.each(['banned_at', 'deleted_at'] as const)(
    'at once when its account is %s',
    async (column) => {
      const member = await somebody()
      expect(await isAlive(member)).toBe(true)
      await setsAccount(app, member, { [column]: app.clock.now() })
      expect(await isAlive(member)).toBe(false)
      expect((await member.request('/site/getShowConfirmEmailData')).status).toBe(401)
    },
  )

  test('and a visit is noted at most once a minute', async () => {
    const member = await somebody()
    const seen = async () =>
      (
        await app.db
          .selectFrom('profiles')
          .select('last_seen_at')
          .where('account_id', '=', member.id)
          .executeTakeFirstOrThrow()
      ).last_seen_at
    const joined = await seen()
    app.clock.advance(MINUTE)
    await member.visit('/dashboard')
    expect(await seen()).toEqual(joined)
    app.clock.advance(1)
    await member.visit('/dashboard')
    expect(await seen()).toEqual(later(joined, MINUTE + 1))
  })
})

test('the database holds no session id in clear', async () => {
  const member = await somebody()
  const token = member.cookies.get('session') as string
  const rows = await app.db.selectFrom('sessions').selectAll().execute()
  const text = JSON.stringify(
    rows.map((row) => ({ ...row, token_hash: Buffer.from(row.token_hash).toString('latin1') })),
  )
  expect(text).not.toContain(token)
  expect(rows.find((row) => row.account_id === member.id)?.token_hash).toHaveLength(32)
  expect(app.logged.join('')).not.toContain(token)
})
