import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { wholeBrowser } from '../support/browser.ts'
import { aliceIs, everythingLoaded, joinFully } from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/**
 * The exit popunder in a browser (specification §4, §7 and §8). It opens a page of the sandbox: no
 * request leaves this machine.
 */
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const EVENT = '/event/updateLastViewedOneclickPopupOnExit'
const target = 'http://partner.localhost/traffic?group_id=94&keyword=ac'

test.use({ launchOptions: wholeBrowser() })

const server = withServer()
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await joinFully(page, server.origin('adultcrush'), aliceIs)
  cookies = await context.cookies()
  await context.close()
})

async function open(context: BrowserContext, { path = '/search' } = {}): Promise<Page> {
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(server.origin('adultcrush') + path)
  await everythingLoaded(page)
  return page
}

/**
 * Clicks a link that leads on as usual, and waits for these addresses in the pages that open beside
 * this one.
 */
async function clickThrough(page: Page, addresses: readonly string[]): Promise<void> {
  const context = page.context()
  const known = context.pages()
  const opened = async () => {
    const others = context.pages().filter((other) => !known.includes(other))
    return (await Promise.all(others.map(addressOf))).filter((address) => address !== null)
  }
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Home/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect.poll(opened).toEqual(addresses)
}

/**
 * Chromium opens the tab of a ctrl-click before a route could answer for it: what it was to show is
 * in its history. Null of a page that is closed meanwhile; what the browser says instead of one
 * that it still opens, which is asked again.
 */
async function addressOf(page: Page): Promise<string | null> {
  try {
    const browser = await page.context().newCDPSession(page)
    const { entries } = await browser.send('Page.getNavigationHistory')
    // The sandbox takes the first free port.
    return entries.at(-1)?.url.replace(/:\d+\//, '/') ?? ''
  } catch (error) {
    return page.isClosed() ? null : String(error)
  }
}

/**
 * A browser in which recording fails before anything is sent: what a route holds back is let go as
 * its context closes, and was recorded after all, so that it opened for nobody in the next story.
 */
async function unrecorded(browser: Browser, userAgent?: string): Promise<BrowserContext> {
  const context = await browser.newContext(userAgent === undefined ? {} : { userAgent })
  await context.addInitScript((event) => {
    const { fetch } = window
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (url.includes(event)) throw new TypeError('Failed to fetch')
      return fetch(input, init)
    }
  }, EVENT)
  return context
}

for (const [browserName, userAgent, windows = 1] of [
  ['a browser without a way of its own', undefined],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`],
  ['Opera', `Mozilla/5.0 (X11; Linux x86_64) ${chrome} OPR/124.0.0.0`],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 2],
] as const) {
  test(`opens as in ${browserName}, once, though recording that fails`, async ({ browser }) => {
    const context = await unrecorded(browser, userAgent)
    const page = await open(context)
    let opened = 0
    context.on('page', () => (opened += 1))
    const warned = page.waitForEvent('console', (message) =>
      message.text().includes('popunder’s view event was not recorded'),
    )
    await clickThrough(page, [target])
    await expect.poll(() => opened).toBe(windows)
    await warned
    await page.goto(`${server.origin('adultcrush')}/search`)
    await everythingLoaded(page)
    await clickThrough(page, [])
    await context.close()
  })
}

test('the popunder opens on no other click than a plain one on a link that has nothing against it', async ({
  browser,
}) => {
  const context = await unrecorded(browser)
  const page = await open(context)
  const opened: string[] = []
  context.on('page', (other) => opened.push(other.url()))
  await page.getByRole('button', { name: 'Alice' }).click()
  await page.getByRole('heading', { level: 1 }).click()
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '#here'
    link.textContent = 'Not under'
    link.dataset['noUnder'] = ''
    document.querySelector('main')?.prepend(link)
  })
  await page.getByText('Not under').click()
  await expect(page).toHaveURL(/#here$/)
  expect(opened).toEqual([])
  await context.close()
})

test('the popunder names her only where she opted in, and no more once she opted out', async ({
  browser,
}) => {
  const context = await unrecorded(browser)
  const settings = await open(context, { path: '/profile/edit/settings?screen=shown-to' })
  const share = async (on: boolean) => {
    const saved = settings.waitForResponse('**/profile/saveSettings')
    await settings.getByLabel(/Let advertising partners know who I am/).setChecked(on)
    expect((await saved).status()).toBe(200)
    await expect(settings.getByText('Saved.').last()).toBeVisible()
  }
  await share(true)
  const sharing = await open(context)
  await sharing.evaluate(() => localStorage.removeItem('sharingChanged'))
  const before = await open(context)
  await clickThrough(sharing, [`${target}&email=alice%40example.org`])
  await share(false)
  await before.evaluate(() => localStorage.removeItem('popunderShown'))
  await clickThrough(before, [target])
  await context.close()
})

test('the popunder is recorded, and does not open for her again in whatever browser', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const page = await open(context)
  const recorded = page.waitForResponse(`**${EVENT}`)
  await clickThrough(page, [target])
  expect((await recorded).status()).toBe(200)
  await context.close()
  const other = await browser.newContext()
  const elsewhere = await open(other)
  const bar = elsewhere.locator('astro-island[component-export="MemberBar"]')
  // As Astro writes an island's props.
  await expect(bar).toHaveAttribute('props', /"popunder":\[0,null\]/)
  await clickThrough(elsewhere, [])
  await other.close()
})
