import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { noTickers } from '#core/live/tickers.ts'
import { wholeBrowser } from '../support/browser.ts'
import { enter, everythingLoaded } from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/**
 * What keeps a page, restores it or makes it leave. Playwright turns the back/forward cache off
 * unless asked.
 */
test.use({
  launchOptions: { ...wholeBrowser(), ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

const server = withServer({ DEMO: '1' })

async function signsIn(page: Page): Promise<void> {
  // A page that has opened another one is not kept by the browser.
  await page.context().addInitScript(() => localStorage.setItem('popunderShown', '1'))
  await enter(page, server.origin('adultcrush'), 'alice')
}

/**
 * Opens a list and the profile of somebody in it; resolves on the profile, with the list in the
 * cache.
 */
async function lookAtSomebody(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${server.origin('adultcrush')}/plist/online/1`)
  await everythingLoaded(page)
  await page.evaluate(() => {
    const state = document.documentElement.dataset
    addEventListener('pageshow', ({ persisted }) => (state['restored'] = String(persisted)))
  })
  await page.locator('[data-person] h3 a').first().click()
  await expect(page).toHaveURL(/\/profile\/view\/id\/\d+/)
  return page
}

/** `page.goBack()` waits for a load event, which a restored page does not have. */
const goBack = (page: Page) => page.evaluate(() => history.back())

test('Back restores a list at once, with its connection', async ({ context, page }) => {
  await signsIn(page)
  const other = await lookAtSomebody(context)
  await goBack(other)
  await expect(other.locator('html')).toHaveAttribute('data-restored', 'true')
  await expect(other.locator('[data-person]').first()).toBeVisible()
  // The restored page asks again for what it counts.
  await Promise.all([other.waitForRequest(/\/event\/tickers$/), restoreAgain(other)])
})

async function restoreAgain(page: Page): Promise<void> {
  await page.evaluate(() => history.forward())
  await expect(page).toHaveURL(/\/profile\/view\/id\/\d+/)
  await goBack(page)
}

test('after signing out in another tab, Back shows nothing of the list', async ({
  context,
  page,
}) => {
  await signsIn(page)
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
  await signsIn(page)
  await page.clock.install()
  const dashboard = `${server.origin('adultcrush')}/dashboard`
  const cors = {
    'Access-Control-Allow-Origin': server.origin('adultcrush'),
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'X-Dating-Filter-Redirect',
  }
  // When the server answers so is in tests/features/members/viewer/tickers.
  await page.route('**/event/tickers', (route) =>
    route.fulfill({ json: noTickers, headers: { ...cors, 'X-Dating-Filter-Redirect': dashboard } }),
  )
  // The counters start together with the stream.
  await Promise.all([
    page.waitForRequest('**/event/stream?*'),
    page.goto(`${server.origin('adultcrush')}/plist/online/1`),
  ])
  await Promise.all([
    page.waitForURL(dashboard),
    page.waitForRequest('**/event/stream?*'),
    page.clock.fastForward(31_000),
  ])
  const polled = page.waitForResponse('**/event/tickers')
  await page.evaluate(() => (document.documentElement.dataset['stays'] = ''))
  await page.clock.fastForward(31_000)
  await (await polled).finished()
  await expect(page.locator('html[data-stays]')).toBeVisible()
})

test('a page whose script is gone reloads, once in ten seconds', async ({ page }) => {
  await signsIn(page)
  await page.goto(`${server.origin('adultcrush')}/plist/online/1`)
  await everythingLoaded(page)
  const gone = () => page.evaluate("void import('/_astro/gone.12345678.js')")
  const reloaded = page.waitForEvent('load')
  await gone()
  await reloaded
  await everythingLoaded(page)
  await page.evaluate(() => (document.documentElement.dataset['stays'] = ''))
  const refused = page.waitForEvent('console', (message) => message.text().includes('404'))
  await gone()
  await refused
  await expect(page.locator('html[data-stays]')).toBeVisible()
})

for (const path of ['/', '/help', '/site/terms'])
  test(`the guests’ page ${path} whose script is gone reloads, too, once in ten seconds`, async ({
    page,
  }) => {
    await page.goto(server.origin('adultcrush') + path)
    const gone = () => page.evaluate("void import('/_astro/gone.12345678.js')")
    const reloaded = page.waitForEvent('load')
    await gone()
    await reloaded
    await page.evaluate(() => (document.documentElement.dataset['stays'] = ''))
    const refused = page.waitForEvent('console', (message) => message.text().includes('404'))
    await gone()
    await refused
    await expect(page.locator('html[data-stays]')).toBeVisible()
  })

test('a page that is being left does not reload for a script that is gone', async ({ page }) => {
  await signsIn(page)
  await page.goto(`${server.origin('adultcrush')}/plist/online/1`)
  const path = await page
    .locator('main a[href^="/profile/view/id/"]:not([href*="#"])')
    .first()
    .getAttribute('href')
  const missed = page.waitForEvent('console', (message) => message.text().includes('404'))
  await page.route(`**${path}`, async (route) => {
    await missed
    await route.continue()
  })
  await page.evaluate(
    `location.assign('${path}'); setTimeout(() => import('/_astro/gone.12345678.js'))`,
  )
  await page.waitForURL(`**${path}`)
  await expect(page.locator('#who')).toBeVisible()
})
