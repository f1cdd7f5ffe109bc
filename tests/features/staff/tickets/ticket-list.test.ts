import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { HOUR } from '#lib/clock.ts'
import { actOnTicket, getTickets } from '#staff/tickets/queue/ticket-queue.contract.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import {
  alice,
  asStaff,
  bob,
  type CastMember,
  eve,
  givesRoles,
  worksAs,
} from '#tests/support/cast.ts'
import { asksSupport } from '#tests/support/tickets.ts'
import { hasPaid } from '../members/file-cast.ts'

/** The list of tickets: whose they are, tags, and what is found in it. */

withApp()
let Eve: CastMember
let Sue: CastMember
let Alice: CastMember
let Bob: CastMember
beforeAll(async () => {
  Eve = await eve(app)
  Sue = await worksAs(app, 'Sue', { roles: ['support'] })
  Alice = await alice(app)
  Bob = await bob(app)
})
beforeEach(async () => {
  app.clock.advance(HOUR)
  await app.db.deleteFrom('tickets').execute()
  await asStaff(app, Eve)
  await asStaff(app, Sue)
})

type Body = Given<typeof actOnTicket>['body']
const acts = (body: Body, by = Eve) => by.calls(actOnTicket, { body })
const list = (query: Given<typeof getTickets>['query'] = {}, by = Eve) =>
  by.calls(getTickets, { query })
const numbers = async (query: Given<typeof getTickets>['query'] = {}, by = Eve) =>
  (await list(query, by)).tickets.map(({ id }) => id)
const atField = (field: string) =>
  expect.objectContaining({ errors: [expect.objectContaining({ field })] })
const logged = async () =>
  (
    await app.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('action', 'like', 'staff.%Ticket')
      .orderBy('id')
      .execute()
  ).map(({ action, details }) => [action, details])

test('a ticket is given to a colleague, who finds it among their own, and taken back', async () => {
  const [first, second] = [await asksSupport(app, Alice), await asksSupport(app, Bob)]
  expect((await list({ ticket: first })).colleagues.map(({ username }) => username)).toEqual(
    expect.arrayContaining(['Eve', 'Sue']),
  )
  await acts({ act: 'assign', id: first, to: Sue.id })
  await acts({ act: 'assign', id: first, to: Sue.id })
  expect((await list({ ticket: first })).chosen?.assignedTo).toEqual({
    username: 'Sue',
    isMe: false,
  })
  expect([await numbers({ who: 'mine' }, Sue), await numbers({ who: 'mine' })]).toEqual([
    [first],
    [],
  ])
  expect(await numbers({ who: 'nobody' })).toEqual([second])
  // It keeps nobody from answering.
  await acts({ act: 'note', id: first, note: 'Wait for Sue' })
  await acts({ act: 'assign', id: first, to: '' }, Sue)
  expect(await numbers({ who: 'nobody' })).toEqual([first, second])
  expect((await logged()).filter(([action]) => action === 'staff.assignTicket')).toMatchObject([
    ['staff.assignTicket', { ticket: first, to: Sue.id }],
    ['staff.assignTicket', { ticket: first, to: 'nobody' }],
  ])
})

test('is given to nobody who does not answer tickets, and not once it is closed', async () => {
  const id = await asksSupport(app, Alice)
  const Mia = await worksAs(app, 'Mia', { roles: ['moderator'] })
  for (const to of [Mia.id, Bob.id, 999_999])
    await expect(acts({ act: 'assign', id, to })).rejects.toEqual(atField('to'))
  await expect(acts({ act: 'assign', id, to: 'Sue' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(acts({ act: 'assign', id: 999_999, to: Sue.id })).rejects.toMatchObject({
    code: 'notFound',
  })
  await acts({ act: 'close', id })
  await expect(acts({ act: 'assign', id, to: Sue.id })).rejects.toMatchObject({ code: 'conflict' })
})

test('what somebody has who works here no more is nobody’s', async () => {
  const id = await asksSupport(app, Alice)
  const Kim = await worksAs(app, 'Kim', { roles: ['support'] })
  await acts({ act: 'assign', id, to: Kim.id })
  await setsAccount(app, Kim, { staff_since: null })
  const { chosen, colleagues } = await list({ ticket: id, who: 'nobody' })
  expect([chosen?.assignedTo, await numbers({ who: 'nobody' })]).toEqual([null, [id]])
  expect(colleagues.map(({ username }) => username)).not.toContain('Kim')
})

test('tags are put on once, also at once, ten at most, and taken away', async () => {
  const id = await asksSupport(app, Alice)
  const tags = async () => (await list()).tickets[0]?.tags
  await Promise.all([
    acts({ act: 'tag', id, tag: 'Refund' }),
    acts({ act: 'tag', id, tag: 'refund' }),
  ])
  await acts({ act: 'tag', id, tag: 'app' })
  expect(await tags()).toEqual(['app', 'refund'])
  for (let number = 0; number < 8; number += 1) await acts({ act: 'tag', id, tag: `tag ${number}` })
  await expect(acts({ act: 'tag', id, tag: 'one more' })).rejects.toEqual(atField('tag'))
  await expect(acts({ act: 'tag', id, tag: 'two\nlines' })).rejects.toEqual(atField('tag'))
  await expect(acts({ act: 'tag', id, tag: 'x'.repeat(31) })).rejects.toEqual(atField('tag'))
  await expect(acts({ act: 'tag', id, tag: ' ' })).rejects.toEqual(atField('tag'))
  await acts({ act: 'untag', id, tag: 'APP' })
  await acts({ act: 'untag', id, tag: 'app' })
  expect(await tags()).not.toContain('app')
})

test('is found by words of subject and question, each from its beginning, and by number', async () => {
  const about = { message: 'My Käse photo was refused', subject: 'Declined' }
  const first = await asksSupport(app, Alice, about)
  const second = await asksSupport(app, Bob, { message: 'A refund, please', subject: 'Charged' })
  expect(await numbers({ find: 'refu' })).toEqual([first, second])
  expect(await numbers({ find: 'PHOTO refus' })).toEqual([first])
  expect(await numbers({ find: 'käse' })).toEqual([first])
  expect(await numbers({ find: 'charged' })).toEqual([second])
  expect(await numbers({ find: String(second) })).toEqual([second])
  expect(await numbers({ find: 'photo', brand: 'xmeeting' })).toEqual([])
  for (const find of ["'; drop table tickets --", '!!', '&|()', "a:* & 'b", '%', '٪', '😀'])
    expect([find, await numbers({ find })]).toEqual([find, []])
  await expect(list({ find: 'x'.repeat(101) })).rejects.toMatchObject({ code: 'invalid' })
})

test('the list holds no question, and the open ticket its writer’s payments', async () => {
  const id = await asksSupport(app, Alice, { message: 'A secret of mine' })
  await hasPaid(app, Alice, 'pay_list')
  const { tickets, chosen } = await list({ ticket: id })
  expect(JSON.stringify(tickets)).not.toContain('A secret of mine')
  expect(chosen?.message).toBe('A secret of mine')
  expect(chosen?.charges).toEqual([expect.stringMatching(/^US\$29\.95 on .*, AdultCrush$/)])
  expect((await list({ ticket: 999_999 })).chosen).toBeNull()
})

test('an act that there is not, or one of a role that has none, changes nothing', async () => {
  const id = await asksSupport(app, Alice)
  for (const act of ['delete', '', 'constructor'])
    await expect(acts({ act, id } as unknown as Body)).rejects.toMatchObject({ code: 'invalid' })
  const Max = await worksAs(app, 'Max', { roles: ['moderator'] })
  for (const act of ['close', 'release', 'reopen'] as const)
    await expect(acts({ act, id }, Max)).rejects.toMatchObject({ code: 'otherRole' })
  await givesRoles(app, Max, ['lead'])
  expect(await acts({ act: 'close', id, back: 'show=closed&find=a+b&done=x' }, Max)).toMatchObject({
    next: `/staff/tickets?show=closed&find=a+b&done=closed-${id}`,
  })
})
