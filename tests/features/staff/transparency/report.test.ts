import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordAct } from '#core/audit/audit.sql.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import { csvOf } from '#lib/csv.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { decide } from '#staff/decisions/decisions.server.ts'
import { getFigures } from '#staff/transparency/queue-figures.contract.ts'
import { medianWithAim } from '#staff/transparency/queue-figures.ts'
import { recipientsJob } from '#staff/transparency/recipients.server.ts'
import { reportOf, type Sheet } from '#staff/transparency/report.server.ts'
import { keepReport } from '#staff/transparency/reports.sql.ts'
import { getTransparency } from '#staff/transparency/transparency.contract.ts'
import { app, runJob, setsProfile, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, dan, eve, joins } from '#tests/support/cast.ts'
import { aPhoto, deletesPhoto, upload } from '#tests/support/photos.ts'

/** The reports add up to the tables, and the figures of staff to the tasks. */

withApp()
let people: Record<'alice' | 'dan' | 'eve', CastMember>
beforeAll(async () => {
  people = { alice: await alice(app), dan: await dan(app), eve: await eve(app) }
  await fill()
})

/**
 * Days of October 2026 and of the months around, so that each row has its own; hours from a report
 * to its decision.
 */
const cases = [
  { brand: 'adultcrush', day: '2026-09-30', reason: 'scam', act: 'ban', hours: 1 },
  { brand: 'adultcrush', day: '2026-10-01', reason: 'scam', act: 'ban', hours: 2 },
  { brand: 'adultcrush', day: '2026-10-31', reason: 'scam', act: 'none', hours: 4 },
  { brand: 'adultcrush', day: '2026-10-12', reason: 'photos', act: 'hidePhoto', hours: 24 * 10 },
  { brand: 'adultcrush', day: '2026-10-13', reason: 'photos', act: null, hours: null },
  { brand: 'wivesnow', day: '2026-10-14', reason: 'other', act: 'warn', hours: 6 },
] as const
const own = [
  {
    day: '2026-10-05',
    act: 'hidePhoto',
    policy: 'nudity',
    automated: true,
    reversed: true,
    undone: false,
  },
  {
    day: '2026-10-06',
    act: 'hidePhoto',
    policy: 'nudity',
    automated: true,
    reversed: false,
    undone: false,
  },
  {
    day: '2026-10-07',
    act: 'suspend',
    policy: 'spam',
    automated: false,
    reversed: false,
    undone: false,
  },
  {
    day: '2026-10-08',
    act: 'ban',
    policy: 'spam',
    automated: false,
    reversed: false,
    undone: true,
  },
  {
    day: '2026-11-02',
    act: 'ban',
    policy: 'illegal',
    automated: false,
    reversed: false,
    undone: false,
  },
] as const

async function fill(): Promise<void> {
  const { db } = app
  const decide = (
    brand: string,
    at: Date,
    row: {
      act: string
      policy: string
      automated: boolean
      taskId: number | null
      reversed: boolean
      undone: boolean
    },
  ) => sql`
    insert into decisions (account_id, person_hash, brand, scope, act, policy, severity, task_id, source, note, internal_note, is_automated, decided_by, decided_at, undone_at, reversed_at)
    values (${people.dan.id}, '\\x01', ${brand}, 'brand', ${row.act}, ${row.policy}, 'low', ${row.taskId}, ${row.taskId === null ? 'own' : 'report'}, '', '', ${row.automated}, ${row.automated ? null : people.eve.id}, ${at},
      ${row.undone ? at : null}, ${row.reversed ? at : null})`
  for (const { brand, day, reason, act, hours } of cases) {
    const at = new Date(`${day}T10:00:00Z`)
    const until = hours === null ? null : new Date(at.getTime() + hours * 3_600_000)
    const { rows } = await sql<{ id: number }>`
      with report as (
        insert into reports (reporter_id, reported_id, brand, reason, details, created_at)
        values (${people.alice.id}, ${people.dan.id}, ${brand}, ${reason}, '', ${at}) returning id
      )
      insert into tasks (queue, brand, account_id, subject_id, due_at, opened_at, closed_at, closed_by, outcome)
      select 'reports', ${brand}, ${people.dan.id}, id, ${at}, ${at}, ${until}::timestamptz, ${until && people.eve.id}::bigint, ${act}::text from report returning id`.execute(
      db,
    )
    if (act !== null && until !== null) {
      await decide(brand, until, {
        act,
        policy: 'scam',
        automated: false,
        taskId: rows[0]?.id ?? 0,
        reversed: false,
        undone: false,
      }).execute(db)
    }
  }
  const objected = (brand: string, act: string, outcome: string | null, hours: number) => sql`
    insert into appeals (decision_id, account_id, words, made_at, decided_at, decided_by, outcome)
    select id, account_id, 'No.', decided_at + interval '1 hour', case when ${outcome}::text is not null then decided_at + ${hours + 1} * interval '1 hour' end,
      case when ${outcome}::text is not null then ${people.eve.id}::bigint end, ${outcome}::text
    from decisions where brand = ${brand} and act = ${act} and policy <> 'illegal' and undone_at is null order by decided_at desc limit 1`
  await sql`insert into removals (brand, kind, targets, details, name, email, made_at, outcome, reason, decided_at)
    values ('adultcrush', 'intimate', '{}', '', 'Somebody', 'somebody@example.org', '2026-10-20T10:00:00Z', 'removed', '', '2026-10-20T12:00:00Z')`.execute(
    db,
  )
  for (const { day, ...row } of own)
    await decide('adultcrush', new Date(`${day}T12:00:00Z`), { ...row, taskId: null }).execute(db)
  const scope = {
    brand: { id: 'adultcrush' },
    member: { id: people.eve.id },
    at: app.clock.now(),
  } as Parameters<typeof recordAct>[1]
  await recordAct(db, scope, {
    action: 'staff.muteReporter',
    subjectId: people.dan.id,
    details: {},
  })
  // One each of what can come of an objection. Of the photos of a program one was taken back
  // without any.
  await objected('adultcrush', 'hidePhoto', 'uphold', 4).execute(db)
  await objected('adultcrush', 'ban', 'overturn', 8).execute(db)
  await objected('adultcrush', 'suspend', 'adjust', 12).execute(db)
  await objected('wivesnow', 'warn', null, 0).execute(db)
  for (const [month, members, inEu] of [
    ['2026-05-01', 7, 1],
    ['2026-06-01', 10, 2],
    ['2026-07-01', 20, 4],
    ['2026-08-01', 31, 7],
  ] as const) {
    await db
      .insertInto('recipients')
      .values({ brand: 'adultcrush', month, members, members_in_eu: inEu })
      .execute()
  }
  const order = (receivedAt: string, settledAt: string | null, kind: string) => sql`
    insert into authority_orders (brand, received_at, authority, country, kind, category, outcome, settled_at, recorded_by)
    values ('adultcrush', ${receivedAt}, 'A court', 'DE', ${kind}, 'illegal', ${settledAt && 'done'}, ${settledAt}::timestamptz, ${people.eve.id})`
  await order('2026-09-30T23:00:00Z', null, 'remove').execute(db)
  await order('2026-10-02T10:00:00Z', '2026-10-02T16:00:00Z', 'remove').execute(db)
  await order('2026-10-03T10:00:00Z', null, 'remove').execute(db)
  await order('2026-10-04T10:00:00Z', '2026-10-05T10:00:00Z', 'information').execute(db)
  const charged = (order: number, kind: string, amount: number, at: string) =>
    sql`insert into payments (order_id, account_id, brand, kind, amount, currency, processor, reference, charged_at)
      select id, account_id, brand, ${kind}, ${amount}, currency, 'gateway', ${`${kind}-${order}`}, ${at} from orders where id = ${order}`.execute(
      db,
    )
  const paid = async (brand: string, at: string) => {
    const { rows } = await sql<{
      id: number
    }>`insert into orders (account_id, brand, keyword, amount, currency, created_at, paid_at)
      values (${people.alice.id}, ${brand}, 'x', 100, 'USD', ${at}, ${at}) returning id`.execute(db)
    const order = rows[0]?.id ?? expect.fail('no order')
    await charged(order, 'initial', 100, at)
    return order
  }
  const charge = (order: number, reference: string) =>
    sql`insert into chargebacks (payment_reference, order_id, account_id, amount, currency, at)
      values (${reference}, ${order}, ${people.alice.id}, 100, 'USD', '2026-10-20')`.execute(db)
  for (const day of ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-31']) {
    const order = await paid('adultcrush', `${day}T23:59:00Z`)
    if (day === '2026-09-30') await charged(order, 'renewal', 100, '2026-10-30T23:59:00Z')
    if (day === '2026-10-01') await charged(order, 'trial', 0, '2026-10-01T10:00:00Z')
    if (day === '2026-10-02') await charge(order, `initial-${order}`)
  }
  await paid('wivesnow', '2026-10-09T00:00:00Z')
}

const report = (brand: Brand = mainBrand, from = '2026-10-01', to = '2026-10-31') =>
  reportOf(app.db, brand, { from, to, at: app.clock.now() })
const sheet = (sheets: readonly Sheet[], name: string) =>
  sheets.find((one) => one.name === name)?.rows ?? expect.fail(`no ${name}`)
const sumOf = (rows: ReadonlyArray<readonly unknown[]>, column: number) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)

describe('a transparency report', () => {
  test('says what was noticed, decided and taken back in its days, and of its brand alone', async () => {
    const { sheets, key } = await report()
    expect(sheet(sheets, '3-notices')).toEqual([
      ['member', 'photos', 2, 1, 1, 240],
      ['member', 'scam', 2, 2, 1, 3],
      ['form', 'intimate', 1, 1, 1, 2],
    ])
    expect(sheet(sheets, '4-own-initiative')).toEqual([
      ['nudity', 'hidePhoto', 'yes', 2],
      ['spam', 'suspend', 'no', 1],
    ])
    expect(sheet(sheets, '5-suspensions')).toEqual([
      ['terms', 'scam', 'ban', 'no', 1, 0],
      ['terms', 'spam', 'suspend', 'no', 1, 0],
    ])
    expect(sheet(sheets, '6-automated-means')).toEqual([[5, 2, 0.4, 1, 0.5]])
    expect(sheet(sheets, '7-people')).toEqual([[1]])
    expect(sheet(sheets, 'card-schemes')).toEqual([['2026-10', 5, 4, 3, 3, 2, 4, 1, 0.25]])
    const counted = {
      complaints: 3,
      overturned: 2,
      orders: 3,
      recipients: null,
      recipientsInEu: null,
    }
    expect(key).toEqual({
      notices: 5,
      actedOn: 3,
      medianHours: 3,
      decisions: 5,
      ownInitiative: 3,
      automated: 2,
      suspensions: 2,
      reversed: 1,
      ...counted,
    })
    expect((await report(brandById('wivesnow') as Brand)).key).toMatchObject({
      notices: 1,
      decisions: 1,
      ownInitiative: 0,
    })
  })

  test('adds up to the tables, over months and brands', async () => {
    const { db } = app
    const all = await Promise.all(
      ['adultcrush', 'wivesnow'].map((id) =>
        report(brandById(id) as Brand, '2026-09-15', '2026-11-20'),
      ),
    )
    const tables = await sql<
      Record<
        | 'suspensions'
        | 'mutes'
        | 'reports'
        | 'measures'
        | 'payments'
        | 'chargebacks'
        | 'complaints'
        | 'right'
        | 'orders_of_authorities',
        number
      >
    >`select
      (select count(*)::int from appeals) as complaints, (select count(*)::int from appeals where outcome in ('overturn', 'adjust')) as right,
      (select count(*)::int from authority_orders) as orders_of_authorities,
      (select count(*)::int from reports) + (select count(*)::int from removals) as reports, (select count(*)::int from payments where amount > 0) as payments, (select count(*)::int from chargebacks) as chargebacks,
      (select count(*)::int from decisions where act in ('limit', 'suspend', 'ban') and undone_at is null) as suspensions,
      (select count(*)::int from audit_log where action = 'staff.muteReporter') as mutes,
      (select count(*)::int from decisions where act not in ('none', 'restore') and undone_at is null) as measures`.execute(
      db,
    )
    const [counted] = tables.rows
    const total = (name: string, column: number) =>
      all.reduce((sum, { sheets }) => sum + sumOf(sheet(sheets, name), column), 0)
    expect(total('3-notices', 2)).toBe(counted?.reports)
    expect(total('card-schemes', 1)).toBe(counted?.reports)
    expect(total('card-schemes', 6)).toBe(counted?.payments)
    expect(total('card-schemes', 7)).toBe(counted?.chargebacks)
    expect(total('6-automated-means', 0)).toBe(counted?.measures)
    const suspensions = all.flatMap(({ sheets }) => sheet(sheets, '5-suspensions'))
    expect(sumOf(suspensions, 4)).toBe((counted?.suspensions ?? 0) + (counted?.mutes ?? 0))
    expect(suspensions.filter(([kind]) => kind === 'unfounded_notices')).toEqual([
      ['unfounded_notices', null, 'muteReporter', 'no', 1, null],
    ])
    expect(suspensions.filter(([kind]) => kind === 'illegal_content')).toEqual([
      ['illegal_content', 'illegal', 'ban', 'no', 1, 0],
    ])
    expect(total('5-measures', 1)).toBe(counted?.measures)
    expect(total('5-complaints', 1)).toBe(counted?.complaints)
    expect(total('5-complaints', 3) + total('5-complaints', 4)).toBe(counted?.right)
    expect(total('5-measures', 3)).toBe(counted?.right)
    expect(total('2-orders-of-authorities', 3)).toBe(counted?.orders_of_authorities)
    expect(
      all[0]?.sheets.find(({ name }) => name === 'card-schemes')?.rows.map(([month]) => month),
    ).toEqual(['2026-09', '2026-10', '2026-11'])
  })

  test('counts objections by what came of them, and what was taken back without one apart', async () => {
    const { sheets } = await report()
    expect(sheet(sheets, '5-complaints')).toEqual([
      ['scam', 2, 1, 1, 0, 0, 6],
      ['spam', 1, 0, 0, 1, 0, 12],
    ])
    expect(sheet(sheets, '5-measures')).toEqual([
      ['scam', 2, 0, 1],
      ['nudity', 2, 1, 0],
      ['spam', 1, 0, 1],
    ])
  })

  test('has the members of each month that is over, and their average of each half year', async () => {
    const { sheets, key } = await report(mainBrand, '2026-06-01', '2026-12-31')
    expect(sheet(sheets, '1-recipients-by-month')).toEqual([
      ['2026-06', 10, 2],
      ['2026-07', 20, 4],
      ['2026-08', 31, 7],
    ])
    expect(sheet(sheets, '1-recipients')).toEqual([
      ['2026-H1', 1, 10, 2],
      ['2026-H2', 2, 26, 6],
    ])
    expect([key.recipients, key.recipientsInEu]).toEqual([26, 6])
  })

  test('has the orders of authorities, with the time until they were carried out', async () => {
    expect(sheet((await report()).sheets, '2-orders-of-authorities')).toEqual([
      ['DE', 'information', 'illegal', 1, 1, 0, 0, 24],
      ['DE', 'remove', 'illegal', 2, 1, 0, 0, 6],
    ])
  })

  test('is shown to everybody on the brand’s page, the last one, and only its sums', async () => {
    const visitor = app.visitor('adultcrush')
    const shown = () => visitor.calls(getTransparency)
    expect(await shown()).toEqual({ report: null })
    const madeAt = app.clock.now()
    const { key } = await report()
    const keep = (from: string, to: string, notices: number) =>
      app.transaction((trx) =>
        keepReport(trx, 'adultcrush', { from, to, madeAt, figures: { ...key, notices } }),
      )
    await keep('2026-10-01', '2026-10-31', 3)
    await keep('2026-10-01', '2026-10-31', key.notices)
    await keep('2025-01-01', '2025-12-31', 9)
    expect(await shown()).toEqual({
      report: { from: '2026-10-01', to: '2026-10-31', madeAt: madeAt.toISOString(), figures: key },
    })
    expect(await app.visitor('wivesnow').calls(getTransparency)).toEqual({ report: null })
    expect((await visitor.visit('/transparency')).status).toBe(200)
  })
})

describe('the figures of staff', () => {
  const figures = (days: '7' | '30' | '90', who = people.eve) =>
    who.calls(getFigures, { query: { days } })

  /** By nobody a second time. */

  test('say of each queue what came, waits, was decided and how fast', async () => {
    const { queues, policies, own: eves, csv } = await figures('90')
    expect(queues.map(({ queue }) => queue)).toEqual([
      'photos',
      'reports',
      'removals',
      'appeals',
      'fraud',
      'viewOnce',
      'chatPhotos',
      'poses',
      'matches',
      'viewOnceMatches',
      'chatPhotoMatches',
      'tickets',
    ])
    expect(queues[1]).toEqual({
      queue: 'reports',
      inbound: 6,
      pending: 1,
      closed: 5,
      byProgram: 0,
      reversed: 0,
      overturned: 1,
      medianHours: 4,
      p95Hours: 193.2,
      oldest: '2026-10-13T10:00:00.000Z',
    })
    expect(policies).toEqual([
      { policy: 'scam', decisions: 5, byProgram: 0, reversed: 0, overturned: 1 },
      { policy: 'nudity', decisions: 2, byProgram: 2, reversed: 1, overturned: 0 },
      { policy: 'illegal', decisions: 1, byProgram: 0, reversed: 0, overturned: 0 },
      { policy: 'spam', decisions: 1, byProgram: 0, reversed: 0, overturned: 1 },
    ])
    expect(eves).toEqual({ decisions: 7, reversed: 0, overturned: 2 })
    expect(csv.split('\r\n').slice(0, 3)).toEqual([
      'kind,name,inbound,pending,decided,by_program,reversed,overturned,median_hours,p95_hours,oldest',
      'queue,photos,0,0,0,0,0,0,,,',
      'queue,reports,6,1,5,0,0,1,4,193.2,2026-10-13T10:00:00.000Z',
    ])
    expect((await figures('7')).queues[1]).toMatchObject({
      inbound: 0,
      pending: 1,
      closed: 0,
      medianHours: null,
    })
  })

  test('count no photo as decided that its owner deleted before anybody looked', async () => {
    app.services.settings.photoReview = 'staff'
    const { id } = await upload(people.alice, await aPhoto({ width: 300, height: 400 }))
    app.services.settings.photoReview = 'auto'
    app.clock.advance(HOUR)
    await deletesPhoto(people.alice, id)
    const [photos] = (await figures('7')).queues
    expect(photos).toMatchObject({
      queue: 'photos',
      inbound: 1,
      pending: 0,
      closed: 0,
      byProgram: 0,
      medianHours: null,
      p95Hours: null,
    })
  })

  test('say of what a rule decides by itself that a program did', async () => {
    app.services.settings.photoReview = 'staff'
    const { id } = await upload(
      people.alice,
      await aPhoto({ width: 300, height: 400, colour: '#0a5' }),
    )
    app.services.settings.photoReview = 'auto'
    app.clock.advance(HOUR)
    const rule = {
      accountId: people.alice.id,
      act: 'hidePhoto',
      policy: 'photoRules',
      severity: 'low',
      days: null,
      scope: 'network',
    } as const
    const decision = {
      ...rule,
      brand: 'adultcrush',
      taskId: null,
      subject: { kind: 'photo', id },
      note: 'A test.',
      internalNote: '',
      automated: true,
    } as const
    const by = { staffId: null, at: app.clock.now() }
    await app.transaction((trx) => decide(app.services, trx, by, decision))
    expect((await figures('7')).queues[0]).toMatchObject({
      closed: 1,
      byProgram: 1,
      reversed: 0,
      medianHours: 1,
    })
  })

  test('are staff’s alone', async () => {
    await expect(figures('30', people.alice)).rejects.toMatchObject({ code: 'notFound' })
  })
})

test.each([
  ['removals', 0.75, '45 min (aim 1 h)'],
  ['removals', 2.5, '2.5 h (aim 1 h: missed)'],
  ['removals', null, '– (aim 1 h)'],
  ['photos', 2.5, '2.5 h'],
])('the median of %s, %s hours, is shown as %s', (queue, hours, words) => {
  expect(medianWithAim(queue, hours)).toBe(words)
})

describe('who uses a site in a month', () => {
  const counted = async (brand: string, month: string) =>
    (
      await app.db
        .selectFrom('recipients')
        .select('members')
        .where('brand', '=', brand)
        .where('month', '=', month)
        .executeTakeFirst()
    )?.members
  const rows = async () =>
    (await app.db.selectFrom('site_visits').select('account_id').execute()).length
  const visits = (who: CastMember) => who.request('/profile/currentCreditsInfo')
  const runs = () => runJob(app, recipientsJob)

  test('is each member once a site, and after the month a number without anybody', async () => {
    await app.db.deleteFrom('site_visits').execute()
    const month = nextMonth()
    for (let hour = 0; hour < 3; hour += 1) {
      app.clock.advance(HOUR)
      await Promise.all([visits(people.alice), visits(people.dan), visits(people.alice)])
    }
    const elsewhere = await joins(app, {
      brand: 'adultcrush',
      username: 'Gia',
      signsInOn: 'wivesnow',
    })
    await Promise.all([visits(elsewhere), visits(elsewhere)])
    await runs()
    expect([await rows(), await counted('adultcrush', month)]).toEqual([3, undefined])
    // A session ends thirty days after its last visit.
    app.clock.advance(20 * DAY)
    await visits(people.dan)
    await setsProfile(app, people.dan, { country: 'DE' })
    const next = nextMonth()
    await visits(people.dan)
    await Promise.all([runs(), runs()])
    expect([
      await rows(),
      await counted('adultcrush', month),
      await counted('wivesnow', month),
      await counted('adultcrush', next),
    ]).toEqual([1, 2, 1, undefined])
    const { sheets } = await report(mainBrand, month, next)
    expect(sheet(sheets, '1-recipients-by-month')).toEqual([[month.slice(0, 7), 2, 1]])
  })

  /** The first day of the next month by the clock, which is then there. */
  function nextMonth(): string {
    const now = app.clock.now()
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 6))
    app.clock.advance(first.getTime() - now.getTime())
    return first.toISOString().slice(0, 10)
  }
})

test('CSV quotes what it must (RFC 4180)', () => {
  expect(
    csvOf(
      ['a', 'b'],
      [
        ['x,y', 'say "hi"\nthere'],
        [null, 1.5],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""hi""\nthere"\r\n,1.5\r\n')
})
