import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { mailbox } from '#mail/mailbox.server.ts'
import { app, startApp, type TestApp, withApp } from '#tests/support/app.ts'
import { aMail, deliverMails } from '#tests/support/mail.ts'

withApp()

async function open(path: string): Promise<{ response: Response; text: string }> {
  const response = await mailbox(app.services, new Request(`http://mail.localhost:4321${path}`))
  return { response, text: await response.text() }
}
const links = (text: string) =>
  [...text.matchAll(/href="(\/\d[^"]*)"/g)].map(([, link]) => link as string)

test('an empty mailbox says how to fill it', async () => {
  expect((await open('/')).text).toContain('No mail yet')
})

test('without a mail server, mails land as files and are shown, the newest first', async () => {
  const { db } = app
  await app.services.queueMail(db, aMail({ subject: 'The first' }))
  app.clock.advance(1000)
  await app.services.queueMail(db, aMail({ subject: 'The second', to: 'bob@example.org' }))
  await deliverMails(app)

  const { text } = await open('/')
  expect(text.indexOf('The second')).toBeLessThan(text.indexOf('The first'))
  const found = await open('/?to=BOB')
  expect(found.text).toContain('The second')
  expect(found.text).not.toContain('The first')
  expect((await open('/?to=nobody')).text).toContain('No mail to anybody like that')
})

test('a mail shows its text with links that work, and its HTML in a sandbox', async () => {
  const [path = ''] = links((await open('/?to=alice')).text)
  const { text } = await open(path)
  expect(text).toContain(
    '<a href="http://www.adultcrush.localhost:4321/dashboard?token=secret-token" target="_blank"',
  )
  expect(text).toContain(
    `<iframe title="The mail as HTML" src="${path}/html" sandbox="allow-popups`,
  )

  const html = await open(`${path}/html`)
  expect(html.response.headers.get('Content-Security-Policy')).toMatch(
    /default-src 'none'.*sandbox/,
  )
  expect(html.text).toContain('<base target="_blank">')
})

test('a mail can be had as the file that it is', async () => {
  const [path = ''] = links((await open('/?to=alice')).text)
  const { response } = await open(`${path}/raw`)
  expect(response.headers.get('Content-Disposition')).toBe(
    `attachment; filename="${path.slice(1)}.eml"`,
  )
  const email = await PostalMime.parse(
    await readFile(join(app.dataDir, 'mail', `${path.slice(1)}.eml`)),
  )
  expect(email.to?.[0]?.address).toBe('alice@example.org')
})

test('what a subject holds is shown, not run', async () => {
  await app.services.queueMail(
    app.db,
    aMail({ subject: '<img src=x onerror=alert(1)>', to: 'x@example.org' }),
  )
  await deliverMails(app)
  const { text, response } = await open('/?to=%22%3E%3Cscript%3E')
  expect(text).not.toContain('"><script>')
  expect((await open('/')).text).toContain('&lt;img src=x')
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})

test.each(['/../../etc/passwd', '/..%2F..%2Fpglite', '/20261120120000000-999', '/x/html'])(
  '%s is no mail',
  async (path) => {
    expect((await open(path)).response.status).toBe(404)
  },
)

test('the mailbox is at mail.localhost, and nowhere in production', async () => {
  const arrive = (where: TestApp) =>
    where.frontDoor(
      new Request('http://mail.localhost:4321/', { headers: { Host: 'mail.localhost:4321' } }),
      '203.0.113.7',
      async () => new Response('a page'),
    )
  const here = await arrive(app)
  expect([here.status, await here.text()]).toEqual([
    200,
    expect.stringContaining('<h1>Mailbox</h1>'),
  ])

  const live = await startApp({
    RUN_AS: 'production',
    SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU',
    SITES_SUFFIX: 'localhost',
  })
  expect((await arrive(live)).status).toBe(421)
  await live.close()
})
