import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { signIn } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Eve goes to work, and Vera begins to: the staff door, the ticket queue, none of which needs a
 * script.
 */
test.describe.configure({ mode: 'serial' })
test.use({ javaScriptEnabled: false })

const server = withServer({ DEMO: '1' })

/** Each code works once: a test that comes soon after another takes the next. */
async function giveCode(page: Page, secret: string, steps = 0): Promise<void> {
  await page
    .getByLabel('Code of the app')
    .fill(codeAt(secret, new Date(Date.now() + steps * 30_000)))
  await page
    .getByRole('button', { name: /^(Go on|Confirm)$/ })
    .first()
    .click()
}

/** The same person in a browser with scripts, for the tool that looks for barriers. */
async function withScript(browser: Browser, context: BrowserContext): Promise<Page> {
  return (
    await browser.newContext({
      javaScriptEnabled: true,
      storageState: await context.storageState(),
    })
  ).newPage()
}

test('to a guest and to a member, staff’s pages are no pages', async ({ page }) => {
  for (const path of ['/staff', '/staff/verify', '/staff/tickets']) {
    expect((await page.goto(server.origin('wivesnow') + path))?.status()).toBe(404)
  }
  await signIn(page, server.origin('wivesnow'), 'bob')
  expect((await page.goto(`${server.origin('wivesnow')}/staff/tickets`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('Eve gives a wrong code, then the right one, and is where she wanted to go', async ({
  page,
  browser,
  context,
}) => {
  await signIn(page, server.origin('adultcrush'), 'eve')
  await page.goto(`${server.origin('adultcrush')}/staff/tickets?brand=wivesnow`)
  await expect(page).toHaveURL(`${server.origin('adultcrush')}/staff/verify`)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByLabel('Code of the app').fill('000000')
  await page.getByRole('button', { name: 'Go on' }).first().click()
  await expect(page.getByText('This code is not right')).toBeVisible()
  await giveCode(page, DEMO_FACTOR)
  await expect(page).toHaveURL(`${server.origin('adultcrush')}/staff/tickets?brand=wivesnow`)
  await expect(page.getByRole('link', { name: /No\. \d+/ })).toHaveCount(1)

  const looking = await withScript(browser, context)
  const complaints: string[] = []
  looking.on(
    'console',
    (message) => void (message.type() === 'error' && complaints.push(message.text())),
  )
  for (const path of [
    '/staff',
    '/staff/verify',
    '/staff/tickets',
    '/staff/tickets?show=closed',
    '/staff/ads',
    '/staff/tickets?brand=meetwives',
  ]) {
    await looking.goto(server.origin('adultcrush') + path)
    expect(await problemsOf(looking), path).toEqual([])
  }
  expect(complaints).toEqual([])
})

test('Eve answers a ticket; the answer is mailed as the brand, and nobody answers it again', async ({
  page,
  browser,
}) => {
  await signIn(page, server.origin('adultcrush'), 'eve')
  await page.goto(`${server.origin('adultcrush')}/staff`)
  await giveCode(page, DEMO_FACTOR, 1)
  await expect(page.getByText('4 people wait')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Staff' })
    .getByRole('link', { name: 'Tickets' })
    .click()

  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: /^How do I change my town\?/ }).click()
    const ticket = tab.getByRole('article', { name: 'How do I change my town?' })
    await ticket.getByText('Answer', { exact: true }).click()
    await ticket.getByLabel(/^Your answer/).fill('Under Settings, at the top.')
  }
  await page
    .getByRole('article', { name: 'How do I change my town?' })
    .getByRole('button', { name: 'Send and close' })
    .click()
  await expect(page.getByRole('status').filter({ hasText: /is answered/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^How do I change my town\?/ })).toHaveCount(0)
  await other
    .getByRole('article', { name: 'How do I change my town?' })
    .getByRole('button', { name: 'Send and close' })
    .click()
  await expect(
    other.getByRole('alert').filter({ hasText: /You have closed ticket \d+ already/ }),
  ).toBeVisible()
  await expect(other.getByLabel(/^What you had written/)).toHaveValue('Under Settings, at the top.')

  const mailbox = await (await browser.newContext()).newPage()
  const mails = mailbox.getByRole('link', { name: 'Our answer to you' })
  await expect(async () => {
    await mailbox.goto(`http://mail.localhost:${server.port}/?to=carol@demo.example`)
    await expect(mails).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await mails.click()
  await expect(mailbox.getByText('Under Settings, at the top.').first()).toBeVisible()

  await page.getByRole('link', { name: 'Closed' }).click()
  await page.getByRole('link', { name: /^How do I change my town\?/ }).click()
  await expect(page.getByRole('article', { name: 'How do I change my town?' })).toContainText(
    'Answered by eve',
  )
})

test('Vera is taken on and sets up his second factor; a recovery code lets him in without it', async ({
  page,
  browser,
  context,
}) => {
  const said = await server.operator('staff', 'vera', 'vera@example.org', 'support')
  const password = /: (\S+)$/m.exec(said)?.[1] ?? ''
  await signIn(page, server.origin('wivesnow'), 'vera', password)
  await page.getByLabel('Your password, once more').fill('not it')
  await page.getByRole('button', { name: 'Set it up' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await page.getByLabel('Your password, once more').fill(password)
  await page.getByRole('button', { name: 'Set it up' }).click()

  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const key = await page
    .getByText(/^Or type this key/)
    .getByRole('code')
    .innerText()
  const codes = await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Write these down' }) })
    .getByRole('code')
    .allInnerTexts()
  expect(codes).toHaveLength(8)
  const looking = await withScript(browser, context)
  await looking.goto(page.url())
  expect(await problemsOf(looking)).toEqual([])
  await giveCode(page, key.replaceAll('-', ''))
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, vera' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, server.origin('wivesnow'), 'vera', password)
  await page.goto(`${server.origin('wivesnow')}/staff`)
  await page.getByText('Phone lost?').click()
  await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Go on' }).last().click()
  await expect(page.getByText('7 recovery codes are left')).toBeVisible()
  await server.operator('unstaff', 'vera')
  expect((await page.reload())?.status()).toBe(404)
})
