import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { sql } from 'kysely'
import { openPostgres } from '#db/connection.server.ts'
import { DEMO_PASSWORD } from '#demo/cast.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { startPostgres } from '../support/postgres.ts'
import { rememberedOn } from '../support/remembered.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { pageCosts, type Visited } from './page-cost.ts'
import { judged, median, table } from './report.ts'

/**
 * A member's pages on a phone whose processor is four times slower, nothing cached: when the region
 * that one came for answers, the longest task until then, the largest paint, what moved, and from a
 * touch of a heart to the next paint; the bytes and files of the page; and what a page costs the
 * server. BEFORE names a built clone of another state, as the one before the first island: it takes
 * turns with this one, and the figures are beside its own.
 */
const SLOWER = 4
const ROUNDS = 5
const BRAND = 'adultcrush'
/** With the warming round and the visits fewer than the calls that home, search and settings allow. */
const COSTS = { rounds: 6, runs: 8 }

const pages = [
  { name: 'dashboard', path: '/dashboard', island: 'MemberBar', cost: 1.2 },
  { name: 'search', path: '/search', island: 'Search', cost: 1.35 },
  { name: 'list', path: '/plist/new/1', island: 'People', cost: 1.35 },
  { name: 'profile', path: '/profile/view/id/2', island: 'ProfileActs', cost: 1.2 },
  { name: 'messages', path: '/messages', island: 'Messages', cost: 1.2 },
  { name: 'settings', path: '/profile/edit/settings', island: 'SettingsIndex', cost: 1.2 },
] as const
type Page = (typeof pages)[number]

/** Aims of a machine of the speed at which they were set. */
const aims = {
  answers: { words: 'until its region answers', unit: 'ms', most: 1000 },
  task: { words: 'longest task', unit: 'ms', most: 80 },
  paint: { words: 'largest paint', unit: 'ms', most: 510 },
  touch: { words: 'from a touch to the next paint', unit: 'ms', most: 150 },
  shift: { words: 'layout shift', unit: '', most: 0.1 },
  script: { words: 'script of its own', unit: 'kB', most: 20 },
  files: { words: 'files of script', unit: 'files', most: 10 },
  html: { words: 'HTML', unit: 'kB', most: 22 },
} as const
type Figure = keyof typeof aims
const figuresOf = Object.keys(aims) as Figure[]
type Seen = Record<Figure, number>

type Contestant = Visited & { cookies: Awaited<ReturnType<BrowserContext['cookies']>> }

const postgres = await startPostgres()
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
const contestants: Contestant[] = []
try {
  contestants.push(await contestant('now', startServer))
  const before = process.env['BEFORE']
  if (before !== undefined) {
    const support = (await import(join(before, 'tests', 'support', 'server.ts'))) as {
      startServer: typeof startServer
    }
    contestants.push(await contestant('before', support.startServer))
  }
  const rows: string[][] = []
  for (const page of pages) {
    const found = contestants.map((): Seen[] => [])
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, one] of contestants.entries()) found[index]?.push(await visit(page, one))
    const costs = await pageCosts(contestants, BRAND, page.path, COSTS)
    for (const [index, seen] of found.entries()) {
      const isNow = index === 0
      const middle = (what: Figure) => median(seen.map((one) => one[what]))
      for (const what of figuresOf) {
        const { words, unit, most } = aims[what]
        const name = `${page.name}: ${words}${isNow ? '' : ', before'}`
        if (!Number.isNaN(middle(what)))
          record(name, middle(what), unit, ...(isNow ? ([most] as const) : []))
      }
      const cost = costs[index] ?? Number.NaN
      const share = cost / (costs[1] ?? Number.NaN)
      if (isNow && !Number.isNaN(share))
        record(`${page.name}: processor time ÷ before`, Number(share.toFixed(2)), '×', page.cost)
      rows.push([
        `${page.name}${isNow ? '' : ', before'}`,
        ...figuresOf.map((what) => {
          const held = !isNow || !(middle(what) > aims[what].most)
          return Number.isNaN(middle(what)) ? '–' : judged(middle(what), held)
        }),
        cost.toFixed(1),
        isNow && !Number.isNaN(share) ? judged(share.toFixed(2), share <= page.cost) : '',
      ])
    }
  }
  table(['page', ...figuresOf, 'processor', '÷ before'], rows)
} finally {
  await browser.close()
  for (const { server, database } of contestants) {
    await server.stop()
    await database.close()
  }
  await postgres.stop()
}

async function contestant(name: string, start: typeof startServer): Promise<Contestant> {
  const DATABASE_URL = await postgres.create(`islands_${name}`)
  const { NODE_COMPILE_CACHE: _, ...environment } = servingEnvironment
  const server = await start({ DEMO: '1', DATABASE_URL, ...environment }, servingFlags)
  return {
    server,
    database: await openPostgres(DATABASE_URL, 1),
    cookies: await signedIn(browser, server),
  }
}

async function signedIn(from: Browser, server: RunningServer) {
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

/**
 * In a context of its own, so that nothing is cached. A page without the island is measured until
 * it is loaded.
 */
async function visit(
  { path, island }: Page,
  { server, cookies, database }: Contestant,
): Promise<Seen> {
  await sql`delete from rate_limits`.execute(database.db)
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
  const isIsland = await page.evaluate(
    (name) => document.querySelector(`astro-island[component-export="${name}"]`) !== null,
    island,
  )
  if (isIsland) await page.waitForFunction(() => Reflect.get(globalThis, 'seen').answers > 0)
  // What comes after the region answers may still move it.
  await page.waitForTimeout(1500)
  const loaded = await page.evaluate(() => ({ ...(Reflect.get(globalThis, 'seen') as Seen) }))
  const sizes = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    const [html] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const bytes = (of: readonly PerformanceResourceTiming[]) =>
      of.reduce((sum, one) => sum + one.encodedBodySize, 0)
    return {
      script: bytes(scripts.filter(({ name }) => !/\/react[.-]/.test(name))),
      files: scripts.length,
      html: html?.encodedBodySize ?? 0,
    }
  })
  const heart = page.getByRole('button', { name: /^Like / }).first()
  if ((await heart.count()) > 0) {
    await heart.tap()
    // Where the region is not alive yet, it is a form's post and a page.
    await page.waitForTimeout(500)
    await page.waitForFunction(() => document.readyState === 'complete')
  }
  const touch = await page.evaluate(() => (Reflect.get(globalThis, 'seen') as Seen).touch)
  await context.close()
  const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(1))
  return {
    answers: isIsland ? Math.round(loaded.answers) : Number.NaN,
    task: Math.round(loaded.task),
    paint: Math.round(loaded.paint),
    touch: touch > 0 ? Math.round(touch) : Number.NaN,
    shift: Number(loaded.shift.toFixed(3)),
    script: kilobytes(sizes.script),
    files: sizes.files,
    html: kilobytes(sizes.html),
  }
}

/** In the page. */
function watch(island: string): void {
  const seen = { answers: 0, task: 0, paint: 0, shift: 0, touch: 0 }
  Object.assign(globalThis, { seen })
  const each = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...(type === 'event' ? { durationThreshold: 16 } : {}),
    })
  each('longtask', ({ startTime, duration }) => {
    if (seen.answers === 0 || startTime < seen.answers) seen.task = Math.max(seen.task, duration)
  })
  each('event', ({ duration }) => (seen.touch = Math.max(seen.touch, duration)))
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
