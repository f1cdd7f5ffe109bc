import { chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { openPostgres } from '#db/connection.server.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { expectAlive, signedIn } from '../support/journey.ts'
import { startPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { judged, median, table } from './report.ts'

/** From the choice of a reaction to the other one’s screen: two browsers, one product. */
const AIM = 300
const ROUNDS = 9
const BRAND = 'wivesnow'
const reactions = ['love', 'funny'] as const

const postgres = await startPostgres()
const DATABASE_URL = await postgres.create('reactions')
const server = await startServer({ DEMO: '1', DATABASE_URL, ...servingEnvironment }, servingFlags)
const database = await openPostgres(DATABASE_URL, 1)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
try {
  const [bob, alice] = [await openChat('bob', 'alice'), await openChat('alice', 'bob')]
  const id = await bob.locator('[role="log"] [id^="message-"]').last().getAttribute('id')
  const found: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await sql`delete from rate_limits`.execute(database.db)
    const reaction = reactions[round % 2] as (typeof reactions)[number]
    await alice.locator(`#${id}`).hover()
    await alice.locator(`#${id}`).getByRole('link', { name: 'More about this message' }).click()
    const choice = alice.getByRole('dialog').getByRole('button', { name: reaction })
    await choice.waitFor()
    // By the page itself: Playwright looks again after pauses of up to half a second.
    const seen = bob.evaluate(
      ([message, name]) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (!document.querySelector(`#${message} [title="${name}"]`)) return
            watcher.disconnect()
            resolve(Date.now())
          }
          const watcher = new MutationObserver(look)
          watcher.observe(document, { subtree: true, childList: true, attributes: true })
        }),
      [id, `alice: ${reaction}`] as const,
    )
    // Not from the command: Playwright waits until a dialog has come to rest.
    const touched = choice.evaluate(
      (button) =>
        new Promise<number>((resolve) =>
          button.addEventListener('click', () => resolve(Date.now()), {
            once: true,
            capture: true,
          }),
        ),
    )
    await choice.click()
    found.push((await seen) - (await touched))
  }
  const [middle, worst] = [Math.round(median(found)), Math.round(Math.max(...found))]
  record('from a reaction to the other one’s screen', middle, 'ms', AIM)
  table(
    ['', 'median ms', 'worst ms', 'aim'],
    [['a reaction', String(middle), String(worst), judged(AIM, middle <= AIM)]],
  )
} finally {
  await browser.close()
  await server.stop()
  await database.close()
  await postgres.stop()
}

async function openChat(who: string, other: string): Promise<Page> {
  const page = await signedIn(browser, server, BRAND, who)
  const terms = page.getByRole('button', { name: 'I have read and accept them' })
  if (await terms.isVisible()) await Promise.all([page.waitForURL(/dashboard/), terms.click()])
  await page.goto(`${server.origin(BRAND)}/messages`)
  await expectAlive(page, 'Messages')
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(`^${other},|${other},`) })
    .first()
    .click()
  await page.getByRole('log').waitFor()
  return page
}
