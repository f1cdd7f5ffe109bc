import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Queue } from '#core/staff-accounts/queues.ts'
import { openTask } from '#core/tasks/tasks.sql.ts'
import { HOUR, later } from '#lib/clock.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { MOST_AT_ONCE } from '#staff/desk/choosing.ts'
import { actOnTask } from '#staff/desk/task.contract.ts'
import { decideSeveral } from '#staff/queue/several.contract.ts'
import { getTaskList } from '#staff/queue/task-list.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  type CastMember,
  givesRoles,
  joins,
  reportsMember,
  worksAs,
} from '#tests/support/cast.ts'
import { decisionsTakeEffect, undoesDecision } from '#tests/support/verdicts.ts'

/** Several tasks of a list, decided with one form: each by itself. */

withApp()
let Eve: CastMember
let Finn: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(2 * HOUR)
  await app.db.deleteFrom('tasks').execute()
  number += 1
  const ofStaff = (name: string) => worksAs(app, `${name}${number}`)
  Eve = await ofStaff('Eve')
  Finn = await ofStaff('Finn')
  Ann = await person('Ann')
})

const person = (name: string) =>
  joins(app, { brand: 'adultcrush', username: `${name}${number}`, birthday: '1990-01-01' })

/** Reports somebody, and returns the number of the task. */
async function reported(about: CastMember): Promise<number> {
  await reportsMember(Ann, about, { reason: 'scam', details: 'As I said.' })
  const { id } = await app.db
    .selectFrom('tasks')
    .select('id')
    .where('account_id', '=', about.id)
    .executeTakeFirstOrThrow()
  return id
}
async function reportedThree(): Promise<{ who: CastMember[]; tasks: number[] }> {
  const who = [await person('Bea'), await person('Cid'), await person('Dan')]
  const tasks: number[] = []
  for (const one of who) tasks.push(await reported(one))
  return { who, tasks }
}

const opens = (queue: Queue, about: CastMember) =>
  app.transaction((trx) =>
    openTask(trx, {
      queue,
      brand: 'adultcrush',
      accountId: about.id,
      subjectId: 1_000_000,
      priority: 0,
      dueAt: later(app.clock.now(), HOUR),
      at: app.clock.now(),
    }),
  )

type Choice = { act?: string; days?: number; key?: string; queue?: string[]; brand?: string }
const decides = (tasks: readonly number[], { act = 'warn', ...more }: Choice = {}, by = Eve) =>
  by.calls(decideSeveral, {
    body: { tasks, act, policy: 'spam', severity: 'low', note: 'It is spam.', ...more } as never,
  })
const toldIn = (next: string) => Object.fromEntries(new URL(next, 'http://x').searchParams)
const undoneIn = (next: string) => (toldIn(next)['undo'] ?? '').split('.').map(Number)
const undoes = (next: string, by = Eve) => undoesDecision(by, undoneIn(next))
const takeEffect = () => decisionsTakeEffect(app)
const decided = (about: readonly CastMember[]) =>
  app.db
    .selectFrom('decisions')
    .select(['account_id', 'act', 'took_effect_at', 'undone_at', 'report_id'])
    .where(
      'account_id',
      'in',
      about.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
const waiting = async (by = Eve) =>
  (
    await by.calls(getTaskList, { params: { place: 'cases' }, query: { queue: ['reports'] } })
  ).tasks.map(({ id, heldBy }) => [id, heldBy])

test('three reports are decided with one form, each about its member, and take effect together', async () => {
  const { who, tasks } = await reportedThree()
  const { next } = await decides(tasks, { queue: ['reports'], brand: 'adultcrush' })
  expect(next).toMatch(/^\/staff\/cases\?queue=reports&brand=adultcrush&/)
  expect(toldIn(next)).toMatchObject({ done: 'several' })
  expect(undoneIn(next)).toHaveLength(3)
  expect(await waiting()).toEqual([])
  const made = await decided(who)
  expect(made.map((one) => [one.account_id, one.act, one.took_effect_at])).toEqual(
    who.map(({ id }) => [id, 'warn', null]),
  )
  expect(new Set(made.map((one) => one.report_id)).size).toBe(3)
  await takeEffect()
  expect((await decided(who)).every((one) => one.took_effect_at !== null)).toBe(true)
})

test('all of them are taken back within ten seconds, and wait in nobody’s hands', async () => {
  const { who, tasks } = await reportedThree()
  const { next } = await decides(tasks)
  expect(await undoes(next)).toMatchObject({ next: '/staff/cases?done=undoneSeveral' })
  expect(await waiting()).toEqual(tasks.map((id) => [id, null]))
  await takeEffect()
  expect((await decided(who)).every((one) => one.took_effect_at === null)).toBe(true)
  await expect(undoes(next)).rejects.toMatchObject({ code: 'conflict' })
})

test('what took effect meanwhile stays, and the others are taken back', async () => {
  const { who, tasks } = await reportedThree()
  const first = await decides(tasks.slice(0, 1))
  await takeEffect()
  const others = await decides(tasks.slice(1))
  const both = `/x?undo=${[...undoneIn(first.next), ...undoneIn(others.next)].join('.')}`
  expect(await undoes(both)).toMatchObject({ next: '/staff/cases?done=undoneSeveral&left=1' })
  expect((await decided(who)).map((one) => one.undone_at !== null)).toEqual([false, true, true])
  await expect(undoes(others.next, Finn)).rejects.toMatchObject({ code: 'forbidden' })
})

test('one that was just decided, one that somebody else has, and one about oneself stay; the others are decided', async () => {
  const { who, tasks } = await reportedThree()
  const [first = 0, second = 0, third = 0] = tasks
  const choose = { act: 'choose', queue: 'reports' } as const
  await Finn.calls(actOnTask, { body: { ...choose, id: first } })
  await Finn.calls(decideTask, { body: { taskId: first, act: 'none' } })
  await Finn.calls(actOnTask, { body: { ...choose, id: second } })
  const own = await opens('fraud', Eve)
  const { next } = await decides([first, second, own, third, 999_999])
  expect([toldIn(next)['left'], undoneIn(next).length]).toEqual(['4', 1])
  expect(await waiting(Finn)).toEqual([[second, `Finn${number}`]])
  expect((await decided(who)).map(({ account_id: id, act }) => [id, act])).toEqual([
    [who[0]?.id, 'none'],
    [who[2]?.id, 'warn'],
  ])
  await expect(decides([first, second])).rejects.toMatchObject({ code: 'conflict' })
})

test('what one holds is decided with the others, or kept', async () => {
  const { tasks } = await reportedThree()
  const [first = 0, ...others] = tasks
  await Eve.calls(actOnTask, { body: { act: 'choose', queue: 'reports', id: first } })
  await decides(others)
  expect(await waiting()).toEqual([[first, `Eve${number}`]])
  await decides([first])
  expect(await waiting()).toEqual([])
})

test('a form that is wrong decides nothing, and says at which field', async () => {
  const { who, tasks } = await reportedThree()
  const at = (field: string) => ({ errors: [{ field }] })
  await expect(decides(tasks, { act: 'suspend' })).rejects.toMatchObject(at('days'))
  await expect(decides([])).rejects.toMatchObject(at('tasks'))
  await expect(
    decides(Array.from({ length: MOST_AT_ONCE + 1 }, (_, index) => index + 1)),
  ).rejects.toMatchObject(at('tasks'))
  await expect(decides(tasks, { act: 'removeText' })).rejects.toMatchObject(at('act'))
  expect([await decided(who), (await waiting()).length]).toEqual([[], 3])
})

test('a picture is decided by itself, and so is an objection', async () => {
  const Bea = await person('Bea')
  for (const queue of ['photos', 'appeals'] as const) {
    const id = await opens(queue, Bea)
    await expect(decides([id])).rejects.toMatchObject({ code: 'conflict' })
  }
  expect(await decided([Bea])).toEqual([])
})

test('is for leads, also for one who is none any more since the page came', async () => {
  const { tasks } = await reportedThree()
  const becomes = (roles: ['moderator'] | ['moderator', 'lead']) => givesRoles(app, Finn, roles)
  await becomes(['moderator'])
  await expect(decides(tasks, {}, Finn)).rejects.toMatchObject({ status: 403 })
  expect(await waiting()).toHaveLength(3)
})

test('a form that is sent twice at once decides once, and answers the same', async () => {
  const { who, tasks } = await reportedThree()
  const key = randomUUID()
  const [one, two] = await Promise.all([decides(tasks, { key }), decides(tasks, { key })])
  expect(two).toEqual(one)
  expect(await decided(who)).toHaveLength(3)
})

test('two leads who decide the same at once decide each once', async () => {
  const { who, tasks } = await reportedThree()
  const outcomes = await Promise.allSettled([
    decides(tasks),
    decides(tasks.toReversed(), { act: 'none' }, Finn),
  ])
  const counts = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? undoneIn(outcome.value.next).length : 0,
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect((await decided(who)).map(({ account_id: id }) => id).toSorted()).toEqual(
    who.map(({ id }) => id).toSorted(),
  )
})

test('what needs a second person waits for one, and the page says so', async () => {
  const { who, tasks } = await reportedThree()
  if (who[0]) await becomesPremium(app, who[0])
  const { next } = await decides(tasks.slice(0, 2), { act: 'ban' })
  expect(toldIn(next)).toMatchObject({ done: 'severalSecond' })
  await takeEffect()
  expect((await decided(who)).map((one) => one.took_effect_at)).toEqual([null, expect.any(Date)])
})
