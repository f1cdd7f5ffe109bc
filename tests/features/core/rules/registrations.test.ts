import { beforeAll, describe, expect, test } from 'vitest'
import { saveProfile } from '#core/people/edit/edit-profile.contract.ts'
import { fraudReviewJob, identityOf, observeFailedPayment } from '#core/rules/fraud.server.ts'
import { keepIdentity } from '#core/rules/identities.sql.ts'
import { closeTask } from '#core/tasks/tasks.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY } from '#lib/clock.ts'
import { sendMessage } from '#members/messages/messages.contract.ts'
import { saveIntroduction, uploadStep } from '#members/onboarding/steps.contract.ts'
import { stepsAfter } from '#members/onboarding/steps.ts'
import { getRuleHits } from '#staff/fraud/fraud-page.contract.ts'
import { app, runJob, setsAccount, type Visitor, withApp } from '#tests/support/app.ts'
import { asStaff, becomesPremium, carol, type CastMember, eve, joins } from '#tests/support/cast.ts'
import { register } from '#tests/support/joining.ts'

withApp()
let Bob: CastMember
let Carol: CastMember
let Eve: CastMember
beforeAll(async () => {
  Bob = await joins(app, { brand: 'adultcrush', username: 'Bob', gender: 'man' })
  await becomesPremium(app, Bob)
  Carol = await carol(app)
  Eve = await eve(app)
})

async function registers(
  visitor: Visitor,
  username: string,
  email = `${username.toLowerCase()}@example.org`,
): Promise<number> {
  const answer = await register(visitor, { username, email })
  expect(answer.status).toBe(200)
  return (
    await app.db
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id
}
const rulesOf = async (accountId: number) =>
  (
    await app.db
      .selectFrom('rule_hits')
      .select('rule')
      .where('account_id', '=', accountId)
      .orderBy('rule')
      .execute()
  ).map(({ rule }) => rule)
const runs = (job: Job) => runJob(app, job)
const maxsMailbox = () => identityOf(app.services.settings.sessionSecret, 'Max.Muster@gmail.com')

describe('registrations', () => {
  test('of one device are a sign from the third within a day', async () => {
    const browser = app.visitor('adultcrush', { ip: '203.0.113.20' })
    expect(await rulesOf(await registers(browser, 'First'))).toEqual([])
    expect(await rulesOf(await registers(browser, 'Second'))).toEqual([])
    expect(await rulesOf(await registers(browser, 'Third'))).toEqual(['device'])
    app.clock.advance(DAY)
    expect(await rulesOf(await registers(browser, 'Fourth'))).toEqual([])
  })

  test('of one network are a sign from the tenth, also at the same moment, and no address is kept', async () => {
    const ids = await Promise.all(
      Array.from({ length: 11 }, (_, index) =>
        registers(app.visitor('adultcrush', { ip: `192.0.2.${index + 10}` }), `Net${index}`),
      ),
    )
    const fired = await Promise.all(ids.map(rulesOf))
    expect(fired.flat()).toEqual(['network', 'network'])
    const keys = await app.db
      .selectFrom('rate_limits')
      .select('key')
      .where('key', 'like', 'registrations:network:%')
      .execute()
    expect(keys.map(({ key }) => key).join()).not.toMatch(/192\.0|203\.0/)
  })

  test('with the mailbox of somebody banned for fraud succeed alike, and begin no conversation before staff have looked', async () => {
    await app.transaction((trx) => keepIdentity(trx, maxsMailbox(), app.clock.now()))
    const visitor = app.visitor('adultcrush', { ip: '203.0.113.40' })
    const id = await registers(visitor, 'Maxine', 'maxmuster+new@gmail.com')
    expect(await rulesOf(id)).toEqual(['comesBack'])
    const task = await app.db
      .selectFrom('tasks')
      .select(['id', 'subject_id'])
      .where('account_id', '=', id)
      .where('queue', '=', 'fraud')
      .executeTakeFirstOrThrow()
    await asStaff(app, Eve)
    expect(await Eve.calls(getRuleHits, { query: { id: task.subject_id } })).toMatchObject({
      username: 'Maxine',
      limitedUntil: new Date(app.clock.now().getTime() + 3 * DAY).toISOString(),
      hits: [
        {
          rule: 'comesBack',
          facts: [
            '1 account on this device within a day',
            '2 accounts in this network within a day',
            'the address of somebody banned for fraud',
          ],
        },
      ],
    })
    const at = app.clock.now()
    await setsAccount(
      app,
      { id },
      { email_confirmed_at: at, premium_until: new Date(at.getTime() + 30 * DAY) },
    )
    await app.db.deleteFrom('onboarding_steps').where('account_id', '=', id).execute()
    const writesTo = (who: CastMember) =>
      visitor.calls(sendMessage, { body: { id: who.id, body: 'Good evening' } })
    const writes = () => writesTo(Bob)
    const refused = await writes().catch((error: unknown) => error)
    expect(refused).toMatchObject({
      status: 429,
      message: expect.stringMatching(
        /takes a look at your account before you begin.*3 days at most.*you can answer/,
      ),
    })
    expect(String(refused)).not.toMatch(/fraud|scam|ban/i)
    await Bob.calls(sendMessage, { body: { id, body: 'Good evening' } })
    await writes()
    await expect(writesTo(Carol)).rejects.toMatchObject({ status: 429 })
    await runs(fraudReviewJob)
    await expect(writesTo(Carol)).rejects.toMatchObject({ status: 429 })
    await app.transaction((trx) =>
      closeTask(trx, task.id, { by: Eve.id, at: app.clock.now(), outcome: 'none' }),
    )
    await runs(fraudReviewJob)
    await writesTo(Carol)
  })

  test('of a person lead to one task, whatever fires', async () => {
    const browser = app.visitor('adultcrush', { ip: '203.0.113.60' })
    for (const name of ['Uno', 'Dos']) await registers(browser, name)
    await app.transaction((trx) =>
      keepIdentity(
        trx,
        identityOf(app.services.settings.sessionSecret, 'tres@example.org'),
        app.clock.now(),
      ),
    )
    const id = await registers(browser, 'Tres')
    expect(await rulesOf(id)).toEqual(['comesBack', 'device'])
    expect(
      await app.db.selectFrom('tasks').select('queue').where('account_id', '=', id).execute(),
    ).toEqual([{ queue: 'fraud' }])
  })
})

test('five failed payments within a day are a sign', async () => {
  const who = { accountId: Bob.id, brand: 'adultcrush', at: app.clock.now() }
  const fails = () => app.transaction((trx) => observeFailedPayment(trx, who))
  for (let count = 0; count < 4; count += 1) await fails()
  expect(await rulesOf(Bob.id)).toEqual([])
  await fails()
  expect(await rulesOf(Bob.id)).toEqual(['payments'])
})

test('a new profile that leads elsewhere is a sign, in shadow', async () => {
  const Ann = await joins(app, { brand: 'adultcrush', username: 'Ann' })
  const says = (about: string) =>
    Ann.calls(saveProfile, { body: { section: 'about', headline: 'Hello', about } })
  await says('I like long walks')
  expect(await rulesOf(Ann.id)).toEqual([])
  await says('Text me on WhatsApp, I am rarely here')
  expect(await rulesOf(Ann.id)).toEqual(['profile'])
})

test('so is a newcomer’s, on the screens after joining and once for the same words', async () => {
  const Ben = await joins(app, { brand: 'adultcrush', username: 'Ben', steps: stepsAfter.register })
  const about = 'Text me on WhatsApp, I am rarely here'
  await Ben.calls(saveIntroduction, { body: { about } })
  expect(await rulesOf(Ben.id)).toEqual(['profile'])
  const form = new FormData()
  form.set('about', about)
  await Ben.calls(uploadStep, { form })
  expect(await rulesOf(Ben.id)).toEqual(['profile'])

  const Cleo = await joins(app, {
    brand: 'adultcrush',
    username: 'Cleo',
    steps: stepsAfter.register,
  })
  await Cleo.calls(uploadStep, { form })
  expect(await rulesOf(Cleo.id)).toEqual(['profile'])
})
