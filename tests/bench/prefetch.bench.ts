import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/cast.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { rememberedOn } from '../support/remembered.ts'
import { startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { table } from './report.ts'

/**
 * What fetching pages before the click costs the server, and how many of those pages nobody opens.
 */
const BRAND = 'adultcrush'
const HOVERS = 20
/** Milliseconds between two places of the pointer, and for a way of average length. */
const FRAME = 16
const WAY = 450
/** From the pointer's rest on a link to the click. */
const DECIDING = 250
/** Of the system's clock of processes, in milliseconds. */
const TICK = 10

let [x, y] = [640, 450]

const server = await startServer({ DEMO: '1', ...servingEnvironment }, servingFlags)
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...chromiumArguments],
})
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addCookies([
    rememberedOn(BRAND, 'adult', 'yes'),
    rememberedOn(BRAND, 'cookies', 'needed'),
  ])
  // Windows of partners and full-page ads are no part of the walk.
  await context.addInitScript(() => {
    localStorage.setItem('popunderShown', '1')
    sessionStorage.removeItem('monetizationPageViews')
  })
  const page = await context.newPage()
  await page.goto(`${server.origin(BRAND)}/#sign-in`)
  const form = page.getByRole('dialog')
  await form.getByLabel('E-mail or username').fill('alice')
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
  const fetched = await prefetchesOf(await context.newCDPSession(page))

  const rows: string[][] = []
  await page.goto(`${server.origin(BRAND)}/search`)
  await page.waitForTimeout(2000)
  const people = page.locator('[data-person] a[href*="/profile/view/"]')
  rows.push(
    await cost('20 profiles in a list', fetched, async () =>
      over(
        page,
        Array.from({ length: HOVERS }, (_, n) => people.nth(n)),
      ),
    ),
  )
  rows.push(
    await cost('20 times an entry of the menu', fetched, () =>
      over(
        page,
        Array.from({ length: HOVERS }, (_, n) => inMenu(page, n % 2 ? 'Messages' : 'Likes')),
      ),
    ),
  )

  const before = fetched.size
  let views = 0
  let used = 0
  const walk: ReadonlyArray<(page: Page) => Locator> = [
    (on) => inMenu(on, 'Search'),
    (on) => on.locator('[data-person] a[href*="/profile/view/"]').nth(5),
    (on) => inMenu(on, 'Likes'),
    (on) => on.getByRole('main').getByRole('link', { name: 'You like', exact: true }),
    (on) => inMenu(on, 'Messages'),
    (on) => inMenu(on, 'Home'),
    (on) => inMenu(on, 'Profile'),
    (on) => on.getByRole('main').locator('a[href="/profile/edit/managePhotos"]').first(),
    (on) => inMenu(on, 'Search'),
    (on) => on.locator('[data-person] a[href*="/profile/view/"]').nth(2),
  ]
  for (const link of [...walk, ...walk]) {
    await glance(page)
    const to = link(page)
    await pointTo(page, to)
    await page.waitForTimeout(DECIDING)
    await Promise.all([page.waitForEvent('load'), page.mouse.down().then(() => page.mouse.up())])
    views += 1
    if ((await delivered(page)) === 'navigational-prefetch') used += 1
    // Some reading, and the scripts that come when the page is idle.
    await page.waitForTimeout(1500)
  }
  const all = fetched.size - before
  record(`pages of a walk of ${views} that were fetched early`, all, 'pages')
  record('pages of that walk that were fetched early and opened', used, 'pages')
  record(
    'pages fetched for nothing, per page of that walk',
    Number(((all - used) / views).toFixed(2)),
    'pages',
    1,
  )
  table(['the pointer rests on', 'pages fetched', 'processor ms of the server for each'], rows)
  process.stdout.write(
    `a walk of ${views} pages: ${all} fetched early, ${used} opened; ${((all - used) / views).toFixed(2)} for nothing per page\n`,
  )
  process.stdout.write(`load of the machine: ${loadavg()[0]?.toFixed(1)}\n`)
} finally {
  await browser.close()
  await server.stop()
}

/** The loads of pages that were fetched early. */
async function prefetchesOf(session: CDPSession): Promise<Set<string>> {
  const found = new Set<string>()
  session.on(
    'Preload.prefetchStatusUpdated',
    ({ requestId, status }) => status === 'Running' && found.add(requestId),
  )
  await session.send('Preload.enable')
  return found
}

function inMenu(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: new RegExp(`^${name}`) })
}

function delivered(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      (
        performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & {
          deliveryType: string
        }
      ).deliveryType,
  )
}

async function cost(
  what: string,
  fetched: ReadonlySet<string>,
  act: () => Promise<void>,
): Promise<string[]> {
  const [before, from] = [fetched.size, await processorTime()]
  await act()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const count = fetched.size - before
  return [
    what,
    String(count),
    count === 0 ? '–' : (((await processorTime()) - from) / count).toFixed(1),
  ]
}

/** User and system time of the product’s process, in milliseconds. */
async function processorTime(): Promise<number> {
  const fields =
    (await readFile(`/proc/${server.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

async function over(page: Page, links: readonly Locator[]): Promise<void> {
  for (const link of links) {
    await pointTo(page, link)
    await page.waitForTimeout(DECIDING)
  }
}

/** Goes in a straight line, slower towards the end, as hands do. */
async function pointTo(page: Page, link: Locator): Promise<void> {
  await link.scrollIntoViewIfNeeded()
  const box = await link.boundingBox()
  if (!box) throw new Error('This link is not shown.')
  await moveTo(page, box.x + box.width / 2, box.y + box.height / 2)
}

async function moveTo(page: Page, toX: number, toY: number): Promise<void> {
  const [fromX, fromY] = [x, y]
  for (let at = FRAME; at <= WAY; at += FRAME) {
    const share = 1 - (1 - Math.min(1, at / (WAY - FRAME))) ** 3
    ;[x, y] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]
    await page.mouse.move(x, y)
    await page.waitForTimeout(FRAME)
  }
}

/** Looks at the page: the pointer stops at three places of it, whatever is there. */
async function glance(page: Page): Promise<void> {
  for (const [toX, toY] of [
    [300, 500],
    [900, 350],
    [700, 700],
  ] as const) {
    await moveTo(page, toX, toY)
    await page.waitForTimeout(DECIDING)
  }
}
