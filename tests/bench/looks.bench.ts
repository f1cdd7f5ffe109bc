import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { openPostgres } from '#db/connection.server.ts'
import { brands } from '#sites/registry.ts'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'
import { signedIn } from '../support/journey.ts'
import { startPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

/**
 * The eleven brands side by side, to be looked at: a sheet a screen, first as on a phone in the
 * light, then as on a desk in the dark, in `test-results/looks`. BRANDS and SCREENS (words, by
 * comma) leave out the others.
 */
const looks = [
  { name: 'phone', colorScheme: 'light', width: 390, height: 844, across: 4 },
  { name: 'desk', colorScheme: 'dark', width: 1280, height: 800, across: 3 },
] as const

/** As Alice sees them; nobody is 98 years old. */
type Screen = {
  name: string
  path: string
  prepare?: () => Promise<void>
  open?: (page: Page) => Promise<void>
}
const screens: readonly Screen[] = [
  { name: 'home', path: '/dashboard' },
  { name: 'search', path: '/search' },
  { name: 'deck', path: '/search?view=deck' },
  { name: 'profile', path: '/profile/view/id/2' },
  { name: 'own', path: '/profile/edit/profile' },
  { name: 'inbox', path: '/messages?show=all' },
  { name: 'chat', path: '/messages?with=2' },
  { name: 'nobody', path: '/search?ageFrom=98' },
  { name: 'match', path: '/profile/view/id/2', prepare: onlyBobLikes, open: likesBob },
]

const chosen = <T>(all: readonly T[], nameOf: (one: T) => string, variable: string) => {
  const words = process.env[variable]?.split(',')
  return words ? all.filter((one) => words.includes(nameOf(one))) : all
}
const folder = join(import.meta.dirname, '..', '..', 'test-results', 'looks')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const postgres = await startPostgres()
const DATABASE_URL = await postgres.create('looks')
const server = await startServer({ DEMO: '1', DATABASE_URL })
const database = await openPostgres(DATABASE_URL, 1)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
const seen = new Map<string, Array<{ brand: string; picture: Buffer }>>()
try {
  for (const { id: brand } of chosen(brands, ({ id }) => id, 'BRANDS')) {
    const page = await signedIn(browser, server, brand, 'alice')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const terms = page.getByRole('button', { name: 'I have read and accept them' })
    if (await terms.isVisible()) await Promise.all([page.waitForURL(/dashboard/), terms.click()])
    for (const { name, path, prepare, open } of chosen(screens, (one) => one.name, 'SCREENS'))
      for (const { name: size, colorScheme, width, height } of looks) {
        await sql`delete from rate_limits`.execute(database.db)
        await prepare?.()
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(server.origin(brand) + path)
        await page.waitForFunction(
          () => !document.querySelector('astro-island[ssr]:not([client=visible])'),
        )
        await open?.(page)
        await page.evaluate(drawn)
        const sheet = `${name}-${size}`
        const pictures = seen.get(sheet) ?? []
        pictures.push({ brand, picture: await page.screenshot({ type: 'jpeg', quality: 80 }) })
        seen.set(sheet, pictures)
      }
    await page.context().close()
  }
  for (const [sheet, pictures] of seen) await draw(browser, sheet, pictures)
} finally {
  await browser.close()
  await server.stop()
  await database.close()
  await postgres.stop()
}

/** In the page: its fonts and the pictures that are seen are there. */
async function drawn(): Promise<void> {
  const seen = [...document.images].filter(
    (one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight,
  )
  const pictures = Promise.allSettled(seen.map((one) => one.decode()))
  // One in a row that is scrolled to the side is never loaded.
  const soon = new Promise((resolve) => setTimeout(resolve, 2000))
  await Promise.all([document.fonts.ready, Promise.race([pictures, soon])])
}

/** Bob likes Alice, and she did not like him until now. */
async function onlyBobLikes(): Promise<void> {
  await sql`delete from matches`.execute(database.db)
  await sql`delete from likes`.execute(database.db)
  await sql`
    insert into likes (liker_id, liked_id, created_at)
    select bob.id, alice.id, now() from accounts bob, accounts alice
    where bob.username = 'bob' and alice.username = 'alice'`.execute(database.db)
}

async function likesBob(page: Page): Promise<void> {
  const like = page.getByRole('button', { name: 'Like bob', exact: true })
  // A brand may know nobody of the others: its sheet shows that.
  if ((await like.count()) === 0) return
  await like.click()
  await page.locator('dialog[open]').waitFor()
}

async function draw(
  by: Browser,
  sheet: string,
  pictures: ReadonlyArray<{ brand: string; picture: Buffer }>,
): Promise<void> {
  const across = looks.find(({ name }) => sheet.endsWith(name))?.across ?? 1
  const page = await by.newPage({ viewport: { width: 1600, height: 900 } })
  await page.setContent(
    `<style>body { margin: 8px; display: grid; grid-template-columns: repeat(${across}, 1fr); gap: 8px; font: 14px sans-serif } figure { margin: 0 } img { width: 100% }</style>${pictures
      .map(
        ({ brand, picture }) =>
          `<figure><img src="data:image/jpeg;base64,${picture.toString('base64')}"><figcaption>${brand}</figcaption></figure>`,
      )
      .join('')}`,
    { waitUntil: 'load' },
  )
  const file = join(folder, `${sheet}.png`)
  await writeFile(file, await page.screenshot({ fullPage: true }))
  process.stdout.write(`${file}\n`)
  await page.close()
}
