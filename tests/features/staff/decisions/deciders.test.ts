import { describe, expect, test, vi } from 'vitest'
import type { Services } from '#api/services.server.ts'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { leaveList } from '#mail/lists.sql.ts'
import { listOwnReports } from '#members/reports/own-reports/own-reports.contract.ts'
import { getAdvice } from '#staff/decisions/deciding/decide.contract.ts'
import { standingJob } from '#staff/decisions/deciding/decide.server.ts'
import { decisionLifted } from '#staff/decisions/events.server.ts'
import { enforcementCollections } from '#staff/decisions/leaving.sql.ts'
import { asStaff, becomesPremium, type CastMember, givesRoles, joins } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { upload } from '#tests/support/photos.ts'
import { answersApproval, approvalsFor } from '#tests/support/verdicts.ts'
import {
  withStaff,
  app,
  Eve,
  Max,
  Ann,
  photo,
  next,
  inTransaction,
  held,
  spam,
  decides,
  about,
  ran,
  takesEffect,
  isIn,
  signsIn,
  statementOfLatest,
  decision,
  before,
  mailKinds,
  problem,
} from './decision-cast.ts'

/** Who may decide: one at a time, and two about what cannot be undone. */

withStaff()

describe('the advice about a member', () => {
  const advice = (by: CastMember, accountId = Ann.id) =>
    by.calls(getAdvice, { query: { accountId } })

  test('adds what counts already to what each severity counts, and names the act that this comes to', async () => {
    await decides(Eve, about({ severity: 'medium' }))
    await takesEffect()
    const { before: counted, bySeverity, given } = await advice(Max)
    expect([counted, bySeverity]).toEqual([
      2,
      [
        {
          severity: 'low',
          act: 'limit',
          days: 7,
          arithmetic: '2 from before + 1 for this = 3; from 3 on: no first messages for 7 days',
        },
        {
          severity: 'medium',
          act: 'suspend',
          days: 7,
          arithmetic: '2 from before + 2 for this = 4; from 4 on: suspend for 7 days',
        },
        {
          severity: 'high',
          act: 'suspend',
          days: 30,
          arithmetic: '2 from before + 4 for this = 6; from 6 on: suspend for 30 days',
        },
        {
          severity: 'critical',
          act: 'ban',
          days: null,
          arithmetic: '2 from before + 8 for this = 10; from 8 on: close the account for good',
        },
      ],
    ])
    expect(given).toMatchObject([
      { label: expect.stringMatching(/: warn \(Advertising, bulk messages\)$/) },
    ])
    // What ended, or was taken back, counts no more.
    await decides(Eve, about({ act: 'restore', reverses: given[0]?.id }))
    await takesEffect()
    const after = await advice(Max)
    expect([after.before, after.bySeverity[0]?.arithmetic, after.given]).toEqual([
      0,
      '0 from before + 1 for this = 1; from 1 on: warn',
      [],
    ])
  })

  test('is for staff, about an account that is there', async () => {
    await expect(advice(Max, 999_999)).rejects.toMatchObject({ code: 'notFound' })
    await expect(advice(Ann)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a task', () => {
  test('is decided once by two who try at the same moment', async () => {
    const taskId = await held(Eve)
    const answers = await Promise.allSettled([
      decides(Eve, { ...spam, taskId }),
      decides(Eve, { ...spam, taskId }),
      decides(Max, { ...spam, taskId }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await before()).toBe(1)
  })

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'that was decided',
      async () => (
        await decides(Eve, { ...spam, taskId: await held(Eve) }),
        decides(Eve, { ...spam, taskId: (await tasks())[0] })
      ),
      /closed already/,
    ],
    [
      'whose lease is over',
      async () => (
        await held(Eve),
        app.clock.advance(6 * MINUTE),
        decides(Eve, { ...spam, taskId: (await tasks())[0] })
      ),
      /five minutes are over/,
    ],
    [
      'that somebody else holds',
      async () => decides(Max, { ...spam, taskId: await held(Eve) }),
      /do not hold this task/,
    ],
  ])('%s is refused in words, with nothing changed', async (_, tries, words) => {
    const count = async () =>
      (
        await app.services.db
          .selectFrom('decisions')
          .select('id')
          .where('account_id', '=', Ann.id)
          .execute()
      ).length
    expect(await problem(tries())).toMatch(words)
    expect(await count()).toBeLessThanOrEqual(1)
    expect(await before()).toBe(await count())
  })
  const tasks = async () =>
    (await app.services.db.selectFrom('tasks').select('id').execute()).map(({ id }) => id)

  test('about one member’s photo lets no other one pass', async () => {
    const Ben = await joins(app, { brand: 'adultcrush', username: `Ben${next()}` })
    const [his, hers] = [await upload(Ben, photo), await upload(Ann, photo)]
    await app.services.db
      .updateTable('photos')
      .set({ approved_at: null })
      .where('id', 'in', [his.id, hers.id])
      .execute()
    const taskId = await held(Eve, 'photos', hers.id)
    for (const body of [
      { act: 'none', policy: 'none', note: '' },
      { act: 'hidePhoto', policy: 'nudity' },
    ] as const) {
      expect(
        await problem(decides(Eve, { ...spam, ...body, taskId, about: 'photo', aboutId: his.id })),
      ).toMatch(/no photo of the member/)
    }
    await decides(Eve, { ...spam, act: 'none', policy: 'none', note: '', taskId })
    await takesEffect()
    const approved = await app.services.db
      .selectFrom('photos')
      .select('id')
      .where('id', 'in', [his.id, hers.id])
      .where('approved_at', 'is not', null)
      .execute()
    expect(approved).toEqual([{ id: hers.id }])
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'banned',
      () =>
        app.services.db
          .updateTable('accounts')
          .set({ banned_at: app.clock.now() })
          .where('id', '=', Eve.id)
          .execute(),
    ],
    [
      'no longer staff',
      () =>
        app.services.db
          .updateTable('accounts')
          .set({ staff_since: null })
          .where('id', '=', Eve.id)
          .execute(),
    ],
    ['of another role', () => givesRoles(app, Eve, ['support'])],
  ])(
    'is not decided by somebody who is %s meanwhile; the next one gets it at once',
    async (_, changes) => {
      const subject = next()
      const taskId = await held(Eve, 'reports', subject)
      await changes()
      await expect(decides(Eve, { ...spam, taskId })).rejects.toMatchObject({
        status: expect.any(Number) as number,
      })
      expect(
        (
          await app.services.db
            .selectFrom('decisions')
            .select('id')
            .where('account_id', '=', Ann.id)
            .execute()
        ).length,
      ).toBe(0)
      expect(
        await inTransaction((trx) => leaseNext(trx, 'reports', Max.id, app.clock.now())),
      ).toMatchObject({ id: taskId })
      await decides(Max, { ...spam, taskId })
    },
  )

  test('that a report opened tells its author what came of it, once, whatever mail they have left, and on their page', async () => {
    for (const [act, kind, outcome] of [
      ['none', 'reportNoBreach', 'noBreach'],
      ['warn', 'reportActed', 'acted'],
    ] as const) {
      const reporter = await joins(app, { brand: 'wivesnow', username: `Rex${next()}` })
      const address = `${reporter.username.toLowerCase()}@example.org`
      await leaveList(app.services.db, address, 'activity', app.clock.now())
      const own = () => reporter.calls(listOwnReports)
      await app.services.db.deleteFrom('tasks').execute()
      const at = app.clock.now()
      const { id } = await app.services.db
        .insertInto('reports')
        .values({
          reporter_id: reporter.id,
          reported_id: Ann.id,
          brand: 'wivesnow',
          reason: 'scam',
          quoted: null,
          created_at: at,
          closed_at: null,
          closed_by: null,
          outcome: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(await own()).toEqual({
        reports: [{ at: at.toISOString(), reason: 'scam', outcome: 'received' }],
      })
      await decides(Eve, {
        ...spam,
        act,
        policy: act === 'none' ? 'none' : 'spam',
        taskId: await held(Eve, 'reports', id),
      })
      await takesEffect()
      await ran()
      expect((await mailsTo(app, address)).map((mail) => mail.kind)).toEqual([kind])
      expect(await own()).toEqual({ reports: [{ at: at.toISOString(), reason: 'scam', outcome }] })
    }
    const words = JSON.stringify(await statementOfLatest())
    expect(words).not.toMatch(/Rex/)
  })

  test('that found no breach is in the copy of one’s data after thirty days only: sooner it would tell that somebody reported one', async () => {
    const copied = async () => {
      const [decided] = enforcementCollections
      const rows = await Array.fromAsync(
        decided?.rows(app.services.db, Ann.id, app.clock.now()) ?? [],
      )
      return rows.map(({ act }) => act)
    }
    await decides(Eve, { ...spam, act: 'none', policy: 'none', note: '', taskId: await held(Eve) })
    await decides(Eve, about())
    await takesEffect()
    expect(await copied()).toEqual(['warn'])
    app.clock.advance(30 * DAY)
    expect(await copied()).toEqual(['none', 'warn'])
  })
})

describe('what cannot be undone', () => {
  const says = (by: CastMember, id: number, outcome: 'approved' | 'refused') =>
    answersApproval(by, 'decision', id, outcome)
  const asked = async () =>
    (await approvalsFor(Max)).approvals.find(({ accountId }) => accountId === Ann.id)

  test.each([
    ['network', 'close the account for good'],
    ['brand', 'close the account for good, on AdultCrush alone'],
  ] as const)(
    'needs a second person on %s: to close the account of a member who pays, and to open one that was closed for fraud',
    async (scope, after) => {
      await becomesPremium(app, Ann, 30)
      await decides(Eve, about({ act: 'ban', policy: 'scam', severity: 'critical', scope }))
      await takesEffect()
      const first = await asked()
      expect([await isIn(), first?.before?.startsWith('open; paid until'), first?.after]).toEqual([
        true,
        true,
        after,
      ])
      expect(await problem(says(Eve, first?.id ?? 0, 'approved'))).toMatch(/your own decision/)
      const both = await Promise.allSettled([
        says(Max, first?.id ?? 0, 'approved'),
        says(Max, first?.id ?? 0, 'approved'),
      ])
      expect(both.filter(({ status }) => status === 'fulfilled').length).toBe(1)
      expect([await isIn(), await mailKinds()]).toEqual([false, ['decision']])
      await decides(Eve, about({ act: 'restore' }))
      await takesEffect()
      expect((await signsIn(app.visitor('adultcrush'))).next).toMatch(/^\/decision\//)
      await says(Max, (await asked())?.id ?? 0, 'approved')
      expect((await signsIn(app.visitor('adultcrush'))).next).toBe('/dashboard')
    },
  )

  test('that is refused opens its task again for anybody, and leaves its decider the task that they hold by now', async () => {
    await becomesPremium(app, Ann, 30)
    const taskId = await held(Eve)
    await decides(Eve, { ...about({ act: 'ban', severity: 'critical' }), taskId })
    const other = await held(Eve)
    await says(Max, (await asked())?.id ?? 0, 'refused')
    const tasks = await app.services.db
      .selectFrom('tasks')
      .select(['id', 'leased_by', 'closed_at'])
      .orderBy('id')
      .execute()
    expect(tasks).toEqual([
      { id: taskId, leased_by: null, closed_at: null },
      { id: other, leased_by: Eve.id, closed_at: null },
    ])
  })

  test('of which one cannot be set aside keeps no other waiting, and is in the log', async () => {
    const Bea = await joins(app, { brand: 'adultcrush', username: `Bea${next()}` })
    const banned: number[] = []
    for (const one of [Ann, Bea]) {
      await becomesPremium(app, one, 30)
      banned.push(
        (await decides(Eve, about({ accountId: one.id, act: 'ban', severity: 'critical' }))).id,
      )
    }
    app.clock.advance(DAY)
    const failing: Services = {
      ...app.services,
      say(trx, event, what) {
        if (event === decisionLifted && (what as { decisionId: number }).decisionId === banned[0])
          throw new Error('a row that is broken')
        return app.services.say(trx, event, what)
      },
    }
    const logged = vi.spyOn(app.services.log, 'error').mockReturnValue()
    await standingJob.start(failing).run(new AbortController().signal)
    const said = logged.mock.calls.map(([about]) => about)
    logged.mockRestore()
    await asStaff(app, Eve)
    expect([
      (await decision(banned[0] ?? 0)).state,
      (await decision(banned[1] ?? 0)).state,
    ]).toEqual(['needsSecond', 'undone'])
    expect(said).toMatchObject([{ decision: banned[0] }])
  })

  test('is neither shown to whom it is about, nor agreed to by them', async () => {
    await becomesPremium(app, Max)
    await decides(Eve, about({ accountId: Max.id, act: 'ban', severity: 'critical' }))
    const aboutMax = async (who: CastMember) =>
      (await approvalsFor(who)).approvals.filter(({ accountId }) => accountId === Max.id)
    const [request] = await aboutMax(Eve)
    expect(await aboutMax(Max)).toEqual([])
    expect(await problem(says(Max, request?.id ?? 0, 'approved'))).toMatch(/your own account/)
    expect(await aboutMax(Eve)).toEqual([request])
  })

  test.each(['refused', 'expired'] as const)(
    'is set aside where the second person’s answer is %s',
    async (how) => {
      await becomesPremium(app, Ann, 30)
      const { id } = await decides(Eve, about({ act: 'ban', severity: 'critical' }))
      const request = await asked()
      if (how === 'refused') await says(Max, request?.id ?? 0, 'refused')
      else {
        app.clock.advance(DAY)
        await ran(standingJob)
        for (const one of [Eve, Max]) await asStaff(app, one)
        expect(await problem(says(Max, request?.id ?? 0, 'approved'))).toMatch(/ended already/)
      }
      await takesEffect()
      expect([
        (await decision(id)).state,
        await before(),
        (
          await app.services.db
            .selectFrom('accounts')
            .select('banned_at')
            .where('id', '=', Ann.id)
            .executeTakeFirstOrThrow()
        ).banned_at,
      ]).toEqual(['undone', 0, null])
    },
  )
})
