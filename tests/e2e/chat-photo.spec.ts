import { type Browser, expect, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { expectAlive, signedIn } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { portrait } from '../support/portrait.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Bob sends Alice a photo in their chat, which she sees once Eve has approved it, and not before;
 * and another without script.
 */
test.describe.configure({ mode: 'serial' })

const BRAND = 'wivesnow'
const server = withServer({ DEMO: '1', PHOTO_REVIEW: 'staff' })
let bob: Page
let alice: Page
test.beforeAll(async ({ browser }) => {
  bob = await signsIn(browser, 'bob')
  alice = await signsIn(browser, 'alice')
  for (const [who, other] of [
    [bob, 1],
    [alice, 2],
  ] as const)
    expect(await likes(who, other)).toBe(200)
  await bob.goto(`${server.origin(BRAND)}/messages?with=1`)
  await alice.goto(`${server.origin(BRAND)}/messages?with=2`)
})

async function signsIn(browser: Browser, username: string): Promise<Page> {
  const page = await signedIn(browser, server, BRAND, username)
  const terms = page.locator('#accept-terms')
  await page.waitForLoadState()
  if ((await terms.count()) > 0) {
    await terms.getByRole('button').click()
    await expect(terms).toHaveCount(0)
  }
  return page
}

const likes = (who: Page, id: number) =>
  who.evaluate(
    async ({ api, other }) =>
      (
        await fetch(`${api}/match/like`, {
          method: 'POST',
          credentials: 'include',
          headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
          body: JSON.stringify({ id: other }),
        })
      ).status,
    { api: server.origin(BRAND, 'api'), other: id },
  )

const photos = (who: Page) => who.getByRole('log').getByRole('img', { name: 'Photo', exact: true })
const file = async (hue?: number) => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await portrait(hue),
})

test('Bob chooses one, sees it before he sends it, and then that it waits; Alice has nothing of it', async () => {
  const before = await alice.getByRole('log').innerText()
  await bob.getByRole('button', { name: 'Send a photo', exact: true }).click()
  const dialog = bob.getByRole('dialog', { name: 'Photo to alice' })
  const input = dialog.getByLabel('From this device')
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no') })
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await input.setInputFiles(await file())
  await expect(dialog.getByRole('img', { name: 'The photo that you chose' })).toBeVisible()
  const tick = dialog.getByLabel('My photos show only me')
  if ((await tick.count()) > 0) await tick.check()
  expect(await problemsOf(bob)).toEqual([])
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(bob.getByRole('button', { name: 'Send a photo', exact: true })).toBeFocused()
  await expect(photos(bob)).toHaveCount(1)
  const row = bob.getByRole('log').locator('[id^="message-"]').last()
  await expect(row).toContainText('It waits to be checked. alice sees nothing of it before that.')
  await expect(row).not.toContainText('Delivered')
  await expect
    .poll(() => photos(bob).evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(544)
  expect(await alice.getByRole('log').innerText()).toBe(before)
  await alice.reload()
  expect(await alice.getByRole('log').innerText()).toBe(before)
})

test('on a phone of 320 pixels everything of the chat fits', async () => {
  const size = bob.viewportSize()
  await bob.setViewportSize({ width: 320, height: 640 })
  const widths = await bob.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  await expect(bob.getByRole('button', { name: 'Send a photo', exact: true })).toBeVisible()
  if (size) await bob.setViewportSize(size)
})

test('Eve approves it: it arrives at Alice’s open chat, and opens larger at a tap', async ({
  browser,
}) => {
  const eve = await signedIn(browser, server, 'adultcrush', 'eve')
  await eve.goto(`${server.origin('adultcrush')}/staff`)
  await eve.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await eve.getByRole('button', { name: 'Go on' }).first().click()
  await eve.goto(`${server.origin('adultcrush')}/staff/queue/chatPhotos`)
  await eve.getByRole('button', { name: /Take/ }).first().click()
  // The demo has one that waits longer.
  for (let left = 2; left > 0; left -= 1) {
    await expect(eve.getByText('who has no trace of it before it is approved')).toBeVisible()
    const task = await eve.locator('[data-task]').getAttribute('data-task')
    await expect(eve.getByText('for the keys')).toBeVisible()
    await eve.keyboard.press('a')
    await expect(eve.locator(`[data-task="${task}"]`)).toHaveCount(0)
  }
  await expect(photos(alice)).toHaveCount(1, { timeout: 20_000 })
  await expect(photos(bob)).toHaveCount(1)
  await expect(bob.getByRole('log')).not.toContainText('It waits to be checked')
  await photos(alice).click()
  const larger = alice.getByRole('dialog', { name: 'Photo' })
  await expect(larger.getByRole('img', { name: 'Photo of this conversation' })).toBeVisible()
  expect(await problemsOf(alice)).toEqual([])
  await alice.keyboard.press('Escape')
  await expect(larger).toBeHidden()
  await expect(
    bob.getByRole('region', { name: 'Conversations' }).getByRole('listitem').first(),
  ).toContainText('You: Photo')
  await eve.context().close()
})

test('Bob takes one back while it waits', async () => {
  await bob.getByRole('button', { name: 'Send a photo', exact: true }).click()
  const dialog = bob.getByRole('dialog', { name: 'Photo to alice' })
  await dialog.getByLabel('From this device').setInputFiles(await file(90))
  const tick = dialog.getByLabel('My photos show only me')
  if ((await tick.count()) > 0) await tick.check()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(photos(bob)).toHaveCount(2)
  const row = bob.getByRole('log').locator('[id^="message-"]').last()
  await row.hover()
  await row.getByRole('link', { name: 'More about this message' }).click()
  await bob.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(photos(bob)).toHaveCount(1)
})

test('a link leads to that form where scripts are blocked or lost, until the page is alive', async () => {
  const link = (of: Page) => of.getByRole('link', { name: 'Send alice a photo' })
  await bob.goto(`${server.origin(BRAND)}/messages?with=1`)
  await expectAlive(bob, 'Messages')
  await expect(link(bob)).toBeHidden()

  const page = await bob.context().newPage()
  await page.route('**/_astro/*.js', (route) => route.abort())
  await page.goto(`${server.origin(BRAND)}/messages?with=1`)
  await link(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Photo to alice' })).toBeVisible()
  await page.close()
})

test('without script a form sends one, says why it does not, and leads back to the chat', async ({
  browser,
}) => {
  const state = await bob.context().storageState()
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: state })
  const page = await context.newPage()
  await page.goto(`${server.origin(BRAND)}/messages?with=1`)
  await expect(photos(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Send alice a photo' }).click()
  await expect(page.getByRole('heading', { name: 'Photo to alice' })).toBeVisible()
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nothing') })
  const tick = page.getByLabel('My photos show only me')
  if ((await tick.count()) > 0) await tick.check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(/^This file is not a photo/)).toBeVisible()
  await page.getByLabel('Photo', { exact: true }).setInputFiles(await file(30))
  if ((await tick.count()) > 0) await tick.check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/messages\?with=1#newest$/)
  await expect(page.getByRole('log')).toContainText('It waits to be checked')
  const row = page.getByRole('log').locator('[id^="message-"]').last()
  await row.getByRole('link', { name: 'More about this message' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('log')).not.toContainText('It waits to be checked')
  await context.close()
})
