import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '#api/member.server.ts'
import { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { queueLoads } from '#core/tasks/figures.sql.ts'
import { heldTask, leaseNext, releaseTask } from '#core/tasks/leases.sql.ts'
import { closeTask, closeTasksAbout, type NewTask, openTask } from '#core/tasks/tasks.sql.ts'
import { LEASE, SKIPPED_FOR } from '#core/tasks/tasks.ts'
import type { Trx } from '#db/connection.server.ts'
import { HOUR, later, MINUTE } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, joins } from '#tests/support/cast.ts'

/** Staff work: in which order it is given out, and that no two people ever hold one task. */

withApp()
let Alice: CastMember
let Eve: CastMember
let Finn: CastMember
let number = 0
beforeAll(async () => {
  Alice = await alice(app)
})
beforeEach(async () => {
  await app.db.deleteFrom('tasks').execute()
  Eve = await joins(app, { brand: 'adultcrush', username: `Eve${(number += 1)}`, staff: true })
  Finn = await joins(app, { brand: 'adultcrush', username: `Finn${number}`, staff: true })
})

const change = <T>(by: (trx: Trx) => Promise<T>) => app.transaction(by)
const opens = (subjectId: number, more: Partial<NewTask> = {}) =>
  change((trx) =>
    openTask(trx, {
      queue: 'photos',
      brand: 'adultcrush',
      accountId: Alice.id,
      subjectId,
      priority: 0,
      dueAt: later(app.clock.now(), 12 * HOUR),
      at: app.clock.now(),
      ...more,
    }),
  )
const takes = (who: CastMember) =>
  change((trx) => leaseNext(trx, 'photos', who.id, app.clock.now()))
const scopeOf = (who: CastMember) =>
  ({
    brand: brandById('adultcrush') as Brand,
    member: { id: who.id },
    at: app.clock.now(),
  }) as Scope
const holds = (who: CastMember, id: number) => change((trx) => heldTask(trx, scopeOf(who), id))
const closes = (id: number, who = Eve) =>
  change((trx) => closeTask(trx, id, { by: who.id, at: app.clock.now(), outcome: 'none' }))

test('200 pulls at once, by ten people, give every task to one of them, and nobody one about themselves', async () => {
  const desk = [Eve, Finn]
  for (let one = 3; one <= 10; one += 1)
    desk.push(await joins(app, { brand: 'adultcrush', username: `Desk${one}`, staff: true }))
  for (let subject = 1; subject <= 195; subject += 1)
    await opens(subject, {
      accountId: subject % 3 === 0 ? (desk[subject % 10]?.id ?? null) : Alice.id,
    })
  const pulls = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const who = desk[index % 10] as CastMember
      return { who: who.id, task: await takes(who) }
    }),
  )
  const given = pulls.flatMap(({ who, task }) => (task ? [{ who, task }] : []))
  expect(new Set(given.map(({ task }) => task.id)).size).toBe(given.length)
  expect(given.length).toBeGreaterThan(180)
  expect(
    given.filter(({ who, task }) => task.account_id === who || task.leased_by !== who),
  ).toEqual([])
})

describe('the next task', () => {
  test('is the one whose hour comes first, then the more urgent, then the older', async () => {
    const at = app.clock.now()
    await opens(1, { dueAt: later(at, 5 * HOUR) })
    await opens(2, { dueAt: later(at, HOUR) })
    await opens(3, { dueAt: later(at, HOUR + MINUTE), priority: 9 })
    await opens(4, { dueAt: later(at, HOUR + 2 * MINUTE), priority: 9, at: later(at, -MINUTE) })
    const order = []
    for (let taken = 0; taken < 4; taken += 1) order.push((await takes(Eve))?.subject_id)
    expect(order).toEqual([4, 3, 2, 1])
    expect(await takes(Eve)).toBeUndefined()
  })

  test('is the oldest of low priority within a day, however much that is urgent comes in', async () => {
    const old = await opens(1, { dueAt: later(app.clock.now(), 20 * HOUR) })
    let subject = 1
    let wasGiven = false
    for (let hour = 0; hour < 24 && !wasGiven; hour += 1) {
      for (let one = 0; one < 2; one += 1)
        await opens((subject += 1), { priority: 9, dueAt: later(app.clock.now(), 4 * HOUR) })
      for (let one = 0; one < 2; one += 1) {
        const task = await takes(Eve)
        wasGiven ||= task?.id === old
        if (task) await closes(task.id)
      }
      app.clock.advance(HOUR)
    }
    expect(wasGiven).toBe(true)
  })

  test('is one when the same thing is reported twice, as urgent as the more urgent of the two', async () => {
    const soon = later(app.clock.now(), HOUR)
    const ids = await Promise.all([opens(7), opens(7, { priority: 5, dueAt: soon }), opens(7)])
    expect(new Set(ids).size).toBe(1)
    expect(await takes(Eve)).toMatchObject({ priority: 5, due_at: soon })
    await closes(ids[0])
    expect(await opens(7)).not.toBe(ids[0])
  })

  test('is not what one has skipped, for an hour; somebody else gets it at once', async () => {
    await opens(1)
    const task = await takes(Eve)
    await change((trx) => releaseTask(trx, task?.id ?? 0, { by: Eve.id, at: app.clock.now() }))
    expect(await takes(Eve)).toBeUndefined()
    expect((await takes(Finn))?.id).toBe(task?.id)
    app.clock.advance(SKIPPED_FOR)
    expect((await takes(Eve))?.id).toBe(task?.id)
  })
})

describe('a lease', () => {
  test('ends after five minutes: the next one gets the task, and the first one is told', async () => {
    const id = await opens(1)
    await takes(Eve)
    expect(await takes(Finn)).toBeUndefined()
    app.clock.advance(LEASE)
    expect((await takes(Finn))?.id).toBe(id)
    await expect(holds(Eve, id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/do not hold/),
    })
    expect(await holds(Finn, id)).toMatchObject({ id })
    await change((trx) =>
      closeTasksAbout(trx, ['photos'], 1, { by: null, at: app.clock.now(), outcome: 'deleted' }),
    )
    await expect(holds(Finn, id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/closed/),
    })
  })

  test('ends with a ban and with the role of its holder', async () => {
    const id = await opens(1)
    await takes(Eve)
    await setsAccount(app, Eve, { banned_at: app.clock.now() })
    await expect(holds(Eve, id)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await takes(Finn))?.id).toBe(id)
    await change((trx) => setRoles(trx, Finn.id, ['support'], app.clock.now()))
    await expect(holds(Finn, id)).rejects.toMatchObject({ code: 'forbidden' })
    const Gus = await joins(app, { brand: 'adultcrush', username: `Gus${number}`, staff: true })
    expect((await takes(Gus))?.id).toBe(id)
  })

  test('gives nobody a decision about themselves, whoever wrote them into it', async () => {
    const id = await opens(1, { accountId: Eve.id })
    const lease = { leased_by: Eve.id, leased_until: later(app.clock.now(), LEASE) }
    await app.db.updateTable('tasks').set(lease).where('id', '=', id).execute()
    await expect(holds(Eve, id)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('a queue says how many are open, how many are looked at, and since when the oldest waits', async () => {
  const at = app.clock.now()
  await opens(1, { at: later(at, -HOUR) })
  await opens(2)
  await takes(Eve)
  expect(await queueLoads(app.db, ['photos', 'fraud'], { at, hidesHard: false })).toEqual([
    { queue: 'photos', open: 2, held: 1, oldest: later(at, -HOUR), nextDue: later(at, 12 * HOUR) },
    { queue: 'fraud', open: 0, held: 0, oldest: null, nextDue: null },
  ])
})
