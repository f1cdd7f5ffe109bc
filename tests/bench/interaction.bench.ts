import { loadavg } from 'node:os'
import { type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/cast.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { rememberedOn } from '../support/remembered.ts'
import { startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { judged, median, table } from './report.ts'

/**
 * From an act to the next paint on a phone whose processor is four times slower; web.dev/inp calls
 * 200 ms good.
 */
const AIM = 150
const SLOWER = 4
const PHONE = { width: 390, height: 844 }
const ROUNDS = 5
const BRAND = 'wivesnow'
/** With voice messages. */
const VOICE_BRAND = 'megaflirt'

/**
 * `tap`: what is touched, in view before: what Playwright asks the page about it, and the scrolling
 * to it, would be measured as well on the slow processor. `act`: what is more than one touch.
 */
type Act = {
  name: string
  brand?: string
  path: string
  prepare?: (page: Page) => Promise<void>
} & ({ tap: (page: Page) => Locator } | { act: (page: Page) => Promise<void> })

/** Of somebody else each round: a match has none, but a folded button that ends it. */
const firstHeart = (page: Page) =>
  page
    .locator('[data-person]')
    .getByRole('button', { name: /^Like /, pressed: false })
    .first()
/** Of the list: filters and acts name whose chat is open as well. */
const conversations = (page: Page) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('listitem')
const chat = async (page: Page) => {
  await conversations(page).filter({ hasText: 'alice' }).getByRole('link').first().click()
  await page.getByRole('textbox', { name: /^Message to/ }).click()
}
const reveal = (page: Page) => page.getByRole('button', { name: /^Reveal the location/ })

/** Answers a call as the server would, but each round alike. */
async function answers(page: Page, path: string, status: number, body: object): Promise<void> {
  await page.unroute(`**${path}`)
  await page.route(`**${path}`, (route) =>
    route.fulfill({
      status,
      headers: {
        'Access-Control-Allow-Origin': new URL(page.url()).origin,
        'Access-Control-Allow-Credentials': 'true',
      },
      contentType: status === 200 ? 'application/json' : 'application/problem+json',
      body: JSON.stringify(body),
    }),
  )
}

async function somebody(page: Page): Promise<void> {
  await page.locator('[data-person] a[href*="/profile/view/"]:not([href*="#"])').first().click()
  await reveal(page).waitFor()
  await page.waitForTimeout(1500)
}

const acts: readonly Act[] = [
  {
    name: 'open the filters',
    path: '/search',
    tap: (page) => page.getByRole('button', { name: 'Filters' }),
  },
  {
    name: 'choose a filter',
    path: '/search',
    prepare: (page) => page.getByRole('button', { name: 'Filters' }).click(),
    tap: (page) => page.getByLabel('Online now').locator('..'),
  },
  { name: 'like', path: '/search', tap: firstHeart },
  {
    name: 'switch to another chat',
    path: '/messages',
    prepare: async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await chat(page)
    },
    tap: (page) => conversations(page).filter({ hasNotText: 'alice' }).getByRole('link').first(),
  },
  {
    name: 'type in a chat',
    path: '/messages',
    prepare: chat,
    act: (page) => page.keyboard.type('How was your week?'),
  },
  {
    name: 'send',
    path: '/messages',
    prepare: async (page) => {
      await chat(page)
      await page.keyboard.type('How was your week?')
    },
    tap: (page) => page.getByRole('button', { name: 'Send', exact: true }),
  },
  {
    name: 'mark all as seen',
    path: '/dashboard',
    prepare: async (page) => {
      await answers(page, '/event/newNotifications', 200, { ok: true })
      await page.getByRole('button', { name: 'Mark all as seen' }).waitFor()
    },
    act: (page) => page.getByRole('button', { name: 'Mark all as seen' }).click(),
  },
  {
    name: 'reveal a location',
    path: '/plist/online/1',
    prepare: async (page) => {
      await somebody(page)
      await answers(page, '/billing/revealLocation', 200, {
        location: 'About 10 km to the north of you',
        currentCredits: 2,
        next: '/',
      })
    },
    act: (page) => reveal(page).click(),
  },
  {
    name: 'the same with too few credits: its dialog',
    path: '/plist/online/1',
    prepare: async (page) => {
      await somebody(page)
      await answers(page, '/billing/revealLocation', 402, {
        code: 'noCredits',
        status: 402,
        title: 'Too few credits',
        detail: 'Too few credits.',
      })
    },
    act: async (page) => {
      await reveal(page).click()
      await page.getByRole('dialog', { name: 'Not enough credits' }).waitFor()
    },
  },
  {
    name: 'open the voice recorder',
    brand: VOICE_BRAND,
    path: '/messages',
    prepare: chat,
    act: async (page) => {
      await page.getByRole('button', { name: 'Record a voice message' }).click()
      await page.getByRole('dialog', { name: /^Voice message to/ }).waitFor()
    },
  },
  {
    name: 'arrange photos',
    path: '/profile/edit/managePhotos',
    prepare: (page) =>
      page
        .getByRole('link', { name: /Change: / })
        .first()
        .click(),
    tap: (page) => page.getByRole('button', { name: /^Move later: / }),
  },
]

/** Words of the acts to be measured; all without. */
const wanted = process.argv.slice(2)

const server = await startServer({ DEMO: '1', ...servingEnvironment }, servingFlags)
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [
    ...chromiumArguments,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
})
try {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  for (const brand of [VOICE_BRAND, BRAND]) await signIn(page, brand)
  // A like to be marked as seen, each round anew.
  await page.addInitScript(() => {
    if (location.pathname !== '/dashboard') return
    const watcher = new MutationObserver(() => {
      const bar = document.querySelector('astro-island[component-export="MemberBar"]')
      const props = bar?.getAttribute('props')
      if (!bar || !props) return
      watcher.disconnect()
      bar.setAttribute('props', props.replace(/"newLikes":\[0,\d+\]/, '"newLikes":[0,1]'))
    })
    watcher.observe(document, { childList: true, subtree: true })
  })
  const devtools = await context.newCDPSession(page)
  // Without a consumer of its frames a headless Chromium paints seldom, and so says seconds.
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 10 })
  devtools.on('Page.screencastFrame', ({ sessionId }) => {
    devtools.send('Page.screencastFrameAck', { sessionId }).catch((error: unknown) => {
      // A page that closes asks for no more frames: what ended the run is told by that itself.
      if (!page.isClosed()) process.stderr.write(`a frame was not taken: ${String(error)}\n`)
    })
  })
  const rows: string[][] = []
  for (const one of acts.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  )) {
    const found: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) found.push(await measure(page, devtools, one))
    const worst = Math.max(...found)
    record(`from a touch to the next paint: ${one.name}`, median(found), 'ms', AIM)
    rows.push([one.name, String(median(found)), String(worst), judged(AIM, median(found) <= AIM)])
  }
  table(['act', 'median ms', 'worst ms', 'aim'], rows)
  process.stdout.write(`load of the machine: ${loadavg()[0]?.toFixed(1)}\n`)
} finally {
  await browser.close()
  await server.stop()
}

async function signIn(page: Page, brand: string): Promise<void> {
  await page
    .context()
    .addCookies([rememberedOn(brand, 'adult', 'yes'), rememberedOn(brand, 'cookies', 'needed')])
  await page.goto(`${server.origin(brand)}/#sign-in`)
  const form = page.getByRole('dialog')
  await form.getByLabel('E-mail or username').fill('bob')
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
  const terms = page.locator('#accept-terms').getByRole('button')
  if ((await terms.count()) === 0) return
  await terms.click()
  await page.locator('#accept-terms').waitFor({ state: 'detached' })
}

/**
 * Returns the touch of the middle of what is to be tapped, once the page has come to rest with it
 * in view.
 */
async function ready(page: Page, tapped: Locator): Promise<() => Promise<void>> {
  await tapped.scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  const box = await tapped.boundingBox()
  if (!box) throw new Error(`${String(tapped)} is not shown`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2] as const
  const isHit = await tapped.evaluate(
    (element, at) => element.contains(document.elementFromPoint(...at)),
    [x, y] as [number, number],
  )
  if (!isHit) throw new Error(`something else is above ${String(tapped)}`)
  return () => page.touchscreen.tap(x, y)
}

async function measure(
  page: Page,
  devtools: CDPSession,
  { brand = BRAND, path, prepare, ...does }: Act,
): Promise<number> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.setViewportSize(PHONE)
  await page.goto(server.origin(brand) + path)
  // What a page loads later comes when it is idle; the event stream never ends.
  await page.waitForTimeout(1500)
  await prepare?.(page)
  const act = 'tap' in does ? await ready(page, does.tap(page)) : () => does.act(page)
  await page.evaluate(() => {
    Object.assign(globalThis, { durations: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (globalThis as unknown as { durations: number[] }).durations.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    // What the act starts may paint later, as a dialog that an answer opens: as long as a task
    // lasts, nothing is painted.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (globalThis as unknown as { durations: number[] }).durations.push(entry.duration)
    }).observe({ type: 'longtask' })
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await act()
  // Entries come after the frame in which the act was painted; below 16 ms there is none.
  const durations = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) =>
        setTimeout(
          () => resolve((globalThis as unknown as { durations: number[] }).durations),
          1000,
        ),
      ),
  )
  return Math.max(16, ...durations)
}
