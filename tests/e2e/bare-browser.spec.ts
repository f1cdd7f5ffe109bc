import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAlive, signedIn } from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Bob’s browser lacks, refuses or has no room for what pages may keep and share; he writes and
 * orders all the same.
 */
type State = 'null' | 'throwing' | 'full'

const server = withServer({ DEMO: '1' })
let session: Awaited<ReturnType<BrowserContext['storageState']>>
test.beforeAll(async ({ browser }) => {
  const bob = await signedIn(browser, server, 'wivesnow', 'bob')
  session = { ...(await bob.context().storageState()), origins: [] }
  await bob.context().close()
})

/** Runs in the page, before its scripts. */
function spoil(state: State): void {
  const refuse = (): never => {
    throw new DOMException('refused', state === 'full' ? 'QuotaExceededError' : 'SecurityError')
  }
  const put = (owner: object, name: string, get: () => unknown) =>
    Object.defineProperty(owner, name, { configurable: true, get })
  const nothing = (): null => null
  const full = {
    length: 0,
    key: nothing,
    getItem: nothing,
    removeItem: nothing,
    setItem: refuse,
    clear: nothing,
  }
  for (const name of ['localStorage', 'sessionStorage'])
    put(window, name, state === 'full' ? () => full : state === 'null' ? nothing : refuse)
  const services: [object, string][] = [
    [window, 'indexedDB'],
    [window, 'BroadcastChannel'],
    [navigator, 'locks'],
    [navigator, 'clipboard'],
    [navigator, 'serviceWorker'],
  ]
  for (const [owner, name] of services)
    put(owner, name, state === 'throwing' ? refuse : () => undefined)
}

const opens = async (page: Page, path: string) => {
  // The stream is what a page opens last.
  await Promise.all([
    page.waitForRequest('**/event/stream?*'),
    page.goto(server.origin('wivesnow') + path),
  ])
  // What is idle hydrates, too; the rest is below the fold.
  await expectAlive(page)
}

for (const state of ['null', 'throwing', 'full'] as const) {
  test(`where storage is ${state}, and services of the browser are none, member pages work, a message goes out and an order gets its card form`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ storageState: session })
    await context.addInitScript(spoil, state)
    const errors: string[] = []
    context.on('weberror', (error) => errors.push(String(error.error().stack)))
    const page = await context.newPage()
    for (const path of [
      '/dashboard',
      '/search',
      '/plist/online/1',
      '/profile/view/id/1',
      '/profile/edit/settings',
      '/profile/edit/settings?screen=notifications',
      '/profile/edit/managePhotos',
    ])
      await opens(page, path)

    await opens(page, '/messages')
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: 'alice' })
      .first()
      .click()
    await page
      .getByRole('textbox', { name: 'Message to alice' })
      .fill(`From a browser that is ${state}`)
    const sent = page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && response.url().endsWith('/message/chatMessages'),
    )
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    // By the script: what a form sends by itself leads to another page.
    expect((await sent).status()).toBe(200)
    await expect(page.getByRole('log').getByText(`From a browser that is ${state}`)).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: 'Message to alice' })).toHaveValue('')

    await opens(page, '/billing/upgrade')
    await page.getByRole('radio', { name: /^Book of 20/ }).check()
    await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
    await expect(
      page.frameLocator('iframe[title="Card form"]').getByLabel('Card number'),
    ).toBeVisible()
    expect(errors).toEqual([])
    await context.close()
  })
}
