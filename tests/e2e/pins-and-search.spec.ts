import { expect, type Page, test } from '@playwright/test'
import { axeSource } from '../support/axe.ts'
import { expectAlive, signedIn } from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/** Bob keeps a conversation at the top, and finds in it what was said. */
test.describe.configure({ mode: 'serial' })

const server = withServer({ DEMO: '1' })
let bob: Page
test.beforeAll(async ({ browser }) => {
  bob = await signedIn(browser, server, 'wivesnow', 'bob')
})

const inbox = (page = bob) => page.getByRole('region', { name: 'Conversations' })
const rows = (page = bob) => inbox(page).getByRole('listitem')
const alice = (page = bob) => rows(page).filter({ hasText: 'alice' })
const log = (page = bob) => page.getByRole('log')
const menu = (page = bob) => page.locator('summary[aria-label="More about alice"]')
const search = (page = bob) =>
  page.getByRole('dialog', { name: 'Search the conversation with alice' })

async function opens(page = bob, query = ''): Promise<void> {
  const later = page.waitForResponse(/\/MessagesLater\./)
  await page.goto(`${server.origin('wivesnow')}/messages${query}`)
  await (await later).finished()
  await expectAlive(page)
}

async function opensAlice(page = bob): Promise<void> {
  await opens(page)
  await alice(page).getByRole('link').click()
  await expect(log(page)).toBeVisible()
}

async function writes(words: string): Promise<void> {
  const field = bob.getByRole('textbox', { name: 'Message to alice' })
  await field.fill(words)
  await field.press('Enter')
  await expect(log().getByText(words, { exact: true })).toBeVisible()
  // What is on its way is not found yet.
  await expect(log().getByText('Sending …')).toHaveCount(0)
}

test('a conversation is pinned by keyboard, in another tab too, and unpinned from its chat', async () => {
  await bob.setViewportSize({ width: 1280, height: 844 })
  await opens()
  const last = rows().last()
  const tab = await bob.context().newPage()
  await opens(tab)
  await last.locator('summary').focus()
  await bob.keyboard.press('Enter')
  await last.getByRole('button', { name: 'Pin', exact: true }).focus()
  await bob.keyboard.press('Enter')
  await expect(rows().first().getByRole('img', { name: 'Pinned' })).toBeAttached()
  await expect(rows().first().locator('summary')).toBeFocused()
  await expect(rows(tab).first().getByRole('img', { name: 'Pinned' })).toBeAttached()
  await rows().first().getByRole('link').click()
  await bob
    .getByRole('region', { name: /^Conversation with/ })
    .locator('header summary')
    .click()
  await bob
    .getByRole('region', { name: /^Conversation with/ })
    .getByRole('button', { name: 'Unpin' })
    .click()
  await expect(rows().getByRole('img', { name: 'Pinned' })).toHaveCount(0)
  await expect(rows(tab).getByRole('img', { name: 'Pinned' })).toHaveCount(0)
  await tab.close()
})

test('words of a conversation are found, and it opens at the one that is chosen', async () => {
  await opensAlice()
  await writes('The lighthouse at noon')
  for (let n = 1; n <= 12; n += 1) await writes(`Something else, ${n}`)
  await writes('That LIGHTHOUSE again')
  await menu().click()
  await bob.getByRole('link', { name: 'Search this conversation' }).click()
  await expect(search().getByRole('searchbox')).toBeFocused()
  await bob.keyboard.type('lighthouse')
  await expect(search().getByRole('status')).toHaveText('2 messages')
  const hits = search().getByRole('list').getByRole('link')
  await expect(hits.locator('mark')).toHaveText(['LIGHTHOUSE', 'lighthouse'])
  const axe = await bob.evaluate<Array<{ id: string }>>(
    `${axeSource}; axe.run('dialog[open]').then(({ violations }) => violations)`,
  )
  expect(axe.map(({ id }) => id)).toEqual([])
  await bob.keyboard.press('ArrowDown')
  await expect(hits.first()).toBeFocused()
  await bob.keyboard.press('ArrowDown')
  await expect(hits.last()).toBeFocused()
  await bob.keyboard.press('Enter')
  await expect(search()).toBeHidden()
  await expect(log().getByText('The lighthouse at noon')).toBeInViewport()
  // What was found is there again.
  await menu().click()
  await bob.getByRole('link', { name: 'Search this conversation' }).click()
  await expect(hits).toHaveCount(2)
  await search().getByRole('searchbox').fill('xyzzy')
  await expect(search().getByRole('status')).toHaveText(/^Nothing found/)
  await bob.keyboard.press('Escape')
  await bob.keyboard.press('Escape')
  await expect(search()).toBeHidden()
  await expect(menu()).toBeFocused()
})

test('both work without script, on a narrow phone', async ({ browser }) => {
  const context = await browser.newContext({
    storageState: await bob.context().storageState(),
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  })
  const page = await context.newPage()
  await page.goto(`${server.origin('wivesnow')}/messages`)
  await alice(page).locator('summary').click()
  await alice(page).getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page).toHaveURL(/\/messages$/)
  await expect(rows(page).first()).toContainText('alice')
  await expect(rows(page).first().getByRole('img', { name: 'Pinned' })).toBeAttached()
  await alice(page).getByRole('link').click()
  await menu(page).click()
  await page.getByRole('link', { name: 'Search this conversation' }).click()
  await page.getByRole('searchbox').fill('lighthouse at')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('1 message', { exact: true })).toBeVisible()
  await page
    .getByRole('list')
    .getByRole('link', { name: /lighthouse/ })
    .click()
  await expect(page.locator('#hit')).toContainText('The lighthouse at noon')
  await page.goto(`${server.origin('wivesnow')}/messages?with=999999&find=x`)
  await expect(page.getByRole('status').first()).toBeVisible()
  await context.close()
})
