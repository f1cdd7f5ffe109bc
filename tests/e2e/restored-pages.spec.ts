import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { DEMO_PASSWORD } from '../../src/demo/cast.ts'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** With the back/forward cache, which Playwright turns off unless asked: what it restores, and for whom. */
test.use({
  launchOptions: { executablePath: chromiumPath(), args: chromiumArguments, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
})
test.afterAll(async () => server.stop())

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.origin('adultcrush')}/#sign-in`)
  const form = page.locator('form[action="/site/signin"]')
  await form.getByLabel('E-mail or username').fill('alice')
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Opens a list and the profile of somebody in it; resolves on the profile, with the list in the cache. */
async function lookAtSomebody(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${server.origin('adultcrush')}/plist/online/1`)
  await page.evaluate(() => {
    const state = document.documentElement.dataset
    addEventListener('pageshow', ({ persisted }) => (state['restored'] = String(persisted)))
  })
  await page.locator('[data-person] a').first().click()
  await expect(page).toHaveURL(/\/profile\/view\/id\/\d+/)
  return page
}

/** `page.goBack()` waits for a load event, which a restored page does not have. */
const goBack = (page: Page) => page.evaluate(() => history.back())

test('Back restores a list at once, with its connection', async ({ context, page }) => {
  await signIn(page)
  const other = await lookAtSomebody(context)
  await goBack(other)
  await expect(other.locator('html')).toHaveAttribute('data-restored', 'true')
  await expect(other.locator('[data-person]').first()).toBeVisible()
  // The restored page asks again for what it counts.
  await Promise.all([other.waitForRequest(/\/event\/stream$/), other.waitForRequest(/\/event\/tickers$/), restoreAgain(other)])
})

async function restoreAgain(page: Page): Promise<void> {
  await page.evaluate(() => history.forward())
  await expect(page).toHaveURL(/\/profile\/view\/id\/\d+/)
  await goBack(page)
}

test('after signing out in another tab, Back shows nothing of the list', async ({ context, page }) => {
  await signIn(page)
  const other = await lookAtSomebody(context)
  await page.bringToFront()
  await page.getByRole('button', { name: 'alice' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.origin('adultcrush')}/`)
  await other.bringToFront()
  await expect(other).toHaveURL(`${server.origin('adultcrush')}/`)
  await goBack(other)
  await expect(other).toHaveURL(`${server.origin('adultcrush')}/`)
  await expect(other.locator('[data-person]')).toHaveCount(0)
})

test('a page goes where a ticker’s answer leads, and the page there stays', async ({ page }) => {
  await signIn(page)
  await page.clock.install()
  const dashboard = `${server.origin('adultcrush')}/dashboard`
  await page.route('**/event/tickers', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'X-Dating-Filter-Redirect': dashboard } })
  })
  await page.goto(`${server.origin('adultcrush')}/plist/online/1`)
  await Promise.all([page.waitForURL(dashboard), page.clock.fastForward(31_000)])
  const polled = page.waitForResponse('**/event/tickers')
  await page.evaluate(() => (document.documentElement.dataset['stays'] = ''))
  await page.clock.fastForward(31_000)
  await (await polled).finished()
  await expect(page.locator('html[data-stays]')).toBeVisible()
})
