import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listOwnTickets } from '#guests/help/own-tickets.contract.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '#lib/clock.ts'
import { waitInWords } from '#lib/waits.ts'
import { partOf, queuePath } from '#staff/tickets/queue/ticket-list.ts'
import { actOnTicket, getTickets } from '#staff/tickets/queue/ticket-queue.contract.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { app, refusedWith, type Visitor, withApp } from '#tests/support/app.ts'
import {
  alice,
  asStaff,
  bob,
  type CastMember,
  dan,
  eve,
  joins,
  worksAs,
} from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { asksSupport, ticketsSeen } from '#tests/support/tickets.ts'

/** What people ask, as staff finds and answers it. */

withApp()
let people: Record<'alice' | 'bob' | 'eve', CastMember>
beforeAll(async () => {
  people = { alice: await alice(app), bob: await bob(app), eve: await eve(app) }
})
beforeEach(async () => {
  app.clock.advance(HOUR)
  for (const table of ['tickets', 'mails'] as const) await app.db.deleteFrom(table).execute()
  await forgetActs(app.db)
  await asStaff(app, people.eve)
})

const asks = (
  visitor: Visitor,
  message?: string,
  more: { email?: string; subject?: string } = {},
) => asksSupport(app, visitor, message === undefined ? more : { message, ...more })

const queue = (
  query: { show?: 'open' | 'closed'; brand?: string; page?: number } = {},
  visitor: Visitor = people.eve,
) => ticketsSeen(visitor, query)
const answers = (id: number, text: string, visitor: Visitor = people.eve, brand = '') =>
  visitor.calls(actOnTicket, { body: { act: 'answer', id, answer: text, back: `brand=${brand}` } })
const closes = (id: number, visitor: Visitor = people.eve) =>
  visitor.calls(actOnTicket, { body: { act: 'close', id } })

const refusal = async (call: Promise<unknown>) => {
  const error = await refusedWith(call)
  return error?.errors[0]?.field ?? error?.code ?? 'was not refused'
}

const acts = () =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'subject_id', 'details'])
    .where('action', '<>', 'staff.look')
    .orderBy('id')
    .execute()

describe('the queue', () => {
  test('is staff’s alone, and only once they have given their second factor', async () => {
    const unproven = await joins(app, { brand: 'adultcrush', username: 'Evelyn', staff: true })
    const calls = [
      (visitor: Visitor) => queue({}, visitor),
      (visitor: Visitor) => answers(1, 'Hello', visitor),
      (visitor: Visitor) => closes(1, visitor),
    ]
    for (const call of calls) {
      expect(await refusal(call(app.visitor('adultcrush')))).toBe('notFound')
      expect(await refusal(call(people.alice))).toBe('notFound')
      expect(await refusal(call(unproven))).toBe('secondFactor')
    }
    const id = await asks(people.alice)
    await refusal(answers(id, 'Not mine to answer', people.alice))
    await refusal(closes(id, unproven))
    expect((await queue()).tickets.map((ticket) => ticket.id)).toEqual([id])
  })

  test('shows what was asked on every brand, the oldest first, and who asked', async () => {
    const first = await asks(people.bob, 'Where are my credits?\n\nBob')
    app.clock.advance(MINUTE)
    const second = await asks(app.visitor('xmeeting'), 'No mail came.', {
      email: 'somebody@example.org',
    })
    const { tickets, pages, open } = await queue()
    expect(tickets).toMatchObject([
      {
        id: first,
        brand: 'wivesnow',
        message: 'Where are my credits?\n\nBob',
        email: 'bob@example.org',
        isProven: true,
        member: { id: people.bob.id, username: 'Bob' },
        closed: null,
      },
      {
        id: second,
        brand: 'xmeeting',
        message: 'No mail came.',
        email: 'somebody@example.org',
        isProven: false,
        member: null,
        closed: null,
      },
    ])
    expect([pages, open]).toMatchObject([
      1,
      [
        { brand: 'wivesnow', count: 1, snoozed: 0 },
        { brand: 'xmeeting', count: 1, snoozed: 0 },
      ],
    ])
    expect((await queue({ brand: 'xmeeting' })).tickets.map(({ id }) => id)).toEqual([second])
    expect((await queue({ brand: 'discreetcrush' })).tickets).toEqual([])
  })

  test('has pages of twenty, without a gap or a repeat', async () => {
    const rows = Array.from({ length: 43 }, (_, index) => ({
      brand: 'adultcrush',
      email: 'somebody@example.org',
      subject: `${index}`,
      body: 'The same moment for all of them.',
      created_at: app.clock.now(),
    }))
    await app.db.insertInto('tickets').values(rows).execute()
    const pages = await Promise.all([1, 2, 3, 4].map((page) => queue({ page })))
    expect(pages.map(({ tickets }) => tickets.length)).toEqual([20, 20, 3, 0])
    expect(pages[0]?.pages).toBe(3)
    expect(pages.flatMap(({ tickets }) => tickets.map(({ subject }) => subject))).toEqual(
      rows.map(({ subject }) => subject),
    )
  })

  test('keeps what is closed apart, the latest first, with who closed it and what was answered', async () => {
    const [first, second] = [await asks(people.alice), await asks(people.bob)]
    await answers(second, 'Look at your settings.')
    app.clock.advance(MINUTE)
    await closes(first)
    expect((await queue()).tickets).toEqual([])
    const { tickets } = await queue({ show: 'closed' })
    expect(
      tickets.map(({ id, closed, answers: said }) => [
        id,
        closed?.by,
        said.map(({ text }) => text),
      ]),
    ).toEqual([
      [first, 'Eve', []],
      [second, 'Eve', ['Look at your settings.']],
    ])
  })

  test.each([
    { page: 0 },
    { page: 1.5 },
    { page: 10_001 },
    { brand: 'nobrand' },
    { show: 'all' },
    { brand: "' or 1=1--" },
  ])('refuses %j', async (query) => {
    expect(await refusal(queue(query as object))).toBe(Object.keys(query)[0])
  })
})

describe('answering', () => {
  test('sends the answer to a member’s own address as the brand, with the question below, and closes the ticket', async () => {
    const id = await asks(people.bob, 'Where are my credits?\nI bought ten.')
    expect(
      await answers(id, 'They are there now.\n\nSorry for the wait.', people.eve, 'wivesnow'),
    ).toEqual({
      ok: true,
      next: `/staff/tickets?brand=wivesnow&done=answered-${id}`,
    })
    const [mail] = (await mailsTo(app, 'bob@example.org')).filter(
      ({ kind }) => kind === 'ticketAnswer',
    )
    expect(mail?.subject).toBe('Our answer to you')
    expect(mail?.text).toContain(`You wrote to us on 20 November 2026 (number ${id}).`)
    expect(mail?.text).toContain('They are there now.\n\nSorry for the wait.')
    expect(mail?.text).toContain('> Where are my credits?\n\n> I bought ten.')
    const queued = await app.db
      .selectFrom('mails')
      .select(['brand', 'account_id'])
      .where('kind', '=', 'ticketAnswer')
      .execute()
    expect(queued).toEqual([{ brand: 'wivesnow', account_id: people.bob.id }])
    expect(await acts()).toEqual([
      {
        action: 'staff.answerTicket',
        actor_id: people.eve.id,
        subject_id: people.bob.id,
        details: { ticket: id, brand: 'wivesnow' },
      },
    ])
    expect(app.logged.join('')).not.toContain('They are there now')
  })

  test('keeps the ticket open where one says so, with its time anew, and once however often it is sent', async () => {
    const id = await asks(people.bob, 'Where are my credits?')
    app.clock.advance(2 * HOUR)
    const sent = { id, answer: 'We look.', keepsOpen: 'yes', answers: 0 } as const
    const sends = (key: string) =>
      people.eve.calls(actOnTicket, { body: { act: 'answer', ...sent, key } })
    const [key, other] = [crypto.randomUUID(), crypto.randomUUID()]
    expect((await Promise.all([sends(key), sends(key)])).map(({ next }) => next)).toEqual(
      Array.from({ length: 2 }, () => `/staff/tickets?ticket=${id}&done=kept-${id}`),
    )
    expect(await refusal(sends(other))).toBe('conflict')
    const [ticket] = (await queue()).tickets
    expect([ticket?.closed, ticket?.answers.map(({ text }) => text)]).toEqual([null, ['We look.']])
    expect(Date.parse(ticket?.dueAt ?? '')).toBe(later(app.clock.now(), 3 * DAY).getTime())
    await answers(id, 'They are there now.')
    expect((await queue()).tickets).toEqual([])
    const mails = await mailsTo(app, 'bob@example.org')
    expect(mails.filter(({ kind }) => kind === 'ticketAnswer')).toHaveLength(2)
  })

  test('never sends somebody’s words to an address that nobody has proven', async () => {
    const id = await asks(app.visitor('xmeeting'), 'Buy my pills', { email: 'victim@example.org' })
    await answers(id, 'We do not sell any.')
    const [mail] = (await mailsTo(app, 'victim@example.org')).filter(
      ({ kind }) => kind === 'ticketAnswer',
    )
    expect(mail?.text).toContain('We do not sell any.')
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toMatch(/pills|Question/)
  })

  test('by two at once sends one answer, and tells the other so', async () => {
    const others = await Promise.all(
      Array.from({ length: 9 }, async (_, index) =>
        worksAs(app, `Staff${index}`, { brand: 'wivesnow' }),
      ),
    )
    const id = await asks(people.alice)
    const calls = [people.eve, ...others].map((visitor, index) =>
      index % 3 === 2 ? closes(id, visitor) : answers(id, `Answer ${index}`, visitor),
    )
    const outcomes = await Promise.all(calls.map(refusal))
    expect(outcomes.filter((one) => one === 'was not refused')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'conflict')).toHaveLength(9)
    const { tickets } = await queue({ show: 'closed' })
    const mails = (await mailsTo(app, 'alice@example.org')).filter(
      ({ kind }) => kind === 'ticketAnswer',
    )
    expect(mails).toHaveLength(tickets[0]?.answers.length ?? 0)
    expect(await acts()).toHaveLength(1)
    expect(await refusal(answers(id, 'Once more'))).toBe('conflict')
  })

  test.each([
    ['nothing', ''],
    ['spaces', '  \n '],
    ['too much', 'x'.repeat(5001)],
  ])('refuses %s, and the ticket stays open', async (_, text) => {
    const id = await asks(people.alice)
    expect(await refusal(answers(id, text))).toBe('answer')
    expect((await queue()).tickets.map((ticket) => ticket.id)).toEqual([id])
  })

  test('refuses a body of a megabyte, and a ticket that never was', async () => {
    const id = await asks(people.alice)
    expect(await refusal(answers(id, 'x'.repeat(1_000_000)))).toBe('tooLarge')
    expect(await refusal(answers(id + 1000, 'Hello'))).toBe('notFound')
    expect(await refusal(answers(-1, 'Hello'))).toBe('id')
  })

  test('takes line breaks in an answer for paragraphs, never for headers', async () => {
    const id = await asks(people.alice)
    await answers(id, 'First line\r\nBcc: everybody@example.org\r\n\r\n<b>bold</b>')
    const [mail] = (await mailsTo(app, 'alice@example.org')).filter(
      ({ kind }) => kind === 'ticketAnswer',
    )
    expect(Object.keys(mail?.headers ?? {}).toSorted()).toEqual([
      'In-Reply-To',
      'Message-ID',
      'References',
    ])
    expect(mail?.text).toContain('First line\n\nBcc: everybody@example.org\n\n<b>bold</b>')
    expect(mail?.html).toContain('&lt;b&gt;bold&lt;/b&gt;')
  })

  test('works as a form, without script: on to the queue, or the form again with what was written', async () => {
    const id = await asks(people.alice)
    const post = (answer: string) =>
      people.eve.visit('/staff/ticket', {
        method: 'POST',
        headers: { Origin: `http://${people.eve.host}` },
        body: new URLSearchParams({ act: 'answer', id: `${id}`, back: '', answer }),
      })
    const empty = await post(' ')
    expect([empty.status, await empty.text()]).toEqual([422, 'page:/form/tickets'])
    const sent = await post('Done.')
    expect([sent.status, sent.headers.get('Location')]).toEqual([
      303,
      `/staff/tickets?done=answered-${id}`,
    ])
  })
})

test('closing writes to nobody', async () => {
  const id = await asks(await dan(app), 'Buy my pills')
  expect(await closes(id)).toEqual({ ok: true, next: `/staff/tickets?done=closed-${id}` })
  expect(
    (await mailsTo(app, 'dan@example.org')).filter(({ kind }) => kind === 'ticketAnswer'),
  ).toEqual([])
  expect(await acts()).toMatchObject([
    { action: 'staff.closeTicket', details: { ticket: id, brand: 'adultcrush' } },
  ])
  expect(await refusal(closes(id))).toBe('conflict')
})

describe('the address of a part of the queue', () => {
  test.each([
    ['', '/staff/tickets'],
    ['show=closed&brand=xmeeting&page=3', '/staff/tickets?show=closed&brand=xmeeting&page=3'],
    ['show=all&brand=No+brand&who=all&page=0', '/staff/tickets'],
    ['page=1e9', '/staff/tickets'],
    ['page=abc&brand=__proto__', '/staff/tickets'],
  ])('%j is read as %s', (query, path) => {
    expect(queuePath(partOf(new URLSearchParams(query)))).toBe(path)
  })
})

test.each([
  [0, 'a moment'],
  [MINUTE, '1 minute'],
  [HOUR - SECOND, '59 minutes'],
  [5 * HOUR, '5 hours'],
  [DAY, '1 day'],
  [400 * DAY, '400 days'],
])('after %i ms somebody has waited %s', (waited, words) => {
  expect(waitInWords(app.clock.now(), later(app.clock.now(), waited))).toBe(words)
})

test('each question that the list shows somebody is an access on record, and the figures alone are none', async () => {
  const id = await asks(people.alice)
  await asks(app.visitor('adultcrush'), 'A guest asks', { email: 'guest@example.org' })
  const looks = () =>
    app.db
      .selectFrom('audit_log')
      .select(['subject_id', 'details'])
      .where('action', '=', 'staff.look')
      .where('at', '>=', app.clock.now())
      .execute()
  const figures = await people.eve.calls(getTickets, { query: { figures: 'only' } })
  expect([figures.tickets, figures.open, await looks()]).toEqual([
    [],
    [
      {
        brand: 'adultcrush',
        count: 2,
        held: 0,
        urgent: 0,
        snoozed: 0,
        oldest: app.clock.now().toISOString(),
        nextDue: later(app.clock.now(), 3 * DAY).toISOString(),
      },
    ],
    [],
  ])
  await queue()
  await queue()
  expect(await looks()).toEqual([
    { subject_id: people.alice.id, details: { what: 'ticket', ticket: id } },
  ])
})

describe('a member’s own tickets', () => {
  const own = (visitor: Visitor) => visitor.calls(listOwnTickets).then(({ tickets }) => tickets)

  test('are listed the latest first, each with what was said on it, and nobody else’s', async () => {
    const first = await asks(people.bob, 'Where are my credits?')
    await asks(people.alice, 'Mine alone')
    app.clock.advance(MINUTE)
    await answers(first, 'They are there now.')
    const second = await asks(people.bob, 'And my photo?')
    expect(await own(people.bob)).toMatchObject([
      { id: second, text: 'And my photo?', isClosed: false, said: [] },
      {
        id: first,
        text: 'Where are my credits?',
        isClosed: true,
        said: [{ by: 'support', text: 'They are there now.' }],
      },
    ])
    // Neither who answered nor what staff tell one another.
    expect(JSON.stringify(await own(people.bob))).not.toContain('Eve')
  })

  test('that became part of another are read there', async () => {
    const first = await asks(people.bob, 'Where are my credits?')
    const again = await asks(people.bob, 'I still have none.')
    await people.eve.calls(actOnTicket, { body: { act: 'merge', id: again, into: first } })
    expect(await own(people.bob)).toMatchObject([
      { id: first, said: [{ by: 'you', text: 'I still have none.' }] },
    ])
  })

  test('are asked for by who is signed in', async () => {
    await expect(own(app.visitor('adultcrush'))).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})
