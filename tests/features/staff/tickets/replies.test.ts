import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveTicket } from '#guests/help/tickets.contract.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { mainBrand as brand } from '#sites/registry.ts'
import { readReplyAddress, replyAddress } from '#staff/tickets/by-mail/reply-address.server.ts'
import { actOnTicket } from '#staff/tickets/queue/ticket-queue.contract.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { app, refusedWith, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, asStaff, bob, type CastMember, eve, joins } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { mailsIn, type SentMail } from '#tests/support/reply-mails.ts'
import { asksSupport, closedFor, ticketsSeen } from '#tests/support/tickets.ts'

/**
 * Answering a mail of support in one's mail program: it lands in the ticket, by a real SMTP
 * dialogue.
 */

withApp({ REPLIES_AT: '127.0.0.1:0' })
let people: Record<'alice' | 'bob' | 'eve' | 'finn', CastMember>
let port: number
beforeAll(async () => {
  const door = await app.listenForMail()
  port = (door?.server.address() as AddressInfo | undefined)?.port ?? 0
  people = {
    alice: await alice(app),
    bob: await bob(app),
    eve: await eve(app),
    finn: await joins(app, { brand: 'wivesnow', username: 'Finn', staff: true }),
  }
})
beforeEach(async () => {
  app.clock.advance(HOUR)
  for (const table of ['tickets', 'mails', 'rate_limits'] as const)
    await app.db.deleteFrom(table).execute()
  await forgetActs(app.db)
  for (const person of [people.eve, people.finn]) await asStaff(app, person)
})

const asks = (visitor: Visitor, message?: string) =>
  asksSupport(app, visitor, message === undefined ? {} : { message })
const answers = (
  visitor: Visitor,
  id: number,
  more: { answer?: string; upTo?: number; parts?: number } = {},
) => visitor.calls(actOnTicket, { body: { act: 'answer', id, answer: 'Under Settings.', ...more } })
const closes = (id: number, upTo?: number) =>
  people.eve.calls(actOnTicket, { body: { act: 'close', id, upTo } })
const merges = (visitor: Visitor, id: number, into: number) =>
  visitor.calls(actOnTicket, { body: { act: 'merge', id, into } })
const reopens = (id: number) => people.eve.calls(actOnTicket, { body: { act: 'reopen', id } })
async function queue(show: 'open' | 'snoozed' | 'closed' = 'open') {
  await asStaff(app, people.eve)
  return (await ticketsSeen(people.eve, { show })).tickets
}
const shown = async (show: 'open' | 'snoozed' | 'closed' = 'open') =>
  (await queue(show)).map(({ id, replies }) => [id, replies.map(({ text }) => text)])

/** Where the newest mail of support to Alice asks for answers. */
async function addressFor(person = 'alice@example.org'): Promise<string> {
  const mail = (await mailsTo(app, person)).find(({ kind }) => kind.startsWith('ticket'))
  return mail?.headers['Reply-To'] ?? ''
}

const mails = (to: string, sent: SentMail = {}) => mailsIn(port, to, sent)

const refusal = async (call: Promise<unknown>) => {
  const error = await refusedWith(call)
  return error ? (error.errors[0]?.message ?? `${error.code}: ${error.message}`) : 'was not refused'
}
const acts = async () =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '<>', 'staff.look')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('an answer by mail', () => {
  test('to our answer opens the ticket again, says so to support, and goes on in the same conversation', async () => {
    const id = await asks(people.alice)
    await answers(people.eve, id)
    const to = await addressFor()
    expect(to).toMatch(/^t[0-9a-z.]+\.[0-9a-f]{32}@reply\.adultcrush\.localhost$/)
    const body = `Where is that?\r\n\r\nOn Mon, 23 Nov 2026 at 10:00, The Company <no-reply@adultcrush.localhost> wrote:\r\n> You wrote to us on 20 November 2026 (number ${id}).`
    expect(await mails(to, { body })).toMatch(/^250/)
    const [ticket] = await queue()
    expect(ticket).toMatchObject({
      id,
      replies: [{ text: 'Where is that?', filesLeftOut: 0 }],
      answers: [{ text: 'Under Settings.' }],
    })
    const [notice] = await mailsTo(app, 'support@adultcrush.example')
    expect(notice?.text).toContain('> Where is that?')
    expect(app.logged.join('')).not.toMatch(/Where is that|alice@example/)
    await answers(people.eve, id, { answer: 'At the top.' })
    expect(await mails(await addressFor(), { body: 'I see.' })).toMatch(/^250/)
    expect(await shown()).toEqual([[id, ['Where is that?', 'I see.']]])
  })

  test('to our receipt adds to the open ticket, of a guest too, and brings back what was put away', async () => {
    const gina = app.visitor('wivesnow', { ip: '192.0.2.77' })
    await gina.calls(saveTicket, {
      body: { subject: 'A question', message: 'How?', email: 'gina@example.net' },
    })
    const [ticket] = await queue()
    await people.eve.calls(actOnTicket, {
      body: { act: 'snooze', id: ticket?.id ?? 0, for: 'week' },
    })
    const to = await addressFor('gina@example.net')
    expect(to).toMatch(/@reply\.wivesnow\.localhost$/)
    expect(
      await mails(to.toUpperCase(), { from: 'GINA@example.net', body: 'One more thing.' }),
    ).toMatch(/^250/)
    expect(await shown()).toEqual([[ticket?.id, ['One more thing.']]])
  })

  test('written as HTML alone is read as words', async () => {
    const id = await asks(people.alice)
    const body =
      '<style>p{}</style><div>One &amp; <b>two</b><br>three</div><blockquote>You wrote to us on 1 May (number 7).</blockquote>'
    await mails(await addressFor(), { body, type: 'text/html; charset=utf-8' })
    expect(await shown()).toEqual([[id, ['One & two\nthree']]])
  })

  test('with lines that look like a header keeps them, and what is taken for a quote or a signature is there to be unfolded', async () => {
    const id = await asks(people.alice)
    const form =
      'Where is it?\r\n\r\nEmail: alice@example.org\r\nName: Alice\r\nOrder: AC-607\r\n\r\nI have waited for a week.'
    expect(
      await mails(await addressFor(), { body: `${form}\r\n-- \r\nAlice\r\nPS: blue` }),
    ).toMatch(/^250/)
    expect(await mails(await addressFor(), { body: 'It is now alice@example.org:' })).toMatch(
      /^250/,
    )
    const [ticket] = await queue()
    expect(ticket?.replies.map(({ text, folded }) => [text, folded])).toEqual([
      [form.replaceAll('\r', ''), '-- \nAlice\nPS: blue'.replace('-- ', '--')],
      ['It is now alice@example.org:', ''],
    ])
    await closedFor(app, id, 31)
    expect(await mails(await addressFor(), { body: 'Again.\r\n-- \r\nAlice' })).toMatch(/^250/)
    expect((await queue())[0]).toMatchObject({
      message: 'Again.',
      replies: [{ text: '', folded: '--\nAlice' }],
    })
  })

  test('above 200 kB of what it answers is read', async () => {
    const id = await asks(people.alice)
    const quote = `From: The Company <no-reply@adultcrush.localhost>\r\nSent: Monday\r\n\r\n${'All that was said before.\r\n'.repeat(10_000)}`
    expect(await mails(await addressFor(), { body: `Yes.\r\n\r\n${quote}` })).toMatch(/^250/)
    const [ticket] = await queue()
    expect(ticket).toMatchObject({
      id,
      replies: [
        {
          text: 'Yes.',
          folded: expect.stringMatching(/^From: [^]{10000,20100}which was not kept\.\]$/) as string,
        },
      ],
    })
  })

  test('that comes again, or twice at once, is there once', async () => {
    const id = await asks(people.alice)
    const to = await addressFor()
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => mails(to, { id: '<the-same@mail.example>' })),
    )
    expect(sent.every((one) => one.startsWith('250'))).toBe(true)
    expect(await mails(to, { id: '<the-same@mail.example>', body: 'Other words' })).toMatch(/^250/)
    expect(await shown()).toEqual([[id, ['Thank you.']]])
    await closes(id)
    await mails(to, { id: '<the-same@mail.example>' })
    expect(await shown()).toEqual([])
  })
})

describe('is refused in words, and changes nothing:', () => {
  test.each<[what: string, spoil: (to: string) => string]>([
    [
      'a signature that is not ours',
      (to) => to.replace(/[0-9a-f]{3}@/, (end) => (end.startsWith('000') ? '111@' : '000@')),
    ],
    ['another ticket’s number', (to) => to.replace(/^t[0-9a-z]+/, 't1')],
    ['another brand’s domain', (to) => to.replace('adultcrush', 'wivesnow')],
    ['an address without one', () => 'support@reply.adultcrush.localhost'],
    ['somebody else’s domain', () => 'somebody@example.org'],
  ])('%s', async (_, spoil) => {
    const id = await asks(people.alice)
    expect(await mails(spoil(await addressFor()))).toMatch(/^550 .*There is no such address here/)
    expect(await shown()).toEqual([[id, []]])
  })

  test('an address of half a year ago', async () => {
    const id = await asks(people.alice)
    const writtenBefore = (days: number) =>
      replyAddress(
        app.services,
        { ticketId: id, accountId: people.alice.id, brand },
        later(app.clock.now(), -days * DAY),
      ) ?? ''
    expect(await mails(writtenBefore(179), { body: 'Still there.' })).toMatch(/^250/)
    expect(await mails(writtenBefore(181))).toMatch(/^550 .*takes no answers any more/)
    expect(await shown()).toEqual([[id, ['Still there.']]])
  })

  test('whoever has another member’s address, and another account’s signature over a ticket', async () => {
    const id = await asks(people.alice)
    const to = await addressFor()
    expect(await mails(to, { from: 'bob@example.org', sender: 'bob@example.org' })).toMatch(
      /^550 .*Only the address to which we wrote/,
    )
    expect(await mails(to, { from: 'bob@example.org, alice@example.org' })).toMatch(/^550/)
    expect(await mails(to, { headers: ['From: bob@example.org'] })).toMatch(/^550/)
    const stolen =
      replyAddress(
        app.services,
        { ticketId: id, accountId: people.bob.id, brand },
        app.clock.now(),
      ) ?? ''
    expect(readReplyAddress(app.services, stolen, app.clock.now())).toMatchObject({
      ticketId: id,
      accountId: people.bob.id,
    })
    expect(await mails(stolen)).toMatch(/^550 .*There is no such address here/)
    expect(await shown()).toEqual([[id, []]])
  })

  test('a mail that names two authors, in one line or in two', async () => {
    const id = await asks(people.alice)
    const to = await addressFor()
    for (const from of [
      'alice@example.org, bob@example.org',
      'Us: alice@example.org, bob@example.org;',
    ])
      expect(await mails(to, { from })).toMatch(/^550 .*Only the address to which we wrote/)
    expect(await shown()).toEqual([[id, []]])
  })

  test.each<[what: string, sent: SentMail, answer: RegExp]>([
    [
      'a header of 64 kB',
      { headers: Array.from({ length: 700 }, (_, n) => `X-${n}: ${'x'.repeat(95)}`) },
      /^550 .*cannot be read/,
    ],
    [
      'a text of 200 kB and more',
      { body: 'x'.repeat(70).concat('\r\n').repeat(3000) },
      /^550 .*too long to be read/,
    ],
    ['nothing but a quote', { body: '> You wrote to us.' }, /^550 .*no words of yours/],
    [
      'more than five thousand characters',
      { body: 'x '.repeat(2600) },
      /^550 .*at most 5,000 characters/,
    ],
    ['36 megabytes', { body: 'x'.repeat(998).concat('\r\n').repeat(36_000) }, /^552 .*too large/],
  ])('%s', async (_, sent, answer) => {
    const id = await asks(people.alice)
    expect(await mails(await addressFor(), sent)).toMatch(answer)
    expect(await shown()).toEqual([[id, []]])
  })

  test('after twenty that were refused, one more of the day: being refused is counted, and its words are not even read', async () => {
    const id = await asks(people.alice)
    const to = await addressFor()
    for (let n = 0; n < 20; n += 1)
      expect(await mails(to, { body: '> You wrote to us.' })).toMatch(/^550/)
    expect(await mails(to, { body: '> You wrote to us.' })).toMatch(/^451/)
    expect(await mails(to, { body: 'Words' })).toMatch(/^451/)
    expect(await shown()).toEqual([[id, []]])
  })

  test('of others, two hundred a day: then no header is read either', async () => {
    const id = await asks(people.alice)
    const to = await addressFor()
    await app.db
      .insertInto('rate_limits')
      .values({ key: `ticket-mail:${id}`, hits: 199, window_ends_at: later(app.clock.now(), DAY) })
      .execute()
    expect(await mails(to, { from: 'bob@example.org' })).toMatch(/^550/)
    expect(await mails(to, { from: 'bob@example.org' })).toMatch(/^451/)
    expect(await mails(to, { headers: ['Auto-Submitted: auto-replied'] })).toMatch(/^451/)
  })

  test('the twenty-first of a day, for which their server tries again', async () => {
    const id = await asks(people.alice)
    const to = await addressFor()
    for (let n = 0; n < 20; n += 1) await mails(to, { body: `Number ${n}` })
    expect(await mails(to, { id: '<late@mail.example>' })).toMatch(/^451/)
    app.clock.advance(DAY)
    expect(await mails(to, { id: '<late@mail.example>' })).toMatch(/^250/)
    expect((await queue()).find((one) => one.id === id)?.replies).toHaveLength(21)
  })
})

test.each([
  ['an absence', ['Auto-Submitted: auto-replied']],
  ['bulk', ['Precedence: bulk']],
  ['an old program’s answer', ['Precedence: auto_reply']],
  ['a list', ['List-Id: <friends.example>']],
  ['a mail that can be unsubscribed', ['List-Unsubscribe: <https://x.example>']],
  ['an autoresponder', ['X-Autoreply: yes']],
])(
  'a mail of a machine – %s – is taken and left aside, so that no mail answers it',
  async (_, headers) => {
    const id = await asks(people.alice)
    expect(await mails(await addressFor(), { headers })).toMatch(/^250/)
    expect(
      await mails(await addressFor(), { headers: ['Auto-Submitted: no'], sender: '' }),
    ).toMatch(/^250/)
    expect(await shown()).toEqual([[id, []]])
    expect((await mailsTo(app, 'alice@example.org')).map(({ kind }) => kind)).toEqual([
      'ticketReceipt',
    ])
  },
)

test('one of hostile HTML is ended when it is late or read as it is, and the server answers others meanwhile', async () => {
  const id = await asks(people.alice)
  const to = await addressFor()
  const hostile = mails(to, { body: '<a href="'.repeat(20_000), type: 'text/html; charset=utf-8' })
  const [answer] = await Promise.all([hostile, queue()])
  expect(answer).toMatch(/^550 .*at most 5,000 characters/)
  expect(await mails(to, { body: '\r\n'.repeat(90_000) })).toMatch(/^550 .*no words of yours/)
  expect(await shown()).toEqual([[id, []]])
})

describe('a ticket closed', () => {
  test('within a month opens again; one closed long ago is gone on with in a new one that names it', async () => {
    const id = await asks(people.alice)
    await answers(people.eve, id)
    const to = await addressFor()
    await closedFor(app, id, 29)
    await mails(to, { body: 'Within a month.' })
    await closes(id)
    await closedFor(app, id, 30)
    await Promise.all(
      [1, 2].map(() => mails(to, { id: '<late@mail.example>', body: 'Long after.' })),
    )
    const [ticket, ...more] = await queue()
    expect(more).toEqual([])
    expect(ticket).toMatchObject({
      message: 'Long after.',
      replies: [],
      member: { id: people.alice.id },
      related: [{ id, isPart: false, answers: [{ text: 'Under Settings.' }] }],
    })
    expect((await queue('closed')).map((one) => one.id)).toEqual([id])
    const [receipt] = (await mailsTo(app, 'alice@example.org')).filter(
      ({ kind }) => kind === 'ticketReceipt',
    )
    expect(receipt?.text).toContain(`number ${ticket?.id}`)
    // And on from there.
    await mails(receipt?.headers['Reply-To'] ?? '', { body: 'One more.' })
    expect(await shown()).toEqual([[ticket?.id, ['One more.']]])
  })

  test('is not answered, or closed, over an answer that came since its page was opened', async () => {
    const id = await asks(people.alice)
    await mails(await addressFor(), { body: 'First.' })
    const read = (await queue())[0]?.replies[0]?.id
    await mails(await addressFor(), { body: 'Second.' })
    for (const act of [
      () => answers(people.eve, id, { upTo: read ?? 0 }),
      () => closes(id, read),
    ]) {
      expect(await refusal(act())).toMatch(/^conflict: An answer by mail has come/)
    }
    const latest = (await queue())[0]?.replies.at(-1)?.id
    await answers(people.eve, id, { upTo: latest ?? 0 })
    expect(await shown('closed')).toEqual([[id, ['First.', 'Second.']]])
  })
})

describe('two tickets of one member', () => {
  test('are not answered, or closed, where one became part of the other since its page was opened: nobody has read it there', async () => {
    const [first, second] = [await asks(people.alice, 'One'), await asks(people.alice, 'Two')]
    const closesRead = (parts: number) =>
      people.eve.calls(actOnTicket, { body: { act: 'close', id: first, parts } })
    await merges(people.eve, second, first)
    for (const act of [() => answers(people.eve, first, { parts: 0 }), () => closesRead(0)]) {
      expect(await refusal(act())).toMatch(
        /^conflict: Another ticket was made part of this one since/,
      )
    }
    expect(
      (await queue()).map(({ id, related }) => [id, related.map((one) => one.message)]),
    ).toEqual([[first, ['Two']]])
    await answers(people.eve, first, { parts: 1 })
    expect(await queue()).toEqual([])
  })

  test('become one, to which answers by mail to either come, and are two again when that was a mistake', async () => {
    const [first, second] = [await asks(people.alice, 'One'), await asks(people.alice, 'Two')]
    const [toSecond, toFirst] = (await mailsTo(app, 'alice@example.org')).map(
      ({ headers }) => headers['Reply-To'] ?? '',
    )
    await mails(toSecond ?? '', { body: 'Before.' })
    expect((await merges(people.eve, second, first)).next).toBe(
      `/staff/tickets?ticket=${first}&done=merged-${second}`,
    )
    await mails(toSecond ?? '', { body: 'To the second.' })
    await mails(toFirst ?? '', { body: 'To the first.' })
    const [ticket, ...more] = await queue()
    expect(more).toEqual([])
    expect(ticket).toMatchObject({
      id: first,
      replies: [{ text: 'To the second.' }, { text: 'To the first.' }],
      related: [{ id: second, isPart: true, message: 'Two', replies: [{ text: 'Before.' }] }],
    })
    expect(await queue('closed')).toMatchObject([{ id: second, mergedInto: first }])
    await answers(people.eve, first)
    const [answer] = (await mailsTo(app, 'alice@example.org')).filter(
      ({ kind }) => kind === 'ticketAnswer',
    )
    expect(answer?.headers['References']).toBe(
      `<ticket-${first}@adultcrush.localhost> <ticket-${second}@adultcrush.localhost>`,
    )
    await reopens(second)
    expect(await shown()).toEqual([[second, ['Before.']]])
    await mails(toSecond ?? '', { body: 'Apart.' })
    expect(await shown()).toEqual([[second, ['Before.', 'Apart.']]])
    expect(await acts()).toEqual(['staff.mergeTicket', 'staff.answerTicket', 'staff.splitTicket'])
  })

  test('are not made one with somebody else’s, a closed one, itself, one that is gone, or while another answers it', async () => {
    const [first, second, bobs] = [
      await asks(people.alice),
      await asks(people.alice),
      await asks(people.bob),
    ]
    expect(await refusal(merges(people.eve, first, bobs))).toMatch(/not one of the same member/)
    expect(await refusal(merges(people.eve, first, 999_999))).toMatch(/not one of the same member/)
    expect(await refusal(merges(people.eve, first, first))).toMatch(/the ticket itself/)
    const third = await asks(people.alice)
    await merges(people.eve, second, first)
    expect(await refusal(merges(people.eve, first, third))).toMatch(/has others in it/)
    expect(await refusal(merges(people.eve, third, second))).toMatch(/is closed/)
    expect(await refusal(merges(people.alice, third, first))).toContain('notFound')
    expect(await shown()).toEqual([
      [first, []],
      [bobs, []],
      [third, []],
    ])
  })

  test('put into each other by two at once are one', async () => {
    const [first, second] = [await asks(people.alice), await asks(people.alice)]
    const outcomes = await Promise.all([
      refusal(merges(people.eve, first, second)),
      refusal(merges(people.finn, second, first)),
    ])
    expect(outcomes.filter((one) => one === 'was not refused')).toHaveLength(1)
    expect(await queue()).toHaveLength(1)
  })
})
