import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import {
  aMail,
  deliverMails,
  mailsTo,
  startSmtpServer,
  type TestSmtpServer,
} from '#tests/support/mail.ts'

let smtp: TestSmtpServer
let app: TestApp

beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startApp({ SMTP_URL: smtp.url })
})
afterEach(async () => {
  smtp.received.length = 0
  smtp.behave(() => 'accept')
  await app.db.deleteFrom('mails').execute()
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const queue = (...mails: Parameters<typeof aMail>) =>
  app.services.queueMail(app.db, aMail(...mails))
const subjects = () => smtp.received.map((email) => email.subject).toSorted()
const queued = () => app.db.selectFrom('mails').selectAll().orderBy('id').execute()

test('the worker sends a mail with its text, its HTML and nothing of the request that caused it', async () => {
  await queue({ subject: 'Please confirm your address' })
  await deliverMails(app)

  const [email] = smtp.received
  expect(email).toMatchObject({
    subject: 'Please confirm your address',
    from: { address: 'no-reply@adultcrush.localhost', name: 'Crush Network Ltd' },
    to: [{ address: 'alice@example.org' }],
    replyTo: [{ address: 'support@adultcrush.example' }],
  })
  expect(email?.text).toContain('http://www.adultcrush.localhost:4321/dashboard?token=secret-token')
  expect(email?.html).toContain(
    'href="http://www.adultcrush.localhost:4321/dashboard?token=secret-token"',
  )
  expect(email?.html).toContain('AdultCrush')
  expect(email?.headers.find(({ key }) => key === 'list-unsubscribe')).toBeUndefined()
})

test('the worker sends nothing that a transaction queued and took back', async () => {
  const failed = app.transaction(async (trx) => {
    await app.services.queueMail(trx, aMail())
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  await deliverMails(app)
  expect(smtp.received).toEqual([])
})

test('two workers at once send each mail once', async () => {
  for (let number = 10; number < 50; number += 1) await queue({ subject: `Mail ${number}` })
  await Promise.all([deliverMails(app), deliverMails(app)])
  expect(subjects()).toEqual(Array.from({ length: 40 }, (_, index) => `Mail ${index + 10}`))
})

test('the worker tries again, later each time, while the server puts it off', async () => {
  smtp.behave(() => 'defer')
  await queue()
  await deliverMails(app)
  await deliverMails(app)
  expect(smtp.received).toHaveLength(1)

  app.clock.advance(15 * SECOND)
  await deliverMails(app)
  app.clock.advance(29 * SECOND)
  await deliverMails(app)
  expect(smtp.received).toHaveLength(2)

  smtp.behave(() => 'accept')
  app.clock.advance(SECOND)
  await deliverMails(app)
  app.clock.advance(60 * MINUTE)
  await deliverMails(app)
  expect(smtp.received).toHaveLength(3)
  expect(await queued()).toMatchObject([{ tries: 3, sent_at: expect.any(Date), last_error: null }])
})

test('the worker gives up a mail that is refused for good, and sends the others', async () => {
  smtp.behave((email) => (email.subject === 'To nobody' ? 'refuse' : 'accept'))
  await queue({ subject: 'To nobody' })
  await queue({ subject: 'To somebody' })
  await deliverMails(app)
  app.clock.advance(60 * MINUTE)
  await deliverMails(app)
  expect(subjects()).toEqual(['To nobody', 'To somebody'])
  expect(await queued()).toMatchObject([
    { failed_at: expect.any(Date) },
    { sent_at: expect.any(Date) },
  ])
})

test('the worker gives up after half a day of tries', async () => {
  smtp.behave(() => 'defer')
  await queue()
  for (let hour = 0; hour < 30; hour += 1) {
    await deliverMails(app)
    app.clock.advance(60 * MINUTE)
  }
  expect(smtp.received).toHaveLength(20)
  expect(await queued()).toMatchObject([{ failed_at: expect.any(Date), text_body: '' }])
})

test('a repeat that cannot be avoided carries the same Message-ID, so that its receiver can drop it', async () => {
  smtp.behave(() => 'hangUp')
  await queue()
  await deliverMails(app)
  smtp.behave(() => 'accept')
  app.clock.advance(MINUTE)
  await deliverMails(app)
  const [first, second, ...more] = smtp.received.map((email) => email.messageId)
  expect(first).toMatch(/^<\d+-\d+@adultcrush\.localhost>$/)
  expect(second).toBe(first)
  expect(more).toEqual([])
})

test('the worker takes over from a worker that died with a mail in its hands', async () => {
  await queue()
  await app.db
    .updateTable('mails')
    .set({ claimed_until: new Date(app.clock.now().getTime() + 5 * MINUTE), tries: 1 })
    .execute()
  await deliverMails(app)
  expect(smtp.received).toEqual([])
  app.clock.advance(5 * MINUTE)
  await deliverMails(app)
  expect(smtp.received).toHaveLength(1)
})

test('the worker delivers all that waited for a server that was away, none twice', async () => {
  const away = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  for (let number = 0; number < 20; number += 1)
    await away.services.queueMail(away.services.db, aMail({ subject: `Mail ${number}` }))
  for (let minute = 0; minute < 10; minute += 1) {
    await deliverMails(away)
    away.clock.advance(MINUTE)
  }
  away.services.settings.smtpUrl = smtp.url
  for (let minute = 0; minute < 10; minute += 1) {
    await deliverMails(away)
    away.clock.advance(MINUTE)
  }
  await away.close()
  expect(new Set(subjects()).size).toBe(20)
  expect(smtp.received).toHaveLength(20)
})

test('a mail server that stalls keeps nobody waiting but the worker', async () => {
  smtp.behave(() => 'stall')
  const worker = app.startJobs()
  await queue({ subject: 'Stalled' })
  worker.poke('mail')
  await expect.poll(() => smtp.received.length).toBe(1)

  await app.transaction((trx) => app.services.queueMail(trx, aMail({ subject: 'Meanwhile' })))
  expect(await mailsTo(app, 'alice@example.org')).toHaveLength(2)
})

test('the log tells of mails without telling to whom', async () => {
  await queue({ to: 'somebody.private@example.org' })
  await deliverMails(app)
  const lines = app.logged.join('')
  expect(lines).toContain('mail sent')
  expect(lines).not.toContain('somebody.private')
})
