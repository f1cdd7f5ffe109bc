import { type Browser, expect, test } from '@playwright/test'
import { fillShortForm, finishProfile, greeting, register } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Carol is signed in, and opens the link that Alice was sent: whose account it shall be is asked, never assumed. */
const carol = {
  username: 'Carol',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'Gardener, early riser.',
}

let server: RunningServer
// One server for both: five may join from one address in an hour, and here they are four.
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => server.stop())

/** Somebody who joins with one click gets a link that signs in; its address. */
async function linkOf(browser: Browser, brand: string, email: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: true })
  const page = await context.newPage()
  await page.goto(`${server.origin(brand)}/promo/oneClick`)
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
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const link = await linkOf(browser, 'truebootycall', 'alice-one@example.org')
  await register(page, server.origin('truebootycall'), carol)
  await finishProfile(page, carol)
  await page.goto(link)
  await expect(page).toHaveURL(`${server.origin('truebootycall')}/dashboard`)
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

  await page.getByRole('button', { name: 'Stay signed in as Carol' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(greeting(page, 'Carol')).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Go on as a•••@e•••.org' }).dblclick()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: /^Welcome to / })).toBeVisible()
  // What was asked is over: the way back leads to no question.
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Go on as/ })).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the question is two buttons, and a link that is over meanwhile says so', async ({
    page,
    browser,
  }) => {
    const link = await linkOf(browser, 'wivesnow', 'alice-two@example.org')
    await page.goto(`${server.origin('wivesnow')}/promo/oneClick`)
    await fillShortForm(page, { email: 'carol@example.org' })
    await page.getByRole('main').locator('button[type=submit]').click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto(link)
    await expect(page.getByText('You are signed in to WivesNow as c•••@e•••.org.')).toBeVisible()

    const alice = await browser.newContext({ javaScriptEnabled: true })
    const hers = await alice.newPage()
    await hers.goto(link)
    await hers.getByRole('button', { name: 'Go on as a•••@e•••.org' }).click()
    await expect(hers.getByRole('heading', { name: /^Welcome to / })).toBeVisible()
    await alice.close()
    await page.getByRole('button', { name: 'Go on as a•••@e•••.org' }).click()
    await expect(
      page.getByRole('heading', { name: 'This link does not work any more' }),
    ).toBeVisible()
    await expect(page.getByText('You are still signed in as c•••@e•••.org.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to your dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})
