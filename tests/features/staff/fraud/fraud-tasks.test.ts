import { beforeAll, expect, test } from 'vitest'
import { accessesOf } from '#core/audit/accesses.sql.ts'
import { fraudReviewJob } from '#core/rules/fraud.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { getRuleHits, getFraudRules } from '#staff/fraud/fraud-page.contract.ts'
import { app, runJob, setsAccount, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, eve, joins, writesTo } from '#tests/support/cast.ts'
import { queueOf, takesTask } from '#tests/support/verdicts.ts'

withApp()
let Eve: CastMember
beforeAll(async () => {
  Eve = await eve(app)
})

const runs = (job: Job) => runJob(app, job)
const writes = (from: CastMember, to: CastMember, body: string) =>
  writesTo(from, to, body, { isSure: 'yes' })
const decides = (taskId: number, act: 'none' | 'warn') =>
  Eve.calls(decideTask, {
    body: {
      taskId,
      act,
      ...(act === 'warn' ? { policy: 'scam', note: 'You asked for money.' } : {}),
    },
  })

/** Somebody asks for money and is answered; the task about it is the next one. */
async function asks(name: string) {
  const [beggar, reader] = [
    await joins(app, { brand: 'adultcrush', username: name }),
    await joins(app, {
      brand: 'wivesnow',
      username: `${name}Reader`,
      gender: 'man',
      signsInOn: 'adultcrush',
    }),
  ]
  await becomesPremium(app, reader)
  await setsAccount(app, beggar, { premium_until: new Date(app.clock.now().getTime() + 1000) })
  await writes(beggar, reader, 'Could you lend me 200 euros until Friday?')
  await writes(reader, beggar, 'No, sorry.')
  await takesTask(Eve, 'fraud')
  const { held } = await queueOf(Eve, 'fraud')
  if (!held?.hit) throw new Error('no task of the queue of fraud')
  return { beggar, reader, task: held.id, hit: held.hit }
}

test('staff read in words what the rules found, and who holds a task decides it', async () => {
  const { beggar, task, hit } = await asks('Mallory')
  expect(await Eve.calls(getRuleHits, { query: { id: hit } })).toMatchObject({
    accountId: beggar.id,
    hits: expect.arrayContaining([
      expect.objectContaining({
        rule: 'money',
        facts: expect.arrayContaining(['asks for money', '0 days since joining']),
      }),
    ]),
  })
  await Eve.calls(getRuleHits, { query: { id: hit } })
  const looked = await app.db
    .selectFrom('audit_log')
    .select(['subject_id', 'details'])
    .where('action', '=', 'staff.look')
    .execute()
  expect(looked).toEqual([{ subject_id: beggar.id, details: { what: 'account', hit } }])
  // It would tell somebody on the same day that they are suspected.
  const looks = async (at: Date) =>
    (await accessesOf(app.db, beggar.id, at)).map(({ what }) => what)
  expect([await looks(app.clock.now()), await looks(later(app.clock.now(), 30 * DAY))]).toEqual([
    [],
    ['account'],
  ])
  expect((await decides(task, 'warn')).next).toMatch(
    /^\/staff\/queue\/fraud\?done=decided&undo=\d+$/,
  )
  await expect(decides(task, 'none')).rejects.toMatchObject({ code: 'conflict' })
})

test('what staff find to be no breach counts against the rule, and ends a limit', async () => {
  const { beggar, task } = await asks('Honest')
  const at = app.clock.now()
  await app.db
    .insertInto('fraud_limits')
    .values({
      account_id: beggar.id,
      kind: 'review',
      since: at,
      until: new Date(at.getTime() + 9e8),
    })
    .execute()
  await runs(fraudReviewJob)
  const limits = () =>
    app.db.selectFrom('fraud_limits').select('kind').where('account_id', '=', beggar.id).execute()
  expect(await limits()).toHaveLength(1)
  await decides(task, 'none')
  await runs(fraudReviewJob)
  expect(await limits()).toEqual([])
  const { rules } = await Eve.calls(getFraudRules)
  expect(rules.find(({ id }) => id === 'money')).toMatchObject({
    accounts: 2,
    decided: 2,
    right: 1,
  })
})
