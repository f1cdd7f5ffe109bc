import { beforeEach, describe, expect, test } from 'vitest'
import { REMOVED } from '#members/photos/hashes/hash-table.sql.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { changeListFeedback, getListFeedback } from '#staff/hash-lists/feedback.contract.ts'
import type { CastMember } from '#tests/support/cast.ts'
import { givesRoles } from '#tests/support/cast.ts'
import { undoesDecision } from '#tests/support/verdicts.ts'
import { Ann, app, Eve, Max, problem, takesEffect, withStaff } from '../decisions/decision-cast.ts'
import { confirmed, judges, listed, matches } from './matched.ts'

/** What lists of other organisations could be told of matches, which nobody sends but by hand. */

withStaff()

beforeEach(async () => {
  await app.services.db.deleteFrom('list_feedback').execute()
})

const decides = (ids: readonly number[], act: 'release' | 'discard', who: CastMember = Max) =>
  who.calls(changeListFeedback, { body: { ids: [...ids], act } })
const marksSent = (ids: readonly number[], who: CastMember = Max) =>
  who.calls(changeListFeedback, { body: { ids: [...ids], act: 'markSent' } })
const feedback = (who: CastMember = Eve) => who.calls(getListFeedback)
const waiting = async () => (await feedback()).waiting
const waitingIds = async () => (await waiting()).map(({ id }) => id)
const lastDecision = () =>
  app.services.db
    .selectFrom('decisions')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const actsOf = async (who: CastMember) => {
  const acts = app.services.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('actor_id', '=', who.id)
  return (await acts.orderBy('id').execute()).filter(({ action }) => /Feedback/.test(action))
}

describe('a list of another organisation could be told', () => {
  test('that a match was right: the hash as the list has it, and nothing of the member', async () => {
    const picture = await listed('StopNCII')
    await judges(await matches(picture), 'young')
    const decidedAt = app.clock.now().toISOString()
    expect(await waiting()).toEqual([])
    await takesEffect()
    const { id: decisionId } = await lastDecision()
    expect(await waiting()).toEqual([
      {
        id: expect.any(Number),
        decisionId,
        list: 'StopNCII',
        kind: 'pdq',
        hash: picture.pdq,
        verdict: 'confirmed',
        at: decidedAt,
      },
    ])
  })

  test('that a match was wrong', async () => {
    await judges(await matches(await listed()), 'approve')
    await takesEffect()
    expect(await waiting()).toMatchObject([{ list: 'file', verdict: 'wrong' }])
  })

  test('of each of its hashes that matched', async () => {
    const picture = await listed('file', ['pdq', 'sha256'])
    await confirmed(picture)
    expect((await waiting()).map(({ kind, hash }) => [kind, hash]).toSorted()).toEqual([
      ['pdq', picture.pdq],
      ['sha256', picture.sha256],
    ])
  })

  test('nothing of a match with a list of our own', async () => {
    await confirmed(await listed(REMOVED))
    expect(await waiting()).toEqual([])
  })

  test('nothing of a decision that was taken back within the ten seconds', async () => {
    await judges(await matches(await listed()), 'approve')
    await undoesDecision(Eve, (await lastDecision()).id)
    await takesEffect()
    expect([
      await waiting(),
      await app.services.db.selectFrom('list_feedback').select('id').execute(),
    ]).toEqual([[], []])
  })

  test.each([true, false])(
    'the contrary where the decision is taken back later, whether the list was told already: %s',
    async (isReleased) => {
      const { photoId } = await confirmed()
      if (isReleased) await decides(await waitingIds(), 'release')
      const { id: reverses } = await lastDecision()
      await Eve.calls(decideTask, {
        body: {
          accountId: Ann.id,
          act: 'restore',
          about: 'photo',
          aboutId: photoId,
          reverses,
          note: 'We were wrong.',
        },
      })
      await takesEffect()
      expect((await waiting()).map(({ verdict }) => verdict)).toEqual(['wrong'])
      expect((await feedback()).released).toHaveLength(isReleased ? 1 : 0)
    },
  )
})

describe('what waits', () => {
  test('is released or discarded row by row or all at once, by leads, which is on record', async () => {
    const pictures = [await listed('file', ['pdq', 'sha256']), await listed('StopNCII')] as const
    for (const picture of pictures) await confirmed(picture)
    const ids = await waitingIds()
    expect(ids).toHaveLength(3)
    const [first = 0, ...others] = ids
    expect((await decides([first], 'discard')).next).toBe(
      '/staff/preserved?done=discarded#feedback',
    )
    expect(await waitingIds()).toEqual(others)
    await decides(others, 'release')
    const { waiting: none, released } = await feedback()
    expect([
      none,
      released.map(({ list }) => list).toSorted(),
      released.flatMap((one) => one.ids).toSorted(),
    ]).toEqual([[], ['StopNCII', 'file'], others])
    expect(await actsOf(Max)).toEqual([
      { action: 'staff.decideFeedback', details: { rows: String(first), outcome: 'discarded' } },
      { action: 'staff.decideFeedback', details: { rows: others.join(' '), outcome: 'released' } },
    ])
  })

  test('is decided once, also by two leads at the same moment', async () => {
    await confirmed()
    const ids = await waitingIds()
    const both = await Promise.allSettled([decides(ids, 'release'), decides(ids, 'discard', Eve)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await problem(decides(ids, 'release'))).toMatch(/decided about this already/)
  })

  test('is not released before its decision has taken effect', async () => {
    await judges(await matches(await listed()), 'young')
    const rows = await app.services.db.selectFrom('list_feedback').select('id').execute()
    expect(rows).toHaveLength(1)
    expect(
      await problem(
        decides(
          rows.map(({ id }) => id),
          'release',
        ),
      ),
    ).toMatch(/Nothing was changed/)
  })

  test('is for leads alone', async () => {
    await confirmed()
    const ids = await waitingIds()
    await givesRoles(app, Max, ['moderator'])
    for (const call of [() => feedback(Max), () => decides(ids, 'release'), () => marksSent(ids)])
      await expect(call()).rejects.toMatchObject({ code: 'otherRole' })
  })
})

test('what is released is a file for whoever keeps the list, until somebody says that it was sent', async () => {
  const pictures = [await listed(), await listed()] as const
  for (const picture of pictures) await confirmed(picture)
  const rows = await waiting()
  const ids = rows.map(({ id }) => id)
  expect(await problem(marksSent(ids))).toMatch(/sent already/)
  await decides(ids, 'release')
  const [one] = (await feedback()).released
  expect(one).toEqual({
    list: 'file',
    ids,
    csv: [
      'kind,hash,verdict,at',
      ...rows.map(({ hash, at }) => `pdq,${hash},confirmed,${at}`),
      '',
    ].join('\r\n'),
  })
  await marksSent(ids.slice(0, 1))
  expect((await feedback()).released.flatMap((left) => left.ids)).toEqual(ids.slice(1))
  await marksSent(ids)
  expect(await feedback()).toEqual({ waiting: [], released: [] })
  expect(await problem(marksSent(ids))).toMatch(/sent already/)
})
