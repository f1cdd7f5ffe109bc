import { beforeEach, expect, test } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import type { Mail } from '#mail/mail.ts'
import { mailKinds } from '#mail/most-mails.ts'
import { mainBrand as brand } from '#sites/registry.ts'
import { sourcesIn } from '#tests/architecture/sources.ts'
import { app, withApp } from '#tests/support/app.ts'
import { joins } from '#tests/support/cast.ts'
import { register } from '#tests/support/joining.ts'

/**
 * How many mails of a kind one mailbox gets in an hour, by whatever way they are caused (assurance
 * 45).
 */

withApp()
beforeEach(async () => {
  app.clock.advance(HOUR)
  for (const table of ['mails', 'rate_limits'] as const) await app.db.deleteFrom(table).execute()
})

const mail = (to: string, kind = 'addressTaken'): Mail => ({
  kind,
  brand,
  accountId: null,
  to,
  subject: 'About your account',
  greeting: 'Hello,',
  paragraphs: ['A word.'],
  action: null,
  list: null,
})
const queue = (to: string, kind?: string) =>
  app.transaction((trx) => app.services.queueMail(trx, mail(to, kind)))
const queued = async () => (await app.db.selectFrom('mails').select('recipient').execute()).length

test('six of forty at once are sent to one mailbox, however it is written', async () => {
  const names = ['vic@gmail.com', 'Vic@Gmail.com', 'vic+a@gmail.com', 'v.i.c@gmail.com']
  await Promise.all(Array.from({ length: 40 }, (_, n) => queue(names[n % names.length] ?? '')))
  expect(await queued()).toBe(6)
})

test('another kind, another mailbox and another hour have six of their own', async () => {
  for (let n = 0; n < 8; n += 1) await queue('vic@example.org')
  for (let n = 0; n < 8; n += 1) await queue('vic@example.org', 'ticketReceipt')
  for (let n = 0; n < 8; n += 1) await queue('vera@example.org')
  expect(await queued()).toBe(18)
  app.clock.advance(HOUR)
  await queue('vic@example.org')
  expect(await queued()).toBe(19)
})

test('a mail of a transaction that is rolled back is not counted', async () => {
  const breaks = app.transaction(async (trx) => {
    for (let n = 0; n < 6; n += 1) await app.services.queueMail(trx, mail('vic@example.org'))
    throw new Error('rolled back')
  })
  await expect(breaks).rejects.toThrow('rolled back')
  await queue('vic@example.org')
  expect(await queued()).toBe(1)
})

test('receipts and decisions are all sent, and of notices about an account twenty', async () => {
  for (let n = 0; n < 25; n += 1) await queue('vic@example.org', 'receipt')
  for (let n = 0; n < 25; n += 1) await queue('vic@example.org', 'decision')
  expect(await queued()).toBe(50)
  for (let n = 0; n < 25; n += 1) await queue('vic@example.org', 'passkeyAdded')
  expect(await queued()).toBe(70)
})

test('whoever registers with somebody’s address for the seventh time hears the same as the first one', async () => {
  await joins(app, { brand: 'adultcrush', username: 'Vic' })
  const answers: unknown[] = []
  for (let n = 0; n < 8; n += 1) {
    const response = await register(app.visitor('adultcrush', { ip: `192.0.2.${n}` }), {
      username: `Stranger${n}`,
      email: 'vic@example.org',
    })
    answers.push([response.status, await response.json()])
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const kinds = (
    await app.db
      .selectFrom('mails')
      .select('kind')
      .where('recipient', '=', 'vic@example.org')
      .execute()
  ).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'addressTaken')).toHaveLength(6)
})

test('no mail is excepted that there is not', () => {
  const made = new Set(
    sourcesIn('src').flatMap(({ path, text }) =>
      path === 'src/mail/most-mails.ts'
        ? []
        : [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word),
    ),
  )
  expect(mailKinds.filter((kind) => !made.has(kind))).toEqual([])
})
