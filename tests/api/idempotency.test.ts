import { beforeAll, expect, test } from 'vitest'
import { type Claim, once } from '#api/idempotency.server.ts'
import { oldAnswersJob } from '#jobs/old-answers.server.ts'
import { DAY } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { app, runJob, withApp } from '../support/app.ts'
import { alice, type CastMember } from '../support/cast.ts'

withApp()
let member: CastMember
beforeAll(async () => {
  member = await alice(app)
})

const claim = (key: string | null, says = 'hello'): Claim => ({
  accountId: member.id,
  key,
  requestHash: hashToken(says),
  at: app.clock.now(),
})

/** Does something that can be counted, and answers with its number. */
function act(claimed: Claim, fails = false): Promise<{ number: number }> {
  return once(app.db, claimed, async (trx) => {
    const { id } = await trx
      .insertInto('events')
      .values({ account_id: member.id, name: String(claimed.key), at: claimed.at })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (fails) throw new Error('the act failed')
    return { number: id }
  })
}

async function actsDone(key: string | null): Promise<number> {
  const rows = await app.db
    .selectFrom('events')
    .select('id')
    .where('name', '=', String(key))
    .execute()
  return rows.length
}

test('twenty calls with one key are answered with what the first one did', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => act(claim('same'))))
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1)
  expect(await actsDone('same')).toBe(1)
})

test('a key is refused that was used for something else', async () => {
  await act(claim('reused'))
  await expect(act(claim('reused', 'goodbye'))).rejects.toMatchObject({ code: 'conflict' })
  expect(await actsDone('reused')).toBe(1)
})

test('a key keeps nothing of an act that failed, so that the next one acts', async () => {
  await expect(act(claim('failing'), true)).rejects.toThrow('the act failed')
  expect(await actsDone('failing')).toBe(0)
  await act(claim('failing'))
  expect(await actsDone('failing')).toBe(1)
})

test('a call without a key acts each time', async () => {
  await act(claim(null))
  await act(claim(null))
  expect(await actsDone(null)).toBe(2)
})

test('answers are forgotten after two days', async () => {
  await act(claim('old'))
  app.clock.advance(3 * DAY)
  await runJob(app, oldAnswersJob)
  await act(claim('old', 'something else'))
  expect(await actsDone('old')).toBe(2)
})
