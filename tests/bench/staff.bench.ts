import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { openTask } from '#core/tasks/tasks.sql.ts'
import { type Db, openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { fillDemo } from '#demo/network.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { signedIn } from '../support/journey.ts'
import { startPostgres } from '../support/postgres.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { MEMBERS } from './network.ts'
import { pageCosts, type Visited } from './page-cost.ts'
import { judged, median, table } from './report.ts'

/**
 * What the pages of staff cost server and browser; how long a member is looked for; and what thirty
 * photos and a report take by keyboard, where each is looked at for as long as LOOK says.
 * PostgreSQL, 50,000 members (`MEMBERS`).
 */
const BRAND = 'adultcrush'
const COSTS = { rounds: 4, runs: 25 }
const FINDS = 15
const PHOTOS = 30
/** Milliseconds. */
const LOOK = { photo: 400, report: 3000 } as const
const aims = { processor: 12, script: 20, find: 100, photos: 25, report: 10 } as const

const pages = [
  '/staff',
  '/staff/pictures',
  '/staff/cases',
  '/staff/matches',
  '/staff/queue/photos',
  '/staff/queue/reports',
  '/staff/tickets',
  '/staff/tickets?ticket=1',
  '/staff/tickets/texts',
  '/staff/approvals',
  '/staff/members?find=ali',
  '/staff/member/2',
  '/staff/content',
  '/staff/content/edit?path=legal%2Fall%2Fterms.md',
  '/staff/board?days=30',
  '/staff/board?days=90',
  '/staff/board?days=365',
  '/staff/figures',
  '/staff/ads',
  '/staff/fraud',
  '/staff/reporters',
  '/staff/flaggers',
  '/staff/authority-orders',
  '/staff/preserved',
]

const postgres = await startPostgres()
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
try {
  const DATABASE_URL = await postgres.create('bench')
  const database = await openPostgres(DATABASE_URL, 1)
  const { db } = database
  await migrate(db)
  await fillDemo(db, { now: new Date(), members: MEMBERS })
  await sql`vacuum analyze`.execute(db)
  const { NODE_COMPILE_CACHE: _, ...environment } = servingEnvironment
  const server = await startServer({ DEMO: '1', DATABASE_URL, ...environment }, servingFlags)
  try {
    const eve = await atDesk(browser, server)
    const cookies = await eve.context().cookies()
    await photosWait(db)
    for (const queue of ['photos', 'reports']) {
      await eve.goto(`${server.origin(BRAND)}/staff/queue/${queue}`)
      await keys(eve)
    }
    const rows: string[][] = []
    for (const path of pages) rows.push(await page(eve, { server, database, cookies }, path))
    table(['page', 'ms of the processor', 'kB of script'], rows)
    table(['a member by', 'ms'], await finds(eve, db))
    table(['by keyboard', 's'], [await photosByKeyboard(eve, server), await report(eve, server)])
  } finally {
    await server.stop()
    await database.close()
  }
} finally {
  await browser.close()
  await postgres.stop()
}

async function atDesk(from: Browser, server: RunningServer): Promise<Page> {
  const eve = await signedIn(from, server, BRAND, 'eve')
  await eve.goto(`${server.origin(BRAND)}/staff`)
  await eve.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await eve.getByRole('button', { name: 'Go on' }).first().click()
  await eve.getByRole('heading', { level: 1 }).waitFor()
  return eve
}

/** Until keys are heard. */
async function keys(eve: Page): Promise<void> {
  await eve.getByText('for the keys').waitFor()
}

/** Photos that members had are looked at once more. */
async function photosWait(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; account_id: number }>`
    update photos set approved_at = null where id in (
      select photos.id from photos join accounts on accounts.id = account_id
      where approved_at is not null and rejected_at is null and removed_at is null
        and accounts.staff_since is null and accounts.deleted_at is null
      order by photos.id limit ${PHOTOS + 10}
    ) returning id, account_id`.execute(db)
  const at = new Date()
  await db.transaction().execute(async (trx) => {
    for (const { id, account_id: accountId } of rows)
      await openTask(trx, {
        queue: 'photos',
        brand: BRAND,
        accountId,
        subjectId: id,
        priority: 0,
        dueAt: later(at, DAY),
        at,
      })
  })
}

async function page(eve: Page, visited: Visited, path: string): Promise<string[]> {
  const [cost = 0] = await pageCosts([visited], BRAND, path, COSTS)
  await sql`delete from rate_limits`.execute(visited.database.db)
  await eve.goto(visited.server.origin(BRAND) + path, { waitUntil: 'networkidle' })
  const bytes = await eve.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js') && !/\/react[.-]/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
  const script = Number((bytes / 1000).toFixed(1))
  const processor = Number(cost.toFixed(1))
  record(`${path}: processor time`, processor, 'ms', aims.processor)
  record(`${path}: script of its own`, script, 'kB', aims.script)
  return [
    path,
    judged(processor, processor <= aims.processor),
    judged(script, script <= aims.script),
  ]
}

async function finds(eve: Page, db: Db): Promise<string[][]> {
  const { rows } = await sql<{ id: number; username: string; email: string }>`
    select id, username, email from accounts where id = ${Math.floor(MEMBERS / 2)}`.execute(db)
  const paid = await sql<{ reference: string }>`
    select reference from payments order by id desc limit 1`.execute(db)
  const [one] = rows
  const asked = {
    number: String(one?.id ?? 2),
    name: one?.username ?? 'bob',
    'the beginning of a name': (one?.username ?? 'bob').slice(0, 4),
    'mail address': one?.email ?? '',
    payment: paid.rows[0]?.reference ?? 'pay_0',
  }
  const found: string[][] = []
  for (const [by, find] of Object.entries(asked)) {
    const times: number[] = []
    for (let turn = 0; turn < FINDS; turn += 1) {
      await sql`delete from rate_limits`.execute(db)
      times.push(
        await eve.evaluate(async (words) => {
          const began = performance.now()
          const address = `${location.origin.replace('//www.', '//api.')}/staff/members?find=`
          const answer = await fetch(address + encodeURIComponent(words), {
            credentials: 'include',
            headers: { 'X-Requested-With': 'XMLHttpRequest' },
          })
          await answer.text()
          if (!answer.ok) throw new Error(`${answer.status}`)
          return performance.now() - began
        }, find),
      )
    }
    const middle = Math.round(median(times))
    record(`a member is found by ${by}`, middle, 'ms', aims.find)
    found.push([by, judged(middle, middle <= aims.find)])
  }
  return found
}

function task(eve: Page): Locator {
  return eve.locator('[data-task]')
}

/** Approves them, each after a look. */
async function photosByKeyboard(eve: Page, server: RunningServer): Promise<string[]> {
  await eve.goto(`${server.origin(BRAND)}/staff/queue/photos`)
  await keys(eve)
  await eve.keyboard.press('n')
  await task(eve).waitFor()
  const began = performance.now()
  for (let photo = 0; photo < PHOTOS; photo += 1) {
    const before = await task(eve).getAttribute('data-task')
    await eve.waitForTimeout(LOOK.photo)
    await eve.keyboard.press('a')
    await eve.locator(`[data-task]:not([data-task="${before}"])`).waitFor()
  }
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
  record(
    `${PHOTOS} photos by keyboard, ${LOOK.photo} ms of looking at each`,
    seconds,
    's',
    aims.photos,
  )
  return [`${PHOTOS} photos`, judged(seconds, seconds <= aims.photos)]
}

/** From taking it to the next one, with the act that the form recommends and a ready note. */
async function report(eve: Page, server: RunningServer): Promise<string[]> {
  await eve.goto(`${server.origin(BRAND)}/staff/queue/reports`)
  await keys(eve)
  if ((await task(eve).count()) === 0) await eve.keyboard.press('n')
  await task(eve).waitFor()
  await keys(eve)
  const began = performance.now()
  await eve.waitForTimeout(LOOK.report)
  const note = eve.getByLabel('Note to the member')
  await note.focus()
  await eve.keyboard.press('ArrowDown')
  await eve.keyboard.press('Control+Enter')
  await eve.getByRole('status').filter({ hasText: 'It is decided.' }).waitFor()
  await keys(eve)
  await eve.keyboard.press('n')
  await task(eve).waitFor()
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
  record(`a report by keyboard, ${LOOK.report} ms of looking at it`, seconds, 's', aims.report)
  return ['a report', judged(seconds, seconds <= aims.report)]
}
