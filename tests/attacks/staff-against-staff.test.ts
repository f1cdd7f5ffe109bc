import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { heldTask, leaseNext } from '#core/tasks/leases.sql.ts'
import { openTask } from '#core/tasks/tasks.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import type { StaffRole } from '#sites/staff-roles.ts'
import { decideApproval, getApprovals } from '#staff/approvals/approvals.contract.ts'
import {
  decideTask,
  getAdvice,
  getDecision,
  getHideable,
} from '#staff/decisions/deciding/decide.contract.ts'
import { decide } from '#staff/decisions/decisions.server.ts'
import { getEvidence, muteReporter } from '#staff/evidence/reporters.contract.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { OPERATOR, supportLink } from '#staff/tickets/agent/agent-links.server.ts'
import { makeSupportLink } from '#staff/tickets/queue/ticket-queue.contract.ts'
import { app, setsAccount, withApp } from '../support/app.ts'
import {
  asStaff,
  becomesPremium,
  type CastMember,
  givesRoles,
  joins,
  reportsMember,
  worksAs,
} from '../support/cast.ts'
import { aPhoto, upload } from '../support/photos.ts'
import { decisionsTakeEffect, queueOf, takesTask } from '../support/verdicts.ts'

/**
 * One of staff against another, or against a member: a moderator closed the only lead's account
 * alone, a double click was two strikes, a year's suspension needed nobody else, and whoever
 * reports was muted without a reason.
 */

withApp({ SUPPORT_SECRET: 's'.repeat(16) + 'upport-secret-of-a-test' })
let Eve: CastMember
let Max: CastMember
let Mia: CastMember
let Sue: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  await app.db.deleteFrom('tasks').execute()
  const staff = async (name: string, role: StaffRole) => {
    const member = await joins(app, {
      brand: 'adultcrush',
      username: `${name}${number}`,
      staff: true,
    })
    await givesRoles(app, member, [role])
    return asStaff(app, member)
  }
  ;[Eve, Max, Mia, Sue] = [
    await staff('AgEve', 'lead'),
    await staff('AgMax', 'lead'),
    await staff('AgMia', 'moderator'),
    await staff('AgSue', 'support'),
  ]
  Ann = await joins(app, { brand: 'adultcrush', username: `AgAnn${number}` })
})

type Body = Given<typeof decideTask>['body']
const warning = {
  act: 'warn',
  policy: 'spam',
  severity: 'low',
  note: 'You sent the same words to many.',
} as const
const decides = (by: CastMember, about: CastMember, body: Partial<Body> = {}) =>
  by.calls(decideTask, { body: { accountId: about.id, ...warning, ...body } })
const agrees = (by: CastMember, id: number) =>
  by.calls(decideApproval, { body: { kind: 'decision', id, outcome: 'approved' } })
const asked = async (by: CastMember) => (await by.calls(getApprovals)).approvals
const passes = () => decisionsTakeEffect(app)
const strikes = async (of: CastMember) =>
  (
    await app.db
      .selectFrom('strikes')
      .select('decision_id')
      .where('account_id', '=', of.id)
      .execute()
  ).length
const inForce = async (of: CastMember) =>
  (
    await app.db
      .selectFrom('decisions')
      .select('act')
      .where('account_id', '=', of.id)
      .where('undone_at', 'is', null)
      .where('reversed_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ act }) => act)
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'was not refused',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )
/** By a role that has no such page, or by what it is about. */
const notTheirs = /^(?:otherRole|forbidden)$/

async function aboutStaff(about: CastMember): Promise<number> {
  const at = app.clock.now()
  return app.transaction((trx) =>
    openTask(trx, {
      queue: 'reports',
      brand: 'adultcrush',
      accountId: about.id,
      subjectId: number,
      priority: 0,
      dueAt: later(at, DAY),
      at,
    }),
  )
}

describe('about somebody of staff', () => {
  const acts: Array<[string, Partial<Body>]> = [
    ['a warning', {}],
    ['a limit', { act: 'limit', days: 1 }],
    ['a suspension', { act: 'suspend', days: 1 }],
    ['a closure', { act: 'ban' }],
    ['a removal', { act: 'removeText', text: 'username' }],
  ]
  test.each(acts)(
    '%s is for leads, and waits for a second one, whoever begins it',
    async (_, body) => {
      for (const one of [Mia, Sue])
        expect(await refusal(decides(one, Eve, body))).toMatch(notTheirs)
      expect(await refusal(decides(Eve, Eve, body))).toBe('forbidden')
      const { id, needsSecond } = await decides(Max, Eve, body)
      expect(needsSecond).toBe(true)
      await passes()
      expect(await inForce(Eve)).toEqual([body.act ?? 'warn'])
      expect(
        (
          await app.db
            .selectFrom('decisions')
            .select('took_effect_at')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).took_effect_at,
      ).toBeNull()
      expect([
        await asked(Mia),
        await asked(Eve),
        (await asked(Max)).map(({ isOwn }) => isOwn),
      ]).toEqual([[], [], [true]])
      const [request] = await asked(Max)
      for (const one of [Mia, Max, Eve])
        expect(await refusal(agrees(one, request?.id ?? 0))).toBe('forbidden')
      const Zoe = await worksAs(app, `AgZoe${number}`)
      await agrees(Zoe, request?.id ?? 0)
      expect(
        (
          await app.db
            .selectFrom('decisions')
            .select('took_effect_at')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).took_effect_at,
      ).not.toBeNull()
    },
  )

  test('a rule alone decides nothing', async () => {
    const body = {
      ...warning,
      accountId: Eve.id,
      days: null,
      scope: 'network',
      brand: 'adultcrush',
      taskId: null,
      subject: null,
      internalNote: '',
    } as const
    const rule = app.transaction((trx) =>
      decide(
        app.services,
        trx,
        { staffId: null, at: app.clock.now() },
        { ...body, act: 'limit', days: 1, automated: true },
      ),
    )
    expect(await refusal(rule)).toBe('forbidden')
  })

  test('a task is given to leads alone, and to nobody about themselves', async () => {
    const id = await aboutStaff(Eve)
    const takes = (who: CastMember) =>
      app.transaction((trx) => leaseNext(trx, 'reports', who.id, app.clock.now()))
    expect([await takes(Mia), await takes(Eve)]).toEqual([undefined, undefined])
    expect((await takes(Max))?.id).toBe(id)
    await app.db.updateTable('tasks').set({ leased_by: Mia.id }).where('id', '=', id).execute()
    const holds = app.transaction((trx) =>
      heldTask(
        trx,
        { member: { id: Mia.id }, at: app.clock.now() } as Parameters<typeof heldTask>[1],
        id,
      ),
    )
    expect(await refusal(holds)).toBe('forbidden')
  })

  test('a report is shown to the lead who takes it, though there is no profile, and decided by two', async () => {
    await reports(Ann, Eve)
    await takesTask(Max, 'reports')
    const { held } = await queueOf(Max, 'reports')
    expect(held?.member).toMatchObject({ id: Eve.id, age: null, gender: null })
    const { report } = await Max.calls(getEvidence, { query: { task: held?.id ?? 0 } })
    expect(report).toMatchObject({ reason: 'harassment' })
    expect((await Max.visit('/staff/queue/reports')).status).toBe(200)
    expect(await decides(Max, Eve, { taskId: held?.id ?? 0 })).toMatchObject({ needsSecond: true })
  })

  test('a support link and a support view are the operator’s alone', async () => {
    for (const one of [Mia, Sue, Max])
      expect(await refusal(one.calls(makeSupportLink, { body: { id: Eve.id } }))).toMatch(notTheirs)
    const opens = async (agent: string) => {
      const brand = brandById('adultcrush') ?? expect.fail('there is no such brand')
      const url = new URL(
        supportLink(app.services, { brand, memberId: Eve.id, agent }, app.clock.now()) ?? '',
      )
      const headers = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Host: url.host }
      return (
        await app.frontDoor(
          new Request(url, { method: 'POST', headers }),
          '203.0.113.7',
          async () => new Response('page'),
        )
      ).status
    }
    expect([await opens('Support desk'), await opens(OPERATOR)]).toEqual([403, 200])
  })

  test('a mute is never made, and a report is looked at whoever makes it', async () => {
    await wasOftenWrong(Sue)
    expect(await refusal(mutes(Max, Sue))).toBe('forbidden')
    await wasOftenWrong(Ann)
    await mutes(Max, Ann)
    await reports(Ann, Sue)
    expect(await open()).toEqual([Sue.id])
  })
})

const mutes = (by: CastMember, who: CastMember) =>
  by.calls(muteReporter, { body: { id: who.id, for: 'week' } })
const reports = (
  who: CastMember,
  about: CastMember,
  reason: 'harassment' | 'underage' = 'harassment',
) => reportsMember(who, about, { reason })
const open = async () =>
  (
    await app.db.selectFrom('tasks').select('account_id').where('queue', '=', 'reports').execute()
  ).map((row) => row.account_id)
async function wasOftenWrong(who: CastMember): Promise<void> {
  const at = app.clock.now()
  const wrong = {
    reporter_id: who.id,
    reported_id: Max.id,
    brand: 'adultcrush',
    reason: 'other',
    created_at: at,
    closed_at: at,
    outcome: 'noBreach',
  }
  await app.db
    .insertInto('reports')
    .values(Array.from({ length: 5 }, () => wrong))
    .execute()
}

describe('whoever reports', () => {
  test('is muted by a lead alone, and only where their reports were often wrong', async () => {
    expect(await refusal(mutes(Max, Ann))).toBe('conflict')
    await wasOftenWrong(Ann)
    for (const one of [Mia, Sue]) expect(await refusal(mutes(one, Ann))).toMatch(notTheirs)
    expect(await refusal(mutes(Max, Ann))).toBe('was not refused')
  })

  test('is heard about somebody who may be under 18, muted or not', async () => {
    const Dan = await joins(app, { brand: 'adultcrush', username: `AgDan${number}` })
    await wasOftenWrong(Ann)
    await mutes(Max, Ann)
    await reports(Ann, Dan)
    expect(await open()).toEqual([])
    await reports(Ann, Dan, 'underage')
    expect(await open()).toEqual([Dan.id])
  })
})

describe('the same act about the same subject', () => {
  const twenty = async (body: Partial<Body>) => {
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => decides(n % 2 === 0 ? Mia : Max, Ann, body)),
    )
    return answers
      .map((answer) =>
        answer.status === 'fulfilled' ? 'made' : (answer.reason as { code: string }).code,
      )
      .toSorted()
  }
  const once = [...Array.from({ length: 19 }, () => 'conflict'), 'made']

  test.each<[string, Partial<Body>]>([
    ['warn', {}],
    ['limit', { act: 'limit', days: 3 }],
    ['suspend', { act: 'suspend', days: 3 }],
    ['ban', { act: 'ban' }],
  ])('%s is decided once by twenty at the same moment', async (act, body) => {
    expect(await twenty(body)).toEqual(once)
    await passes()
    expect([await inForce(Ann), await strikes(Ann)]).toEqual([[act], 1])
    if (act !== 'warn') expect(await refusal(decides(Mia, Ann, body))).toBe('conflict')
  })

  test('is hidden, and given back, once', async () => {
    const { id } = await upload(Ann, await aPhoto({ width: 300, height: 400, colour: '#7a3b91' }))
    expect(
      await twenty({ act: 'hidePhoto', policy: 'nudity', about: 'photo', aboutId: id }),
    ).toEqual(once)
    await passes()
    expect(
      await refusal(
        decides(Mia, Ann, { act: 'hidePhoto', policy: 'nudity', about: 'photo', aboutId: id }),
      ),
    ).toBe('conflict')
    expect(await twenty({ act: 'restore', policy: 'none', about: 'photo', aboutId: id })).toEqual(
      once,
    )
  })

  test('waits for a second person once, and a closure that waits leaves nothing else to decide', async () => {
    await becomesPremium(app, Ann)
    expect(await twenty({ act: 'ban' })).toEqual(once)
    expect(await refusal(decides(Mia, Ann))).toBe('conflict')
    expect(await refusal(decides(Mia, Ann, { act: 'suspend', days: 3 }))).toBe('conflict')
  })

  test('is one where a form is sent twice, also long after', async () => {
    const key = randomUUID()
    const [first, second] = await Promise.all([
      decides(Mia, Ann, { key }),
      decides(Mia, Ann, { key }),
    ])
    await passes()
    const third = await decides(Mia, Ann, { key })
    expect([second.id, third.id, await strikes(Ann)]).toEqual([first.id, first.id, 1])
    // Another form is about another breach.
    await decides(Mia, Ann, { key: randomUUID() })
    expect(await strikes(Ann)).toBe(2)
  })
})

describe('a suspension or a limit', () => {
  test.each<[number, number, boolean]>([
    [30, 0, false],
    [31, 0, true],
    [365, 0, true],
    [7, 42, false],
    [30, 42, false],
    [30, 14, true],
  ])('of %i days, with %i paid for, needs a second person: %s', async (days, paid, needsSecond) => {
    if (paid > 0) await setsAccount(app, Ann, { premium_until: later(app.clock.now(), paid * DAY) })
    for (const act of ['suspend', 'limit'] as const)
      expect((await decides(Mia, Ann, { act, days })).needsSecond).toBe(needsSecond)
  })
})

describe('what staff see', () => {
  test('is never the advice, or the photos to decide about, of themselves, nor, but for leads, of colleagues', async () => {
    const advice = (by: CastMember, { id }: CastMember) =>
      refusal(by.calls(getAdvice, { query: { accountId: id } }))
    const photos = (by: CastMember, { id }: CastMember) =>
      refusal(by.calls(getHideable, { query: { accountId: id } }))
    expect([
      await advice(Max, Max),
      await photos(Max, Max),
      await advice(Mia, Eve),
      await photos(Mia, Eve),
    ]).toEqual(Array.from({ length: 4 }, () => 'forbidden'))
    expect([await advice(Max, Eve), await advice(Mia, Ann)]).toEqual([
      'was not refused',
      'was not refused',
    ])
  })

  test('of what was decided about a colleague, and noted, is for leads as the decision is', async () => {
    const { id } = await decides(Max, Eve, { internalNote: 'Wrote to members from the desk.' })
    const decision = (by: CastMember) => refusal(by.calls(getDecision, { query: { id } }))
    const file = (by: CastMember) =>
      refusal(by.calls(getMemberFile, { params: { id: Eve.id }, query: {} }))
    for (const one of [Mia, Sue, Eve]) {
      expect(await decision(one)).toMatch(notTheirs)
      expect(await file(one)).toBe('forbidden')
    }
    expect([await decision(Max), await file(Max)]).toEqual(['was not refused', 'was not refused'])
  })

  test('of a photo that members may not see, needs a task about it and the factor of this session', async () => {
    await upload(Ann, await aPhoto({ width: 300, height: 400, colour: '#137b4f' }), {
      isPrivate: 'true',
    })
    const shown = async (by: CastMember, query: { task?: number; accountId?: number }) =>
      (await by.calls(getHideable, { query })).photos.length
    expect(await shown(Mia, { accountId: Ann.id })).toBe(0)
    await reports(await joins(app, { brand: 'adultcrush', username: `AgDan${number}` }), Ann)
    const task = await app.transaction((trx) => leaseNext(trx, 'reports', Mia.id, app.clock.now()))
    expect(await shown(Mia, { task: task?.id ?? 0 })).toBe(1)
    await app.db
      .updateTable('sessions')
      .set({ second_factor_at: null })
      .where('account_id', '=', Mia.id)
      .execute()
    expect(await refusal(shown(Mia, { task: task?.id ?? 0 }))).toBe('secondFactor')
  })
})
