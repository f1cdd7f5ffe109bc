import { type Browser, chromium } from '@playwright/test'
import { DEMO_PASSWORD } from '../../src/demo/cast.ts'
import { servingEnvironment, servingFlags } from '../../src/process/serving.mjs'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { rememberedOn } from '../support/remembered.ts'
import { startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { judged, median, table } from './report.ts'

/**
 * A member's pages on a phone whose processor is four times slower, nothing cached: when the region that one came for
 * answers, the longest task until then, the largest paint, and what moved. In milliseconds; the layout shift has no unit.
 */
const SLOWER = 4
const ROUNDS = 5
const BRAND = 'adultcrush'

const pages = [
  { name: 'dashboard', path: '/dashboard', island: 'MemberBar' },
  { name: 'search', path: '/search', island: 'Search' },
  { name: 'list', path: '/plist/new/1', island: 'People' },
  { name: 'profile', path: '/profile/view/id/2', island: 'ProfileActs' },
  { name: 'messages', path: '/messages', island: 'Messages' },
  { name: 'settings', path: '/profile/edit/settings', island: 'SettingsIndex' },
] as const
const aims = { answers: 1000, task: 80, paint: 510, shift: 0.1 } as const

type Seen = Record<keyof typeof aims, number>

const server = await startServer({ DEMO: '1', ...servingEnvironment }, servingFlags)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
try {
  const cookies = await signedIn(browser)
  const rows: string[][] = []
  for (const { name, path, island } of pages) {
    const found: Seen[] = []
    for (let round = 0; round < ROUNDS; round += 1) found.push(await visit(path, island, cookies))
    const middle = (what: keyof Seen) => median(found.map((one) => one[what]))
    for (const [what, words] of [
      ['answers', 'until its region answers'],
      ['task', 'longest task'],
      ['paint', 'largest paint'],
      ['shift', 'layout shift'],
    ] as const)
      record(`${name}: ${words}`, middle(what), what === 'shift' ? '' : 'ms', aims[what])
    rows.push([
      name,
      ...(Object.keys(aims) as (keyof Seen)[]).flatMap((what) => [
        String(middle(what)),
        judged(aims[what], middle(what) <= aims[what]),
      ]),
    ])
  }
  table(['page', 'answers', 'aim', 'task', 'aim', 'paint', 'aim', 'shift', 'aim'], rows)
} finally {
  await browser.close()
  await server.stop()
}

async function signedIn(from: Browser) {
  const context = await from.newContext()
  await context.addCookies([
    rememberedOn(BRAND, 'adult', 'yes'),
    rememberedOn(BRAND, 'cookies', 'needed'),
  ])
  const page = await context.newPage()
  await page.goto(server.origin(BRAND))
  const signedInAt = `${server.origin(BRAND, 'api')}/site/signin`
  await page.evaluate(
    async ([address, password]) =>
      void (await fetch(address, {
        method: 'POST',
        credentials: 'include',
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
        body: JSON.stringify({ login: 'alice', password }),
      })),
    [signedInAt, DEMO_PASSWORD] as const,
  )
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/** In a context of its own, so that nothing is cached. */
async function visit(
  path: string,
  island: string,
  cookies: Awaited<ReturnType<typeof signedIn>>,
): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript(watch, island)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(server.origin(BRAND) + path)
  await page.waitForFunction(() => Reflect.get(globalThis, 'seen').answers > 0)
  // What comes after the region answers may still move it.
  await page.waitForTimeout(1500)
  const seen = await page.evaluate(() => Reflect.get(globalThis, 'seen') as Seen)
  await context.close()
  return {
    answers: Math.round(seen.answers),
    task: Math.round(seen.task),
    paint: Math.round(seen.paint),
    shift: Number(seen.shift.toFixed(3)),
  }
}

/** In the page. */
function watch(island: string): void {
  const seen = { answers: 0, task: 0, paint: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  const each = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  each('longtask', ({ startTime, duration }) => {
    if (seen.answers === 0 || startTime < seen.answers) seen.task = Math.max(seen.task, duration)
  })
  each('largest-contentful-paint', ({ startTime }) => (seen.paint = startTime))
  each('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    }
    if (!hadRecentInput) seen.shift += value
  })
  new MutationObserver((_, watcher) => {
    const region = document.querySelector(`astro-island[component-export="${island}"]`)
    if (!region || region.hasAttribute('ssr')) return
    seen.answers = performance.now()
    watcher.disconnect()
  }).observe(document, { subtree: true, childList: true, attributes: true })
}
