import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askForRefund } from '../../../src/features/billing/ending/refunds.sql.ts'
import { type DeadlineName, deadlines, dueAfter, alarmAt, warningAt } from '../../../src/features/staff/deadlines.ts'
import { closeJob, openJob } from '../../../src/features/staff/jobs.sql.ts'
import { setRoles } from '../../../src/features/staff/roles.sql.ts'
import { deadlineJob } from '../../../src/features/transparency/deadlines.server.ts'
import { DAY, HOUR, later, MINUTE } from '../../../src/lib/clock.ts'
import { brands, mainBrand } from '../../../src/sites/registry.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { alice, type CastMember, eve } from '../../support/cast.ts'
import { mailsTo } from '../../support/mail.ts'

/** Every clock warns at half time and alarms before its end, once each, in the log and by mail to the leads. */

let app: TestApp
let boss: CastMember
let Alice: CastMember
beforeAll(async () => {
  app = await startApp()
  boss = await eve(app)
  await app.services.db.transaction().execute((trx) => setRoles(trx, boss.id, ['lead'], app.clock.now()))
  Alice = await alice(app)
})
beforeEach(async () => {
  app.clock.advance(100 * DAY)
  await reportsAreMade(app.clock.now().getUTCFullYear() - 1)
  await app.services.db.deleteFrom('mails').execute()
  await app.services.db.deleteFrom('staff_jobs').execute()
  await app.services.db.deleteFrom('refunds').execute()
  app.logged.length = 0
})
afterAll(() => app.close())

const run = () => deadlineJob.start(app.services).run(new AbortController().signal)
/** Levels and what they are about, as they were logged since the last look. */
async function said(): Promise<string[]> {
  await run()
  const lines = app.logged.splice(0).map((line) => JSON.parse(line) as { level: number; what?: string; count?: number })
  return lines.filter(({ what }) => what !== undefined).map(({ level, what, count }) => `${level >= 50 ? 'alarm' : 'warning'} ${what} ${count}`)
}
const toBoss = async () => (await mailsTo(app, `${boss.username.toLowerCase()}@example.org`)).filter(({ kind }) => kind === 'deadlines')

const reportsAreMade = (year: number) =>
  app.services.db
    .insertInto('transparency_reports')
    .values(brands.map(({ id }) => ({ brand: id, from_day: `${year}-01-01`, to_day: `${year}-12-31`, made_at: app.clock.now(), figures: '{}' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

let subject = 0
const opens = (queue: Parameters<typeof openJob>[1]['queue'], dueAt: Date) =>
  app.services.db
    .transaction()
    .execute((trx) => openJob(trx, { queue, brand: 'adultcrush', accountId: null, subjectId: (subject += 1), priority: 0, dueAt, at: app.clock.now() }))
const mail = (kind: string) =>
  app.services.queueMail(app.services.db, {
    kind,
    brand: mainBrand,
    accountId: Alice.id,
    to: 'alice@example.org',
    subject: 'x',
    greeting: 'x',
    paragraphs: ['x'],
    action: null,
    list: null,
  })

/** Starts a clock; returns the name under which it is reported. */
const starts: Partial<Record<DeadlineName, (due: Date) => Promise<unknown>>> = {
  removalRequest: (due) => opens('removals', due),
  illegalContent: (due) => opens('reports', due),
  appeal: (due) => opens('appeals', due),
  accountNotice: () => mail('passwordChanged'),
  withdrawalReceipt: () => mail('withdrawalReceipt'),
  fraudNotice: () => mail('fraudNotice'),
  withdrawalRefund: async () => {
    const { id } = await app.services.db
      .insertInto('orders')
      .values({ account_id: Alice.id, brand: 'adultcrush', keyword: 'ac-month', amount: 100, currency: 'USD', created_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.services.db.transaction().execute((trx) => askForRefund(trx, { reference: 'r', order: id, amount: 100, currency: 'USD' }, app.clock.now()))
  },
}
const running = Object.entries(deadlines).filter(([, { kept }]) => kept !== 'always' && kept !== 'report') as Array<
  [DeadlineName, (typeof deadlines)[DeadlineName]]
>

describe('a clock', () => {
  test.each(running)('of %s warns at half time, alarms before its end, and is quiet otherwise', async (name, { within, owner, kept }) => {
    const start = app.clock.now()
    const due = dueAfter(start, within)
    await starts[name]?.(due)
    const what = kept === 'job' ? owner : name
    const until = (time: Date) => app.clock.advance(time.getTime() - app.clock.now().getTime())
    const halfTime = warningAt(start, due)
    const alarm = alarmAt(start, due)
    until(later(halfTime, -1))
    expect(await said()).toEqual([])
    until(halfTime)
    const isAtOnce = alarm <= halfTime
    expect(await said()).toEqual([`${isAtOnce ? 'alarm' : 'warning'} ${what} 1`])
    until(later(alarm, -1 + (isAtOnce ? 2 : 0)))
    expect(await said()).toEqual([])
    until(later(alarm, 2))
    expect(await said()).toEqual(isAtOnce ? [] : [`alarm ${what} 1`])
    until(later(due, DAY))
    expect(await said()).toEqual([])
    const told = (await toBoss()).map(({ subject: words }) => words).toSorted()
    expect(told).toEqual(['Work that is due now', ...(isAtOnce ? [] : ['Work that is due soon'])])
  })

  test('of a year’s report runs from January to the end of February, for a network that had members in that year', async () => {
    const year = app.clock.now().getUTCFullYear()
    const to = (month: number, day: number) => app.clock.advance(Date.UTC(year + 1, month, day) - app.clock.now().getTime())
    to(0, 2)
    expect(await said()).toEqual([])
    to(1, 1)
    expect(await said()).toEqual(['warning transparencyReport 11'])
    await app.services.db
      .insertInto('transparency_reports')
      .values({ brand: 'adultcrush', from_day: `${year}-01-01`, to_day: `${year}-12-31`, made_at: app.clock.now(), figures: '{}' })
      .execute()
    to(1, 28)
    expect(await said()).toEqual(['alarm transparencyReport 10'])
  })
})

describe('the jobs', () => {
  test('that are due together are one line and one mail; a closed one is named no more', async () => {
    const due = later(app.clock.now(), 8 * HOUR)
    const ids = [await opens('photos', due), await opens('photos', due), await opens('reports', later(due, 4 * HOUR))]
    await app.services.db.transaction().execute((trx) => closeJob(trx, ids[0] ?? 0, { by: null, at: app.clock.now(), outcome: 'none' }))
    app.clock.advance(6 * HOUR + MINUTE)
    expect(await said()).toEqual(['alarm photos 1', 'warning reports 1'])
    const [told, ...more] = await toBoss()
    expect([told?.subject, more]).toEqual(['Work that is due now', []])
    await app.services.db.transaction().execute((trx) => closeJob(trx, ids[2] ?? 0, { by: null, at: app.clock.now(), outcome: 'none' }))
    app.clock.advance(DAY)
    expect(await said()).toEqual([])
  })

  test('are named once, also by two processes at the same time', async () => {
    await opens('fraud', later(app.clock.now(), HOUR))
    app.clock.advance(2 * HOUR)
    await Promise.all([run(), run(), run()])
    expect(await toBoss()).toHaveLength(1)
  })
})

test('days of business leave out Saturday and Sunday', () => {
  const friday = new Date('2026-11-20T12:00:00Z')
  expect(dueAfter(friday, { businessDays: 1 })).toEqual(new Date('2026-11-23T12:00:00Z'))
  expect(dueAfter(friday, { businessDays: 7 })).toEqual(new Date('2026-12-01T12:00:00Z'))
})
