import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { app, setsAccount, type Visitor, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, PASSWORD } from '#tests/support/cast.ts'
import { register, signIn } from '#tests/support/joining.ts'

/** Signing in (decisions §4; assurance 1, 7, 30). */

withApp()
let alice: CastMember
beforeAll(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})
beforeEach(() => app.clock.advance(HOUR))

let count = 0
/** Somebody at an address of their own. */
function browser(brand = 'adultcrush'): Visitor {
  count += 1
  return app.visitor(brand, { ip: `198.51.100.${count}` })
}

describe('a member signs in', () => {
  test.each([
    'Alice',
    'alice',
    'ALICE',
    ' Alice ',
    'alice@example.org',
    'Alice@Example.ORG',
    '\talice@example.org\n',
  ])('as %j', async (login) => {
    const visitor = browser()
    const answer = await signIn(visitor, login, PASSWORD)
    expect([answer.status, await answer.json()]).toEqual([200, { next: '/dashboard' }])
    const { user } = (await (await visitor.request('/site/getParameters')).json()) as {
      user: unknown
    }
    expect(user).toEqual({ userId: alice.id, username: 'Alice' })
  })

  test('on any brand of the network', async () => {
    for (const brand of ['wivesnow', 'xmeeting', 'foxytemptation']) {
      const visitor = browser(brand)
      expect((await signIn(visitor, 'Alice', PASSWORD)).status).toBe(200)
      expect((await visitor.visit('/dashboard')).status).toBe(200)
    }
  })

  test.each([
    ['Äöü-Zoë', 'Äöü-Zoë'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['\u212bsa', '\u00c5sa'],
    ['Ольга', 'Ольга'],
    ['김민준', '김민준'],
  ])('as %s, however it is composed (%s)', async (username, login) => {
    await register(browser(), {
      username: username.normalize('NFC'),
      email: `u${count}@example.org`,
    })
    expect((await signIn(browser(), username, 'a quiet evening in')).status).toBe(200)
    expect((await signIn(browser(), login, 'a quiet evening in')).status).toBe(200)
  })
})

test('who is unknown is refused as who is known, byte for byte', async () => {
  const answers = []
  for (const [login, password] of [
    ['Alice', 'not the password'],
    ['alice@example.org', 'not the password'],
    ['nobody', 'not the password'],
    ['nobody@example.org', 'not the password'],
    ['nobody@example.org', PASSWORD],
    ['Alice', PASSWORD.toUpperCase()],
    ['Alice', `${PASSWORD} `],
    ['alice@example.org.evil.example', PASSWORD],
    ["Alice' or 1=1--", PASSWORD],
    ['%', PASSWORD],
    ['Alic_', PASSWORD],
  ] as const) {
    const answer = await signIn(browser(), login, password)
    const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
    answers.push({ status: answer.status, headers, body: await answer.text() })
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({
    status: 401,
    body: expect.stringContaining('"code":"badCredentials"'),
  })
  expect(JSON.stringify(answers[0])).not.toContain('set-cookie')
})

test('somebody who is banned learns so, but only by the right password', async () => {
  const mallory = await joins(app, { brand: 'adultcrush', username: 'Mallory' })
  await setsAccount(app, mallory, { banned_at: app.clock.now() })
  expect((await signIn(browser(), 'Mallory', 'not the password')).status).toBe(401)
  const answer = await signIn(browser(), 'Mallory', PASSWORD)
  expect([answer.status, answer.headers.getSetCookie(), await answer.json()]).toEqual([
    403,
    [],
    expect.objectContaining({
      detail: 'This account is suspended. Please write to support@adultcrush.example.',
    }),
  ])
})

test('somebody who has left is nobody', async () => {
  const gone = await joins(app, { brand: 'adultcrush', username: 'Gone' })
  await setsAccount(app, gone, { deleted_at: app.clock.now() })
  expect((await signIn(browser(), 'Gone', PASSWORD)).status).toBe(401)
})

describe('guessing', () => {
  async function guess(visitor: Visitor, login: string, times: number): Promise<number[]> {
    const statuses = []
    for (let n = 0; n < times; n += 1) {
      statuses.push((await signIn(visitor, login, `guess ${n}`)).status)
      // Ten sign-ins a minute are another limit.
      app.clock.advance(7000)
    }
    return statuses
  }

  test('ends after five wrong passwords, for fifteen minutes, also for the right one', async () => {
    const visitor = browser()
    expect(await guess(visitor, 'Alice', 6)).toEqual([401, 401, 401, 401, 401, 429])
    const refused = await signIn(visitor, 'Alice', PASSWORD)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([
      429,
      String(15 * 60 - 42),
    ])
    app.clock.advance(15 * MINUTE - 42_000)
    expect((await signIn(visitor, 'Alice', PASSWORD)).status).toBe(200)
  })

  test('elsewhere does not lock the member out at home', async () => {
    await guess(browser(), 'Alice', 6)
    expect((await signIn(browser(), 'Alice', PASSWORD)).status).toBe(200)
  })

  test('is told apart by what is typed, whether there is such a member or not', async () => {
    const visitor = browser()
    expect(await guess(visitor, 'nobody@example.org', 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await guess(visitor, 'Alice', 5)).toEqual([401, 401, 401, 401, 401])
    expect((await signIn(visitor, 'ALICE', PASSWORD)).status).toBe(429)
    app.clock.advance(7000)
    expect((await signIn(visitor, 'alice@example.org', PASSWORD)).status).toBe(200)
  })

  test('is forgiven by the right password', async () => {
    const visitor = browser()
    for (let round = 0; round < 3; round += 1) {
      await guess(visitor, 'Alice', 4)
      expect((await signIn(visitor, 'Alice', PASSWORD)).status).toBe(200)
      app.clock.advance(MINUTE)
    }
  })

  test('eight at once is five and no more', async () => {
    const visitor = browser()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => signIn(visitor, 'Alice', `guess ${n}`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      401, 401, 401, 401, 401, 429, 429, 429,
    ])
  })

  test('of many names is ten a minute from one address', async () => {
    const visitor = browser()
    const statuses = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await signIn(visitor, `name${n}`, 'password of somebody')).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    app.clock.advance(MINUTE)
    expect((await signIn(visitor, 'Alice', PASSWORD)).status).toBe(200)
  })

  test('leaves no name that was typed in the database', async () => {
    await signIn(browser(), 'my-own-password@typed-here.example', 'x')
    const rows = await app.db.selectFrom('rate_limits').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/typed-here|Alice|example\.org/i)
  })
})

test('a sign-in is logged by account and brand, without name or address', async () => {
  app.logged.length = 0
  await signIn(browser(), 'alice@example.org', PASSWORD)
  const line = app.logged
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .find(({ msg }) => msg === 'signed in')
  expect(line).toMatchObject({ accountId: alice.id, brand: 'adultcrush' })
  expect(app.logged.join('')).not.toMatch(/alice|example\.org|198\.51/i)
})
