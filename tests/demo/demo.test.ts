import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { handedIn } from '#api/feature.ts'
import { isPassword } from '#core/accounts/passwords/passwords.server.ts'
import { someAccounts } from '#core/accounts/standing/account-facts.sql.ts'
import { radii } from '#core/people/first-messages/wishes.ts'
import { cellOf } from '#core/places/places.ts'
import { queues } from '#core/staff-accounts/queues.ts'
import { decryptFactor } from '#core/staff-accounts/second-factor-encryption.server.ts'
import { queueLoads } from '#core/tasks/figures.sql.ts'
import { type Db, type OpenDatabase, openPglite, openPostgres } from '#db/connection.server.ts'
import { isDrawn, isDrawnWhenAsked } from '#demo/avatars.ts'
import { withoutIndexes } from '#demo/bare-tables.server.ts'
import { castNames, colleague, DEMO_FACTOR, signIns } from '#demo/cast.ts'
import { type DemoNetwork, fillDemo, prepareDemo } from '#demo/network.server.ts'
import { makePerson, type World } from '#demo/people.ts'
import { filledTables } from '#demo/rows.server.ts'
import { TakenNames } from '#demo/taken-names.ts'
import { demoVisitsJob } from '#demo/visits.server.ts'
import { features } from '#features.server.ts'
import { later, ageOn, DAY, MINUTE } from '#lib/clock.ts'
import { compareFiles } from '#members/photos/files/files-check.server.ts'
import { readFileName } from '#members/photos/photos.ts'
import { checkAccount } from '#money/books/books-check.server.ts'
import { ledgerFaults, ledgerSize } from '#money/books/ledger-check.sql.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { brands } from '#sites/registry.ts'
import { copyOfTemplate } from '../support/template.ts'

const now = new Date('2026-11-20T12:00:00Z')
const sessionSecret = 'the secret of the machine that makes the demo'
const opened: OpenDatabase[] = []

async function emptyDatabase(): Promise<OpenDatabase> {
  const database =
    process.env['TEST_DATABASE'] === 'postgres'
      ? await openPostgres(
          await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`),
        )
      : await openPglite(null, new Blob([await readFile(inject('pgliteDump'))]))
  opened.push(database)
  return database
}

afterAll(async () => {
  for (const database of opened) await database.close()
})

/** Every row of every table that the demo fills, but the salted password hash. */
async function everything(db: Db): Promise<Record<string, unknown>> {
  const tables = [
    'profiles',
    'updates',
    'photos',
    'likes',
    'matches',
    'views',
    'blocks',
    'reports',
    'conversations',
    'conversation_sides',
    'messages',
    'photo_grants',
    'partner_links',
    'credit_lots',
    'credit_entries',
    'orders',
    'tickers_seen',
  ] as const
  const rows: Record<string, unknown> = {
    accounts: await db
      .selectFrom('accounts')
      .select(['id', 'username', 'email', 'brand', 'premium_until', 'created_at'])
      .orderBy('id')
      .execute(),
  }
  for (const table of tables)
    rows[table] = await db
      .selectFrom(table)
      .selectAll()
      .orderBy(sql`1, 2, 3`)
      .execute()
  return rows
}

/** The network that the tests look at, and a database to make others in. */
let db: Db
let made: DemoNetwork
let spare: Db
beforeAll(async () => {
  db = (await emptyDatabase()).db
  spare = (await emptyDatabase()).db
  made = await fillDemo(db, { now, members: 400 })
})
beforeEach(() => sql`truncate accounts restart identity cascade`.execute(spare))

describe('the demo network', () => {
  test('is the same, row by row, for the same seed and time, and another for another seed', async () => {
    const networks = []
    for (const seed of ['crush', 'crush', 'another']) {
      await sql`truncate accounts restart identity cascade`.execute(spare)
      await fillDemo(spare, { now, members: 150, seed })
      networks.push(await everything(spare))
    }
    const [one, two, other] = networks
    expect(two).toEqual(one)
    expect(other?.['profiles']).not.toEqual(one?.['profiles'])
  })

  test('has people of age on all brands, in the brands’ countries, at cells and not at addresses', async () => {
    const people = await db.selectFrom('profiles').selectAll().execute()
    expect(new Set(people.map((person) => person.brand)).size).toBe(brands.length)
    for (const person of people) {
      const age = ageOn(person.birthday, now)
      expect(age).toBeGreaterThanOrEqual(18)
      expect(age).toBeLessThanOrEqual(75)
      expect(brands.find(({ id }) => id === person.brand)?.searchCountries).toContain(
        person.country,
      )
      const cell = cellOf(person)
      expect(Math.abs(cell.latitude - person.latitude)).toBeLessThan(0.0001)
      expect(Math.abs(cell.longitude - person.longitude)).toBeLessThan(0.0001)
    }
    const online = people.filter((person) => person.last_seen_at > later(now, -5 * MINUTE))
    expect(online.length).toBeGreaterThan(3)
    expect(people.filter((person) => person.has_photo).length / people.length).toBeGreaterThan(0.75)
  })

  test('has members who wish for ages around their own within a distance, and updates of the last day', async () => {
    const people = await db.selectFrom('profiles').selectAll().execute()
    const wishing = people.filter((person) => person.wished_age_from !== null)
    expect(wishing.length / people.length).toBeGreaterThan(0.8)
    for (const { birthday, wished_age_from, wished_age_to, wished_km } of wishing) {
      const age = ageOn(birthday, now)
      expect(
        [wished_age_from ?? 0, -(wished_age_to ?? 0)].map(
          (bound) => Math.abs(bound) >= 18 && Math.abs(Math.abs(bound) - age) <= 14,
        ),
      ).toEqual([true, true])
      if (wished_km !== null) expect(radii).toContain(wished_km)
    }
    const alice = people.find(({ account_id }) => account_id === 1)
    expect(alice).toMatchObject({ wished_age_from: 24, wished_age_to: 44, wished_km: 100 })
    const updates = await db.selectFrom('updates').select('created_at').execute()
    const hours = new Set(
      updates
        .filter(({ created_at }) => created_at > later(now, -DAY))
        .map(({ created_at }) => created_at.getUTCHours()),
    )
    expect(hours.size).toBeGreaterThan(6)
    expect(updates.every(({ created_at }) => created_at <= now)).toBe(true)
  })

  test('holds together: nobody acts before joining or after leaving, and the ledgers add up', async () => {
    const actions = sql<{ table: string; early: number; late: number }>`
      select acts.what as table, count(*) filter (where at < joined)::int as early, count(*) filter (where at > seen)::int as late
      from (
        select 'views' as what, viewer_id as who, viewed_at as at from views
        union all select 'likes', liker_id, created_at from likes
        union all select 'messages', sender_id, created_at from messages
      ) acts
      join (select account_id, created_at as joined, last_seen_at as seen from profiles) people on people.account_id = acts.who
      group by acts.what order by 1`
    expect((await actions.execute(db)).rows).toEqual(
      ['likes', 'messages', 'views'].map((table) => ({ table, early: 0, late: 0 })),
    )

    const matched = await sql<{ count: number }>`
      select count(*)::int from matches where not exists (select from likes where (liker_id, liked_id) = (low_id, high_id))
        or not exists (select from likes where (liker_id, liked_id) = (high_id, low_id))`.execute(
      db,
    )
    expect(matched.rows).toEqual([{ count: 0 }])
    const strangers = await sql<{ links: number; apart: number }>`
      select count(*)::int as links, count(*) filter (where one.brand <> other.brand)::int as apart
      from partner_links join accounts one on one.id = inviter_id join accounts other on other.id = invitee_id`.execute(
      db,
    )
    expect(strangers.rows).toEqual([{ links: expect.any(Number) as number, apart: 0 }])
    expect(strangers.rows[0]?.links).toBeGreaterThan(3)
    const lots = await sql<{
      least: number
    }>`select min(rest)::int as least from (select sum(amount) as rest from credit_entries group by lot_id) lots`.execute(
      db,
    )
    expect(lots.rows).toEqual([{ least: 0 }])
    const spent = await sql<{ unpaid: number }>`
      select count(*)::int as unpaid
      from (
        select sender_id, low_id + high_id - sender_id as other_id, count(*) as sent
        from messages join conversations on conversations.id = conversation_id join accounts on accounts.id = sender_id
        where accounts.brand in ('wivesnow', 'megaflirt', 'steamymatches', 'foxytemptation')
        group by 1, 2
      ) pairs
      where sent <> (select count(*) from credit_entries where account_id = sender_id and reason = 'message' and reference = 'to:' || other_id)`.execute(
      db,
    )
    expect(spent.rows).toEqual([{ unpaid: 0 }])
  })

  test('has books that agree: ledger, orders, standing and label of 200 random accounts', async () => {
    const accounts = await someAccounts(db, 200)
    expect(accounts).toHaveLength(200)
    const findings: string[] = []
    for (const account of accounts)
      for (const finding of await checkAccount(db, account, now))
        findings.push(`${account.id}: ${finding}`)
    expect(findings).toEqual([])
    expect(await ledgerFaults(db, now, 100)).toEqual([])
    // An audit of nobody who buys and spends would prove nothing.
    const { lots, entries } = await ledgerSize(db)
    expect(Math.min(lots, entries)).toBeGreaterThan(100)
  })

  test('knows the five named members, who all have the demo password', async () => {
    const { password, signIns } = made
    const accounts = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '<=', castNames.length)
      .orderBy('id')
      .execute()
    expect(accounts.map(({ username }) => username)).toEqual([...castNames])
    expect(signIns.map(({ username, brand }) => [username, brand])).toEqual(
      accounts.map(({ username, brand }) => [username, brand]),
    )
    expect(await isPassword(password, accounts[4]?.password_hash ?? '')).toBe(true)
    const [alice, bob, carol, dan, eve] = accounts
    expect(alice?.first_premium_at).toBeNull()
    expect(await balanceOf(db, bob?.id ?? 0, now)).toBe(25)
    expect(carol?.premium_until && carol.premium_until < now).toBe(true)
    expect(dan?.premium_until && dan.premium_until > now).toBe(true)
    expect(eve?.staff_since).not.toBeNull()
    expect(
      await db
        .selectFrom('blocks')
        .selectAll()
        .where('blocker_id', '=', alice?.id ?? 0)
        .execute(),
    ).toMatchObject([{ blocked_id: dan?.id }])
  })

  test('is the beginning of a larger one', async () => {
    await fillDemo(spare, { now, members: 60 })
    const people = async (of: Db) => {
      const rows = await of
        .selectFrom('profiles')
        .selectAll()
        .where('account_id', '<=', 60)
        .orderBy('account_id')
        .execute()
      // They visit where others live, of whom the larger one has more.
      return rows.map((row) => ({ ...row, visits_tile: null }))
    }
    expect(await people(spare)).toEqual(await people(db))
  })

  test('has no photo twice, not even of two people of a million who are drawn alike', () => {
    const world: World = {
      seed: 'crush',
      now,
      brands,
      placeIn: (country) => ({
        country,
        place_id: 1,
        place_name: 'Town',
        region: '',
        latitude: 0,
        longitude: 0,
      }),
    }
    const taken = new TakenNames()
    // Their seeds have the same 32 bits.
    const pairs = [
      [149_592, 312_389],
      [149_199, 312_782],
    ] as const
    const alike = pairs.map((pair) => pair.map((id) => makePerson(world, id, taken)))
    for (const [one, other] of alike) expect(one?.about).toBe(other?.about)
    const keys = alike.flat(2).flatMap(({ photos }) => photos.map(({ key }) => key))
    expect(keys.length).toBeGreaterThan(3)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every((key) => isDrawn(key) && readFileName(`${key}-320.webp`)?.key === key)).toBe(
      true,
    )
  })

  test('of any size ends with every key, index and trigger that there was', async () => {
    const rules = async () =>
      (
        await sql<{ rule: string }>`
          select pg_get_indexdef(indexrelid) as rule from pg_index where indrelid::regclass::text !~ '^pg_'
          union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
          union all select tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
          order by 1`.execute(spare)
      ).rows.map(({ rule }) => rule)
    const before = await rules()
    const within = await spare
      .transaction()
      .execute((trx) =>
        withoutIndexes(
          trx,
          filledTables,
          async () =>
            (await sql`select from pg_indexes where tablename = 'views'`.execute(trx)).rows.length,
        ),
      )
    expect(within).toBe(0)
    expect(await rules()).toEqual(before)
  })

  test('leaves room: who joins next gets the next id', async () => {
    const ids = await sql<{ account: number; message: number }>`
      select nextval(pg_get_serial_sequence('accounts', 'id')) as account, nextval(pg_get_serial_sequence('messages', 'id')) as message`.execute(
      db,
    )
    const { last } = await db
      .selectFrom('messages')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    expect(ids.rows[0]?.account).toBeGreaterThan(400)
    expect(ids.rows[0]?.message).toBeGreaterThan(last)
  })
})

test('some demo members are always online, others after a while, and nobody else is touched', async () => {
  await fillDemo(spare, { now, members: 400 })
  await spare
    .updateTable('accounts')
    .set({ email: 'somebody@example.org' })
    .where('id', '=', 400)
    .execute()
  let time = later(now, 2 * DAY)
  const { run } = demoVisitsJob.start({ db: spare, clock: { now: () => time } })
  const online = async () => {
    await run()
    const rows = await spare
      .selectFrom('profiles')
      .select('account_id')
      .where('last_seen_at', '=', time)
      .orderBy('account_id')
      .execute()
    return rows.map((row) => row.account_id)
  }
  const first = await online()
  expect(first.length).toBeGreaterThan(8)
  expect(first.length).toBeLessThan(40)
  time = later(time, MINUTE)
  expect(await online()).toEqual(first)
  time = later(time, 60 * MINUTE)
  expect(await online()).not.toEqual(first)

  await spare
    .updateTable('accounts')
    .set({ email: sql`'somebody' || id || '@example.org'` })
    .execute()
  time = later(time, DAY)
  expect(await online()).toEqual([])
})

describe('preparing the demo', () => {
  test('fills an empty database, wakes the network up later, and leaves the members of a real one alone', async () => {
    expect(await prepareDemo(spare, { now, members: 40, sessionSecret })).toMatchObject({
      members: 40,
    })
    const seen = () =>
      spare
        .selectFrom('profiles')
        .select(['account_id', 'last_seen_at'])
        .orderBy('account_id')
        .execute()
    const before = await seen()
    const nextWeek = later(now, 7 * DAY)
    expect(await prepareDemo(spare, { now: nextWeek, sessionSecret })).toMatchObject({
      members: 40,
    })
    const latest = Math.max(...(await seen()).map((row) => row.last_seen_at.getTime()))
    expect(latest).toBe(nextWeek.getTime())
    expect(Math.max(...before.map((row) => row.last_seen_at.getTime()))).toBeLessThanOrEqual(
      now.getTime(),
    )

    await spare
      .updateTable('accounts')
      .set({ email: sql`username || '@example.org'` })
      .execute()
    expect(await prepareDemo(spare, { now: nextWeek, sessionSecret })).toBeNull()
  })

  test('gives Eve and Frank the second factor that is printed, encrypted with the secret of whoever starts', async () => {
    const factors = () => spare.selectFrom('second_factors').selectAll().execute()
    const secretsUnder = async (secret: string) =>
      (await factors()).map((row) => decryptFactor(row.sealed_secret, secret, row.account_id))
    await prepareDemo(spare, { now, members: 40, sessionSecret })
    expect(await secretsUnder(sessionSecret)).toEqual([DEMO_FACTOR, DEMO_FACTOR])
    const other = 'another secret, since this is another machine'
    await prepareDemo(spare, { now, sessionSecret: other })
    expect(await secretsUnder(other)).toEqual([DEMO_FACTOR, DEMO_FACTOR])
    expect(
      [...signIns, colleague]
        .filter(({ secondFactor }) => secondFactor === DEMO_FACTOR)
        .map(({ username }) => username),
    ).toEqual(['eve', 'frank'])
    // Whoever took the demo's members over as their own has nobody whose factor everybody knows.
    await spare.deleteFrom('second_factors').execute()
    await spare
      .updateTable('accounts')
      .set({ email: sql`username || '@example.org'` })
      .execute()
    await prepareDemo(spare, { now, sessionSecret })
    expect(await factors()).toEqual([])
  })

  test('leaves something in the ticket queue', async () => {
    await prepareDemo(spare, { now, members: 40, sessionSecret })
    const tickets = await spare.selectFrom('tickets').selectAll().execute()
    expect(tickets.filter(({ closed_at }) => closed_at === null).length).toBeGreaterThan(2)
    expect(
      tickets.every(({ closed_at, answer }) => (closed_at === null) === (answer === null)),
    ).toBe(true)
    expect(
      tickets.every(
        ({ created_at, closed_at }) =>
          created_at < now && (closed_at === null || closed_at > created_at),
      ),
    ).toBe(true)
  })

  test('leaves work in every queue but those of lists, once: what Frank decided, Eve may look at again', async () => {
    const { signIns } =
      (await prepareDemo(spare, { now, members: 600, sessionSecret })) ??
      expect.fail('there is no demo')
    expect(signIns.map(({ username }) => username)).toEqual([...castNames, 'frank'])
    const work = async () => ({
      open: (await queueLoads(spare, queues, { at: now, hidesHard: false })).map(
        ({ queue, open }) => [queue, open],
      ),
      objected: await spare
        .selectFrom('appeals')
        .innerJoin('decisions', 'decisions.id', 'decision_id')
        .select('decisions.decided_by')
        .execute(),
      approvals: await spare.selectFrom('approvals').selectAll().orderBy('id').execute(),
      decisions: await spare.selectFrom('decisions').selectAll().orderBy('id').execute(),
    })
    const found = await work()
    // The demo asks no list, and shows no picture that would be on one, nor anybody who stood for a
    // photo.
    expect(found.open.filter(([, open]) => open === 0).map(([queue]) => queue)).toEqual([
      'poses',
      'matches',
      'viewOnceMatches',
      'chatPhotoMatches',
    ])
    const frank = await spare
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', 'frank')
      .executeTakeFirstOrThrow()
    expect(found.approvals).toMatchObject([{ asked_by: frank.id, outcome: null }])
    expect(found.objected).toEqual([{ decided_by: frank.id }])
    const withReasons = await spare
      .selectFrom('statements')
      .select('decision_id')
      .orderBy('decision_id')
      .execute()
    expect(withReasons.map((row) => row.decision_id)).toEqual(
      found.decisions.filter((row) => row.took_effect_at !== null).map((row) => row.id),
    )
    const bare = await spare
      .selectFrom('reports')
      .leftJoin('report_evidence', 'report_id', 'reports.id')
      .select('reports.id')
      .where('report_id', 'is', null)
      .execute()
    expect(bare).toEqual([])
    await prepareDemo(spare, { now: later(now, DAY), sessionSecret })
    expect(await work()).toEqual(found)
  })

  test('lacks no file that is not drawn when somebody asks for it, as files:check says', async () => {
    await prepareDemo(spare, { now, members: 60, sessionSecret })
    const { missing } = await compareFiles(
      spare,
      { list: async function* () {} },
      handedIn(features, 'fileKinds'),
    )
    expect(new Set(missing.map(({ what }) => what))).toEqual(
      new Set(['photo', 'photo for one view', 'photo in a chat']),
    )
    expect(missing.filter(({ key }) => !isDrawnWhenAsked(key))).toEqual([])
  })
})
