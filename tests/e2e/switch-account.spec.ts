import { type Browser, expect, test } from '@playwright/test'
import { fillShortForm, greeting, signIn } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Carol is signed in, and opens the link that Alice was sent: whose account it shall be is asked,
 * never assumed.
 */
const server = withServer({ DEMO: '1' })

/** Somebody who joins with one click gets a link that signs in; its address. */
async function linkOf(browser: Browser, email: string): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.origin('adultcrush')}/promo/oneClick`)
  await fillShortForm(page, { email })
  await page.getByRole('main').locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const mail = page.getByRole('link', { name: 'Please confirm your address' }).first()
  await expect(async () => {
    await page.goto(`http://mail.localhost:${server.port}/?to=${email}`)
    await expect(mail).toBeVisible({ timeout: 1000 })
  }).toPass()
  await mail.click()
  const link = await page
    .getByRole('link', { name: /token=/ })
    .first()
    .getAttribute('href')
  await context.close()
  return link ?? ''
}

test('the question fits the screen, by day and by night; staying stays, going on goes on', async ({
  page,
  browser,
}) => {
  const link = await linkOf(browser, 'alice-one@example.org')
  await signIn(page, server.origin('adultcrush'), 'carol')
  await page.goto(link)
  await expect(page).toHaveURL(`${server.origin('adultcrush')}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Go on as a•••@e•••.org?' })).toBeVisible()
  expect(await page.content()).not.toContain(new URL(link).searchParams.get('token'))
  expect(await page.evaluate(() => document.referrer)).not.toContain('token')
  for (const [colorScheme, width] of [
    ['light', 390],
    ['dark', 390],
    ['light', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    expect(await problemsOf(page)).toEqual([])
  }

  await page.getByRole('button', { name: 'Stay signed in as carol' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(greeting(page, 'carol')).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Go on as a•••@e•••.org' }).dblclick()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: /^Welcome to / })).toBeVisible()
  // What was asked is over: the way back leads to no question.
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Go on as/ })).toBeHidden()
})
