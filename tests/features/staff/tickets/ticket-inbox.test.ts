import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import {
  changeCannedTexts,
  getCannedTexts,
} from '#staff/tickets/canned-texts/canned-texts.contract.ts'
import { filled } from '#staff/tickets/canned-texts/canned-texts.ts'
import { LEASE, membershipInWords } from '#staff/tickets/queue/ticket-list.ts'
import {
  actOnTicket,
  type getTickets,
  makeSupportLink,
} from '#staff/tickets/queue/ticket-queue.contract.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { app, refusedWith, setsAccount, type Visitor, withApp } from '#tests/support/app.ts'
import {
  alice,
  asStaff,
  bob,
  type CastMember,
  eve,
  joins,
  reportsMember,
  worksAs,
} from '#tests/support/cast.ts'
import { deliverMails, mailsTo, startSmtpServer } from '#tests/support/mail.ts'
import { asksSupport, ticketsSeen } from '#tests/support/tickets.ts'

/**
 * How several people of staff share the tickets: one answers, others see it; nothing is lost by
 * putting it away.
 */

withApp()
let people: Record<'alice' | 'bob' | 'eve' | 'finn', CastMember>
beforeAll(async () => {
  people = {
    alice: await alice(app),
    bob: await bob(app),
    eve: await eve(app),
    finn: await joins(app, { brand: 'wivesnow', username: 'Finn', staff: true }),
  }
})
beforeEach(async () => {
  app.clock.advance(HOUR)
  for (const table of ['tickets', 'canned_texts', 'mails', 'rate_limits'] as const)
    await app.db.deleteFrom(table).execute()
  await forgetActs(app.db)
  for (const person of [people.eve, people.finn]) await asStaff(app, person)
})

const asks = (visitor: Visitor, message?: string) =>
  asksSupport(app, visitor, message === undefined ? {} : { message })

const queue = (query: Given<typeof getTickets>['query'] = {}, visitor: Visitor = people.eve) =>
  ticketsSeen(visitor, query)
const ids = async (show: 'open' | 'snoozed' | 'closed') =>
  (await queue({ show })).tickets.map(({ id }) => id)
const takes = (visitor: Visitor, id: number, override: '' | 'yes' = '') =>
  visitor.calls(actOnTicket, { body: { act: 'take', id, override } })
const releases = (visitor: Visitor, id: number) =>
  visitor.calls(actOnTicket, { body: { act: 'release', id } })
const answers = (visitor: Visitor, id: number, answer = 'Under Settings.') =>
  visitor.calls(actOnTicket, { body: { act: 'answer', id, answer } })
const closes = (visitor: Visitor, id: number) =>
  visitor.calls(actOnTicket, { body: { act: 'close', id } })
const snoozes = (visitor: Visitor, id: number, length: 'now' | 'hour' | 'day' = 'day') =>
  visitor.calls(actOnTicket, { body: { act: 'snooze', id, for: length } })
const notes = (visitor: Visitor, id: number, note: string) =>
  visitor.calls(actOnTicket, { body: { act: 'note', id, note } })
const reopens = (visitor: Visitor, id: number) =>
  visitor.calls(actOnTicket, { body: { act: 'reopen', id } })
type SavedText = { id?: number; seen?: string; name: string; body: string }
const saves = (visitor: Visitor, body: SavedText) =>
  visitor.calls(changeCannedTexts, { body: { act: 'save', ...body } })
const texts = async () => (await people.eve.calls(getCannedTexts)).texts

const refusal = async (call: Promise<unknown>) => {
  const error = await refusedWith(call)
  return error ? (error.errors[0]?.field ?? `${error.code}: ${error.message}`) : 'was not refused'
}

const actsOf = async () =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '<>', 'staff.look')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const answerMails = async () =>
  (await mailsTo(app, 'alice@example.org')).filter(({ kind }) => kind === 'ticketAnswer')

describe('a ticket that somebody is answering', () => {
  test.each([
    ['answered', answers],
    ['closed', closes],
    ['snoozed', snoozes],
    ['taken', takes],
  ])('is not %s by somebody else, who reads by whom', async (_, act) => {
    const id = await asks(people.alice)
    await takes(people.eve, id)
    expect(await refusal(act(people.finn, id))).toMatch(
      /^conflict: Eve is answering ticket \d+\. Take it over first/,
    )
    expect((await queue({}, people.finn)).tickets[0]?.heldBy).toMatchObject({
      username: 'Eve',
      isMe: false,
    })
    expect((await queue()).tickets[0]?.heldBy).toMatchObject({ isMe: true })
    expect(await answerMails()).toEqual([])
    await answers(people.eve, id)
    expect(await answerMails()).toHaveLength(1)
  })

  test('is taken over by a stated act, which is on record, and then answered by that person alone', async () => {
    const id = await asks(people.alice)
    await takes(people.eve, id)
    await takes(people.finn, id, 'yes')
    expect(await refusal(answers(people.eve, id))).toMatch(/^conflict: Finn is answering/)
    await answers(people.finn, id)
    expect(await actsOf()).toEqual([
      'staff.takeTicket',
      'staff.overrideTicket',
      'staff.answerTicket',
    ])
  })

  test('is everybody’s again when whoever answers it is banned', async () => {
    const id = await asks(people.alice)
    const Gil = await worksAs(app, 'Gil')
    await takes(Gil, id)
    await setsAccount(app, Gil, { banned_at: app.clock.now() })
    expect((await queue()).tickets[0]?.heldBy).toBeNull()
    await takes(people.eve, id)
    expect((await queue()).tickets[0]?.heldBy).toMatchObject({ isMe: true })
  })

  test('is everybody’s again when it is left, or after fifteen minutes without a word', async () => {
    const id = await asks(people.alice)
    await takes(people.eve, id)
    await releases(people.finn, id)
    expect(await refusal(takes(people.finn, id))).toContain('conflict')
    await releases(people.eve, id)
    await takes(people.finn, id)
    app.clock.advance(LEASE - MINUTE)
    await takes(people.finn, id)
    app.clock.advance(LEASE - MINUTE)
    expect(await refusal(takes(people.eve, id))).toContain('conflict')
    app.clock.advance(MINUTE)
    await takes(people.eve, id)
    // Going on is not worth a line of the record.
    expect(await actsOf()).toEqual(['staff.takeTicket', 'staff.takeTicket', 'staff.takeTicket'])
  })

  test('is one person’s, of two who take it at once', async () => {
    const id = await asks(people.alice)
    const outcomes = await Promise.all(
      [people.eve, people.finn, people.eve, people.finn].map((visitor) =>
        refusal(takes(visitor, id)),
      ),
    )
    expect(outcomes.filter((one) => one.startsWith('conflict'))).toHaveLength(2)
    expect(await actsOf()).toEqual(['staff.takeTicket'])
  })
})

test('a snoozed ticket leaves the queue, and comes back by itself or when it is called', async () => {
  const [first, second] = [await asks(people.alice), await asks(people.bob)]
  await takes(people.eve, first)
  await snoozes(people.eve, first)
  expect([await ids('open'), await ids('snoozed')]).toEqual([[second], [first]])
  expect((await queue()).open).toMatchObject([{ count: 0, snoozed: 1 }, { count: 1 }])
  await snoozes(people.finn, second, 'hour')
  await snoozes(people.eve, second, 'now')
  expect(await ids('open')).toEqual([second])
  app.clock.advance(DAY)
  for (const person of [people.eve, people.finn]) await asStaff(app, person)
  expect([await ids('open'), await ids('snoozed')]).toEqual([[first, second], []])
  await takes(people.finn, first)
})

test('notes are read by staff, on a closed ticket too, and never by who asked', async () => {
  const id = await asks(people.alice)
  await notes(people.eve, id, 'Is angry, be kind')
  await answers(people.eve, id)
  await notes(people.finn, id, 'Was kind')
  const { tickets } = await queue({ show: 'closed' })
  expect(tickets[0]?.notes.map(({ by, text }) => [by, text])).toEqual([
    ['Eve', 'Is angry, be kind'],
    ['Finn', 'Was kind'],
  ])
  const [mail] = await answerMails()
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/angry|Was kind/)
  expect(app.logged.join('')).not.toContain('angry')
  expect(await refusal(notes(people.eve, id, ' '))).toBe('note')
})

describe('a closed ticket', () => {
  test('opens again, is answered again, and the second mail follows the first in its conversation', async () => {
    const id = await asks(people.alice)
    await answers(people.eve, id, 'Under Settings.')
    await reopens(people.finn, id)
    expect(await ids('open')).toEqual([id])
    expect(await refusal(reopens(people.finn, id))).toMatch(/open already/)
    await answers(people.finn, id, 'At the top.')
    const { tickets } = await queue({ show: 'closed' })
    expect(tickets[0]?.answers.map(({ by, text }) => [by, text])).toEqual([
      ['Eve', 'Under Settings.'],
      ['Finn', 'At the top.'],
    ])
    const headers = (await answerMails()).map((mail) => mail.headers)
    const name = (rest: string) => `<ticket-${id}${rest}@adultcrush.localhost>`
    const [second, first] = headers
    expect(first).toMatchObject({ 'In-Reply-To': name(''), References: name('') })
    expect(second).toMatchObject({
      'In-Reply-To': first?.['Message-ID'],
      References: `${name('')} ${first?.['Message-ID']}`,
    })
    expect(second?.['Message-ID']).not.toBe(first?.['Message-ID'])
  })

  test('whose answers were mailed: the names in the header are those of the mails', async () => {
    const smtp = await startSmtpServer()
    const id = await asks(people.alice)
    await answers(people.eve, id)
    const sending = {
      ...app,
      services: { ...app.services, settings: { ...app.services.settings, smtpUrl: smtp.url } },
    }
    await deliverMails(sending)
    await smtp.close()
    const sent = smtp.received.filter(({ to }) =>
      to?.some(({ address }) => address === 'alice@example.org'),
    )
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Our answer to you',
      'We have your message',
    ])
    const [receipt, answer] = sent.toSorted((a, b) =>
      (b.subject ?? '').localeCompare(a.subject ?? ''),
    )
    expect(answer?.inReplyTo).toBe(receipt?.messageId)
    expect(answer?.references).toBe(receipt?.messageId)
  })

  test('opens again beside the same question, which was asked once more', async () => {
    const same = { subject: 'The same', message: 'The same' }
    const id = await asksSupport(app, people.alice, same)
    await closes(people.eve, id)
    await asksSupport(app, people.alice, same)
    await reopens(people.eve, id)
    expect(await ids('open')).toHaveLength(2)
  })
})

test('the queue says how long people waited: half of them at most', async () => {
  expect((await queue()).times).toEqual({ count: 0, firstAnswer: null, resolution: null })
  const [first, second, third] = [
    await asks(people.alice),
    await asks(people.bob),
    await asks(people.alice),
  ]
  app.clock.advance(10 * MINUTE)
  await answers(people.eve, first)
  app.clock.advance(20 * MINUTE)
  await answers(people.eve, second)
  app.clock.advance(10 * MINUTE)
  await reopens(people.eve, first)
  await answers(people.eve, first)
  app.clock.advance(10 * MINUTE)
  await closes(people.eve, third)
  expect((await queue()).times).toEqual({ count: 3, firstAnswer: 20, resolution: 40 })
  expect((await queue({ brand: 'wivesnow' })).times).toEqual({
    count: 1,
    firstAnswer: 30,
    resolution: 30,
  })
})

test('whoever bought credits has paid, without a membership', async () => {
  const { db } = app
  for (const n of [1, 2]) {
    const order = { account_id: people.bob.id, brand: 'wivesnow', amount: 990, currency: 'EUR' }
    const { id } = await db
      .insertInto('orders')
      .values({ ...order, keyword: 'wn-20', created_at: app.clock.now(), paid_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const charge = {
      ...order,
      order_id: id,
      subscription_id: null,
      kind: 'credits',
      processor: 'gateway',
      charged_at: app.clock.now(),
    } as const
    await db
      .insertInto('payments')
      .values({ ...charge, reference: `bob-${n}` })
      .execute()
  }
  await asks(people.bob)
  const { tickets } = await queue()
  expect(tickets[0]?.member?.standing).toMatchObject({ premiumUntil: null, payments: 2 })
})

test.each([
  [null, 'none'],
  ['2026-11-30T12:00:00.000Z', 'until 30 Nov 2026'],
  ['2026-11-10T12:00:00.000Z', 'ended 10 Nov 2026'],
])('a membership until %s reads “%s”', (until, words) => {
  expect(membershipInWords(until, Date.parse('2026-11-20T12:00:00Z'))).toBe(words)
})

test('a member’s standing is beside the ticket: nothing that anybody wrote', async () => {
  await reportsMember(people.bob, people.alice, { reason: 'scam', details: 'Wants money' })
  await asks(people.alice)
  const { tickets } = await queue()
  expect(tickets[0]?.member?.standing).toMatchObject({
    brand: 'adultcrush',
    bannedAt: null,
    premiumUntil: null,
    tickets: 1,
    reportsBy: 0,
    reportsAbout: 1,
  })
  expect(JSON.stringify(tickets)).not.toContain('Wants money')
})

describe('the support link', () => {
  const makes = (visitor: Visitor, id: number) => visitor.calls(makeSupportLink, { body: { id } })

  test('is made by a button, names who made it, opens once, and is on record', async () => {
    const { link, username } = await makes(people.eve, people.bob.id)
    expect([username, new URL(link).searchParams.get('agent')]).toEqual(['Bob', 'Eve'])
    expect(new URL(link).host).toMatch(/^api\.wivesnow\./)
    const open = () =>
      app.frontDoor(
        new Request(link, { method: 'POST', headers: { Host: new URL(link).host } }),
        '203.0.113.7',
        async () => new Response('page'),
      )
    expect([(await open()).status, (await open()).status]).toEqual([200, 410])
    expect(await actsOf()).toEqual(['staff.supportLink', 'support.view'])
    expect(await refusal(makes(people.eve, 999_999))).toContain('unavailable')
    expect(await refusal(makes(people.alice, people.bob.id))).toContain('notFound')
  })
})

describe('texts to use again', () => {
  test('are written, changed and deleted by staff, each under its own name', async () => {
    await saves(people.eve, {
      name: 'Town',
      body: 'Hello {name}, your town is under Settings on {brand}.',
    })
    expect(await refusal(saves(people.finn, { name: 'town', body: 'Another' }))).toBe('name')
    const [text] = await texts()
    await saves(people.finn, { id: text?.id, name: 'Town', body: 'Hello {name}.' })
    await saves(people.finn, { name: 'Age', body: 'We cannot change it.' })
    expect((await texts()).map(({ name, body }) => [name, body])).toEqual([
      ['Age', 'We cannot change it.'],
      ['Town', 'Hello {name}.'],
    ])
    expect(await refusal(saves(people.eve, { id: text?.id, name: 'AGE', body: 'x' }))).toBe('name')
    await people.eve.calls(changeCannedTexts, { body: { act: 'delete', id: text?.id ?? 0 } })
    expect(await refusal(saves(people.eve, { id: text?.id, name: 'Town', body: 'x' }))).toContain(
      'notFound',
    )
    expect((await texts()).map(({ name }) => name)).toEqual(['Age'])
  })

  test('that somebody changed or deleted since they were opened are neither overwritten nor deleted', async () => {
    await saves(people.eve, { name: 'Town', body: 'Under Settings.' })
    const [text] = await texts()
    const seen = { id: text?.id ?? 0, seen: text?.changedAt }
    app.clock.advance(MINUTE)
    const outcomes = await Promise.all([
      refusal(saves(people.eve, { ...seen, name: 'Town', body: 'Under Settings, then Town.' })),
      refusal(saves(people.finn, { ...seen, name: 'Town', body: 'Please ask Alice.' })),
    ])
    expect(outcomes.toSorted()).toEqual([
      expect.stringMatching(/^conflict: Somebody has changed this text/),
      'was not refused',
    ])
    const deletes = (body: { id: number; seen?: string }) =>
      people.eve.calls(changeCannedTexts, { body: { act: 'delete', ...body } })
    expect(await refusal(deletes(seen))).toMatch(/^conflict: Somebody has changed this text/)
    const [now] = await texts()
    expect(now?.body).toBe(
      outcomes[0] === 'was not refused' ? 'Under Settings, then Town.' : 'Please ask Alice.',
    )
    await deletes({ id: seen.id, seen: now?.changedAt })
    expect(await refusal(saves(people.eve, { ...seen, name: 'Town', body: 'x' }))).toMatch(
      /^notFound/,
    )
  })

  test('of one name written by several at once are one', async () => {
    const outcomes = await Promise.all(
      [people.eve, people.finn, people.eve].map((visitor) =>
        refusal(saves(visitor, { name: 'Town', body: 'x' })),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['name', 'name', 'was not refused'])
  })

  test.each([
    ['Hello {name} of {brand}', 'Hello Bob of Wives Now'],
    ['{name}{name}', 'BobBob'],
    ['{Name} {mail} {constructor}', '{Name} {mail} {constructor}'],
    ['No braces', 'No braces'],
  ])('%j becomes %j', (text, words) => {
    expect(filled(text, { name: 'Bob', brand: 'Wives Now' })).toBe(words)
  })

  test('a name with a variable’s form is not filled again', () => {
    expect(filled('{name}', { name: '{brand}', brand: 'x' })).toBe('{brand}')
  })
})
