import { beforeEach, describe, expect, test } from 'vitest'
import { resetRequestJob } from '#core/accounts/reset/reset.server.ts'
import { guessedLoginJob } from '#core/accounts/sign-in/guesses.server.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { app, runJob, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins, PASSWORD } from '../support/cast.ts'
import { follow, register, signIn } from '../support/joining.ts'
import { linkIn, mailsTo } from '../support/mail.ts'

/**
 * One password guessed from everywhere (assurance 7, 32), and a mailbox that strangers ask links
 * for.
 */

const WRONG = 'not the password'

withApp()
let alice: CastMember
let email: string
let named = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${(named += 1)}x` })
  email = `${alice.username.toLowerCase()}@example.org`
})

let addresses = 0
/** Somebody in a network of their own. */
function stranger(brand = 'adultcrush'): Visitor {
  addresses += 1
  return app.visitor(brand, { ip: `10.${addresses >> 8}.${addresses & 255}.9` })
}

/** Wrong passwords from as many networks; what each was answered. */
async function guessed(
  login: string,
  times: number,
): Promise<Array<{ status: number; headers: unknown; body: string }>> {
  const answers = []
  for (let n = 0; n < times; n += 1) {
    const answer = await signIn(stranger(), login, `${WRONG} ${n}`)
    answers.push({
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => name !== 'x-request-id'),
      body: await answer.text(),
    })
  }
  return answers
}

/** As if they had been given. */
async function countsStandAt(login: string, hits: number): Promise<void> {
  await signIn(stranger(), login, WRONG)
  await app.db
    .updateTable('rate_limits')
    .set({ hits })
    .where('key', 'like', 'sign-in-guess:%')
    .where('window_ends_at', '=', new Date(app.clock.now().getTime() + DAY))
    .execute()
}

async function jobsRun(): Promise<void> {
  for (const job of [guessedLoginJob, resetRequestJob]) await runJob(app, job)
}

const kinds = async () => (await mailsTo(app, email)).map(({ kind }) => kind)
const warnings = () =>
  app.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'many wrong passwords for one login')

describe('wrong passwords for one account from everywhere', () => {
  test('are fifty a day, then nobody new is let in; for who is nobody the same, byte for byte', async () => {
    for (const login of [alice.username, `nobody${named}`]) await countsStandAt(login, 46)
    const known = await guessed(alice.username, 9)
    const unknown = await guessed(`nobody${named}`, 9)
    expect(known.map(({ status }) => status)).toEqual([
      ...Array<number>(4).fill(401),
      ...Array<number>(5).fill(429),
    ])
    expect(unknown).toEqual(known)
    expect(known.at(-1)?.body).toContain(
      'Please sign in on a device that you have used before, or choose a new password',
    )
    // Nor would the right one tell.
    const right = await signIn(stranger(), alice.username, PASSWORD)
    expect([right.status, await right.text()]).toEqual([429, known.at(-1)?.body])
  })

  test('are counted apart for a name and its address: a common count would tell which goes with which', async () => {
    await countsStandAt(alice.username, 50)
    expect((await signIn(stranger(), alice.username, WRONG)).status).toBe(429)
    expect((await signIn(stranger(), email, WRONG)).status).toBe(401)
  })

  test('made at once are no more', async () => {
    await countsStandAt(alice.username, 44)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn(stranger(), alice.username, WRONG)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(6).fill(401),
      ...Array<number>(6).fill(429),
    ])
  })

  test('are over with the day', async () => {
    await countsStandAt(alice.username, 80)
    expect((await signIn(stranger(), alice.username, PASSWORD)).status).toBe(429)
    app.clock.advance(DAY)
    expect((await signIn(stranger(), alice.username, PASSWORD)).status).toBe(200)
  })

  test('do not grow by right ones, and are not forgotten for them', async () => {
    await countsStandAt(alice.username, 49)
    for (let n = 0; n < 3; n += 1)
      expect((await signIn(stranger(), alice.username, PASSWORD)).status).toBe(200)
    expect((await signIn(stranger(), alice.username, WRONG)).status).toBe(401)
    expect((await signIn(stranger(), alice.username, WRONG)).status).toBe(429)
  })
})

describe('meanwhile the owner', () => {
  async function atHome(): Promise<Visitor> {
    const device = stranger()
    expect((await signIn(device, alice.username, PASSWORD)).status).toBe(200)
    await device.request('/site/signout')
    return device
  }

  test('signs in on a known device, by name and by address, from wherever it is', async () => {
    const device = await atHome()
    await countsStandAt(alice.username, 300)
    await countsStandAt(email, 300)
    for (const login of [alice.username, email])
      expect((await signIn(device, login, PASSWORD)).status).toBe(200)
    const elsewhere = stranger()
    for (const [name, value] of device.cookies) elsewhere.cookies.set(name, value)
    expect((await signIn(elsewhere, alice.username, PASSWORD)).status).toBe(200)
  })

  test('is kept out neither by who guesses in the same household', async () => {
    const device = await atHome()
    const lodger = app.visitor('adultcrush', { ip: `10.${addresses >> 8}.${addresses & 255}.9` })
    for (let n = 0; n < 6; n += 1) await signIn(lodger, alice.username, WRONG)
    expect((await signIn(lodger, alice.username, PASSWORD)).status).toBe(429)
    app.clock.advance(MINUTE)
    expect((await signIn(device, alice.username, PASSWORD)).status).toBe(200)
  })

  test('has a device that guesses no more than any: five in fifteen minutes', async () => {
    const device = await atHome()
    const statuses = []
    for (let n = 0; n < 6; n += 1)
      statuses.push((await signIn(device, alice.username, WRONG)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('comes in by a link, after which the device is known', async () => {
    await countsStandAt(alice.username, 300)
    const device = stranger()
    await device.posts('/resetPassword/processRequest', { email })
    await jobsRun()
    await follow(device, await linkIn(app, email))
    expect(
      (
        await device.posts('/resetPassword/save', {
          password: 'a goat and three words',
          passwordRepeat: 'a goat and three words',
        })
      ).status,
    ).toBe(302)
    await countsStandAt(alice.username, 300)
    expect((await signIn(device, alice.username, 'a goat and three words')).status).toBe(200)
    expect((await signIn(stranger(), alice.username, 'a goat and three words')).status).toBe(429)
  })

  test('has no known device but this one after choosing a new password', async () => {
    const thief = await atHome()
    const device = stranger()
    await device.posts('/resetPassword/processRequest', { email })
    await jobsRun()
    await follow(device, await linkIn(app, email))
    await device.posts('/resetPassword/save', {
      password: 'a goat and three words',
      passwordRepeat: 'a goat and three words',
    })
    await countsStandAt(alice.username, 300)
    expect((await signIn(thief, alice.username, 'a goat and three words')).status).toBe(429)
  })
})

describe('a known device is no way round', () => {
  test('for another account', async () => {
    await countsStandAt(alice.username, 300)
    const mallory = await joins(app, { brand: 'adultcrush', username: `Mallory${named}` })
    const device = stranger()
    await signIn(device, mallory.username, PASSWORD)
    expect((await signIn(device, alice.username, PASSWORD)).status).toBe(429)
  })

  test('for the owner of an address that somebody else has typed at register', async () => {
    const device = stranger()
    await register(device, { username: `Claims${named}`, email, password: 'the claimant’s own' })
    await countsStandAt(email, 300)
    expect((await signIn(device, email, PASSWORD)).status).toBe(401)
    expect((await signIn(device, email, 'the claimant’s own')).status).toBe(200)
  })

  test('by a cookie that was planted: it is another one after each sign-in', async () => {
    const device = stranger()
    device.cookies.set('device', 'planted-by-somebody-else')
    await signIn(device, alice.username, PASSWORD)
    expect(device.cookies.get('device')).toMatch(/^[\w-]{43}$/)
    await countsStandAt(alice.username, 300)
    const thief = stranger()
    thief.cookies.set('device', 'planted-by-somebody-else')
    expect((await signIn(thief, alice.username, PASSWORD)).status).toBe(429)
  })

  test('for a dump of the database, which has only its hash', async () => {
    const device = stranger()
    await signIn(device, alice.username, PASSWORD)
    const rows = await app.db.selectFrom('known_devices').selectAll().execute()
    expect(
      rows.map(({ device_hash }) => Buffer.from(device_hash).toString('latin1')).join(),
    ).not.toContain(device.cookies.get('device') ?? '')
  })
})

test('a device is known to all who sign in on it, and to twenty at most of one account', async () => {
  const bob = await joins(app, { brand: 'adultcrush', username: `Bob${named}` })
  const device = stranger()
  for (const { username } of [alice, bob])
    expect((await signIn(device, username, PASSWORD)).status).toBe(200)
  for (const { username } of [alice, bob]) await countsStandAt(username, 300)
  for (const { username } of [alice, bob])
    expect((await signIn(device, username, PASSWORD)).status).toBe(200)
  for (let n = 0; n < 25; n += 1) {
    app.clock.advance(MINUTE)
    await app.db.deleteFrom('rate_limits').execute()
    await signIn(stranger(), alice.username, PASSWORD)
  }
  expect(
    await app.db
      .selectFrom('known_devices')
      .selectAll()
      .where('account_id', '=', alice.id)
      .execute(),
  ).toHaveLength(20)
})

describe('the owner hears of it', () => {
  test('by one mail a day, which says what to do and nothing on a shared screen', async () => {
    app.logged.length = 0
    await countsStandAt(alice.username, 18)
    await signIn(stranger(), alice.username, WRONG)
    expect([await kinds(), warnings()]).toEqual([[], []])
    await signIn(stranger(), alice.username, WRONG)
    await jobsRun()
    const [mail] = await mailsTo(app, email)
    expect(mail).toMatchObject({ kind: 'guessed', subject: 'About your password', headers: {} })
    expect(mail?.text).toContain('/resetPassword/makeRequest#ask')
    expect(warnings()).toEqual([
      expect.objectContaining({ level: 40, accountId: alice.id, brand: 'adultcrush' }),
    ])

    await countsStandAt(alice.username, 50)
    await signIn(stranger(), alice.username, WRONG)
    await countsStandAt(email, 19)
    await signIn(stranger(), email, WRONG)
    await jobsRun()
    expect([(await kinds()).length, warnings().length]).toEqual([1, 3])
    app.clock.advance(DAY)
    await countsStandAt(alice.username, 19)
    await signIn(stranger(), alice.username, WRONG)
    await jobsRun()
    expect(await kinds()).toEqual(['guessed', 'guessed'])
    expect(app.logged.join('')).not.toMatch(/alice|example\.org|10\.\d+\.\d+\.9/i)
  })

  test('and nobody else does: a login that means nobody is a line in the log', async () => {
    app.logged.length = 0
    await countsStandAt('nobody@example.net', 19)
    await signIn(stranger(), 'nobody@example.net', WRONG)
    const waiting = await app.db.selectFrom('guessed_logins').selectAll().execute()
    expect(waiting).toHaveLength(1)
    expect(JSON.stringify(waiting)).not.toContain('nobody')
    await jobsRun()
    expect(await app.db.selectFrom('guessed_logins').selectAll().execute()).toEqual([])
    expect(await mailsTo(app, 'nobody@example.net')).toEqual([])
    expect(warnings()).toEqual([expect.objectContaining({ accountId: null, brand: 'adultcrush' })])
    expect(app.logged.join('')).not.toContain('nobody@')
  })

  test('unless somebody merely typed the address at register: then its owner is told nothing', async () => {
    await register(stranger(), { username: `Typed${named}`, email })
    await countsStandAt(`Typed${named}`, 19)
    await signIn(stranger(), `Typed${named}`, WRONG)
    await jobsRun()
    expect(await kinds()).toEqual(['addressTaken'])
  })
})

describe('links for somebody else’s mailbox', () => {
  const asks = (who: Visitor) => who.posts('/resetPassword/processRequest', { email })

  test('are not used up by strangers: the owner’s own comes, at once on a known device, and else within twenty minutes', async () => {
    const device = stranger()
    await signIn(device, alice.username, PASSWORD)
    for (let n = 0; n < 30; n += 1) expect((await asks(stranger())).status).toBe(200)
    await jobsRun()
    // Three at once, and the fourth begins the first interval.
    expect(await kinds()).toEqual(Array(4).fill('reset'))

    expect((await asks(device)).status).toBe(200)
    await jobsRun()
    expect(await kinds()).toHaveLength(5)

    expect((await asks(stranger())).status).toBe(200)
    await jobsRun()
    expect(await kinds()).toHaveLength(5)
    app.clock.advance(20 * MINUTE)
    await jobsRun()
    expect(await kinds()).toHaveLength(6)
    await follow(device, await linkIn(app, email))
    expect(device.cookies.has('reset')).toBe(true)
  })

  test('are few, however many ask for them, and leave nothing behind', async () => {
    for (let minute = 0; minute < 60; minute += 5) {
      for (let n = 0; n < 4; n += 1) await asks(stranger())
      await jobsRun()
      app.clock.advance(5 * MINUTE)
    }
    expect((await kinds()).length).toBeLessThanOrEqual(10)
    app.clock.advance(HOUR)
    await jobsRun()
    await jobsRun()
    expect(await app.db.selectFrom('reset_requests').selectAll().execute()).toEqual([])
  })

  test('asked for at once are as few', async () => {
    await Promise.all(Array.from({ length: 20 }, () => asks(stranger())))
    await Promise.all([jobsRun(), jobsRun(), jobsRun()])
    expect(await kinds()).toHaveLength(4)
  })

  test('of another brand void nothing here', async () => {
    const device = stranger()
    await asks(device)
    await jobsRun()
    const link = await linkIn(app, email)
    await asks(stranger('wivesnow'))
    await jobsRun()
    await follow(device, link)
    expect(device.cookies.has('reset')).toBe(true)
  })
})
