import { expect, test } from '@playwright/test'
import { type MailList, unsubscribeKey } from '#mail/unsubscribe.server.ts'
import { joinFully, register, SECRET } from '../support/journey.ts'
import { expectFitsAllScreens } from '../support/looks.ts'
import { SERVER_SECRET } from '../support/server.ts'
import { withServer } from '../support/with-server.ts'

/** Addresses that people bring with them out of a mail, or that the support desk opens. */
test.describe.configure({ mode: 'serial' })

const alice = { username: 'Alice', gender: 'Woman', lookingFor: 'Men', about: 'I paint, slowly.' }
const anna = { username: 'Anna', gender: 'Woman', lookingFor: 'Women', about: 'I bake, quickly.' }

const server = withServer()
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: true })
  const page = await context.newPage()
  await joinFully(page, server.origin('adultcrush'), alice)
  await context.close()
})

/** The link in a mail to the first who joined. */
function leave(brand: string, list: MailList = 'news'): string {
  return `${server.origin(brand)}/emailUnsubscribe?key=${unsubscribeKey({ accountId: 1, list }, SERVER_SECRET)}`
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a mail’s link stops its list by one button, and gives it back by another', async ({
    page,
  }) => {
    await page.goto(leave('adultcrush'))
    await expect(page.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible()
    await expect(page.getByText('a•••@e•••.org')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Done. It holds from now on.' }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'These mails have stopped' })).toBeVisible()
    await page.goto(leave('wivesnow'))
    await expect(page.getByRole('heading', { name: 'These mails have stopped' })).toBeVisible()
    await page.goto(leave('adultcrush', 'activity'))
    await expect(page.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible()
    await page.goto(leave('adultcrush'))
    await page.getByRole('button', { name: 'Undo: send them again' }).click()
    await expect(page.getByRole('heading', { name: 'You get these mails again' })).toBeVisible()
  })

  test('an offer in a mail opens once the reader has signed in', async ({ page }) => {
    await page.goto(`${server.origin('adultcrush')}/emailOfferRedirect?key=upgrade`)
    await expect(page).toHaveURL(`${server.origin('adultcrush')}/`)
    await page.goto(`${server.origin('adultcrush')}/#sign-in`)
    const form = page.locator('form[action="/site/signin"]')
    await form.getByLabel('E-mail or username').fill('Alice')
    await form.getByLabel('Password', { exact: true }).fill(SECRET)
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${server.origin('adultcrush')}/billing/upgrade`)
  })
})

test('a tracking link leads to the page it names, which is told who sent the reader', async ({
  page,
}) => {
  await page.goto(
    `${server.origin('adultcrush', 'redirect')}/q/affiliate?affiliateId=aff-1&url=https://evil.example`,
  )
  await expect(page).toHaveURL(`${server.origin('adultcrush')}/promo/Affiliate?affiliateId=aff-1`)
  await page.goto(`${server.origin('adultcrush')}/e/join`)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the support desk’s link opens an account once, read-only and on record', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext()
  await register(await context.newPage(), server.origin('wivesnow'), anna)
  await context.close()
  const link = (await server.operator('support-link', 'Anna')).split('\n')[1] ?? ''
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(link)
  await page.getByRole('button', { name: 'Open the account' }).click()
  await expect(page.getByRole('note')).toContainText(
    'Support view – read only – opened by Operator at',
  )
  await expect(page.getByRole('heading', { name: 'Anna on WivesNow' })).toBeVisible()
  await expectFitsAllScreens(page)
  expect(complaints).toEqual([])
  expect((await page.goto(link))?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'This link was used before' })).toBeVisible()
})

test('the mail pages are accessible, and fit the screen', async ({ page }) => {
  for (const address of [
    leave('megaflirt'),
    leave('megaflirt', 'activity'),
    `${leave('megaflirt')}x`,
  ]) {
    await page.goto(address)
    await expectFitsAllScreens(page)
  }
})
