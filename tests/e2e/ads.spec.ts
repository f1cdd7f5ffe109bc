import { expect, type Page, test } from '@playwright/test'
import { aliceIs, joinFully } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/** What a standard member sees of ads, between pages and on leaving. */
test.describe.configure({ mode: 'serial' })

const server = withServer()
let page: Page
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  // The popunder has a story of its own.
  await page.addInitScript(() => localStorage.setItem('popunderShown', '1'))
  await joinFully(page, server.origin('localhussies'), aliceIs)
})

const at = (path: string) => server.origin('localhussies') + path
/** The page that is open is counted: nothing of it leads to an ad later. */
const isCounted = () =>
  page.waitForFunction(() => performance.getEntriesByName('monetisation').length > 0)
const views = () => page.evaluate(() => Number(sessionStorage.getItem('monetizationPageViews')))

test('a page has an ad that is marked, counted, and moves nothing', async () => {
  await page.goto(at('/search'))
  const ad = page.getByRole('complementary', { name: 'Advertisement' }).first()
  await expect(ad).toContainText('Advertisement')
  await expect(ad.getByRole('link')).toHaveAttribute('rel', 'sponsored noopener noreferrer')
  const seen = page.waitForRequest(
    (request) => request.url().endsWith('/ad/trackEvent') && request.method() === 'POST',
  )
  const before = await ad.boundingBox()
  await ad.scrollIntoViewIfNeeded()
  expect((await seen).postDataJSON()).toMatchObject({ event: 'view' })
  await expect(ad.getByRole('img')).toHaveJSProperty('complete', true)
  expect((await ad.boundingBox())?.height).toBe(before?.height)
  expect(await problemsOf(page)).toEqual([])
})

test('an ad of which the picture is blocked is one of words', async () => {
  const picture = new URL(
    (await page
      .getByRole('complementary', { name: 'Advertisement' })
      .first()
      .getByRole('img')
      .getAttribute('src')) ?? '',
    page.url(),
  ).href
  await page.route(picture, (route) => route.abort())
  await page.goto(at('/search'))
  const ad = page.getByRole('complementary', { name: 'Advertisement' }).first()
  await ad.scrollIntoViewIfNeeded()
  await expect(ad.locator('img')).toBeHidden()
  await expect(ad.getByRole('link')).toBeVisible()

  // On a brand without `adblockOptimiserAds` it keeps its frame.
  const failed = page.waitForEvent('requestfailed', (request) => request.url() === picture)
  await page.goto(at('/search'))
  const island = page.locator('astro-island').filter({ has: ad }).first()
  await island.evaluate((element) => {
    const props = element.getAttribute('props') ?? ''
    element.setAttribute('props', props.replace('"fallsBack":[0,true]', '"fallsBack":[0,false]'))
  })
  await ad.scrollIntoViewIfNeeded()
  await failed
  await expect(island).not.toHaveAttribute('ssr')
  await expect(ad.locator('img')).toHaveCount(1)
  await page.unroute(picture)
})

test('the upgrade page and the help have none', async () => {
  for (const path of ['/billing/upgrade', '/help', '/site/terms']) {
    await page.goto(at(path))
    await expect(page.getByRole('complementary', { name: 'Advertisement' })).toHaveCount(0)
  }
})

test('after twenty pages an ad comes first, and leads back to where she was, once', async () => {
  await page.goto(at('/dashboard'))
  await isCounted()
  await page.evaluate(() => sessionStorage.setItem('monetizationPageViews', '19'))
  await page.goto(at('/search?withPhoto=on#content'), { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/fullPageAd$/)
  expect(await views()).toBe(0)
  expect(await problemsOf(page)).toEqual([])
  await page.reload()
  const on = page.getByRole('link', { name: 'Go on to LocalHussies' })
  await expect(on).toHaveAttribute('href', '/search?withPhoto=on#content')
  await on.click()
  await expect(page).toHaveURL(/\/search\?withPhoto=on#content$/)
  await expect.poll(views).toBe(1)
  await page.goto(at('/fullPageAd'))
  await page.getByRole('link', { name: 'Go on to LocalHussies' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a way back that was not taken is not the next ad’s', async () => {
  await isCounted()
  await page.evaluate(() => sessionStorage.setItem('monetizationPageViews', '19'))
  await page.goto(at('/messages'), { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/fullPageAd$/)
  await page.goto(at('/dashboard'))
  await expect.poll(views).toBe(1)
  await page.goto(at('/fullPageAd'))
  await expect(page.getByRole('link', { name: 'Go on to LocalHussies' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
})

test('what is offered beside the ad leads where the brand says, and what is not offered nowhere', async () => {
  await page.goto(at('/fullPageAd'))
  const [offered] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Have a look at TrueBootyCall' }).click(),
  ])
  await expect(offered).toHaveURL(/^http:\/\/www\.truebootycall\.localhost:\d+\/$/)
  await offered.close()
  const none = await page.goto(at('/fullPageAd?option=99'))
  expect(none?.status()).toBe(404)
})

test('signing out shows an ad, and forgets the way back; a link from elsewhere signs nobody out', async () => {
  await page.goto(at('/signOutAd'))
  await expect(page.getByRole('heading', { name: 'Sign out of LocalHussies' })).toBeVisible()
  await page.getByRole('link', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.evaluate(() => sessionStorage.setItem('fullPageAdReturnPath', '/messages'))
  await page.getByRole('button', { name: 'Alice' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Advertisement' })).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  expect(
    await page.evaluate(() => [
      sessionStorage.getItem('fullPageAdReturnPath'),
      sessionStorage.getItem('monetizationPageViews'),
      localStorage.getItem('user'),
    ]),
  ).toEqual([null, null, null])
  await page.goto(at('/dashboard'))
  await expect(page).toHaveURL(at('/'))
})
