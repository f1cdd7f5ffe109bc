import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountChangeJob } from '#core/accounts/changes/account-changes.server.ts'
import { noteChange } from '#core/accounts/changes/account-changes.sql.ts'
import {
  type DeadlineName,
  deadlines,
  dueAfter,
  alarmAt,
  warningAt,
} from '#core/tasks/deadlines.ts'
import { closeTask, openTask } from '#core/tasks/tasks.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { noteSynced } from '#members/photos/hashes/checkpoints.sql.ts'
import { askForRefund } from '#money/orders/refunds.sql.ts'
import { brands, mainBrand } from '#sites/registry.ts'
import { endApproval, insertApproval } from '#staff/decisions/approvals.sql.ts'
import { noteFraudBan } from '#staff/messages/fraud-notices.sql.ts'
import { insertTicket } from '#staff/tickets/tickets.sql.ts'
import { deadlineReading } from '#staff/transparency/deadline-reading.server.ts'
import { deadlineJob } from '#staff/transparency/deadlines.server.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, eve, givesRoles } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'

/**
 * Every clock warns at half time and alarms before its end, once each, in the log and by mail to
 * the leads.
 */

withApp()
let boss: CastMember
let Alice: CastMember
beforeAll(async () => {
  boss = await eve(app)
  await givesRoles(app, boss, ['lead'])
  Alice = await alice(app)
})
beforeEach(async () => {
  app.clock.advance(100 * DAY)
  await reportsAreMade(app.clock.now().getUTCFullYear() - 1)
  await app.db.deleteFrom('mails').execute()
  await app.db.deleteFrom('tasks').execute()
  for (const table of [
    'refunds',
    'fraud_bans',
    'account_changes',
    'hash_table',
    'hash_lists',
    'subscriptions',
    'tickets',
  ] as const) {
    await app.db.deleteFrom(table).execute()
  }
  app.logged.length = 0
})

const run = () => runJob(app, deadlineJob)
/** Levels and what they are about, as they were logged since the last look. */
async function said(): Promise<string[]> {
  await run()
  const lines = app.logged
    .splice(0)
    .map((line) => JSON.parse(line) as { level: number; what?: string; count?: number })
  return lines
    .filter(({ what }) => what !== undefined)
    .map(({ level, what, count }) => `${level >= 50 ? 'alarm' : 'warning'} ${what} ${count}`)
}
const toBoss = async () =>
  (await mailsTo(app, `${boss.username.toLowerCase()}@example.org`)).filter(
    ({ kind }) => kind === 'deadlines',
  )

const reportsAreMade = (year: number) =>
  app.db
    .insertInto('transparency_reports')
    .values(
      brands.map(({ id }) => ({
        brand: id,
        from_day: `${year}-01-01`,
        to_day: `${year}-12-31`,
        made_at: app.clock.now(),
        figures: '{}',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const inTransaction = <Result>(what: (trx: Trx) => Promise<Result>) => app.transaction(what)

let subject = 0
const opens = (queue: Parameters<typeof openTask>[1]['queue'], dueAt: Date) =>
  app.transaction((trx) =>
    openTask(trx, {
      queue,
      brand: 'adultcrush',
      accountId: null,
      subjectId: (subject += 1),
      priority: 0,
      dueAt,
      at: app.clock.now(),
    }),
  )
const mail = (kind: string) =>
  app.services.queueMail(app.db, {
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

const asks = (category: 'safety' | 'paying' | null) =>
  app.transaction((trx) =>
    insertTicket(trx, {
      ...{
        accountId: Alice.id,
        brand: 'adultcrush',
        email: 'alice@example.org',
        subject: 'x',
        message: 'x',
      },
      ...{ questionId: null, category, fingerprint: new Uint8Array([1]), at: app.clock.now() },
    }),
  )

const bansForFraud = (taskId: number | null = null) =>
  app.db
    .insertInto('decisions')
    .values({
      ...{
        account_id: Alice.id,
        person_hash: new Uint8Array([1]),
        brand: 'adultcrush',
        scope: 'network',
        act: 'ban',
        policy: 'scam',
        severity: 'high',
        days: null,
      },
      ...{
        about_kind: null,
        about_id: null,
        about_part: null,
        about_key: null,
        task_id: taskId,
        note: '',
        internal_note: '',
        is_automated: false,
        reverses: null,
      },
      ...{
        source: 'own',
        report_id: null,
        removal_id: null,
        decided_by: boss.id,
        decided_at: app.clock.now(),
        takes_effect_at: app.clock.now(),
        took_effect_at: app.clock.now(),
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Starts a clock; returns the name under which it is reported. */
const starts: Partial<Record<DeadlineName, (due: Date) => Promise<unknown>>> = {
  removalRequest: (due) => opens('removals', due),
  illegalContent: (due) => opens('reports', due),
  appeal: (due) => opens('appeals', due),
  urgentTicket: () => asks('safety'),
  soonTicket: () => asks('paying'),
  usualTicket: () => asks(null),
  accountNotice: () => mail('passwordChanged'),
  withdrawalReceipt: () => mail('withdrawalReceipt'),
  fraudNotice: () => bansForFraud(),
  statementOfReasons: () => mail('decision'),
  renewalReminder: () =>
    app.db
      .insertInto('subscriptions')
      .values({
        ...{
          account_id: Alice.id,
          brand: 'adultcrush',
          provider: 'gateway',
          provider_reference: 's',
          plan: 'ac-month',
          order_id: null,
        },
        ...{
          started_at: app.clock.now(),
          paid_until: later(app.clock.now(), DAY),
          remind_at: app.clock.now(),
        },
      })
      .execute(),
  withdrawnHash: async () => {
    const at = app.clock.now()
    await app.db
      .insertInto('hash_table')
      .values({
        kind: 'pdq',
        hash: new Uint8Array(32),
        list: 'StopNCII',
        action: 'hold',
        why: 'x',
        added_by: null,
        added_at: at,
      })
      .execute()
    await noteSynced(app.db, 'StopNCII', '7', at)
  },
  withdrawalRefund: async () => {
    const { id } = await app.db
      .insertInto('orders')
      .values({
        account_id: Alice.id,
        brand: 'adultcrush',
        keyword: 'ac-month',
        amount: 100,
        currency: 'USD',
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.transaction((trx) =>
      askForRefund(
        trx,
        { reference: 'r', order: id, amount: 100, currency: 'USD' },
        app.clock.now(),
      ),
    )
  },
}
const running = Object.entries(deadlines).filter(
  ([, { kept }]) => kept !== 'always' && kept !== 'report',
) as Array<[DeadlineName, (typeof deadlines)[DeadlineName]]>

describe('a clock', () => {
  test.each(running)(
    'of %s warns at half time, alarms before its end, and is quiet otherwise',
    async (name, { within, owner, kept }) => {
      const start = app.clock.now()
      const due = dueAfter(start, within)
      await starts[name]?.(due)
      const what = kept === 'task' ? owner : name
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
    },
  )

  test('of a task runs on while its decision waits for a second person, and stops once that one has agreed', async () => {
    const at = app.clock.now()
    await opens('reports', later(at, 4 * DAY))
    const { id: taskId } = await app.db.selectFrom('tasks').select('id').executeTakeFirstOrThrow()
    await inTransaction((trx) => closeTask(trx, taskId, { by: boss.id, at, outcome: 'ban' }))
    const { id: decision } = await bansForFraud(taskId)
    await inTransaction((trx) =>
      insertApproval(trx, {
        decisionId: decision,
        askedBy: boss.id,
        at,
        expiresAt: later(at, 9 * DAY),
      }),
    )
    // The other clock of such a ban is not what this is about.
    const ofReports = async () => (await said()).filter((line) => line.includes('reports'))
    app.clock.advance(2 * DAY)
    expect(await ofReports()).toEqual(['warning reports 1'])
    app.clock.advance(2 * DAY + MINUTE)
    expect(await ofReports()).toEqual(['alarm reports 1'])
    const overdue = async () =>
      (await deadlineReading.read(app.services)).find(
        ({ labels }) => labels['deadline'] === 'reports',
      )?.values['sites_deadline_overdue_seconds']
    expect(await overdue()).toBe(60)
    await inTransaction((trx) =>
      endApproval(trx, decision, { outcome: 'approved', by: Alice.id, at: app.clock.now() }),
    )
    expect([await ofReports(), await overdue()]).toEqual([[], 0])
  })

  test('of a year’s report runs from January to the end of February, for a network that had members in that year', async () => {
    const year = app.clock.now().getUTCFullYear()
    const to = (month: number, day: number) =>
      app.clock.advance(Date.UTC(year + 1, month, day) - app.clock.now().getTime())
    to(0, 2)
    expect(await said()).toEqual([])
    to(1, 1)
    expect(await said()).toEqual(['warning transparencyReport 11'])
    await app.db
      .insertInto('transparency_reports')
      .values({
        brand: 'adultcrush',
        from_day: `${year}-01-01`,
        to_day: `${year}-12-31`,
        made_at: app.clock.now(),
        figures: '{}',
      })
      .execute()
    to(1, 28)
    expect(await said()).toEqual(['alarm transparencyReport 10'])
  })
})

describe('of a ban for fraud and of a change', () => {
  const passes = (time: number) => app.clock.advance(time)

  test('the clock runs on where the task has noted the ban and tells nobody, and ends once everybody is told', async () => {
    const { id } = await bansForFraud()
    await app.transaction((trx) =>
      noteFraudBan(trx, { id, accountId: Alice.id, at: app.clock.now(), identity: null }),
    )
    passes(12 * HOUR)
    expect(await said()).toEqual(['warning fraudNotice 1'])
    await app.db
      .updateTable('fraud_bans')
      .set({ done_at: app.clock.now() })
      .where('decision_id', '=', id)
      .execute()
    passes(12 * HOUR)
    expect(await said()).toEqual([])
  })

  const changes = () =>
    app.transaction((trx) => noteChange(trx, Alice.id, 'place', app.clock.now()))

  test('the clock starts with the change, and says nothing of one that waits as it should', async () => {
    await changes()
    passes(HOUR)
    await runJob(app, accountChangeJob)
    await app.db.updateTable('mails').set({ sent_at: app.clock.now() }).execute()
    passes(HOUR)
    await changes()
    passes(22 * HOUR - 1)
    expect(await said()).toEqual([])
    // The task should have told of it.
    passes(20 * MINUTE)
    expect(await said()).toEqual(['alarm accountNotice 1'])
  })

  test('the clock of the mail starts with the change, too', async () => {
    await changes()
    passes(11 * HOUR)
    await runJob(app, accountChangeJob)
    expect(await said()).toEqual([])
    passes(HOUR)
    expect(await said()).toEqual(['warning accountNotice 1'])
  })
})

test('a list of hashes that is read every hour is not named, nor one that has none here', async () => {
  await starts.withdrawnHash?.(app.clock.now())
  await noteSynced(app.db, 'empty', null, app.clock.now())
  app.clock.advance(20 * HOUR)
  await noteSynced(app.db, 'StopNCII', '8', app.clock.now())
  expect(await said()).toEqual([])
})

test('metrics say how long the oldest that was missed is over, of tasks and of what has none', async () => {
  const overdue = async () =>
    new Map(
      (await deadlineReading.read(app.services)).map(({ labels, values }) => [
        labels['deadline'],
        values.sites_deadline_overdue_seconds,
      ]),
    )
  await opens('removals', later(app.clock.now(), HOUR))
  await opens('removals', later(app.clock.now(), 2 * HOUR))
  await bansForFraud()
  expect([...(await overdue()).values()].every((seconds) => seconds === 0)).toBe(true)
  app.clock.advance(25 * HOUR)
  const over = await overdue()
  expect([...over].filter(([, seconds]) => seconds > 0)).toEqual([
    ['removals', (24 * HOUR) / 1000],
    ['fraudNotice', HOUR / 1000],
  ])
})

describe('the tasks', () => {
  test('that are due together are one line and one mail; a closed one is named no more', async () => {
    const due = later(app.clock.now(), 8 * HOUR)
    const ids = [
      await opens('photos', due),
      await opens('photos', due),
      await opens('reports', later(due, 4 * HOUR)),
    ]
    await app.transaction((trx) =>
      closeTask(trx, ids[0] ?? 0, { by: null, at: app.clock.now(), outcome: 'none' }),
    )
    app.clock.advance(6 * HOUR + MINUTE)
    expect(await said()).toEqual(['alarm photos 1', 'warning reports 1'])
    const [told, ...more] = await toBoss()
    expect([told?.subject, more]).toEqual(['Work that is due now', []])
    await app.transaction((trx) =>
      closeTask(trx, ids[2] ?? 0, { by: null, at: app.clock.now(), outcome: 'none' }),
    )
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
