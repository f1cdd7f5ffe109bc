import { type Browser, expect, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { enter, expectAlive, register } from '../support/journey.ts'
import { type Look, type ScreenChecks, screenChecks } from '../support/screen-checks.ts'
import { newcomersScreens, type Screen, screensWith, staffScreens } from '../support/screens.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Every page and dialog of a member on three brands, and of staff, light and dark, on a phone and a
 * desk: axe, its width, one first heading, a focus that is seen and under no bar, no request that
 * fails, no error in the console. Each screen is looked at on one of the brands, in turn;
 * `EVERY_BRAND=1 npm test -- every-screen` looks at each on all of them. How often axe is asked
 * about an element is said in screen-checks.ts.
 */

const server = withServer({ DEMO: '1' })

/** Who looks, and somebody who likes them where a screen needs it. */
const viewers = [
  { brand: 'adultcrush', name: 'alice', other: { id: 2, name: 'bob', brand: 'wivesnow' } },
  { brand: 'wivesnow', name: 'bob', other: { id: 3, name: 'carol', brand: 'adultcrush' } },
  { brand: 'discreetcrush', name: 'dan', other: { id: 3, name: 'carol', brand: 'adultcrush' } },
]

for (const [turn, { brand, name, other }] of viewers.entries()) {
  test(`${brand}: what a member sees is accessible and fits`, async ({ browser }) => {
    const isTurn = (_screen: Screen, index: number) =>
      process.env['EVERY_BRAND'] === '1' || index % viewers.length === turn
    const wrong: string[] = []
    const page = await signedIn(browser, brand, name)
    wrong.push(...(await problemsOn(page, brand, { path: '/dashboard', name: 'first' })))
    const terms = page.getByRole('button', { name: 'I have read and accept them' })
    if (await terms.isVisible()) await Promise.all([page.waitForURL(/dashboard/), terms.click()])
    const screens = screensWith(other.id).filter(isTurn)
    if (screens.some(({ needsLike }) => needsLike))
      await likes(
        browser,
        other,
        Number(
          /\d+$/.exec((await page.locator('#account a').first().getAttribute('href')) ?? '')?.[0],
        ),
      )
    for (const screen of screens) wrong.push(...(await problemsOn(page, brand, screen)))
    await page.context().close()
    expect(wrong).toEqual([])
  })
}

test('what somebody sees who has just joined is accessible and fits, and no ad is beside it', async ({
  browser,
}) => {
  const page = await newPage(browser)
  await register(page, server.origin('adultcrush'), {
    username: 'Newcomer',
    gender: 'Woman',
    lookingFor: 'Men',
    about: '',
  })
  const wrong: string[] = []
  if ((await page.getByRole('complementary', { name: /^Advertisement/ }).count()) > 0)
    wrong.push('an ad beside the steps of joining')
  for (const screen of newcomersScreens)
    wrong.push(...(await problemsOn(page, 'adultcrush', screen)))
  expect(wrong).toEqual([])
  await page.context().close()
})

test('what staff see is accessible and fits, with work in every queue', async ({ browser }) => {
  const page = await signedIn(browser, 'adultcrush', 'eve')
  await page.goto(`${server.origin('adultcrush')}/staff`)
  await page.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await page.getByRole('button', { name: 'Go on' }).first().click()
  await expect(page).toHaveURL(/\/staff$/)
  const wrong: string[] = []
  for (const screen of staffScreens) wrong.push(...(await problemsOn(page, 'adultcrush', screen)))
  expect(wrong).toEqual([])
  await page.context().close()
})

async function newPage(browser: Browser): Promise<Page> {
  // The policy of the pages forbids what the test puts into them.
  const context = await browser.newContext({ bypassCSP: true })
  await context.addInitScript({ content: screenChecks })
  const page = await context.newPage()
  complaints.set(page, complaintsOf(page))
  return page
}

/** Of each page what failed on it since the last screen. */
const complaints = new WeakMap<Page, string[]>()

/** A page may be what is not there itself, and a request may end because the page is left. */
function complaintsOf(page: Page): string[] {
  const made: string[] = []
  page.on('response', (response) => {
    const request = response.request()
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (response.status() >= (isPage ? 500 : 400))
      made.push(`${response.status()} for ${request.method()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED')
      made.push(`${reason} for ${request.method()} ${request.url()}`)
  })
  page.on('pageerror', (error) => made.push(`threw ${error.message}`))
  page.on('console', (message) => {
    // What has a status is told by it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      made.push(`says in the console: ${message.text()}`)
  })
  return made
}

async function signedIn(browser: Browser, brand: string, name: string): Promise<Page> {
  const page = await newPage(browser)
  await enter(page, server.origin(brand), name)
  return page
}

async function likes(
  browser: Browser,
  who: { name: string; brand: string },
  id: number,
): Promise<void> {
  const page = await signedIn(browser, who.brand, who.name)
  await page.goto(`${server.origin(who.brand)}/profile/view/id/${id}`)
  const like = page.getByRole('button', { name: /^Like \S+$/ })
  const matched = page.locator('summary[aria-label^="Matched with"]')
  await expect(like.or(matched)).toBeVisible()
  if (!(await matched.isVisible()) && (await like.getAttribute('aria-pressed')) === 'false')
    await Promise.all([page.waitForResponse(/\/match\/like$/), like.click()])
  await page.context().close()
}

async function problemsOn(
  page: Page,
  brand: string,
  { path, name, open, width }: Screen,
): Promise<string[]> {
  const [first, other] = width === undefined ? ([390, 1280] as const) : ([width] as const)
  const what = [path, name].filter((part) => part !== undefined).join(', ')
  const found: string[] = []
  const look = async (kind: Look) => {
    const problems = await page.evaluate(
      (looked) => (globalThis as unknown as ScreenChecks).problemsOfScreen(looked),
      kind,
    )
    found.push(...problems.map((problem) => `${what}, ${kind}: ${problem}`))
  }
  const resize = (wide: number = first) => page.setViewportSize({ width: wide, height: 844 })
  await resize()
  await page.emulateMedia({ colorScheme: 'light' })
  // Addresses that differ in their hash alone are one document.
  if (path.includes('#')) await page.goto('about:blank')
  await page.goto(server.origin(brand) + path)
  if (open) {
    // Before, a link that opens a dialog leads to a page.
    await expectAlive(page)
    await open(page)
  }
  await look('at first')
  if (other !== undefined) {
    await resize(other)
    await look('at another width')
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await look('in the other scheme')
  if (other !== undefined) {
    await resize()
    await look('what only the first width has')
  }
  return [
    ...found,
    ...(complaints.get(page) ?? []).splice(0).map((problem) => `${what}: ${problem}`),
  ]
}
