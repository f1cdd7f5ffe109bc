import { beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { sendViewOnce, withdrawViewOnce } from '#members/messages/view-once/view-once.contract.ts'
import { REFUSED } from '#members/photos/hashes/hash-table.sql.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { getStatement } from '#staff/decisions/appeals/appeals.contract.ts'
import { decideTask, getDecision } from '#staff/decisions/deciding/decide.contract.ts'
import { type Act, acts, actTable } from '#staff/decisions/decisions.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, worksAs } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import { decisionsTakeEffect, undoesDecision } from '#tests/support/verdicts.ts'

/**
 * What somebody deletes, withdraws or changes within the ten seconds takes nothing from what was
 * decided about them.
 */

withApp({ PHOTO_REVIEW: 'staff' })
let Eve: CastMember
let Ann: CastMember
let number = 0
let bobs = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  for (const table of ['tasks', 'hash_table', 'photo_hashes'] as const)
    await app.db.deleteFrom(table).execute()
  Eve = await worksAs(app, `GoneEve${number}`)
  Ann = await joins(app, { brand: 'wivesnow', username: `GoneAnn${number}` })
})

type Queue = 'photos' | 'viewOnce'
type Body = Given<typeof decideTask>['body']
const bodies: Readonly<Record<Exclude<Act, 'removeText' | 'restore'>, Partial<Body>>> = {
  none: {},
  hidePhoto: { policy: 'nudity' },
  warn: { policy: 'nudity' },
  limit: { policy: 'nudity', days: 3 },
  suspend: { policy: 'nudity', days: 7 },
  ban: { policy: 'scam', severity: 'critical' },
}

async function decides(queue: Queue, act: Act, more: Partial<Body> = {}): Promise<number> {
  const task = await app.transaction((trx) => leaseNext(trx, queue, Eve.id, app.clock.now()))
  const note = act === 'none' ? '' : 'The picture shows more than it may.'
  const body = { taskId: task?.id ?? 0, act, note, ...bodies[act as keyof typeof bodies], ...more }
  return (await Eve.calls(decideTask, { body })).id
}
const takesEffect = () => decisionsTakeEffect(app)
const deletes = (id: number) => Ann.request(`/image/delete/id/${id}`, { method: 'POST' })
const turns = (id: number) =>
  Ann.posts(`/image/edit/id/${id}`, { turns: 1, crop: null, card: null })
async function sendsOnce(): Promise<number> {
  const Bob = await joins(app, {
    brand: 'wivesnow',
    username: `GoneBob${(bobs += 1)}`,
    gender: 'man',
  })
  const lot = {
    credits: 5,
    source: 'grant' as const,
    reference: 'test',
    expiresAt: later(app.clock.now(), DAY),
    at: app.clock.now(),
  }
  await app.transaction((trx) => grantCredits(trx, Ann.id, lot))
  const form = new FormData()
  form.set('id', String(Bob.id))
  form.set('rules', PHOTO_RULES)
  form.set(
    'photo',
    new File([new Uint8Array(await aPhoto({ width: 300, height: 400 }))], 'photo.jpg', {
      type: 'image/jpeg',
    }),
  )
  return (await Ann.calls(sendViewOnce, { form })).message.id
}

/** What there is to decide about, and how its owner takes it away. */
const things: ReadonlyArray<{
  how: string
  queue: Queue
  arrives: () => Promise<number>
  goes: (id: number) => Promise<unknown>
}> = [
  {
    how: 'a photo that was deleted',
    queue: 'photos',
    arrives: async () => (await upload(Ann, await aPhoto({ width: 300, height: 400 }))).id,
    goes: deletes,
  },
  {
    how: 'a photo that was turned',
    queue: 'photos',
    arrives: async () => (await upload(Ann, await aPhoto({ width: 300, height: 400 }))).id,
    goes: turns,
  },
  {
    how: 'a photo for one view that was withdrawn',
    queue: 'viewOnce',
    arrives: sendsOnce,
    goes: (messageId) => Ann.calls(withdrawViewOnce, { body: { messageId } }),
  },
]
const onPerson = acts.filter((act) => act in bodies && actTable[act].concerns === 'person')
/** Each act once, and the gravest of each thing. */
const cases = things.flatMap((thing, index) =>
  onPerson.filter((act) => index === 0 || act === 'ban').map((act) => ({ ...thing, act })),
)

async function stateOf(id: number) {
  const { db } = app
  const [decision, strike, account, statement] = await Promise.all([
    db
      .selectFrom('decisions')
      .select(['took_effect_at', 'undone_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    db.selectFrom('strikes').select('reversed_at').where('decision_id', '=', id).executeTakeFirst(),
    db
      .selectFrom('accounts')
      .select(['banned_at', 'limited_until'])
      .where('id', '=', Ann.id)
      .executeTakeFirstOrThrow(),
    Eve.calls(getDecision, { query: { id } }),
  ])
  const mails = (await mailsTo(app, `goneann${number}@example.org`)).filter(
    ({ kind }) => kind === 'decision',
  )
  return {
    holds: decision.took_effect_at !== null && decision.undone_at === null,
    counts: strike !== undefined && strike.reversed_at === null,
    isClosed: account.banned_at !== null,
    isLimited: account.limited_until !== null,
    told: mails.length,
    statement: statement.decision.statement,
  }
}

describe('within the ten seconds', () => {
  test.each(cases)(
    '$how leaves the decision “$act” as it is, with its strikes and its reasons',
    async ({ queue, arrives, goes, act }) => {
      const id = await arrives()
      const decision = await decides(queue, act)
      await goes(id)
      await takesEffect()
      const state = await stateOf(decision)
      expect(state).toMatchObject({
        holds: true,
        counts: true,
        told: 1,
        isClosed: act === 'ban' || act === 'suspend',
        isLimited: act === 'limit',
      })
      const token = state.statement?.replace('/decision/', '') ?? ''
      const { sections } = await app.visitor('wivesnow').calls(getStatement, { query: { token } })
      expect(sections[0]?.paragraphs.join(' ')).toMatch(
        /one of your photos, which you have deleted, withdrawn or changed since/,
      )
    },
  )

  test.each(things)(
    '$how leaves nothing of an approval, nor of a refusal that counts nothing, but what a refusal counts',
    async ({ queue, arrives, goes }) => {
      for (const [act, more, counts] of [
        ['none', {}, false],
        ['hidePhoto', { policy: 'unfitPhoto' }, false],
        ['hidePhoto', {}, true],
      ] as const) {
        const id = await arrives()
        const decision = await decides(queue, act, more)
        await goes(id)
        await takesEffect()
        expect(await stateOf(decision)).toMatchObject({
          holds: counts,
          counts,
          told: counts ? 1 : 0,
          isClosed: false,
        })
        await app.db.deleteFrom('tasks').execute()
      }
    },
  )
})

test('a picture that was refused is known, also where its owner deleted or changed it first', async () => {
  const photo = await aPhoto({ width: 310, height: 420, colour: '#204a87' })
  const refused = () =>
    app.db
      .selectFrom('hash_table')
      .select('list')
      .where('list', '=', REFUSED)
      .where('withdrawn_at', 'is', null)
      .execute()
  for (const goes of [deletes, turns]) {
    await app.db.deleteFrom('hash_table').execute()
    const { id } = await upload(Ann, photo)
    await decides('photos', 'hidePhoto')
    await goes(id)
    await takesEffect()
    expect((await refused()).length).toBeGreaterThan(0)
    await app.db.deleteFrom('tasks').execute()
  }
  // One that nobody had refused is forgotten with it.
  await app.db.deleteFrom('hash_table').execute()
  const { id } = await upload(Ann, photo)
  await deletes(id)
  const approved = await upload(Ann, photo)
  await decides('photos', 'none')
  await deletes(approved.id)
  expect(await refused()).toEqual([])
})

describe('a picture that is refused by a decision which is taken back, or falls away, is known no more', () => {
  const photo = () => aPhoto({ width: 310, height: 420, colour: '#8f5902' })
  const refused = async () =>
    (
      await app.db
        .selectFrom('hash_table')
        .select('id')
        .where('list', '=', REFUSED)
        .where('withdrawn_at', 'is', null)
        .execute()
    ).length
  const undoes = (id: number) => undoesDecision(Eve, id)

  test.each([
    ['deletes', deletes],
    ['turns', turns],
  ])('where its owner %s it within the ten seconds', async (_, goes) => {
    const { id } = await upload(Ann, await photo())
    const decision = await decides('photos', 'hidePhoto')
    await goes(id)
    await undoes(decision)
    await takesEffect()
    expect(await refused()).toBe(0)
  })

  test.each([
    ['deletes', deletes],
    ['turns', turns],
  ])(
    'where its owner %s it within the ten seconds, and the rule counts nothing',
    async (_, goes) => {
      const { id } = await upload(Ann, await photo())
      await decides('photos', 'hidePhoto', { policy: 'unfitPhoto' })
      await goes(id)
      await takesEffect()
      expect(await refused()).toBe(0)
    },
  )

  test.each([
    ['deletes', deletes],
    ['turns', turns],
  ])('where its owner %s it before or after that took effect', async (_, goes) => {
    for (const isBefore of [true, false]) {
      const { id } = await upload(Ann, await photo())
      await decides('photos', 'hidePhoto')
      if (isBefore) await goes(id)
      await takesEffect()
      if (!isBefore) await goes(id)
      expect(await refused()).toBeGreaterThan(0)
      await Eve.calls(decideTask, {
        body: { accountId: Ann.id, act: 'restore', about: 'photo', aboutId: id },
      })
      await takesEffect()
      expect(await refused()).toBe(0)
      await app.db.deleteFrom('tasks').execute()
    }
  })

  test('but where another photo with it was refused as well', async () => {
    const before = await upload(Ann, await photo())
    await decides('photos', 'hidePhoto')
    await takesEffect()
    await deletes(before.id)
    const known = await refused()
    const { id } = await upload(Ann, await photo())
    const decision = await decides('photos', 'hidePhoto')
    await deletes(id)
    await undoes(decision)
    expect([known > 0, await refused()]).toEqual([true, known])
  })
})

test('a photo that was changed since waits, whatever becomes of the decision about what it was', async () => {
  const { id } = await upload(Ann, await aPhoto({ width: 300, height: 400 }))
  const decision = await decides('photos', 'suspend')
  await turns(id)
  await takesEffect()
  const photo = () =>
    app.db
      .selectFrom('photos')
      .select(['approved_at', 'rejected_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const openTasks = async () =>
    (await app.db.selectFrom('tasks').select('subject_id').where('closed_at', 'is', null).execute())
      .length
  expect([await photo(), await openTasks()]).toEqual([{ approved_at: null, rejected_at: null }, 1])
  await Eve.calls(decideTask, {
    body: { accountId: Ann.id, act: 'restore', about: 'photo', aboutId: id },
  })
  await takesEffect()
  const { reversed_at: reversedAt } = await app.db
    .selectFrom('decisions')
    .select('reversed_at')
    .where('id', '=', decision)
    .executeTakeFirstOrThrow()
  // Nobody has looked at what it is now.
  expect([reversedAt !== null, await photo()]).toEqual([
    true,
    { approved_at: null, rejected_at: null },
  ])
})
