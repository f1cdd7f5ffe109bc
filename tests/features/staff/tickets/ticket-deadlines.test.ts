import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { saveTicket } from '#guests/help/tickets.contract.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { priorityOf } from '#staff/tickets/priorities.ts'
import { actOnTicket, type getTickets } from '#staff/tickets/queue/ticket-queue.contract.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, asStaff, bob, type CastMember, eve, worksAs } from '#tests/support/cast.ts'
import { ticketsSeen } from '#tests/support/tickets.ts'

/** How urgent a ticket is, until when it is answered, and in which order. */

withApp()
let Alice: CastMember
let Bob: CastMember
let Eve: CastMember
beforeAll(async () => {
  ;[Alice, Bob, Eve] = [await alice(app), await bob(app), await eve(app)]
})
beforeEach(async () => {
  await app.db.deleteFrom('tickets').execute()
  await asStaff(app, Eve)
})

let asked = 0
async function asks(
  visitor: Visitor,
  about: Partial<Given<typeof saveTicket>['body']> = {},
): Promise<number> {
  asked += 1
  await app.db.deleteFrom('rate_limits').execute()
  await visitor.calls(saveTicket, {
    body: { subject: `Question ${asked}`, message: 'Could you help me?', ...about },
  })
  const { id } = await app.db
    .selectFrom('tickets')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
const queue = (query: Given<typeof getTickets>['query'] = {}) => ticketsSeen(Eve, query)
const one = async (id: number) => (await queue()).tickets.find((ticket) => ticket.id === id)
const raises = (id: number, priority: 'usual' | 'soon' | 'urgent', staff = Eve) =>
  staff.calls(actOnTicket, { body: { act: 'raise', id, priority } })
const within = (time: number) => later(app.clock.now(), time).toISOString()

describe('a ticket', () => {
  test.each([
    ['safety', 'urgent', 4 * HOUR],
    ['paying', 'soon', DAY],
    ['joining', 'soon', DAY],
    ['leaving', 'soon', DAY],
    ['messages', 'usual', 3 * DAY],
    ['', 'usual', 3 * DAY],
  ] as const)('about %j is %s', async (category, priority, time) => {
    expect(await one(await asks(Alice, { category }))).toMatchObject({
      category: category === '' ? null : category,
      priority,
      dueAt: within(time),
    })
  })

  test('that is written below a question of the help has the category of the question, whatever is chosen', async () => {
    expect(
      await one(await asks(Alice, { questionId: 'scams', category: 'meeting' })),
    ).toMatchObject({ category: 'safety', priority: 'urgent' })
    expect(
      await one(
        await asks(app.visitor('xmeeting'), { email: 'guest@example.org', category: 'safety' }),
      ),
    ).toMatchObject({ priority: 'urgent' })
    await expect(asks(Alice, { category: 'urgent' as 'safety' })).rejects.toMatchObject({
      errors: [{ field: 'category' }],
    })
  })

  test('is answered by what is due first; of two, by what is more urgent', async () => {
    const usual = await asks(Alice)
    const soon = await asks(Bob, { category: 'paying' })
    const urgent = await asks(Alice, { category: 'safety' })
    expect((await queue()).tickets.map(({ id }) => id)).toEqual([urgent, soon, usual])
    await app.db.updateTable('tickets').set({ due_at: app.clock.now() }).execute()
    expect((await queue()).tickets.map(({ id }) => id)).toEqual([urgent, soon, usual])
    expect((await queue({ figures: 'only' })).open).toEqual([
      {
        brand: 'adultcrush',
        count: 2,
        held: 0,
        urgent: 1,
        snoozed: 0,
        oldest: within(0),
        nextDue: within(0),
      },
      {
        brand: 'wivesnow',
        count: 1,
        held: 0,
        urgent: 0,
        snoozed: 0,
        oldest: within(0),
        nextDue: within(0),
      },
    ])
  })

  test('that is not urgent is never left behind by those that are', async () => {
    const patient = await asks(Alice)
    for (let day = 0; day < 3; day += 1) {
      app.clock.advance(DAY)
      for (let count = 0; count < 5; count += 1) await asks(Bob, { category: 'safety' })
    }
    await asStaff(app, Eve)
    expect((await queue()).tickets.map(({ id }) => id).indexOf(patient)).toBe(10)
    await app.db
      .deleteFrom('tickets')
      .where('created_at', '<', app.clock.now())
      .where('id', '<>', patient)
      .execute()
    expect((await queue()).tickets[0]?.id).toBe(patient)
  })
})

describe('staff', () => {
  test('make a ticket more urgent, which is on record, and never less', async () => {
    const id = await asks(Alice)
    app.clock.advance(HOUR)
    expect(await raises(id, 'soon')).toMatchObject({
      next: `/staff/tickets?ticket=${id}&done=raised-${id}`,
    })
    expect(await one(id)).toMatchObject({ priority: 'soon', dueAt: within(DAY) })
    for (const priority of ['usual', 'soon'] as const)
      await expect(raises(id, priority)).rejects.toMatchObject({ errors: [{ field: 'priority' }] })
    app.clock.advance(23 * HOUR)
    await asStaff(app, Eve)
    await raises(id, 'urgent')
    // What is due sooner stays so.
    expect(await one(id)).toMatchObject({ priority: 'urgent', dueAt: within(HOUR) })
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['subject_id', 'details'])
      .where('action', '=', 'staff.raiseTicket')
      .orderBy('id')
      .execute()
    expect(acts).toEqual(
      ['soon', 'urgent'].map((priority) => ({
        subject_id: Alice.id,
        details: { ticket: id, brand: 'adultcrush', priority },
      })),
    )
  })

  test('leave it where somebody else answers it, or it is closed', async () => {
    const Finn = await worksAs(app, 'Finn')
    const id = await asks(Alice)
    await Eve.calls(actOnTicket, { body: { act: 'take', id } })
    expect((await queue()).open).toMatchObject([{ count: 1, held: 1 }])
    await expect(raises(id, 'urgent', Finn)).rejects.toMatchObject({ code: 'conflict' })
    await Eve.calls(actOnTicket, { body: { act: 'close', id } })
    await expect(raises(id, 'urgent')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('have the time of a new ticket for one that opens again; a part makes its ticket as urgent as itself', async () => {
    const id = await asks(Alice)
    await Eve.calls(actOnTicket, { body: { act: 'close', id } })
    app.clock.advance(HOUR)
    await Eve.calls(actOnTicket, { body: { act: 'reopen', id } })
    expect(await one(id)).toMatchObject({ dueAt: within(3 * DAY) })
    const urgent = await asks(Alice, { category: 'safety' })
    app.clock.advance(MINUTE)
    await Eve.calls(actOnTicket, { body: { act: 'merge', id: urgent, into: id } })
    expect(await one(id)).toMatchObject({
      category: null,
      priority: 'urgent',
      dueAt: within(4 * HOUR - MINUTE),
    })
  })
})

test('safety comes before money, and money before all else', () => {
  expect([
    priorityOf('safety'),
    priorityOf('paying'),
    priorityOf('profile'),
    priorityOf(null),
  ]).toEqual(['urgent', 'soon', 'usual', 'usual'])
})
