import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueFiring, recordFiring } from '../../../src/features/fraud/firings.sql.ts'
import type { getFraudRules, switchFraudRule } from '../../../src/features/fraud/fraud-desk.contract.ts'
import { ruleIds } from '../../../src/features/fraud/rules.ts'
import { closeJob, openJob } from '../../../src/features/staff/jobs.sql.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CastMember, eve, joins } from '../../support/cast.ts'

let app: TestApp
let Eve: CastMember
beforeAll(async () => {
  app = await startApp()
  Eve = await eve(app)
})
afterAll(() => app.close())

const rules = async () => (await Eve.send<typeof getFraudRules>('GET /staff/fraud', {})).rules
const rule = async (id: string) => (await rules()).find((one) => one.id === id)

test('every rule is shown with what it found, what it does and whose it is', async () => {
  expect((await rules()).map(({ id }) => id).toSorted()).toEqual([...ruleIds].toSorted())
  const at = app.clock.now()
  await app.services.db
    .insertInto('fraud_firings')
    .values(['2026-11-19', '2026-11-20'].map((day) => ({ rule: 'copies', account_id: Eve.id, day, features: '{}', shadow: false, hits: 2, at })))
    .execute()
  expect(await rule('copies')).toMatchObject({ hits: 4, accounts: 1, shadow: false, switchedAt: null, owner: 'moderation' })
})

test('the numbers from which rules fire are shown with the brands that have their own', async () => {
  const { numbers, thresholds } = await Eve.send<typeof getFraudRules>('GET /staff/fraud', {})
  expect(numbers).toContainEqual({ what: 'people who get the same words within a day', usual: 5, own: [{ brand: 'DiscreetCrush', value: 3 }] })
  expect(numbers).toContainEqual({ what: 'failed payments within a day', usual: 5, own: [] })
  expect(thresholds[0]).toEqual({ brand: null, steps: expect.arrayContaining([{ from: 8, act: 'ban', days: null }]) as object[] })
})

test('a rule is right where staff acted on its jobs, and wrong where they found nothing', async () => {
  const at = app.clock.now()
  for (const [name, outcome] of Object.entries({ Ann: 'ban', Ben: 'none', Cem: 'warn' })) {
    const { id } = await joins(app, { brand: 'adultcrush', username: name })
    await app.services.db.transaction().execute(async (trx) => {
      const firing = await recordFiring(trx, { rule: 'money', accountId: id, features: {}, shadow: false, at })
      const subjectId = await queueFiring(trx, firing, id, at)
      const job = await openJob(trx, { queue: 'fraud', brand: 'adultcrush', accountId: id, subjectId, priority: 1, dueAt: at, at })
      await closeJob(trx, job, { by: Eve.id, at, outcome })
    })
  }
  expect(await rule('money')).toMatchObject({ accounts: 3, decided: 3, right: 2 })
})

test('switching a rule is an act in the log, and counts from then on', async () => {
  expect(await rule('unanswered')).toMatchObject({ shadow: true })
  const switches = (shadow: 'yes' | 'no') => Eve.send<typeof switchFraudRule>('POST /staff/switchFraudRule', { body: { rule: 'unanswered', shadow } })
  expect(await switches('no')).toMatchObject({ next: '/staff/fraud?done=acts#unanswered' })
  await Promise.all([switches('yes'), switches('yes')])
  await switches('no')
  expect(await rule('unanswered')).toMatchObject({ shadow: false, switchedAt: app.clock.now().toISOString() })
  const acts = await app.services.db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'staff.switchFraudRule')
    .orderBy('id')
    .execute()
  expect(acts.map(({ actor_id, details }) => [actor_id, details['rule'], details['shadow']])).toEqual(
    [false, true, true, false].map((shadow) => [Eve.id, 'unanswered', shadow]),
  )
})
