import { beforeEach, expect, test } from 'vitest'
import type { Queue } from '#core/staff-accounts/queues.ts'
import { TASKS_A_PAGE } from '#core/tasks/lists.sql.ts'
import { openTask } from '#core/tasks/tasks.sql.ts'
import { SKIPPED_FOR } from '#core/tasks/tasks.ts'
import { HOUR, later, MINUTE } from '#lib/clock.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { actOnTask } from '#staff/desk/task.contract.ts'
import { getFraudPage } from '#staff/queue/console.contract.ts'
import { getTaskList, keepView } from '#staff/queue/task-list.contract.ts'
import { MOST_VIEWS } from '#staff/queue/task-list.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import {
  asStaff,
  type CastMember,
  givesRoles,
  joins,
  reportsMember,
  worksAs,
} from '#tests/support/cast.ts'
import { queueOf, takesTask, undoesDecision } from '#tests/support/verdicts.ts'

/** What waits in a queue as a list, a task by choice, and tasks that somebody has skipped. */

withApp()
let Eve: CastMember
let Finn: CastMember
let Ann: CastMember
let Bea: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(2 * HOUR)
  await app.db.deleteFrom('tasks').execute()
  number += 1
  const join = (name: string, brand: string, isStaff = false) =>
    joins(app, {
      brand,
      username: `${name}${number}`,
      ...(isStaff ? { staff: true } : {}),
    })
  Eve = await asStaff(app, await join('Eve', 'adultcrush', true))
  Finn = await asStaff(app, await join('Finn', 'adultcrush', true))
  Ann = await join('Ann', 'adultcrush')
  Bea = await join('Bea', 'wivesnow')
})

const becomesModerator = (who: CastMember) => givesRoles(app, who, ['moderator'])
const reports = (by: CastMember, about: CastMember, reason: 'scam' | 'fake' | 'underage') =>
  reportsMember(by, about, { reason, details: 'As I said.' })
const list = (
  who = Eve,
  { queue = ['reports'], ...query }: { queue?: Queue[]; brand?: string; page?: number } = {},
) => who.calls(getTaskList, { params: { place: 'cases' }, query: { queue, ...query } })
const chooses = (id: number, who = Eve, queue: Queue = 'reports') =>
  who.calls(actOnTask, { body: { act: 'choose', queue, id } })
const room = (who = Eve) => queueOf(who, 'reports')
const takes = (again: 'yes' | 'no' = 'no', who = Eve) =>
  who.calls(actOnTask, { body: { act: 'take', queues: ['reports'], again } })
const skips = (id: number, who = Eve) =>
  who.calls(actOnTask, { body: { act: 'release', queue: 'reports', id, skip: 'yes' } })

test('a list says of each task why it is there, of which site, and when it is due, in the order of the queue', async () => {
  await reports(Ann, Bea, 'scam')
  app.clock.advance(MINUTE)
  await reports(Bea, Ann, 'fake')
  const { tasks, hasMore, brands } = await list()
  expect(
    tasks.map(({ brand, reason, heldBy, language }) => [brand, reason, heldBy, language]),
  ).toEqual([
    ['adultcrush', 'Asks for money or sells something', null, null],
    ['wivesnow', 'Is not who they say they are', null, null],
  ])
  expect([hasMore, tasks.length]).toEqual([false, 2])
  expect(brands.toSorted((a, b) => a.brand.localeCompare(b.brand))).toEqual([
    { brand: 'adultcrush', open: 1 },
    { brand: 'wivesnow', open: 1 },
  ])
  await setsAccount(app, Ann, { locale: 'de' })
  expect((await list(Eve, { brand: 'wivesnow' })).tasks).toMatchObject([
    { brand: 'wivesnow', language: 'German' },
  ])
  expect((await list(Eve, { brand: 'meetwives' })).tasks).toEqual([])
  await expect(list(Eve, { brand: 'nobrand' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(list(Eve, { page: 21 })).rejects.toMatchObject({ code: 'invalid' })
})

test('a list has a page of tasks at most, and none about whoever reads it', async () => {
  await app.transaction(async (trx) => {
    const at = app.clock.now()
    for (let index = 0; index <= TASKS_A_PAGE + 1; index += 1)
      await openTask(trx, {
        queue: 'reports',
        brand: 'adultcrush',
        accountId: index === 0 ? Eve.id : Ann.id,
        subjectId: 1_000_000 + index,
        priority: 0,
        dueAt: later(at, HOUR),
        at,
      })
  })
  const [first, second] = [await list(), await list(Eve, { page: 2 })]
  expect([first.tasks.length, first.hasMore]).toEqual([TASKS_A_PAGE, true])
  expect([second.tasks.length, second.hasMore]).toEqual([1, false])
  expect(first.tasks[0]?.reason).toBe('It is gone')
})

test('the start page has what is due of each site, the first due first', async () => {
  await reports(Bea, Ann, 'fake')
  app.clock.advance(MINUTE)
  await reports(Ann, Bea, 'scam')
  const { due } = await Eve.calls(getFraudPage)
  expect(due.map(({ queue, brand, open }) => [queue, brand, open])).toEqual([
    ['reports', 'wivesnow', 1],
    ['reports', 'adultcrush', 1],
  ])
  const times = due.map(({ dueAt }) => dueAt)
  expect(times).toEqual(times.toSorted())
})

test('a lead opens a task by choice and holds it alone; what they held of the queue goes back', async () => {
  await reports(Ann, Bea, 'scam')
  await reports(Bea, Ann, 'fake')
  const [one, other] = (await list()).tasks.map(({ id }) => id) as [number, number]
  expect(await chooses(other)).toEqual({ ok: true, next: '/staff/queue/reports' })
  expect((await room()).held?.id).toBe(other)
  await chooses(one)
  expect((await list(Finn)).tasks.map(({ id, heldBy }) => [id, heldBy])).toEqual([
    [one, Eve.username],
    [other, null],
  ])
  await expect(chooses(one, Finn)).rejects.toMatchObject({ code: 'conflict' })
  await expect(chooses(other, Finn, 'photos')).rejects.toMatchObject({ code: 'conflict' })
  expect((await list(Finn)).tasks[1]?.heldBy).toBeNull()
  await expect(chooses(999_999_999)).rejects.toMatchObject({ code: 'conflict' })
})

test('two leads who choose one task at once: one has it', async () => {
  await reports(Ann, Bea, 'scam')
  const [task] = (await list()).tasks
  const both = await Promise.allSettled([chooses(task?.id ?? 0), chooses(task?.id ?? 0, Finn)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a moderator reads the list, and opens none by choice', async () => {
  await reports(Ann, Bea, 'scam')
  await becomesModerator(Finn)
  const { tasks, mayChoose } = await list(Finn)
  expect([tasks.length, mayChoose]).toEqual([1, false])
  await expect(chooses(tasks[0]?.id ?? 0, Finn)).rejects.toMatchObject({ code: 'otherRole' })
})

test('of what is chosen and gone meanwhile, the task is closed, and that is said', async () => {
  await reports(Ann, Bea, 'scam')
  const [task] = (await list()).tasks
  await app.db
    .updateTable('reports')
    .set({ closed_at: app.clock.now(), outcome: 'noBreach' })
    .execute()
  await expect(chooses(task?.id ?? 0)).rejects.toMatchObject({ code: 'conflict' })
  expect((await list()).tasks).toEqual([])
})

test('who has skipped all that is left reads so, and is given it again when they ask, and after an hour', async () => {
  await reports(Ann, Bea, 'scam')
  await reports(Bea, Ann, 'fake')
  await takes()
  expect(await room()).toMatchObject({ isAnyFree: true, skipped: 0 })
  for (let skipped = 0; skipped < 2; skipped += 1) await skips((await room()).held?.id ?? 0)
  expect(await room()).toMatchObject({ held: null, open: 2, isAnyFree: false, skipped: 2 })
  expect((await list()).tasks.map(({ isSkipped }) => isSkipped)).toEqual([true, true])
  expect((await list(Finn)).tasks.map(({ isSkipped }) => isSkipped)).toEqual([false, false])
  await takes()
  expect((await room()).held).toBeNull()
  await takes('yes')
  expect(await room()).toMatchObject({ held: { id: expect.any(Number) }, skipped: 0 })
  for (let skipped = 0; skipped < 2; skipped += 1) await skips((await room()).held?.id ?? 0)
  expect((await room(Finn)).isAnyFree).toBe(true)
  app.clock.advance(SKIPPED_FOR)
  expect(await room()).toMatchObject({ isAnyFree: true, skipped: 0 })
})

const opens = (queue: Queue, about: CastMember, hours: number, subjectId = 1_000_000 + hours) =>
  app.transaction((trx) =>
    openTask(trx, {
      queue,
      brand: 'adultcrush',
      accountId: about.id,
      subjectId,
      priority: 0,
      dueAt: later(app.clock.now(), hours * HOUR),
      at: app.clock.now(),
    }),
  )
const takesOf = (queues: Queue[], who = Eve) => takesTask(who, ...queues)

test('one list has the kinds of a place by the hour in which they are due, with how many wait of each', async () => {
  await opens('fraud', Ann, 9)
  await opens('removals', Bea, 2)
  await opens('appeals', Bea, 5)
  await reports(Bea, Ann, 'fake')
  await opens('photos', Ann, 1)
  const all = await list(Eve, { queue: [] })
  expect(all.tasks.map(({ queue }) => queue)).toEqual(['removals', 'appeals', 'fraud', 'reports'])
  expect(all.queues).toEqual([
    { queue: 'reports', open: 1 },
    { queue: 'removals', open: 1 },
    { queue: 'appeals', open: 1 },
    { queue: 'fraud', open: 1 },
  ])
  const some = await list(Eve, { queue: ['appeals', 'fraud'] })
  expect(some.tasks.map(({ queue }) => queue)).toEqual(['appeals', 'fraud'])
  expect([some.takesFrom, some.isAnyFree]).toEqual([['appeals', 'fraud'], true])
})

test('the list of matches is for leads, and leaves what is hard to others where somebody does', async () => {
  await opens('matches', Ann, 2)
  const matches = (who: CastMember) =>
    who.calls(getTaskList, { params: { place: 'matches' }, query: {} })
  expect((await matches(Eve)).tasks).toMatchObject([{ queue: 'matches' }])
  await becomesModerator(Finn)
  await expect(matches(Finn)).rejects.toMatchObject({ code: 'forbidden' })
  await Eve.calls(actOnTask, { body: { act: 'hideHard', hides: 'yes' } })
  expect((await matches(Eve)).tasks).toEqual([])
})

test('the next is what is due first of the kinds that one chose, also after a skip, and never of another', async () => {
  await opens('removals', Bea, 1)
  await opens('fraud', Ann, 5)
  await opens('appeals', Bea, 3)
  await opens('appeals', Ann, 9)
  expect(await takesOf(['appeals', 'fraud'])).toMatchObject({ next: '/staff/queue/appeals' })
  // Whoever holds one of them goes on with that.
  expect(await takesOf(['fraud', 'appeals'])).toMatchObject({ next: '/staff/queue/appeals' })
  const inQueue = (queue: Queue) => queueOf(Eve, queue)
  const { held, takesFrom } = await inQueue('appeals')
  expect(takesFrom).toEqual(['fraud', 'appeals'])
  expect((await inQueue('reports')).takesFrom).toEqual(['reports'])
  const skipped = await Eve.calls(actOnTask, {
    body: { act: 'release', queue: 'appeals', id: held?.id ?? 0, skip: 'yes' },
  })
  expect(skipped.next).toBe('/staff/queue/fraud')
})

const heldBy = async (who = Eve) =>
  (
    await app.db
      .selectFrom('tasks')
      .select(['id', 'queue'])
      .where('leased_by', '=', who.id)
      .where('leased_until', '>', app.clock.now())
      .execute()
  ).map(({ queue }) => queue)

test('whoever has one by choice and takes of other kinds, or the other way round, holds one task', async () => {
  await reports(Ann, Bea, 'scam')
  await opens('fraud', Ann, 3)
  const [task] = (await list()).tasks
  await chooses(task?.id ?? 0)
  expect(await takesOf(['fraud'])).toMatchObject({ next: '/staff/queue/fraud' })
  expect(await heldBy()).toEqual(['fraud'])
  await chooses(task?.id ?? 0)
  expect(await heldBy()).toEqual(['reports'])
})

const closes = async (who: CastMember) => {
  const { held } = await room(who)
  const { next } = await who.calls(decideTask, { body: { taskId: held?.id ?? 0, act: 'none' } })
  return Number(new URL(next, 'http://x').searchParams.get('undo'))
}
const undoes = (id: number, who: CastMember) => undoesDecision(who, id)

test('a decision that is taken back gives back what was taken since, also of another kind', async () => {
  await reports(Ann, Bea, 'scam')
  await opens('fraud', Ann, 900)
  await takesOf(['reports', 'fraud'])
  const decision = await closes(Eve)
  await takesOf(['reports', 'fraud'])
  expect(await heldBy()).toEqual(['fraud'])
  await undoes(decision, Eve)
  expect(await heldBy()).toEqual(['reports'])
  expect(await takesOf(['fraud'], Finn)).toMatchObject({ next: '/staff/queue/fraud' })
  expect(await heldBy(Finn)).toEqual(['fraud'])
})

test('the next is of no queue that is closed to them by now', async () => {
  await reports(Ann, Bea, 'scam')
  await opens('matches', Ann, 900)
  await takesOf(['reports', 'matches'], Finn)
  const decision = await closes(Finn)
  await becomesModerator(Finn)
  await undoes(decision, Finn)
  expect(await skips((await room(Finn)).held?.id ?? 0, Finn)).toMatchObject({
    next: '/staff/queue/reports',
  })
  expect(await heldBy(Finn)).toEqual([])
  // Nor was it looked at, and found to be gone.
  const { queues } = await Eve.calls(getFraudPage)
  expect(queues.find(({ queue }) => queue === 'matches')?.open).toBe(1)
})

test('what is hard is neither listed nor counted nor given by choice to whoever leaves it to others, who reads that it waits', async () => {
  await reports(Ann, Bea, 'underage')
  await opens('removals', Ann, 3)
  const { tasks } = await list(Eve, { queue: [] })
  const idOf = (queue: Queue) => tasks.find((one) => one.queue === queue)?.id ?? 0
  const [removal, report] = [idOf('removals'), idOf('reports')]
  const desk = () => Eve.calls(getFraudPage)
  const hides = (yes: 'yes' | 'no') =>
    Eve.calls(actOnTask, { body: { act: 'hideHard', hides: yes } })
  const seen = async () => {
    const [{ queues, due }, all, one] = [await desk(), await list(), await room()]
    return {
      desk: queues.find(({ queue }) => queue === 'reports')?.open,
      due: due.filter(({ queue }) => queue === 'reports').length,
      list: all.tasks.map(({ id }) => id),
      counted: [all.queues.find(({ queue }) => queue === 'reports')?.open, all.brands.length],
      room: [one.open, one.oldest === null],
      isAnyFree: [all.isAnyFree, one.isAnyFree],
      leavesHard: [all.leavesHard, one.leavesHard],
    }
  }
  const open = {
    desk: 1,
    due: 1,
    list: [report],
    counted: [1, 1],
    room: [1, false],
    isAnyFree: [true, true],
    leavesHard: [false, false],
  }
  expect(await seen()).toEqual(open)
  await hides('yes')
  expect(await seen()).toEqual({
    desk: 0,
    due: 0,
    list: [],
    counted: [0, 0],
    room: [0, true],
    isAnyFree: [false, false],
    leavesHard: [true, true],
  })
  expect(await list(Eve, { queue: ['removals'] })).toMatchObject({ tasks: [], leavesHard: true })
  await expect(chooses(report)).rejects.toMatchObject({ code: 'conflict' })
  await expect(chooses(removal, Eve, 'removals')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await heldBy()).toEqual([])
  await hides('no')
  expect(await seen()).toEqual(open)
})

test('of what was skipped, only what one could take is offered again', async () => {
  await reports(Ann, Bea, 'scam')
  await takes()
  await skips((await room()).held?.id ?? 0)
  expect(await room()).toMatchObject({ isAnyFree: false, skipped: 1 })
  await takes('no', Finn)
  expect(await room()).toMatchObject({ isAnyFree: false, skipped: 0 })
  expect(await list()).toMatchObject({ isAnyFree: false, skipped: 0 })
})

test('ten people who take of several kinds at once get ten tasks', async () => {
  const people = [Eve, Finn]
  for (let index = 0; index < 8; index += 1)
    people.push(await worksAs(app, `Gil${number}x${index}`))
  for (let index = 0; index < 5; index += 1) {
    await opens('appeals', Ann, 4, 5000 + index)
    await opens('fraud', Bea, 4, 5000 + index)
  }
  await Promise.all(people.map((who) => takesOf(['appeals', 'fraud'], who)))
  const held = await app.db
    .selectFrom('tasks')
    .select('leased_by')
    .where('leased_by', 'is not', null)
    .execute()
  expect(new Set(held.map((row) => row.leased_by)).size).toBe(10)
})

test('an act is one of those that there are, on queues of one’s own', async () => {
  const post = (body: object, who = Eve) => who.posts('/staff/task', body)
  const codeOf = async (body: object, who = Eve) =>
    ((await (await post(body, who)).json()) as { code: string }).code
  for (const body of [
    {},
    { act: 'steal', queue: 'reports' },
    { act: 'take' },
    { act: 'take', queues: [] },
    { act: 'take', queues: 'cellar' },
    { act: 'renew' },
    { act: 'release', queue: 'reports', id: 'x' },
  ])
    expect([body, await codeOf(body)]).toEqual([body, 'invalid'])
  // As a form says it: a word where it is one.
  expect((await post({ act: 'take', queues: 'reports' })).status).toBe(200)
  await becomesModerator(Finn)
  expect(await codeOf({ act: 'take', queues: ['reports', 'matches'] }, Finn)).toBe('forbidden')
  expect(await codeOf({ act: 'choose', queue: 'reports', id: 1 }, Finn)).toBe('otherRole')
})

const keeps = (name: string, who = Eve, queue: Queue[] = ['fraud']) =>
  who.calls(keepView, { body: { act: 'keep', place: 'cases', queue, brand: 'wivesnow', name } })

test('filters are kept under a name, twenty at most also at once, and forgotten by their own owner alone', async () => {
  expect(await keeps('Mine')).toEqual({
    ok: true,
    next: '/staff/cases?queue=fraud&brand=wivesnow',
  })
  await keeps('Mine', Eve, ['appeals'])
  const views = async (who = Eve) => (await list(who)).views
  const [mine] = await views()
  expect(mine).toMatchObject({ name: 'Mine', queues: ['appeals'], brand: 'wivesnow' })
  expect(await views(Finn)).toEqual([])
  await expect(keeps(' ')).rejects.toMatchObject({ code: 'invalid' })
  const forgets = (who: CastMember) =>
    who.calls(keepView, { body: { act: 'forget', place: 'cases', id: mine?.id ?? 0 } })
  await forgets(Finn)
  expect(await views()).toHaveLength(1)
  const many = await Promise.allSettled(
    Array.from({ length: MOST_VIEWS }, (_, index) => keeps(`View ${index}`)),
  )
  expect(many.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'conflict' } },
  ])
  expect(await views()).toHaveLength(MOST_VIEWS)
  await forgets(Eve)
  expect((await views()).map(({ name }) => name)).not.toContain('Mine')
})
