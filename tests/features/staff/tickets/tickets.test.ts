import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import { saveTicket } from '#guests/help/tickets.contract.ts'
import { MAX_MESSAGE } from '#guests/help/tickets.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import { app, setsAccount, startApp, type Visitor, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { deliverMails, mailsTo, startSmtpServer } from '#tests/support/mail.ts'

/**
 * Writing to us: a ticket for staff, a mail to the brand's support, a receipt for whoever wrote.
 */

const SUPPORT = 'support@adultcrush.example'

withApp()
let alice: CastMember
let visitors = 0
beforeAll(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})
beforeEach(async () => {
  app.clock.advance(DAY)
  await app.db.deleteFrom('mails').execute()
  await app.db.deleteFrom('tickets').execute()
})

const somebody = (brand = 'adultcrush') => app.visitor(brand, { ip: `192.0.2.${(visitors += 1)}` })
type Written = Parameters<typeof writes>[1]
const writes = (
  who: Visitor,
  fields: { subject?: string; message?: string; email?: string; questionId?: string },
) =>
  who.calls(saveTicket, { body: { subject: 'My photo', message: 'It is upside down.', ...fields } })
const gina: Written = { email: 'gina@example.net' }
const tickets = () => app.db.selectFrom('tickets').selectAll().orderBy('id').execute()

describe('POST /help/save', () => {
  test('by a guest makes a ticket, tells support, and sends a receipt that says nothing of it', async () => {
    expect(await writes(somebody(), { ...gina, questionId: 'photo-not-shown' })).toEqual({
      ok: true,
      next: '/help/photo-not-shown#ticket-sent',
      number: expect.any(Number),
    })
    const [ticket] = await tickets()
    expect(ticket).toMatchObject({
      account_id: null,
      brand: 'adultcrush',
      email: 'gina@example.net',
      subject: 'My photo',
      body: 'It is upside down.',
      question_id: 'photo-not-shown',
      created_at: app.clock.now(),
      closed_at: null,
    })
    const [mail] = await mailsTo(app, SUPPORT)
    expect(mail).toMatchObject({
      kind: 'ticket',
      subject: `[${ticket?.id}] My photo`,
      headers: { 'Reply-To': 'gina@example.net' },
    })
    expect(mail?.text).toContain('> It is upside down.')
    expect(mail?.text).toMatch(
      /a guest[\s\S]*gina@example\.net, an address that nobody has confirmed[\s\S]*Why does nobody see my photo\?/,
    )
    const receipts = await mailsTo(app, 'gina@example.net')
    expect(receipts).toHaveLength(1)
    expect(receipts[0]).toMatchObject({
      kind: 'ticketReceipt',
      subject: 'We have your message',
      headers: { 'Message-ID': expect.stringMatching(/^<ticket-\d+@[\w.]+>$/) },
    })
    expect(receipts[0]?.text).toContain(`number ${ticket?.id}`)
    expect(receipts[0]?.text).not.toMatch(/photo|upside/i)
  })

  test('by a member is answered at the account’s address, whatever address is typed', async () => {
    await writes(alice, { email: 'somebody.else@example.net' })
    expect(await tickets()).toMatchObject([{ account_id: alice.id, email: 'alice@example.org' }])
    const [mail] = await mailsTo(app, SUPPORT)
    expect(mail?.headers).toEqual({ 'Reply-To': 'alice@example.org' })
    expect(mail?.text).toContain(`the member Alice (${alice.id})`)
    expect(mail?.text).toContain('a confirmed address')
    expect(await mailsTo(app, 'alice@example.org')).toHaveLength(1)
    expect(await mailsTo(app, 'somebody.else@example.net')).toEqual([])
  })

  test('by a guest with a member’s address is no ticket of that member', async () => {
    await writes(somebody(), { email: 'alice@example.org' })
    expect(await tickets()).toMatchObject([{ account_id: null, email: 'alice@example.org' }])
  })

  test('by a member whose address is somebody else’s sends that person nothing', async () => {
    const mallory = await joins(app, { brand: 'adultcrush', username: 'Mallory' })
    await setsAccount(app, mallory, {
      owns_email: false,
      email: 'owner@example.net',
      email_key: 'owner@example.net',
    })
    await writes(mallory, {})
    expect(await mailsTo(app, 'owner@example.net')).toEqual([])
    expect((await mailsTo(app, SUPPORT))[0]?.text).toContain('an address that nobody has confirmed')
  })

  test('goes to the support of the brand where it was written', async () => {
    await writes(somebody('wivesnow'), gina)
    expect(await mailsTo(app, 'support@wivesnow.example')).toHaveLength(1)
    expect(await tickets()).toMatchObject([{ brand: 'wivesnow', question_id: null }])
  })

  test('keeps what was written under a question that is gone', async () => {
    expect(await writes(somebody(), { ...gina, questionId: 'long-gone' })).toEqual({
      ok: true,
      next: '/help#ticket-sent',
      number: expect.any(Number),
    })
    expect(await tickets()).toMatchObject([{ question_id: null }])
  })

  test.each<[what: string, fields: Written, field: string]>([
    ['a guest without an address', {}, 'email'],
    ['a guest with an address that is none', { email: 'gina at home' }, 'email'],
    ['two addresses', { email: 'a@example.net, b@example.net' }, 'email'],
    ['a line break in the address', { email: 'gina@example.net\r\nBcc: all@example.net' }, 'email'],
    ['no subject', { ...gina, subject: ' \r\n ' }, 'subject'],
    ['no message', { ...gina, message: '\n\n' }, 'message'],
    ['a long subject', { ...gina, subject: 'x'.repeat(121) }, 'subject'],
    ['a long message', { ...gina, message: 'x'.repeat(MAX_MESSAGE + 1) }, 'message'],
  ])('refuses %s', async (_, fields, field) => {
    await expect(writes(somebody(), fields)).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field }],
    })
    expect(await tickets()).toEqual([])
  })

  test('takes as many characters as people count', async () => {
    await writes(somebody(), { ...gina, message: '💌'.repeat(MAX_MESSAGE) })
    expect((await tickets())[0]?.body).toHaveLength(2 * MAX_MESSAGE)
  })

  test('of ten megabytes is too large, and writes nothing', async () => {
    await expect(
      writes(somebody(), { ...gina, message: 'x'.repeat(10_000_000) }),
    ).rejects.toMatchObject({ code: 'tooLarge', status: 413 })
    expect(await tickets()).toEqual([])
  })
})

describe('the mails', () => {
  test('carry no header, and no signature, that somebody typed', async () => {
    const smtp = await startSmtpServer()
    const mailing = await startApp({ SMTP_URL: smtp.url })
    const who = mailing.visitor('adultcrush')
    await writes(who, {
      ...gina,
      subject: 'Hello\r\nBcc: all@example.net\r\n\r\nBuy now',
      message: 'One\r\n-- \r\nBcc: all@example.net\n\n.\n<b>Two</b>',
    })
    await deliverMails(mailing)
    const mail = smtp.received.find(({ to }) => to?.[0]?.address === SUPPORT)
    expect(mail?.subject).toMatch(/^\[\d+\] Hello Bcc: all@example\.net Buy now$/)
    expect(mail?.replyTo).toMatchObject([{ address: 'gina@example.net' }])
    expect([mail?.bcc, mail?.cc, mail?.to?.length]).toEqual([undefined, undefined, 1])
    expect(mail?.text).toContain('> One\n\n> --\n\n> Bcc: all@example.net\n\n> .\n\n> <b>Two</b>')
    expect(mail?.html).toContain('&gt; &lt;b&gt;Two&lt;/b&gt;')
    const receipt = smtp.received.find(({ to }) => to?.[0]?.address === 'gina@example.net')
    expect(receipt?.replyTo).toMatchObject([{ address: SUPPORT }])
    await mailing.close()
    await smtp.close()
  })

  test('go to one address three times a day at most, however many write in its name', async () => {
    for (let n = 0; n < 5; n += 1) await writes(somebody(), { ...gina, message: `Number ${n}` })
    expect(await tickets()).toHaveLength(5)
    expect(await mailsTo(app, SUPPORT)).toHaveLength(5)
    expect(await mailsTo(app, 'gina@example.net')).toHaveLength(3)
  })
})

describe('sent twice', () => {
  test.each<[who: string, writer: () => Visitor, fields: Written]>([
    ['a guest', () => somebody(), gina],
    ['a member', () => alice, {}],
  ])('by %s, even at once, is one ticket and one mail', async (_, writer, fields) => {
    const who = writer()
    await Promise.all(Array.from({ length: 10 }, () => writes(who, fields)))
    expect(await tickets()).toHaveLength(1)
    expect(await mailsTo(app, SUPPORT)).toHaveLength(1)
  })

  test('is another ticket when the first is closed, when the words differ, or when somebody else writes them', async () => {
    const who = somebody()
    await writes(who, gina)
    await app.db.updateTable('tickets').set({ closed_at: app.clock.now() }).execute()
    await writes(who, gina)
    await writes(who, { ...gina, message: 'It is still upside down.' })
    await writes(somebody(), { email: 'hana@example.net' })
    await writes(somebody('steamyplay'), gina)
    expect(await tickets()).toHaveLength(5)
  })
})

describe('too many', () => {
  test('are more than five in an hour from one address, also at once; mistakes do not count', async () => {
    const who = somebody()
    for (let n = 0; n < 5; n += 1)
      await expect(writes(who, { message: `Number ${n}` })).rejects.toMatchObject({
        code: 'invalid',
      })
    const sent = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => writes(who, { ...gina, message: `Number ${n}` })),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await tickets()).toHaveLength(5)
    await expect(writes(who, { ...gina, message: 'One more' })).rejects.toMatchObject({
      code: 'tooMany',
      status: 429,
    })
    // A member at the same address has a count of their own.
    await writes(alice, {})
    app.clock.advance(HOUR)
    await writes(who, { ...gina, message: 'One more' })
  })

  test('tries are stopped before they are read', async () => {
    const who = somebody()
    for (let n = 0; n < 40; n += 1)
      await expect(writes(who, { subject: '' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(writes(who, { subject: '' })).rejects.toMatchObject({ code: 'tooMany' })
  })
})

describe('the form without script', () => {
  type Shown = { answer: Response; path: string | null; formAnswer: PageLocals['formAnswer'] }

  async function submit(who: Visitor, fields: Record<string, string>): Promise<Shown> {
    const shown: Omit<Shown, 'answer'> = { path: null, formAnswer: null }
    const render: Render = async (_, path, locals) => {
      Object.assign(shown, { path, formAnswer: locals.formAnswer })
      return new Response(`page:${path}`, { headers: { 'Content-Type': 'text/html' } })
    }
    const headers = { Host: who.host, Origin: `http://${who.host}` }
    const request = new Request(`http://${who.host}/help/save`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    return { answer: await app.frontDoor(request, '192.0.2.200', render), ...shown }
  }
  const typed = {
    email: 'gina@example.net',
    subject: 'My photo',
    message: 'It is upside down.',
    questionId: '',
  }

  test('leads to a page that says it has arrived', async () => {
    const { answer } = await submit(somebody(), typed)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/help#ticket-sent'])
    expect(await tickets()).toHaveLength(1)
  })

  test('with a mistake comes back with all that was typed', async () => {
    const { answer, path, formAnswer } = await submit(somebody(), { ...typed, email: '' })
    expect([answer.status, path]).toEqual([422, '/form/ticket'])
    expect(formAnswer).toMatchObject({
      form: 'ticket',
      values: { ...typed, email: '' },
      problem: {
        errors: [
          { field: 'email', message: 'Please enter your e-mail address, so that we can answer.' },
        ],
      },
    })
  })

  test('with a message that is far too long comes back with it', async () => {
    const message = 'ü'.repeat(10_000)
    const { answer, formAnswer } = await submit(somebody(), { ...typed, message })
    expect(answer.status).toBe(422)
    expect(formAnswer?.values).toMatchObject({ message })
  })

  test('of ten megabytes is a page that says so', async () => {
    const { answer, path, formAnswer } = await submit(somebody(), {
      ...typed,
      message: 'x'.repeat(10_000_000),
    })
    expect([answer.status, path]).toEqual([413, '/form'])
    expect(formAnswer).toMatchObject({ form: 'ticket', values: {}, problem: { code: 'tooLarge' } })
  })
})
