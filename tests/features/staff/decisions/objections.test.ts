import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { UNDO_FOR } from '#core/tasks/verdicts.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { markRemoved } from '#members/photos/review.sql.ts'
import { ledgerFaults } from '#money/books/ledger-check.sql.ts'
import { balanceOf, grantCredits, spendCredits } from '#money/credits/credits.sql.ts'
import { mainBrand } from '#sites/registry.ts'
import { decideAppeal, getAppeal } from '#staff/decisions/appeals/appeals.contract.ts'
import { getDecision } from '#staff/decisions/deciding/decide.contract.ts'
import { standingJob } from '#staff/decisions/deciding/decide.server.ts'
import { actOnTask, undoDecided } from '#staff/desk/task.contract.ts'
import { reportOf } from '#staff/transparency/report.server.ts'
import { accountOf, runJob, setsProfile } from '#tests/support/app.ts'
import {
  asStaff,
  becomesPremium,
  type CastMember,
  givesRoles,
  joins,
  reportsMember,
  writesTo,
} from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import {
  answersApproval,
  appealOf,
  approvalsFor,
  decidesAppeal,
  takesTask,
  undoesDecision,
  verdictsRun,
  verdictsTakeEffect,
} from '#tests/support/verdicts.ts'
import {
  withStaff,
  staff,
  app,
  Eve,
  Max,
  Ann,
  photo,
  next,
  ran,
  inTransaction,
  decides,
  about,
  held,
  spam,
  takesEffect,
  isIn,
  signsIn,
  tokenIn,
  statementOf,
  statementOfLatest,
  decision,
  latest,
  before,
  mailKinds,
  problem,
  type Body,
} from './decision-cast.ts'

/** A member objects to a decision. */

withStaff()

describe('an objection', () => {
  /** Kept to the message, as all that people write (attacks/any-script.test.ts). */
  const WORDS = 'It was not me 👩🏽‍🌾 שלום tea\u200bcup Z̃oë'
  const objects = (token: string, words = WORDS) =>
    app.visitor('adultcrush').posts('/decision/appeal', { token, words })
  async function objected(body: Partial<Body>): Promise<{ id: number; taskId: number }> {
    await decides(Eve, about(body))
    await takesEffect()
    const { id } = await latest()
    await objects(tokenIn((await decision(id)).statement ?? ''))
    const taskId = await inTransaction<number>(
      async (trx) =>
        (await leaseNext(trx, 'appeals', Max.id, app.clock.now()))?.id ??
        expect.fail('no objection waits'),
    )
    return { id, taskId }
  }
  type Answer = {
    taskId: number
    outcome: 'uphold' | 'overturn' | 'adjust'
    days?: number
    note?: string
  }
  const answers = async (by: CastMember, body: Answer) => {
    await by.calls(decideAppeal, { body })
    await verdictsTakeEffect(app)
  }

  test.each<['uphold' | 'overturn' | 'adjust', string[], boolean, number]>([
    ['uphold', ['appeal.uphold'], false, 4],
    ['overturn', ['appeal.overturn'], true, 0],
    ['adjust', ['decision', 'appeal.adjust'], false, 2],
  ])(
    '%s sends its own mail, and leaves the account and its strikes as it says',
    async (outcome, mails, mayComeIn, strikes) => {
      const { taskId } = await objected({ act: 'suspend', days: 7, severity: 'high' })
      await answers(Max, {
        taskId,
        outcome,
        note: 'We looked at it again.',
        ...(outcome === 'adjust' ? { days: 3 } : {}),
      })
      expect((await mailKinds()).slice(2)).toEqual(mails)
      expect([
        (await signsIn(app.visitor('adultcrush'))).next === '/dashboard',
        await before(),
      ]).toEqual([mayComeIn, strikes])
      app.clock.advance(4 * DAY)
      expect((await signsIn(app.visitor('adultcrush'))).next === '/dashboard').toBe(
        outcome !== 'uphold',
      )
    },
  )

  test('that is right in part is counted once: what holds instead is no measure of its own', async () => {
    const day = app.clock.now().toISOString().slice(0, 10)
    const { taskId } = await objected({ act: 'suspend', days: 7, severity: 'high' })
    const counted = async () =>
      (await reportOf(app.db, mainBrand, { from: day, to: day, at: app.clock.now() })).key
    const measures = { decisions: 1, ownInitiative: 1, suspensions: 1, complaints: 1 }
    expect(await counted()).toMatchObject({ ...measures, reversed: 0, overturned: 0 })
    await answers(Max, { taskId, outcome: 'adjust', days: 3, note: 'We looked at it again.' })
    expect(await counted()).toMatchObject({ ...measures, reversed: 1, overturned: 1 })
  })

  test('that shortens a suspension ends it to the minute, from the first decision on', async () => {
    const { id, taskId } = await objected({ act: 'suspend', days: 7, severity: 'high' })
    const { took_effect_at: since } = await app.db
      .selectFrom('decisions')
      .select('took_effect_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    app.clock.advance(1.5 * DAY)
    await app.db
      .updateTable('tasks')
      .set({ leased_until: later(app.clock.now(), MINUTE) })
      .execute()
    await asStaff(app, Max)
    await answers(Max, { taskId, outcome: 'adjust', days: 3, note: 'We looked at it again.' })
    const { suspended_until: until } = await accountOf(app, Ann)
    expect(until?.getTime()).toBe((since?.getTime() ?? 0) + 3 * DAY)
    app.clock.advance(1.5 * DAY)
    expect((await signsIn(app.visitor('adultcrush'))).next).toBe('/dashboard')
  })

  test.each([
    ['a warning, which holds on all sites', undefined, 'It holds on all sites of our network'],
    ['a shorter time, which holds on that site still', 3, 'It holds on AdultCrush alone'],
  ])('to a suspension on one site is answered by %s', async (_, days, where) => {
    const { taskId } = await objected({
      act: 'suspend',
      days: 7,
      scope: 'brand',
      brand: 'adultcrush',
    })
    await answers(Max, {
      taskId,
      outcome: 'adjust',
      note: 'We looked at it again.',
      ...(days === undefined ? {} : { days }),
    })
    expect((await statementOfLatest()).sections[0]?.paragraphs.join(' ')).toContain(where)
  })

  test('is for somebody who did not decide, once, and within six months', async () => {
    const { id, taskId } = await objected({})
    await app.db
      .updateTable('tasks')
      .set({ leased_by: null, leased_until: null })
      .where('id', '=', taskId)
      .execute()
    const shown = async (by: CastMember) => (await appealOf(by)).held
    expect(await shown(Max)).toBeNull()
    await takesTask(Max, 'appeals')
    expect(await shown(Max)).toMatchObject({
      taskId,
      isOwnDecision: false,
      words: WORDS,
      decisionId: id,
    })
    await app.db.updateTable('tasks').set({ leased_by: Eve.id }).where('id', '=', taskId).execute()
    expect(await shown(Eve)).toMatchObject({ isOwnDecision: true })
    expect(await problem(answers(Eve, { taskId, outcome: 'uphold' }))).toMatch(
      /You decided this the first time/,
    )
    const token = tokenIn((await decision(id)).statement ?? '')
    expect((await objects(token)).status).toBe(409)
    expect([
      (await objects(token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).status,
      (await objects('1-x')).status,
    ]).toEqual([404, 404])
    await decides(Eve, about())
    await takesEffect()
    const second = tokenIn((await decision((await latest()).id)).statement ?? '')
    app.clock.advance(185 * DAY)
    expect([(await objects(second)).status, (await statementOf(second)).appeal]).toEqual([
      409,
      'over',
    ])
  })

  test('is for nobody who agreed to the decision as the second person', async () => {
    await becomesPremium(app, Ann, 30)
    const { id } = await decides(Eve, about({ act: 'ban', policy: 'scam', severity: 'critical' }))
    const { approvals } = await approvalsFor(Max)
    const asked =
      approvals.find(({ decisionId }) => decisionId === id)?.id ??
      expect.fail('nobody was asked to agree')
    await answersApproval(Max, 'decision', asked, 'approved')
    await objects(tokenIn((await decision(id)).statement ?? ''))
    await takesTask(Max, 'appeals')
    const { held } = await appealOf(Max)
    expect(held).toMatchObject({ decisionId: id, isOwnDecision: true })
    const taskId = held?.taskId ?? 0
    expect(await problem(answers(Max, { taskId, outcome: 'overturn' }))).toMatch(/agreed to it/)
    const Zoe = await staff('Zoe')
    await app.db.updateTable('tasks').set({ leased_by: Zoe.id }).where('id', '=', taskId).execute()
    expect(await problem(answers(Zoe, { taskId, outcome: 'overturn' }))).toBe('no problem')
  })

  describe('to a closure for fraud', () => {
    const asked = async (by: CastMember) => {
      const { approvals } = await approvalsFor(by)
      return (
        approvals.find(({ accountId }) => accountId === Ann.id) ??
        expect.fail('nobody is asked to agree')
      )
    }
    const agrees = (by: CastMember, id: number, outcome: 'approved' | 'refused') =>
      answersApproval(by, 'decision', id, outcome)
    const comesIn = async () => (await signsIn(app.visitor('adultcrush'))).next === '/dashboard'
    const state = async (id: number) =>
      (await statementOf(tokenIn((await decision(id)).statement ?? ''))).appeal
    const closed = () => objected({ act: 'ban', policy: 'scam', severity: 'critical' })

    test.each<[Answer['outcome'], number | undefined, string, string[]]>([
      ['overturn', undefined, 'open, with what was taken given back', ['appeal.overturn']],
      ['adjust', undefined, 'open, with a warning instead', ['decision', 'appeal.adjust']],
      [
        'adjust',
        3,
        'suspended instead, for 3 days from when it was closed',
        ['decision', 'appeal.adjust'],
      ],
    ])(
      '%s, with %s days, waits for a second person, who may be whoever closed it',
      async (outcome, days, after, mails) => {
        const { id, taskId } = await closed()
        await answers(Max, {
          taskId,
          outcome,
          note: 'We looked at it again.',
          ...(days === undefined ? {} : { days }),
        })
        expect([await comesIn(), (await mailKinds()).slice(2), await state(id)]).toEqual([
          false,
          [],
          'waits',
        ])
        const { id: asking, ...shown } = await asked(Eve)
        expect(shown).toMatchObject({
          askedBy: Max.username,
          isOwn: false,
          before: 'closed for good',
          after,
          objection: WORDS,
        })
        expect(await problem(agrees(Max, asking, 'approved'))).toMatch(/your own decision/)
        const both = await Promise.allSettled([
          agrees(Eve, asking, 'approved'),
          agrees(Eve, asking, 'approved'),
        ])
        expect(both.filter(({ status }) => status === 'fulfilled').length).toBe(1)
        expect([await comesIn(), (await mailKinds()).slice(2), await state(id)]).toEqual([
          days === undefined,
          mails,
          outcome,
        ])
      },
    )

    test('that somebody else does not want to open is decided anew by anybody; whoever closed it cannot refuse', async () => {
      const { id, taskId } = await closed()
      await answers(Max, { taskId, outcome: 'overturn' })
      const { id: asking } = await asked(Eve)
      expect(await problem(agrees(Eve, asking, 'refused'))).toMatch(
        /You may agree that it is taken back/,
      )
      const Zoe = await staff('Zoe')
      await agrees(Zoe, asking, 'refused')
      expect([await comesIn(), await state(id)]).toEqual([false, 'waits'])
      await takesTask(Zoe, 'appeals')
      expect((await heldBy(Zoe))?.taskId).toBe(taskId)
      await answers(Zoe, { taskId, outcome: 'uphold' })
      expect([await comesIn(), (await mailKinds()).slice(2), await state(id)]).toEqual([
        false,
        ['appeal.uphold'],
        'uphold',
      ])
    })

    test('is answered anew once its answerer takes it back, or nobody agreed within a day', async () => {
      const { taskId } = await closed()
      await answers(Max, { taskId, outcome: 'overturn' })
      await undoesDecision(Max, (await asked(Max)).decisionId ?? 0)
      expect((await heldBy(Max))?.taskId).toBe(taskId)
      await answers(Max, { taskId, outcome: 'overturn' })
      app.clock.advance(DAY)
      await runJob(app, standingJob)
      await asStaff(app, Max)
      await takesTask(Max, 'appeals')
      expect([(await heldBy(Max))?.taskId, await comesIn()]).toEqual([taskId, false])
    })
  })

  /** Rex reports Ann for what she wrote to him; Eve holds the task. */
  async function reported(): Promise<{ taskId: number; Rex: CastMember }> {
    const Rex = await joins(app, { brand: 'adultcrush', username: `Rex${next()}`, gender: 'man' })
    for (const one of [Ann, Rex]) await becomesPremium(app, one)
    await upload(Ann, await aPhoto({ width: 300, height: 400, colour: '#8a2450' }))
    await writesTo(Ann, Rex, 'Buy my things')
    await writesTo(Rex, Ann, 'Please stop')
    await reportsMember(Rex, Ann, { reason: 'scam' })
    const task = await inTransaction<{ id: number } | undefined>((trx) =>
      leaseNext(trx, 'reports', Eve.id, app.clock.now()),
    )
    return { taskId: task?.id ?? expect.fail('no report waits'), Rex }
  }
  const heldBy = async (by: CastMember) => (await appealOf(by)).held
  const readBy = ({ id }: CastMember) =>
    app.db
      .selectFrom('audit_log')
      .select([
        'action',
        'subject_id as subject',
        sql<string | null>`details ->> 'what'`.as('what'),
        sql<number>`(details ->> 'task')::int`.as('task'),
      ])
      .where('actor_id', '=', id)
      .where('action', 'in', ['staff.look', 'staff.readEvidence'])
      .orderBy('id')
      .execute()

  test('is decided beside what the report kept, by whoever holds it alone, and each reading is on record', async () => {
    const { taskId: report, Rex } = await reported()
    const { taskId } = await objected({ taskId: report })
    const { evidence, removed } = (await heldBy(Max)) ?? expect.fail('Max holds no objection')
    expect(evidence?.messages.map(({ isMine, text }) => [isMine, text])).toEqual([
      [false, 'Buy my things'],
      [true, 'Please stop'],
    ])
    expect([
      evidence?.report.reporter.id,
      evidence?.photos.map(({ src }) => src?.slice(0, 11)),
      removed,
    ]).toEqual([Rex.id, ['data:image/'], null])
    expect(await heldBy(Eve)).toBeNull()
    const look = { action: 'staff.look', task: taskId }
    expect(await readBy(Max)).toEqual([
      { action: 'staff.readEvidence', subject: Ann.id, what: null, task: taskId },
      { ...look, subject: Ann.id, what: 'account' },
      { ...look, subject: Ann.id, what: 'messages' },
      { ...look, subject: Ann.id, what: 'photos' },
      { ...look, subject: Rex.id, what: 'messages' },
    ])
    await givesRoles(app, Max, ['support'])
    await expect(heldBy(Max)).rejects.toMatchObject({ code: 'otherRole' })
  })

  test('is decided beside the text that was removed, and that it is read is on record', async () => {
    await setsProfile(app, Ann, { about: 'Buy my things' })
    const { taskId } = await objected({ act: 'removeText', about: 'about' })
    expect(await heldBy(Max)).toMatchObject({
      removed: { label: 'About', text: 'Buy my things' },
      evidence: null,
    })
    expect(await readBy(Max)).toEqual([
      { action: 'staff.look', subject: Ann.id, what: 'account', task: taskId },
    ])
  })

  test.each<['uphold' | 'overturn' | 'adjust', boolean]>([
    ['uphold', false],
    ['overturn', false],
    ['adjust', true],
  ])(
    'keeps what the report kept until it is decided; %s: also after that, since one can object again: %s',
    async (outcome, isKept) => {
      const { taskId: report } = await reported()
      await decides(Eve, about({ taskId: report, act: 'limit', days: 30 }))
      await takesEffect()
      const token = tokenIn((await decision((await latest()).id)).statement ?? '')
      app.clock.advance(150 * DAY)
      await objects(token)
      app.clock.advance(100 * DAY)
      const [Zoe, Finn] = [await staff('Zoe'), await staff('Finn')]
      await takesTask(Zoe, 'appeals')
      const kept = async () => {
        await ran(retentionJob)
        const rows = app.db
          .selectFrom('report_evidence')
          .innerJoin('reports', 'reports.id', 'report_id')
          .select('reports.id')
        return (await rows.where('reported_id', '=', Ann.id).execute()).length
      }
      expect(await kept()).toBe(1)
      const held = (await heldBy(Zoe)) ?? expect.fail('Zoe holds no objection')
      await answers(Zoe, { taskId: held.taskId, outcome, note: 'We looked at it again.' })
      expect(await kept()).toBe(isKept ? 1 : 0)
      if (!isKept) return
      // To what holds instead, one can object as well, and it is decided beside the same.
      const { decision: instead } = await Finn.calls(getDecision, {
        query: { id: (await latest()).id },
      })
      await objects(tokenIn(instead.statement ?? ''))
      await takesTask(Finn, 'appeals')
      expect((await heldBy(Finn))?.evidence?.messages).toHaveLength(2)
    },
  )

  test('that went too far leaves a report open that is open again, since another text stands there', async () => {
    const writesAbout = (words: string) => setsProfile(app, Ann, { about: words })
    await writesAbout('Buy my things')
    const { taskId: report } = await reported()
    await decides(Eve, about({ taskId: report, act: 'removeText', about: 'about' }))
    await writesAbout('Buy other things')
    await takesEffect()
    await objects(tokenIn((await decision((await latest()).id)).statement ?? ''))
    await takesTask(Max, 'appeals')
    const { taskId } = (await heldBy(Max)) ?? expect.fail('Max holds no objection')
    await answers(Max, { taskId, outcome: 'adjust', note: 'We looked at it again.' })
    const rows = app.db
      .selectFrom('reports')
      .innerJoin('report_evidence as kept', 'report_id', 'reports.id')
      .select(['outcome', 'kept.closed_at'])
    expect(await rows.where('reported_id', '=', Ann.id).execute()).toEqual([
      { outcome: null, closed_at: null },
    ])
  })

  test('is taken once by one who asks twice at the same moment', async () => {
    for (let count = 0; count < 2; count += 1) {
      const { taskId } = await objected({})
      await app.db
        .updateTable('tasks')
        .set({ leased_by: null, leased_until: null })
        .where('id', '=', taskId)
        .execute()
    }
    // The connections are opened first, so that the requests meet.
    await Promise.all(Array.from({ length: 8 }, () => appealOf(Max)))
    await Promise.all(Array.from({ length: 8 }, () => takesTask(Max, 'appeals')))
    expect(
      await app.db.selectFrom('tasks').select('id').where('leased_by', '=', Max.id).execute(),
    ).toHaveLength(1)
  })

  test.each([
    ['hidden by another decision', '#24508a'],
    ['removed on request', '#248a50'],
  ])('that is right shows no photo again that was %s since', async (how, colour) => {
    // A picture of its own: one that was refused before is hidden at upload.
    const { id, status } = await upload(Ann, await aPhoto({ width: 300, height: 400, colour }))
    expect(status).toBe('approved')
    const { taskId } = await objected({
      act: 'hidePhoto',
      policy: 'nudity',
      about: 'photo',
      aboutId: id,
    })
    if (how === 'removed on request')
      await inTransaction<void>((trx) => markRemoved(trx, Ann.id, id, app.clock.now()))
    else {
      await decides(Eve, { ...spam, policy: 'photoRules', taskId: await held(Eve, 'photos', id) })
      await takesEffect()
    }
    await answers(Max, { taskId, outcome: 'overturn' })
    expect(
      await app.db
        .selectFrom('photos')
        .select('approved_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ approved_at: null })
  })

  test('that is right gives back no update that its author had deleted', async () => {
    const at = app.clock.now()
    const { id } = await app.db
      .insertInto('updates')
      .values({ account_id: Ann.id, body: 'Buy my things', created_at: at, deleted_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { taskId } = await objected({ act: 'removeText', about: 'update', aboutId: id })
    const { sections } = await statementOfLatest()
    expect(sections[0]?.paragraphs[0]).toContain(
      'an update of yours, which you have deleted or changed since. We have removed nothing',
    )
    await answers(Max, { taskId, outcome: 'overturn' })
    expect(
      await app.db.selectFrom('updates').select('id').where('account_id', '=', Ann.id).execute(),
    ).toEqual([])
  })

  test('that is skipped waits for somebody else, and comes back to the same person when they ask, and after an hour', async () => {
    const { taskId } = await objected({})
    await app.db
      .updateTable('tasks')
      .set({ leased_by: null, leased_until: null })
      .where('id', '=', taskId)
      .execute()
    const shown = () => Eve.calls(getAppeal)
    const take = (again: 'yes' | 'no' = 'no') =>
      Eve.calls(actOnTask, { body: { act: 'take', queues: ['appeals'], again } })
    await take()
    expect(await shown()).toMatchObject({
      held: { taskId, accountId: Ann.id, username: Ann.username },
    })
    const skips = () =>
      Eve.calls(actOnTask, { body: { act: 'release', queue: 'appeals', id: taskId, skip: 'yes' } })
    const { next } = await skips()
    expect([next, await shown()]).toEqual(['/staff/queue/appeals', { held: null }])
    await take()
    expect((await shown()).held).toBeNull()
    await take('yes')
    expect((await shown()).held).toMatchObject({ taskId })
    await skips()
    app.clock.advance(60 * MINUTE)
    await take()
    expect((await shown()).held).toMatchObject({ taskId })
  })

  const premiumUntil = async () => (await accountOf(app, Ann)).premium_until?.getTime() ?? 0
  /**
   * An objection to each of these closures waits for two days, in which nothing that was paid could
   * be used; Max then overturns them one after the other.
   */
  async function overturnsAfterTwoDays(...closures: Array<Partial<Body>>): Promise<void> {
    for (const one of closures) {
      await objected(one)
      app.clock.advance(DAY)
      await asStaff(app, Eve)
    }
    app.clock.advance((2 - closures.length) * DAY)
    const until = later(app.clock.now(), MINUTE)
    const tasks = await app.db
      .updateTable('tasks')
      .set({ leased_by: Max.id, leased_until: until })
      .returning('id')
      .execute()
    await asStaff(app, Max)
    for (const { id: taskId } of tasks.toSorted((a, b) => a.id - b.id))
      await answers(Max, { taskId, outcome: 'overturn' })
  }

  test.each<[string, string, Array<Partial<Body>>, number]>([
    [
      'of the brand that sells memberships',
      'comes back',
      [{ scope: 'brand', brand: 'adultcrush' }],
      2,
    ],
    [
      'of a brand that sells none',
      'was used elsewhere',
      [{ scope: 'brand', brand: 'wivesnow' }],
      0,
    ],
    [
      'of two brands, the second a day later',
      'comes back once',
      [
        { scope: 'brand', brand: 'adultcrush' },
        { scope: 'brand', brand: 'steamyplay' },
      ],
      2,
    ],
  ])(
    'that is right about a closure %s: the time that was paid %s',
    async (_, __, closures, days) => {
      await becomesPremium(app, Ann, 30)
      const paidBefore = await premiumUntil()
      await overturnsAfterTwoDays(
        ...closures.map((one) => ({ act: 'suspend' as const, days: 9, ...one })),
      )
      expect(((await premiumUntil()) - paidBefore) / DAY).toBeCloseTo(days, 2)
    },
  )

  test.each<[string, Array<Partial<Body>>, number]>([
    ['the whole network', [{}], 5],
    [
      'the whole network, and of one more brand a day later',
      [{}, { scope: 'brand', brand: 'wivesnow' }],
      5,
    ],
    ['a brand that sells credits', [{ scope: 'brand', brand: 'wivesnow' }], 5],
    ['a brand that sells none', [{ scope: 'brand', brand: 'adultcrush' }], 0],
  ])(
    'that is right about a closure of %s: of the credits that expired meanwhile comes back what was not spent',
    async (_, closures, back) => {
      const { db } = app
      const at = app.clock.now()
      await inTransaction<void>(async (trx) => {
        await grantCredits(trx, Ann.id, {
          credits: 7,
          source: 'grant',
          reference: 'soon',
          expiresAt: later(at, DAY),
          at,
        })
        await grantCredits(trx, Ann.id, {
          credits: 3,
          source: 'grant',
          reference: 'later',
          expiresAt: later(at, 9 * DAY),
          at,
        })
        await spendCredits(trx, Ann.id, { credits: 2, reason: 'message', reference: null, at })
      })
      await overturnsAfterTwoDays(
        ...closures.map((one) => ({ act: 'suspend' as const, days: 9, ...one })),
      )
      const credits = () => balanceOf(db, Ann.id, app.clock.now())
      expect(await credits()).toBe(3 + back)
      expect(
        (await ledgerFaults(db, app.clock.now(), 10)).filter(({ account }) => account === Ann.id),
      ).toEqual([])
      app.clock.advance(29 * DAY)
      expect(await credits()).toBe(back)
    },
  )

  test('whose answer is taken back within ten seconds waits again, with whoever took it back; afterwards it is answered', async () => {
    const { taskId } = await objected({ act: 'suspend', days: 7 })
    const { next } = await decidesAppeal(Max, { taskId, outcome: 'overturn' })
    const id = Number(/^\/staff\/queue\/appeals\?done=decided&verdict=(\d+)$/.exec(next)?.[1])
    const undoes = (by: CastMember) => by.calls(undoDecided, { body: { kind: 'verdict', id } })
    // Nothing leaves, also where the worker runs.
    await verdictsRun(app)
    expect([await isIn(), await mailKinds()]).toEqual([false, ['decision', 'appealReceived']])
    expect(await problem(undoes(Eve))).toMatch(/Somebody else decided this/)
    expect(await undoes(Max)).toMatchObject({ next: '/staff/queue/appeals?done=undone' })
    expect(await problem(undoes(Max))).toMatch(/taken back already/)
    await verdictsTakeEffect(app)
    expect([await isIn(), await mailKinds()]).toEqual([false, ['decision', 'appealReceived']])
    expect((await appealOf(Max)).held?.taskId).toBe(taskId)
    await decidesAppeal(Max, { taskId, outcome: 'uphold' })
    await Promise.all([verdictsTakeEffect(app), verdictsRun(app)])
    expect(await mailKinds()).toEqual(['decision', 'appealReceived', 'appeal.uphold'])
    expect(await problem(decidesAppeal(Max, { taskId, outcome: 'uphold' }))).toMatch(
      /closed already/,
    )
  })

  test('that is right gives back a photo, a text and the time that was paid', async () => {
    await upload(Ann, photo)
    const { id: photoId } = await app.db
      .selectFrom('photos')
      .select('id')
      .where('account_id', '=', Ann.id)
      .executeTakeFirstOrThrow()
    await setsProfile(app, Ann, { about: 'Buy my things' })
    await becomesPremium(app, Ann, 30)
    const paid = async () => (await accountOf(app, Ann)).premium_until
    const paidBefore = await paid()
    const profile = () =>
      app.db
        .selectFrom('profiles')
        .select(['about', 'has_photo'])
        .where('account_id', '=', Ann.id)
        .executeTakeFirstOrThrow()
    const cases: Array<Partial<Body>> = [
      { act: 'hidePhoto', policy: 'nudity', about: 'photo', aboutId: photoId },
      { act: 'removeText', about: 'about' },
      { act: 'suspend', days: 7 },
    ]
    const taskIds: number[] = []
    const shownBefore = await profile()
    for (const one of cases) taskIds.push((await objected(one)).taskId)
    expect(await profile()).toEqual({ about: '', has_photo: false })
    app.clock.advance(2 * DAY)
    await app.db
      .updateTable('tasks')
      .set({ leased_until: later(app.clock.now(), MINUTE) })
      .execute()
    await asStaff(app, Max)
    await asStaff(app, Eve)
    for (const taskId of taskIds) await decidesAppeal(Max, { taskId, outcome: 'overturn' })
    await verdictsTakeEffect(app)
    expect([await profile(), await before()]).toEqual([shownBefore, 0])
    expect((await paid())?.getTime()).toBe((paidBefore?.getTime() ?? 0) + 2 * DAY + UNDO_FOR)
  })
})
