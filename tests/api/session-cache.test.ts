import { type CompiledQuery, sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openSessionCache } from '#api/session-cache.server.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { app, everythingHeard, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'

/** What a process remembers of its sessions (assurance 10). */

withApp()

let count = 0
async function somebody(): Promise<CastMember> {
  count += 1
  return joins(app, { brand: 'adultcrush', username: `Member${count}` })
}

async function nameOf(visitor: Visitor): Promise<string | null> {
  const answer = await visitor.request('/site/getParameters')
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { user: { username: string } | null }).user?.username ?? null
}

const readsSession = ({ sql: text }: CompiledQuery): boolean =>
  text.startsWith('select') && text.includes('"sessions"."token_hash" =')

/** Until `stop`, each look-up of a session waits for what `held` returns, after it was read. */
function watchLookups(held: () => Promise<void> = async () => undefined) {
  const ask = app.db.executeQuery.bind(app.db)
  const texts: string[] = []
  const spy = vi.spyOn(app.db, 'executeQuery').mockImplementation(async (query, options) => {
    const result = await ask(query as CompiledQuery<never>, options)
    if (readsSession(query as CompiledQuery)) {
      texts.push((query as CompiledQuery).sql)
      await held()
    }
    return result
  })
  return { texts, stop: () => spy.mockRestore() }
}

test('a session is read once, also over several visits, and again after a longer absence', async () => {
  const member = await somebody()
  await everythingHeard(app)
  const lookups = watchLookups()
  for (let time = 0; time < 5; time += 1) expect(await nameOf(member)).toBe(member.username)
  expect(lookups.texts).toHaveLength(1)
  for (let visit = 0; visit < 3; visit += 1) {
    app.clock.advance(MINUTE + SECOND)
    await nameOf(member)
    await nameOf(member)
  }
  expect(lookups.texts).toHaveLength(1)
  app.clock.advance(31 * MINUTE)
  await nameOf(member)
  await nameOf(member)
  expect(lookups.texts).toHaveLength(2)
  lookups.stop()
})

test('a session is of its own brand, also where it is remembered', async () => {
  const member = await somebody()
  expect(await nameOf(member)).toBe(member.username)
  const elsewhere = app.visitor('wivesnow')
  elsewhere.cookies.set('session', member.cookies.get('session') as string)
  expect(await nameOf(elsewhere)).toBeNull()
})

describe('each column that the look-up reads is announced where it is written:', () => {
  /**
   * What no writer changes, or only a visit or an act, which the look-up notes itself: an older one
   * it reads again before it locks.
   */
  const unannounced = new Set([
    'accounts.id',
    'accounts.created_at',
    'profiles.account_id',
    ...['id', 'created_at', 'last_seen_at', 'visit_started_at', 'expires_at', 'active_at'].map(
      (name) => `sessions.${name}`,
    ),
  ])

  test('all of them', async () => {
    const member = await somebody()
    const lookups = watchLookups()
    await nameOf(member)
    lookups.stop()
    const [text = ''] = lookups.texts
    const columns = [
      ...new Set(
        [...text.matchAll(/"?\b(sessions|accounts|profiles)"?\."?(\w+)"?/g)].map(
          ([, table, column]) => `${table}.${column}`,
        ),
      ),
    ]
    expect(columns.length).toBeGreaterThan(35)
    expect(
      [...text.matchAll(/(?:from|join) "?(\w+)/g)].map(([, table]) => table).toSorted(),
    ).toEqual([
      'accounts',
      'brand_closures',
      'onboarding_steps',
      'partner_access',
      'partner_access',
      'profiles',
      'sessions',
      'staff_roles',
      'terms_acceptances',
    ])
    const heard: string[] = []
    const stop = await app.services.database.listen('account_changed', (account) =>
      heard.push(account),
    )
    const silent: string[] = []
    for (const name of columns) {
      const [table = '', column = ''] = name.split('.')
      heard.length = 0
      const key = sql.ref(table === 'accounts' ? 'id' : 'account_id')
      // Generated always as identity: it cannot be written.
      if (column === 'id') continue
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} where ${key} = ${member.id}`.execute(
        app.db,
      )
      if (!heard.includes(String(member.id))) silent.push(name)
    }
    await stop()
    expect(silent.filter((name) => !unannounced.has(name))).toEqual([])
    expect(silent.length).toBeGreaterThan(0)
  })

  test.each([
    [
      'terms accepted',
      sql`insert into terms_acceptances (account_id, brand, version, accepted_at) select id, 'wivesnow', '2020-01-01', now() from accounts where username = `,
    ],
    [
      'terms withdrawn',
      sql`delete from terms_acceptances using accounts where id = account_id and username = `,
    ],
    [
      'a step opened',
      sql`insert into onboarding_steps (account_id, step, opened_at) select id, 'photo', now() from accounts where username = `,
    ],
    [
      'a step done',
      sql`update onboarding_steps set done_at = now() from accounts where id = account_id and username = `,
    ],
    [
      'access of a partner',
      sql`insert into partner_access (account_id, brand, reference, created_at) select id, 'xmeeting', username, now() from accounts where username = `,
    ],
    [
      'a brand closed',
      sql`insert into brand_closures (account_id, brand) select id, 'wivesnow' from accounts where username = `,
    ],
    [
      'a role given',
      sql`insert into staff_roles (account_id, role, given_at) select id, 'lead', now() from accounts where username = `,
    ],
    [
      'a role taken away',
      sql`delete from staff_roles using accounts where id = account_id and username = `,
    ],
    [
      'a session that ends',
      sql`delete from sessions using accounts where accounts.id = account_id and username = `,
    ],
    [
      'a session that ends earlier',
      sql`update sessions set expires_at = expires_at - interval '1 second' from accounts where accounts.id = account_id and username = `,
    ],
  ])('%s', async (_, statement) => {
    const member = await somebody()
    await app.db
      .insertInto('onboarding_steps')
      .values({ account_id: member.id, step: 'birthday', opened_at: app.clock.now() })
      .execute()
    await app.db
      .insertInto('staff_roles')
      .values({ account_id: member.id, role: 'support', given_at: app.clock.now() })
      .execute()
    const heard: string[] = []
    const stop = await app.services.database.listen('account_changed', (account) =>
      heard.push(account),
    )
    await sql`${statement}${member.username}`.execute(app.db)
    await stop()
    expect(heard).toContain(String(member.id))
  })
})

test('a visit is announced to nobody, since each member has one a minute', async () => {
  const member = await somebody()
  await nameOf(member)
  await everythingHeard(app)
  const heard: string[] = []
  const stop = await app.services.database.listen('account_changed', (account) =>
    heard.push(account),
  )
  app.clock.advance(2 * MINUTE)
  await nameOf(member)
  await everythingHeard(app)
  await stop()
  expect(heard).toEqual([])
})

describe('at the same moment', () => {
  test('a look-up that began before the session ended is not remembered', async () => {
    const member = await somebody()
    const again = app.visitor('adultcrush')
    again.cookies.set('session', member.cookies.get('session') as string)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const lookups = watchLookups(() => held)
    const slow = nameOf(again)
    await vi.waitFor(() => expect(lookups.texts).toHaveLength(1))
    lookups.stop()
    await member.request('/site/signout')
    release()
    await slow
    expect(await nameOf(again)).toBeNull()
  })

  test('of forty requests, none that begins after the sign-out is answered', async () => {
    const member = await somebody()
    const token = member.cookies.get('session') as string
    let over = false
    const late: string[] = []
    const asks = Array.from({ length: 40 }, async (_, number) => {
      const visitor = app.visitor('adultcrush')
      visitor.cookies.set('session', token)
      for (let turn = 0; turn <= number % 4; turn += 1) {
        const beganAfter = over
        const name = await nameOf(visitor)
        if (beganAfter && name !== null) late.push(name)
      }
    })
    await member.request('/site/signout')
    over = true
    await Promise.all(asks)
    expect(late).toEqual([])
  })
})

describe('the memory', () => {
  const database = (heardUntil: () => number = () => performance.now()) => {
    let [say, miss]: [(payload: string) => void, () => void] = [() => undefined, () => undefined]
    return {
      say: (payload: string) => say(payload),
      miss: () => miss(),
      heardUntil,
      async listen(
        _: string,
        heard: (payload: string) => void,
        missed: () => void = () => undefined,
      ) {
        ;[say, miss] = [heard, missed]
        return async () => undefined
      },
    }
  }

  test('is bounded, and keeps those who were here last', async () => {
    const cache = await openSessionCache<{ id: number }>(database())
    for (let id = 0; id < 25_000; id += 1) {
      cache.startReading()(`k${id}`, { id })
      cache.find('k0')
    }
    expect(cache.size()).toBe(20_000)
    expect([cache.find('k0'), cache.find('k1'), cache.find('k24999')]).toEqual([
      { id: 0 },
      undefined,
      { id: 24_999 },
    ])
  })

  test('forgets all sessions of an account, and of all accounts where told so or where it may have missed something', async () => {
    const bus = database()
    const cache = await openSessionCache<{ id: number }>(bus)
    const fill = () =>
      ['1 phone', '1 desk', '2 phone'].forEach((key) =>
        cache.startReading()(key, { id: Number(key[0]) }),
      )
    fill()
    bus.say('1')
    expect([cache.find('1 phone'), cache.find('1 desk'), cache.find('2 phone')]).toEqual([
      undefined,
      undefined,
      { id: 2 },
    ])
    fill()
    bus.say('all')
    expect(cache.size()).toBe(0)
    fill()
    bus.miss()
    expect(cache.size()).toBe(0)
  })

  test('is neither used nor filled while the bus says nothing', async () => {
    let heardUntil = performance.now()
    const cache = await openSessionCache<{ id: number }>(database(() => heardUntil))
    cache.startReading()('k', { id: 1 })
    heardUntil -= 3 * SECOND
    expect(cache.find('k')).toBeUndefined()
    cache.startReading()('other', { id: 2 })
    expect(cache.size()).toBe(1)
  })
})
