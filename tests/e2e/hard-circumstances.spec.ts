import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAlive, signedIn } from '../support/journey.ts'
import { openTranslated } from '../support/translated.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Pages that a browser translates, on twice the text size, whose scripts something on the way
 * blocks, and on a slow line or device: liking, writing, settings and choosing what to buy work all
 * the same.
 */

const BRAND = 'wivesnow'
const server = withServer({ DEMO: '1' })
let session: Awaited<ReturnType<BrowserContext['storageState']>>
test.beforeAll(async ({ browser }) => {
  const bob = await signedIn(browser, server, BRAND, 'bob')
  session = await bob.context().storageState()
  await bob.context().close()
})

let errors: string[]
let page: Page
test.beforeEach(async ({ browser }) => {
  const context = await browser.newContext({ storageState: session })
  errors = []
  context.on('weberror', (error) => errors.push(String(error.error().stack)))
  page = await context.newPage()
})
test.afterEach(() => page.context().close())

const at = (path: string, brand = BRAND) => server.origin(brand) + path
const opens = async (path: string) => {
  await page.goto(at(path))
  await expectAlive(page)
}
/** The card of somebody who is not liked yet, by an address that stays, and their heart. */
async function aCard(): Promise<Locator> {
  const unliked = page.getByRole('button', { name: /Like /, pressed: false })
  const card = page.locator('[id^="person-"]').filter({ has: unliked }).first()
  return page.locator(`#${await card.getAttribute('id')}`)
}
const heartOf = (card: Locator) => card.getByRole('button', { name: /Like /, pressed: false })
/** Perhaps they liked him before. */
const expectLiked = (card: Locator) =>
  expect(
    card.getByRole('button', { name: /Like /, pressed: true }).or(card.getByLabel(/^Matched with/)),
  ).toBeVisible()
const box = () => page.getByRole('textbox', { name: /Message to ·?alice/ })
const bubbles = (words: string) =>
  page.getByRole('log').locator('[id^="message-"]').filter({ hasText: words })

const opensTranslated = (path: string, when: 'before' | 'after') =>
  openTranslated(page, at(path), when)

for (const when of ['before', 'after'] as const)
  test(`translated ${when} it is alive, a page likes, writes and saves, and its texts follow`, async () => {
    await opensTranslated('/search', when)
    const card = await aCard()
    const liked = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/match/like'),
    )
    await heartOf(card).click()
    // A match is told above everything else, once that is loaded.
    if (((await (await liked).json()) as { isMatch: boolean }).isMatch) {
      const match = page.getByRole('dialog', { name: 'It’s a match' })
      await expect(match).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(match).toBeHidden()
    }
    await expectLiked(card)
    const found = page.getByRole('region', { name: 'Results' }).getByRole('status')
    const before = await found.textContent()
    await page.getByLabel(/Age from/).fill('60')
    await page.getByLabel(/Age from/).blur()
    await expect(page).toHaveURL(/ageFrom=60/)
    await expect(found).not.toHaveText(before ?? '')

    await opensTranslated('/messages', when)
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('listitem')
      .filter({ hasText: 'alice' })
      .getByRole('link')
      .first()
      .click()
    await box().fill(`Translated ${when}?`)
    await box().press('Enter')
    await expect(bubbles(`Translated ${when}?`)).toHaveCount(1)
    await expect(box()).toHaveValue('')

    await opensTranslated('/profile/edit/settings?screen=shown-to', when)
    const visits = page.getByRole('checkbox', { name: /Note my visits/ })
    const was = await visits.isChecked()
    await visits.click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved' }).first()).toBeVisible()
    await page.goto(at('/profile/edit/settings?screen=shown-to'))
    await expect(visits).toBeChecked({ checked: !was })
    await opensTranslated('/profile/edit/settings', when)
    const find = page.getByRole('searchbox', { name: /Find a setting/ })
    await find.fill('passkey')
    await expect(page.getByRole('navigation', { name: 'Settings' })).toContainText('Passkeys')
    await find.fill('no such thing')
    await expect(page.getByText(/Nothing here is called that/)).toBeVisible()
    // React says of a text that is not its own any more that it renders the region anew: before the
    // page is alive, or where a region waits until it is seen.
    expect(errors.filter((error) => !error.includes('React error #418'))).toEqual([])
  })

for (const [how, viewport, size] of [
  ['at twice the zoom of a small window', { width: 640, height: 512 }, '100%'],
  ['at twice the text size', { width: 640, height: 800 }, '200%'],
] as const)
  test(`${how}, no page is wider than the screen`, async () => {
    await page.setViewportSize(viewport)
    const wide: unknown[] = []
    for (const path of [
      '/search',
      '/profile/view/id/1',
      '/messages',
      '/messages?with=1',
      '/profile/edit/settings',
      '/profile/edit/settings?screen=sign-in',
      '/billing/upgrade',
    ]) {
      await page.goto(at(path))
      await page.locator('html').evaluate((root, given) => {
        root.style.fontSize = given
      }, size)
      const found = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        // What is cut off, as that makes no page wider.
        out: [...document.querySelectorAll('main :is(a, button, input, h1, h2, label)')]
          .filter((one) => {
            const { left, right, width } = one.getBoundingClientRect()
            const scrolls = one.parentElement?.closest('[class*="strip"], [class*="thumbs"], ul')
            return (
              width > 1 &&
              one.checkVisibility({ visibilityProperty: true }) &&
              (right > innerWidth + 1 || left < -1) &&
              !(scrolls && scrolls.scrollWidth > scrolls.clientWidth)
            )
          })
          .map((one) => one.outerHTML.slice(0, 120)),
      }))
      if (found.width > viewport.width || found.out.length > 0) wide.push([path, found])
    }
    expect(wide).toEqual([])
  })

/**
 * Runs in the page, before its scripts: how far what is shown moves by itself. Nobody touches it:
 * the size that a page is given as it opens is taken for an input, too.
 */
function watchMoves(): void {
  const moves = { sum: 0, of: [] as string[] }
  Object.assign(globalThis, { moves })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      sources: { node: Node | null }[]
    })[]) {
      moves.sum += entry.value
      for (const { node } of entry.sources)
        moves.of.push(
          node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.nodeName ?? 'gone'),
        )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Once what came so far is painted in its fonts. */
const movesSoFar = (device: Page) =>
  device.evaluate(async () => {
    await document.fonts.ready
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return Reflect.get(globalThis, 'moves') as { sum: number; of: string[] }
  })

for (const [where, width, height, paths] of [
  [
    'on home, lists and a profile of a phone',
    390,
    844,
    ['/dashboard', '/search', '/plist/likesyou/1', '/profile/view/id/1', '/no-such-page'],
  ],
  [
    'on what a member has of a phone',
    390,
    844,
    [
      '/messages',
      '/messages?with=1',
      '/profile/edit/settings',
      '/profile/edit/managePhotos',
      '/billing/upgrade',
    ],
  ],
  ['on a wide screen', 1280, 800, ['/messages?with=1', '/no-such-page']],
] as const)
  test(`on a slow device nothing moves by itself ${where}: neither before the scripts of a page come, nor as it comes alive`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      isMobile: width === 390,
      storageState: session,
    })
    await context.addInitScript(watchMoves)
    const device = await context.newPage()
    const devtools = await context.newCDPSession(device)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const moved: unknown[] = []
    for (const path of paths) {
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await device.route('**/_astro/*.js', (route) => held.then(() => route.continue()))
      await device.goto(at(path), { waitUntil: 'commit' })
      await device.waitForFunction(() => document.readyState !== 'loading')
      const before = await movesSoFar(device)
      letGo()
      // Not every page has an island.
      await device.waitForLoadState()
      await expectAlive(device)
      const { sum, of } = await movesSoFar(device)
      await device.unroute('**/_astro/*.js')
      // Before, by a line that the browser painted half, and by no part of the page.
      if (before.sum > 0.002 || sum - before.sum > 0.001)
        moved.push({ width, path, before: before.sum, sum, of })
    }
    await context.close()
    expect(moved).toEqual([])
  })

/** From the list of conversations. */
const opensAlice = () =>
  page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('listitem')
    .filter({ hasText: 'alice' })
    .getByRole('link')
    .first()
    .click()

test('where every script is blocked, liking, writing, a setting and a choice of what to buy are forms', async () => {
  await page.route('**/_astro/*.js', (route) => route.abort())
  await page.goto(at('/search'))
  const card = await aCard()
  await heartOf(card).click()
  await expectLiked(card)

  await page.goto(at('/messages'))
  await opensAlice()
  await box().fill('By a form?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(bubbles('By a form?')).toHaveCount(1)

  await page.goto(at('/profile/edit/settings?screen=first-messages'))
  await page.getByRole('radio', { name: /^Only members with a checked photo/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/saved=first-messages/)
  await expect(page.getByRole('radio', { name: /^Only members/ })).toBeChecked()

  await page.goto(at('/billing/upgrade'))
  const last = page.getByRole('radio').last()
  await last.check()
  const keyword = await last.getAttribute('value')
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page).toHaveURL(new RegExp(`keyword=${keyword}`))
  await expect(page.getByRole('radio').last()).toBeChecked()
  await expect(page.getByRole('alert').filter({ hasText: 'did not run' })).toBeVisible()
})

test('on a slow line, a double tap likes once and a double click sends once', async () => {
  const posted: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'POST' && /^\/(match|message)\//.test(path)) posted.push(path)
  })
  await opens('/search')
  const line = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 }
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  const card = await aCard()
  const liked = page.waitForResponse((answer) => answer.url().endsWith('/match/like'))
  await heartOf(card).dblclick()
  await liked
  await expectLiked(card)
  await page.reload()
  await expectLiked(card)
  expect(posted).toEqual(['/match/like'])

  await opens('/messages')
  await opensAlice()
  await box().fill('Once, twice?')
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await expect(bubbles('Once, twice?')).toHaveCount(1)
  await expect.poll(() => posted.filter((path) => path === '/message/chatMessages')).toHaveLength(1)
  await page.reload()
  await expect(bubbles('Once, twice?')).toHaveCount(1)
  expect(errors).toEqual([])
})

test('a double tap likes a part of a profile, and decides about one person of those shown one at a time', async () => {
  const tap = async (target: Locator, count: 1 | 2) => {
    const { x, y, width, height } = (await target.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down({ clickCount: count })
    await page.mouse.up({ clickCount: count })
  }
  await opens('/profile/view/id/1')
  const part = page
    .getByRole('region', { name: 'Photos of alice' })
    .getByRole('button', { name: /^Like /, pressed: false })
    .first()
  await part.scrollIntoViewIfNeeded()
  const name = (await part.textContent()) ?? ''
  const liked = page.waitForResponse((answer) => answer.url().endsWith('/match/like'))
  await tap(part, 1)
  // On a quick line, the first is done before the second comes.
  await liked
  const heart = page.getByRole('region', { name: 'Photos of alice' }).getByRole('button', { name })
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await tap(heart, 2)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  const passed: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/match/pass'))
      passed.push(request.postData() ?? '')
  })
  await opens('/search?view=deck')
  const shown = () => page.getByRole('article').getByRole('heading').textContent()
  const first = await shown()
  await page.getByRole('button', { name: /^Not for me: / }).dblclick()
  await expect(page.getByRole('article').getByRole('heading')).not.toHaveText(first ?? '')
  const second = await shown()
  await page.getByRole('button', { name: /^Bring back / }).press('Enter')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(first ?? '')
  expect(passed).toHaveLength(1)
  expect(second).not.toBe(first)
  expect(errors).toEqual([])
})

const narrow = [
  { width: 375, height: 667 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
]
for (const [brand, others] of [
  ['meetwives', []],
  ['xmeeting', []],
  ['steamyplay', []],
  ['localhussies', []],
  ['truebootycall', narrow],
  ['foxytemptation', narrow],
] as const)
  test(`on a phone, name, age and distance are above the actions of a profile of ${brand}`, async ({
    browser,
  }) => {
    const own = await signedIn(browser, server, brand, 'bob')
    // He is of a sister site.
    await own.getByRole('button', { name: 'I have read and accept them' }).click()
    await expect(own.getByRole('link', { name: /^Messages/ }).first()).toBeVisible()
    const storageState = await own.context().storageState()
    await own.context().close()
    // A phone has no bars that take room from what it shows.
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      storageState,
    })
    const phone = await context.newPage()
    await phone.goto(`${server.origin(brand)}/profile/view/id/1`)
    const edge = async (part: Locator, side: 'top' | 'bottom') =>
      part.evaluate((element, of) => element.getBoundingClientRect()[of], side)
    const write = phone.getByRole('main').getByRole('link', { name: /^Write a message/ })
    for (const size of [null, ...others]) {
      if (size) await phone.setViewportSize(size)
      expect(await edge(phone.getByText(/miles away/).first(), 'bottom')).toBeLessThan(
        await edge(write, 'top'),
      )
    }
    await context.close()
  })
