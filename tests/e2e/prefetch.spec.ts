import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { type OpenDatabase, openPostgres } from '#db/connection.server.ts'
import { mayPrefetch } from '#sites/prefetched-pages.ts'
import { pageRoutes } from '#sites/routes.ts'
import { wholeBrowser } from '../support/browser.ts'
import { enter, expectAlive } from '../support/journey.ts'
import { type RunningServer, startServer, TEMPLATE_SERVER } from '../support/server.ts'
import { copyOfDemo } from '../support/template.ts'

/** Pages that the browser fetches when the pointer rests on a link, before the click. */

test.use({ launchOptions: wholeBrowser() })

let server: RunningServer
let database: OpenDatabase
test.beforeAll(async () => {
  const address = await copyOfDemo(
    process.env[TEMPLATE_SERVER] as string,
    `prefetch_${randomUUID()}`,
  )
  server = await startServer({ DEMO: '1', DATABASE_URL: address })
  database = await openPostgres(address, 1)
})
test.afterAll(async ({ browser }) => {
  await database.close()
  await server.stop(browser)
})

const origin = () => server.origin('adultcrush')
const delivered = (page: Page) =>
  page.evaluate(
    () =>
      (
        performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & {
          deliveryType: string
        }
      ).deliveryType,
  )

async function signsIn(page: Page): Promise<void> {
  await page.context().addInitScript(() => localStorage.setItem('popunderShown', '1'))
  await enter(page, origin(), 'alice')
}

const inMenu = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name })
/** What became of each prefetch, which Playwright does not list among a page's requests. */
async function prefetchesOf(page: Page): Promise<Array<[path: string, status: string]>> {
  const found: Array<[string, string]> = []
  const session = await page.context().newCDPSession(page)
  session.on(
    'Preload.prefetchStatusUpdated',
    ({ prefetchUrl, status }) => void found.push([new URL(prefetchUrl).pathname, status]),
  )
  await session.send('Preload.enable')
  return found
}

/** Rests with the pointer on a link until its page was fetched. */
async function rest(page: Page, link: Locator): Promise<void> {
  const prefetches = await prefetchesOf(page)
  // Until the script that hears of the pointer is there.
  await expect(async () => {
    await page.mouse.move(0, 400)
    await link.hover()
    await expect
      .poll(() => prefetches.some(([, status]) => status === 'Ready'), { timeout: 5000 })
      .toBe(true)
  }).toPass()
}

/**
 * Somebody on the page whom Alice does not like yet, and who does not like her: a match opens over
 * the page.
 */
async function whoDoesNotLikeBack(page: Page): Promise<number> {
  const shown = await page
    .locator('form:has([aria-pressed=false]) input[name=id]')
    .evaluateAll((fields) => fields.map((field) => Number((field as HTMLInputElement).value)))
  const likers = await database.db
    .selectFrom('likes')
    .select('liker_id')
    .innerJoin('accounts', 'id', 'liked_id')
    .where('username', '=', 'alice')
    .execute()
  const found = shown.find((id) => !likers.some((like) => like.liker_id === id))
  if (found === undefined) throw new Error('Everybody on the page likes Alice.')
  return found
}

/**
 * All rows but the counts of calls, and of how many different people somebody was sent, which
 * limits count.
 */
async function everyRow(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'people_seen')
  `.execute(database.db)
  const contents: Record<string, string> = {}
  for (const { name } of rows) {
    const digest = await sql<{
      digest: string | null
    }>`select md5(string_agg(t::text, chr(10) order by t::text)) as digest from ${sql.table(name)} t`.execute(
      database.db,
    )
    contents[name] = digest.rows[0]?.digest ?? ''
  }
  return contents
}

/** The status of an answer. */
function prefetched(path: string, cookie: string): Promise<number> {
  const headers = { Host: new URL(origin()).host, 'Sec-Purpose': 'prefetch', Cookie: cookie }
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    asking.on('error', reject).end()
  })
}

test('a prefetch of any page of members leaves every row as it was', async ({ page }) => {
  await signsIn(page)
  const alice = await database.db
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', 'alice')
    .executeTakeFirstOrThrow()
  const other = await database.db
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', 'bob')
    .executeTakeFirstOrThrow()
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  await page.goto('about:blank')
  const paths = pageRoutes
    .filter(({ access, only }) => access !== 'staff' && access !== 'staffDoor' && only !== 'api')
    .map(({ pattern }) =>
      pattern
        .replace(':id', String(other.id))
        .replaceAll(/\/:\w+\?/g, '')
        .replaceAll(/:\w+/g, '1'),
    )
  const written: string[] = []
  const all = [...paths, `/messages?with=${other.id}`, '/search?ageFrom=30&sort=nearest']
  const isShown = (path: string) => mayPrefetch(new URL(path, origin()))
  // Those that are refused are looked at together.
  for (const some of [
    all.filter((path) => !isShown(path)),
    ...all.filter(isShown).map((path) => [path]),
  ]) {
    let changed = ''
    // The product's own jobs may write in between, but not thrice.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      // A visit is noted once a minute, so the last one has to be long ago; `brand`, for sessions
      // are remembered.
      await sql`update sessions set brand = brand, last_seen_at = last_seen_at - interval '40 minutes' where account_id = ${alice.id}`.execute(
        database.db,
      )
      await sql`update profiles set last_seen_at = last_seen_at - interval '40 minutes' where account_id = ${alice.id}`.execute(
        database.db,
      )
      const before = await everyRow()
      for (const path of some)
        expect([path, await prefetched(path, cookie)]).toEqual([path, isShown(path) ? 200 : 503])
      const after = await everyRow()
      changed = Object.keys(after)
        .filter((name) => after[name] !== before[name])
        .join()
      if (changed === '') break
    }
    if (changed !== '') written.push(`${some.join()}: ${changed}`)
  }
  expect(written).toEqual([])
})

test('the pointer on a link fetches the page, the click shows it, and its connection is made', async ({
  page,
}) => {
  await signsIn(page)
  await page.goto(`${origin()}/plist/online/1`)
  await rest(page, inMenu(page, /^Messages/))
  // Its connection is a visit: see tests/features/members/viewer/prefetch.test.ts.
  await Promise.all([page.waitForRequest(/\/event\/stream\?/), inMenu(page, /^Messages/).click()])
  await expect(page).toHaveURL(/\/messages$/)
  expect(await delivered(page)).toBe('navigational-prefetch')
})

test('what was fetched is forgotten when something was done since, or the line is dear', async ({
  page,
}) => {
  await signsIn(page)
  await page.goto(`${origin()}/plist/viewedyou/1`)
  const youLike = page.getByRole('main').getByRole('link', { name: 'You like', exact: true })
  await rest(page, youLike)
  // Within the second after, nothing is fetched.
  await page.evaluate(() => {
    const now = Date.now()
    Date.now = () => now
  })
  await expectAlive(page, 'People')
  await page
    .locator(`form:has(input[name=id][value="${await whoDoesNotLikeBack(page)}"]) [aria-pressed]`)
    .click()
  await page.mouse.move(0, 400)
  await youLike.click()
  await expect(page).toHaveURL(/\/plist\/youlike\/1$/)
  expect(await delivered(page)).toBe('')

  await page.context().addInitScript(() =>
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true, effectiveType: '4g' },
    }),
  )
  await page.goto(`${origin()}/plist/online/1`)
  const dear = await prefetchesOf(page)
  await inMenu(page, /^Search/).hover()
  await page.waitForTimeout(600)
  expect(dear).toEqual([])
})

test('profiles, chats and home are not fetched; after signing out nothing that was fetched is shown', async ({
  page,
}) => {
  await signsIn(page)
  await page.goto(`${origin()}/plist/online/1`)
  const prefetches = await prefetchesOf(page)
  for (const link of [page.locator('[data-person] h3 a').first(), inMenu(page, /^Home/)]) {
    await link.hover()
    await page.waitForTimeout(300)
  }
  expect(prefetches).toEqual([])

  await rest(page, inMenu(page, /^Messages/))
  const other = await page.context().newPage()
  await other.goto(`${origin()}/dashboard`)
  await other.getByRole('button', { name: 'alice' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${origin()}/`)
  await page.goto(`${origin()}/messages`)
  await expect(page).toHaveURL(`${origin()}/`)
})
