import { beforeAll, expect, test } from 'vitest'
import { getTaskList, keepView } from '#staff/queue/task-list.contract.ts'
import { MAX_VIEW_NAME, MOST_VIEWS } from '#staff/queue/task-list.ts'
import { getCannedTexts } from '#staff/tickets/canned-texts/canned-texts.contract.ts'
import { actOnTicket } from '#staff/tickets/queue/ticket-queue.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  alice,
  asStaff,
  bob,
  type CastMember,
  eve,
  joins,
  reportsMember,
} from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'
import { asksSupport } from '#tests/support/tickets.ts'

/**
 * Forms of staff that were posted without script and refused: the page keeps what was typed, and
 * says what is wrong where it is.
 */

withApp()
withRenderer()
let Eve: CastMember
let Finn: CastMember
let Alice: CastMember
let ticket: number
beforeAll(async () => {
  Eve = await asStaff(app, await eve(app))
  Finn = await joins(app, { brand: 'adultcrush', username: 'Finn', staff: true })
  Alice = await alice(app)
  ticket = await asksSupport(app, Alice, {})
})

/** The page that the browser of `who` gets for the form. */
async function posts(path: string, fields: string[][], file: string, who = Eve): Promise<string> {
  const headers = {
    Host: who.host,
    Origin: `http://${who.host}`,
    Cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
  const answer = await app.frontDoor(
    new Request(`http://${who.host}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
      redirect: 'manual',
    }),
    '203.0.113.7',
    renderer.shows({ file }),
  )
  return answer.text()
}
const attribute = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
/** What the form with this action says that is not typed. */
function hiddenIn(html: string, action: string): Record<string, string> {
  const [form = ''] = new RegExp(`<form[^>]* action="${action}"[\\s\\S]*?</form>`).exec(html) ?? []
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name'),
      attribute(tag, 'value'),
    ]),
  )
}

const view = (name: string) =>
  posts(
    '/staff/view',
    [
      ['act', 'keep'],
      ['place', 'cases'],
      ['queue', 'fraud'],
      ['queue', 'appeals'],
      ['brand', 'wivesnow'],
      ['name', name],
    ],
    'staff/[place].astro',
  )

test('filters that are not kept stay chosen, with the name that was typed and the reason at it', async () => {
  const reasonAt = (html: string) =>
    /id="view-name-error"[^>]*>([^<]*)</.exec(html)?.[1]?.trim() ?? ''
  const nameIn = (html: string) =>
    attribute(/<input[^>]* id="view-name"[^>]*>/.exec(html)?.[0] ?? '', 'value')
  const long = 'x'.repeat(MAX_VIEW_NAME + 1)
  const tooLong = await view(long)
  expect([nameIn(tooLong), reasonAt(tooLong)]).toEqual([
    long,
    `Please use at most ${MAX_VIEW_NAME} characters.`,
  ])
  const chosen = [...tooLong.matchAll(/<input type="hidden" name="(queue|brand)" value="(\w+)"/g)]
  expect(chosen.map(([, name, value]) => [name, value])).toEqual([
    ['queue', 'fraud'],
    ['queue', 'appeals'],
    ['brand', 'wivesnow'],
  ])
  for (let index = 0; index < MOST_VIEWS; index += 1)
    await Eve.calls(keepView, {
      body: { act: 'keep', place: 'cases', queue: ['fraud'], brand: '', name: `View ${index}` },
    })
  const oneMore = await view('One more')
  expect([nameIn(oneMore), reasonAt(oneMore)]).toEqual([
    'One more',
    `You keep ${MOST_VIEWS} already. Please forget one first.`,
  ])
})

test('several that are not decided stay chosen, with what was typed, and the reason at its field', async () => {
  const about = await bob(app)
  await reportsMember(Alice, about, { reason: 'scam', details: '' })
  const { tasks } = await Eve.calls(getTaskList, { params: { place: 'cases' }, query: {} })
  const id = String(tasks[0]?.id)
  const html = await posts(
    '/staff/decideSeveral',
    [
      ['tasks', id],
      ['place', 'cases'],
      ['queue', 'reports'],
      ['brand', ''],
      ['act', 'suspend'],
      ['policy', 'spam'],
      ['days', ''],
      ['note', 'All of it is spam'],
    ],
    'staff/[place].astro',
  )
  const [box = ''] = new RegExp(`<input type="checkbox"[^>]* value="${id}"[^>]*>`).exec(html) ?? []
  expect(box).toMatch(/ form="several".* checked/)
  expect(html).toMatch(/<details[^>]* open/)
  expect(html).toMatch(/<textarea[^>]*>All of it is spam<\/textarea>/)
  expect(hiddenIn(html, '/staff/decideSeveral')).toMatchObject({ place: 'cases', queue: 'reports' })
  expect(html).toMatch(/class="field-error"[^>]*>Please[^<]*days/)
})

const said = (act: string, words: Record<string, string>) =>
  Object.entries({
    act,
    id: String(ticket),
    back: 'find=town',
    upTo: '3',
    parts: '0',
    answers: '1',
    key: '5c7e6a51-6f5c-4f0e-9a57-4d5b9c1d1a11',
    ...words,
  })
const writtenIn = (html: string) =>
  /<textarea[^>]* id="written"[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1]

test('without the second factor, an answer is kept with all that its form said, and both its buttons', async () => {
  const page = 'staff/tickets/index.astro'
  const fields = said('answer', { answer: 'Hello Alice' })
  const html = await posts('/staff/ticket', fields, page, Finn)
  expect(writtenIn(html)).toBe('Hello Alice')
  expect(hiddenIn(html, '/staff/ticket')).toEqual(
    Object.fromEntries(fields.filter(([name]) => name !== 'answer')),
  )
  expect(html).toMatch(/<button[^>]* name="keepsOpen" value="yes"/)
  for (const [act, field] of [
    ['note', 'note'],
    ['tag', 'tag'],
    ['merge', 'into'],
  ] as const) {
    const kept = await posts('/staff/ticket', said(act, { [field]: '17' }), page, Finn)
    expect([writtenIn(kept), hiddenIn(kept, '/staff/ticket')['act']]).toEqual(['17', act])
    expect(kept).not.toContain('name="keepsOpen"')
  }
})

const begins = async () => {
  const { texts } = await Eve.calls(getCannedTexts)
  const text = texts.find(({ name }) => name === 'New password')
  const fields = said('answer', { answer: 'Typed already', text: String(text?.id), insert: 'yes' })
  return posts('/staff/beginAnswer', fields, 'staff/tickets/index.astro')
}

test('a text that an answer begins with keeps what was typed of it, and nothing is sent', async () => {
  const html = await begins()
  const [, answer = ''] = /<textarea[^>]* name="answer"[^>]*>([^<]*)</.exec(html) ?? []
  expect(answer).toMatch(
    /^Hello Alice,\n\npress “Forgot[\s\S]*sure that it is you\.\n\nTyped already$/,
  )
  expect(hiddenIn(html, '/staff/ticket')).toMatchObject({ id: String(ticket), back: 'find=town' })
  expect(html).toMatch(/<button[^>]* formaction="\/staff\/beginAnswer"/i)
  expect((await mailsTo(app, 'alice@example.org')).map(({ kind }) => kind)).toEqual([
    'ticketReceipt',
  ])
})

test('what was written for a ticket that somebody else answers by now is shown, and not sent again', async () => {
  await asStaff(app, Finn)
  await Finn.calls(actOnTicket, { body: { act: 'take', id: ticket } })
  const fields = said('answer', { answer: 'Hello Alice', keepsOpen: 'yes' })
  const html = await posts('/staff/ticket', fields, 'staff/tickets/index.astro')
  expect(writtenIn(html)).toBe('Hello Alice')
  expect(html).not.toContain('Send and close')
  const begun = await begins()
  expect(writtenIn(begun)).toBe('Typed already')
  expect(begun).not.toContain('Send and close')
})

test('filters that are too long to be kept are refused in words', async () => {
  await expect(
    Eve.calls(actOnTicket, {
      body: { act: 'release', id: ticket, back: `find=${'%F0%9F%99%82'.repeat(100)}` },
    }),
  ).resolves.toMatchObject({ ok: true })
  await expect(
    Eve.calls(actOnTicket, { body: { act: 'release', id: ticket, back: 'x'.repeat(2001) } }),
  ).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ field: 'back', message: expect.stringContaining('filters of the list') }],
  })
})

const charge = (id: number) => ({
  id,
  text: `Charge ${id}`,
  left: '£10.00',
  alone: '£20',
  why: null,
})
const support = {
  charges: [charge(1), charge(2)],
  unconfirmed: [
    { id: 7, text: 'Charge 3' },
    { id: 8, text: 'Charge 4' },
  ],
  partners: [],
}
const paysBack = (values?: Record<string, string>, errors?: object[]) =>
  renderer.render('features/staff/members/PayBack.astro', {
    accountId: 9,
    support,
    refused: values && {
      form: 'member-file',
      values,
      problem: { code: 'conflict', detail: 'It has ended.', ...(errors && { errors }) },
    },
  })

test('no charge is chosen for whoever pays back, and what was refused is said at its own form', async () => {
  expect(await paysBack()).toMatch(
    /<select[^>]* id="refund-payment"[^>]*>\s*<option value(?:="")? selected[^>]*>\s*Please choose\s*</,
  )
  const reasonOf = (html: string, id: string) => [
    attribute(new RegExp(`<input[^>]* id="${id}"[^>]*>`).exec(html)?.[0] ?? '', 'value'),
    new RegExp(`id="${id}-error"[^>]*>\\s*([^<]*?)\\s*<`).exec(html)?.[1],
  ]
  const drops = await paysBack({ act: 'refundDrop', refund: '8', reason: 'Not there' })
  expect(
    ['unconfirmed-7', 'unconfirmed-8', 'refund-reason'].map((id) => reasonOf(drops, id)),
  ).toEqual([
    ['', ''],
    ['Not there', 'It has ended.'],
    ['', ''],
  ])
  const refunds = await paysBack({ act: 'refund', payment: '2', reason: 'Asked' })
  expect(refunds).toMatch(/<option value="2" selected/)
  expect(['unconfirmed-8', 'refund-reason'].map((id) => reasonOf(refunds, id))).toEqual([
    ['', ''],
    ['Asked', ''],
  ])
  expect(refunds).toMatch(/notice-danger[^>]*>\s*It has ended\./)
})
