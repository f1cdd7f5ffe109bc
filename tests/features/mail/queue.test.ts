import { expect, test } from 'vitest'
import { leaveList, rejoinList } from '#mail/lists.sql.ts'
import { inkOn, renderMail } from '#mail/render.ts'
import { readUnsubscribeKey, unsubscribeKey } from '#mail/unsubscribe.server.ts'
import { brands } from '#sites/registry.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice } from '#tests/support/cast.ts'
import { aMail, linkIn, mailsTo } from '#tests/support/mail.ts'

withApp()

const queue = (more: Parameters<typeof aMail>[0]) => app.services.queueMail(app.db, aMail(more))

test('mail of a list can be left by its link and by the mail program’s own button', async () => {
  const { id } = await alice(app)
  await queue({ list: 'activity', accountId: id })
  const [mail] = await mailsTo(app, 'alice@example.org')
  const [link] = /http\S+emailUnsubscribe\S+/.exec(mail?.text ?? '') ?? []
  expect(mail?.headers).toEqual({
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Feedback-ID': expect.stringMatching(/^\w+:1:activity:adultcrush$/),
  })
  expect(new URL(link ?? '').origin).toBe('http://www.adultcrush.localhost:4321')
  const key = new URL(link ?? '').searchParams.get('key') ?? ''
  expect(readUnsubscribeKey(key, app.services.settings.sessionSecret)).toEqual({
    accountId: id,
    list: 'activity',
  })
})

test('an unsubscribe key that we did not write names nothing', () => {
  const key = unsubscribeKey({ accountId: 7, list: 'news' }, 'a'.repeat(32))
  expect(readUnsubscribeKey(key, 'a'.repeat(32))).toEqual({ accountId: 7, list: 'news' })
  expect(readUnsubscribeKey(key, 'b'.repeat(32))).toBeNull()
  for (const forged of [
    key.replace('7', '8'),
    key.replace('news', 'activity'),
    `${key}.x`,
    key.slice(0, -2),
    '',
    '..',
    '7.news.',
    '-1.news.x',
  ]) {
    expect(readUnsubscribeKey(forged, 'a'.repeat(32))).toBeNull()
  }
})

test('who has left a list gets no more of it, and everything else', async () => {
  const at = app.clock.now()
  await leaveList(app.db, 'Carol@Example.org', 'news', at)
  await leaveList(app.db, 'carol@example.org', 'news', at)
  const mails = [
    { list: 'news', kind: 'offer' },
    { list: 'activity', kind: 'like' },
    { list: null, kind: 'reset' },
  ] as const
  for (const mail of mails) await queue({ ...mail, to: 'carol@example.org', accountId: null })
  expect((await mailsTo(app, 'carol@example.org')).map(({ kind }) => kind)).toEqual([
    'reset',
    'like',
  ])

  await rejoinList(app.db, 'carol@example.org', 'news')
  await queue({ list: 'news', kind: 'offer', to: 'carol@example.org' })
  expect((await mailsTo(app, 'carol@example.org')).map(({ kind }) => kind)).toEqual([
    'offer',
    'reset',
    'like',
  ])
})

test('a line break in a name begins no header and no line', async () => {
  await queue({
    to: 'mallory@example.org',
    subject: 'Hello\r\nBcc: everybody@example.org',
    greeting: 'Hello Mal\r\nX-Evil: 1\r\n\r\n<script>alert(1)</script>',
  })
  const [mail] = await mailsTo(app, 'mallory@example.org')
  expect(mail?.subject).toBe('Hello Bcc: everybody@example.org')
  expect(mail?.text.split('\n')[0]).toBe('Hello Mal X-Evil: 1 <script>alert(1)</script>')
  expect(mail?.html).not.toContain('<script')
})

test.each([
  'alice@example.org, bob@example.org',
  'alice@example.org\r\nBcc: bob@example.org',
  'Alice <alice@example.org>',
  'alice@example.org;bob@example.org',
  'alice',
  '',
])('refuses to write to %j, which is not one address', async (to) => {
  await expect(queue({ to })).rejects.toThrow(TypeError)
})

test('what waits in the queue tells a dump of the database no link that signs in', async () => {
  await queue({ to: 'dump@example.org' })
  const rows = await app.db.selectFrom('mails').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('secret-token')
  expect((await linkIn(app, 'dump@example.org')).searchParams.get('token')).toBe('secret-token')
})

test.each(brands.map((brand) => [brand.id, brand] as const))(
  '%s has mails of its own look, readable and without pictures',
  (_, brand) => {
    const { html, text } = renderMail(aMail({ brand }), 'https://example.org/leave')
    for (const part of [html, text]) {
      expect(part).toContain(brand.legal.companyName.replaceAll('&', part === html ? '&amp;' : '&'))
      expect(part).toContain('https://example.org/leave')
    }
    expect(html).toContain(brand.theme.primary)
    expect(html).not.toMatch(/<img|url\(|<script|@import|<link/)
    expect(['#ffffff', brand.theme.text]).toContain(inkOn(brand.theme.primary, brand.theme.text))
  },
)
