import { beforeAll, describe, expect, test } from 'vitest'
import { accessesOf } from '#core/audit/accesses.sql.ts'
import { queueHit, recordHit } from '#core/rules/hits.sql.ts'
import { ENOUGH_JUDGED } from '#core/rules/precision.ts'
import { ruleIds } from '#core/rules/rules.ts'
import { closeTask, openTask } from '#core/tasks/tasks.sql.ts'
import { DAY, later, SECOND } from '#lib/clock.ts'
import {
  getFraudHits,
  getFraudRules,
  markFraudHit,
  switchFraudRule,
} from '#staff/fraud/fraud-page.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, givesRoles, joins, worksAs } from '#tests/support/cast.ts'

withApp()
let Eve: CastMember
beforeAll(async () => {
  Eve = await eve(app)
})

const rules = async () => (await Eve.calls(getFraudRules)).rules
const rule = async (id: string) => (await rules()).find((one) => one.id === id)

test('every rule is shown with what it found, what it does and whose it is', async () => {
  expect((await rules()).map(({ id }) => id).toSorted()).toEqual([...ruleIds].toSorted())
  const at = app.clock.now()
  await app.db
    .insertInto('rule_hits')
    .values(
      ['2026-11-19', '2026-11-20'].map((day) => ({
        rule: 'copies',
        account_id: Eve.id,
        day,
        features: '{}',
        shadow: false,
        times: 2,
        at,
      })),
    )
    .execute()
  expect(await rule('copies')).toMatchObject({
    times: 4,
    accounts: 1,
    shadow: false,
    switchedAt: null,
    owner: 'moderation',
  })
})

test('the numbers from which rules fire are shown with the brands that have their own', async () => {
  const { numbers, thresholds } = await Eve.calls(getFraudRules)
  expect(numbers).toContainEqual({
    what: 'people who get the same words within a day',
    usual: 5,
    own: [{ brand: 'DiscreetCrush', value: 3 }],
  })
  expect(numbers).toContainEqual({ what: 'failed payments within a day', usual: 5, own: [] })
  expect(thresholds[0]).toEqual({
    brand: null,
    steps: expect.arrayContaining([{ from: 8, act: 'ban', days: null }]) as object[],
  })
})

test('a rule is right where staff acted on its tasks, and wrong where they found nothing', async () => {
  const at = app.clock.now()
  for (const [name, outcome] of Object.entries({ Ann: 'ban', Ben: 'none', Cem: 'warn' })) {
    const { id } = await joins(app, { brand: 'adultcrush', username: name })
    await app.transaction(async (trx) => {
      const hit = await recordHit(trx, {
        rule: 'money',
        accountId: id,
        features: {},
        shadow: false,
        at,
      })
      const subjectId = await queueHit(trx, hit, id, at)
      const task = await openTask(trx, {
        queue: 'fraud',
        brand: 'adultcrush',
        accountId: id,
        subjectId,
        priority: 1,
        dueAt: at,
        at,
      })
      await closeTask(trx, task, { by: Eve.id, at, outcome })
    })
  }
  expect(await rule('money')).toMatchObject({
    hits: 3,
    accounts: 3,
    decided: 3,
    right: 2,
    judged: 0,
  })
})

test('switching a rule is an act in the log, and counts from then on', async () => {
  expect(await rule('unanswered')).toMatchObject({ shadow: true })
  const switches = (shadow: 'yes' | 'no') =>
    Eve.calls(switchFraudRule, { body: { rule: 'unanswered', shadow } })
  expect(await switches('no')).toMatchObject({ next: '/staff/fraud?done=acts#unanswered' })
  await Promise.all([switches('yes'), switches('yes')])
  await switches('no')
  expect(await rule('unanswered')).toMatchObject({
    shadow: false,
    switchedAt: app.clock.now().toISOString(),
  })
  const acts = await app.db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'staff.switchFraudRule')
    .orderBy('id')
    .execute()
  expect(
    acts.map(({ actor_id, details }) => [actor_id, details['rule'], details['shadow']]),
  ).toEqual([false, true, true, false].map((shadow) => [Eve.id, 'unanswered', shadow]))
})

describe('what a rule found', () => {
  const hitsOf = (of: 'opener' | 'profile', after?: number) =>
    Eve.calls(getFraudHits, { query: after === undefined ? { rule: of } : { rule: of, after } })
  const marks = (staff: CastMember, id: number, right: 'yes' | 'no', after?: number) =>
    staff.calls(markFraudHit, { body: after === undefined ? { id, right } : { id, right, after } })
  let found: number[] = []
  beforeAll(async () => {
    const Zoe = await joins(app, { brand: 'adultcrush', username: 'Zoe' })
    for (let count = 0; count < 30; count += 1) {
      const at = later(app.clock.now(), -count * DAY + SECOND)
      found.push(
        await app.transaction((trx) =>
          recordHit(trx, {
            rule: 'opener',
            accountId: Zoe.id,
            features: { asksMoney: 1 },
            shadow: true,
            at,
          }),
        ),
      )
    }
  })

  test('is listed on pages, the newest first, in words and with the member, and looking at it is on record', async () => {
    const first = await hitsOf('opener')
    const second = await hitsOf('opener', first.next ?? 0)
    expect([...first.hits, ...second.hits].map(({ id }) => id)).toEqual(found)
    expect([first.hits.length, second.hits.length, second.next]).toEqual([25, 5, null])
    expect(first).toMatchObject({
      shadow: true,
      because: expect.stringMatching(/^The first message/),
    })
    expect(first.hits[0]).toMatchObject({
      username: 'Zoe',
      facts: ['asks for money'],
      shadow: true,
      times: 1,
      isOwn: false,
      mark: null,
      outcome: null,
    })
    const { accountId = 0 } = first.hits[0] ?? {}
    const looked = (at: Date) => accessesOf(app.db, accountId, at)
    expect([
      await looked(app.clock.now()),
      await looked(later(app.clock.now(), 30 * DAY)),
    ]).toMatchObject([[], [{ what: 'account' }]])
  })

  test('is judged once each, which can be changed and is on record; a share is said of twenty', async () => {
    const [one = 0, ...others] = found
    expect(await marks(Eve, one, 'no')).toMatchObject({
      next: `/staff/fraud/hits?rule=opener&done=wrong#hit-${one}`,
    })
    expect((await hitsOf('opener')).hits[0]).toMatchObject({
      mark: { isRight: false, by: 'Eve', at: app.clock.now().toISOString() },
    })
    await Promise.all([marks(Eve, one, 'yes'), marks(Eve, one, 'yes'), marks(Eve, one, 'yes')])
    await marks(Eve, one, 'no', found[24])
    expect(await rule('opener')).toMatchObject({
      hits: 30,
      judged: 1,
      judgedRight: 0,
      precision: null,
    })
    for (const id of others.slice(0, ENOUGH_JUDGED - 2)) await marks(Eve, id, 'yes')
    expect(await rule('opener')).toMatchObject({ judged: ENOUGH_JUDGED - 1, precision: null })
    await marks(Eve, others[ENOUGH_JUDGED] ?? 0, 'yes')
    expect(await rule('opener')).toMatchObject({
      judged: ENOUGH_JUDGED,
      judgedRight: ENOUGH_JUDGED - 1,
      precision: 1 - 1 / ENOUGH_JUDGED,
      decided: 0,
    })
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'staff.markFraudHit')
      .where('details', '@>', JSON.stringify({ hit: one }) as never)
      .orderBy('id')
      .execute()
    expect(acts).toEqual(
      [false, true, false].map((right) => ({
        actor_id: Eve.id,
        details: { hit: one, rule: 'opener', right },
      })),
    )
  })

  test('is judged by those who decide about fraud, and by nobody about themselves', async () => {
    const Sam = await worksAs(app, 'Sam')
    const own = await app.transaction((trx) =>
      recordHit(trx, {
        rule: 'profile',
        accountId: Sam.id,
        features: {},
        shadow: true,
        at: app.clock.now(),
      }),
    )
    await expect(marks(Sam, own, 'no')).rejects.toMatchObject({ code: 'forbidden' })
    await givesRoles(app, Sam, ['support'])
    await expect(marks(Sam, found[0] ?? 0, 'no')).rejects.toMatchObject({ code: 'otherRole' })
    await expect(Sam.calls(getFraudHits, { query: { rule: 'opener' } })).rejects.toMatchObject({
      code: 'otherRole',
    })
    await expect(marks(Eve, 999_999, 'yes')).rejects.toMatchObject({ code: 'notFound' })
    expect((await hitsOf('profile')).hits).toMatchObject([{ id: own, mark: null }])
  })
})
