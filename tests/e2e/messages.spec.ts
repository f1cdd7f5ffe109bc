import { expect, type Page, test } from '@playwright/test'
import { DEMO_PASSWORD } from '../../src/demo/cast.ts'
import { rememberedOn } from '../support/remembered.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Bob keeps his inbox in order, and writes from wherever he finds somebody. */
test.describe.configure({ mode: 'serial' })

let server: RunningServer
let bob: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer({ DEMO: '1' })
  const context = await browser.newContext()
  await context.addCookies([rememberedOn('wivesnow', 'adult', 'yes'), rememberedOn('wivesnow', 'cookies', 'needed')])
  bob = await context.newPage()
  await bob.goto(`${server.origin('wivesnow')}/#sign-in`)
  const dialog = bob.getByRole('dialog')
  await dialog.getByLabel('E-mail or username').fill('bob')
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(bob).toHaveURL(/\/dashboard$/)
})
test.afterAll(async () => server.stop())

const inbox = () => bob.getByRole('region', { name: 'Conversations' })
const rows = () => inbox().getByRole('listitem')
const opens = (query = '') => bob.goto(`${server.origin('wivesnow')}/messages${query}`)

test('a conversation is hidden, found among the hidden, and undone', async () => {
  await opens()
  const alice = rows().filter({ hasText: 'alice' })
  await alice.locator('summary').click()
  await alice.getByRole('button', { name: 'Hide' }).click()
  await expect(alice).toHaveCount(0)
  await expect(inbox().getByRole('link', { name: /^Hidden/ })).toContainText('1')
  await bob.getByRole('status').getByRole('link', { name: 'Undo' }).click()
  await expect(alice).toHaveCount(1)
  await expect(alice.getByRole('link')).toBeFocused()
})

test('words are searched, and an empty filter says why it is empty', async () => {
  await inbox().getByRole('searchbox', { name: 'Search names and messages' }).fill('OLD MAPS')
  await bob.keyboard.press('Enter')
  await expect(bob).toHaveURL(/q=OLD\+MAPS/)
  await expect(rows()).toHaveCount(1)
  await expect(rows()).toContainText('Old maps')
  await opens('?show=hidden')
  await expect(inbox().getByRole('heading', { name: 'Nothing is hidden' })).toBeVisible()
})

test('on a phone the chat has the whole screen, and Back leads to the list', async () => {
  await bob.setViewportSize({ width: 390, height: 844 })
  await opens()
  await rows().filter({ hasText: 'alice' }).getByRole('link').click()
  await expect(bob.getByRole('log')).toBeVisible()
  for (const bar of [bob.locator('header.topbar'), bob.locator('nav.tabbar')]) await expect(bar).toBeHidden()
  expect(await bob.getByRole('log').evaluate((log) => log.getBoundingClientRect().bottom)).toBeLessThan(844)
  await bob.getByRole('link', { name: 'Back to all conversations' }).click()
  await expect(rows().filter({ hasText: 'alice' }).getByRole('link')).toBeFocused()
  await expect(bob.locator('nav.tabbar')).toBeVisible()
  await bob.setViewportSize({ width: 1280, height: 844 })
})

test('what it costs is said first, and a report is made inside the chat', async () => {
  await rows().filter({ hasText: 'alice' }).getByRole('link').click()
  await expect(bob.getByText(/A message costs 1 credit; you have \d+\./)).toBeVisible()
  await bob.locator('summary[aria-label="More about alice"]').click()
  await bob.getByRole('link', { name: 'Report alice' }).click()
  const dialog = bob.getByRole('dialog', { name: 'Report alice' })
  await dialog.getByRole('radio', { name: 'Something else' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByRole('alert')).not.toBeEmpty()
  await dialog.getByLabel('What happened?').fill('An invented story')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(bob.getByRole('dialog', { name: 'Thank you' })).toContainText('Your report is with us.')
  await bob.keyboard.press('Escape')
  await expect(bob.locator('summary[aria-label="More about alice"]')).toBeFocused()
})

test('somebody in a list is written to without leaving it; the text is kept until it is sent', async () => {
  await bob.goto(`${server.origin('wivesnow')}/search`)
  const link = bob.getByRole('link', { name: /^Write to/ }).first()
  await link.click()
  const dialog = bob.getByRole('dialog', { name: /^Write to/ })
  await expect(dialog).toContainText('A message costs 1 credit.')
  await dialog.getByLabel('Your message').fill('What do you grow?')
  await bob.keyboard.press('Escape')
  await expect(link).toBeFocused()
  await link.click()
  await expect(dialog.getByLabel('Your message')).toHaveValue('What do you grow?')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(bob).toHaveURL(/\/search$/)
  await bob.getByRole('status').getByRole('link', { name: 'Open the chat' }).click()
  await expect(bob.getByRole('log').getByText('What do you grow?')).toBeVisible()
})

test('an opener goes to ten at once, for five credits', async () => {
  await opens()
  await inbox().getByRole('link', { name: 'Write to ten at once' }).click()
  const dialog = bob.getByRole('dialog', { name: 'Write to ten at once' })
  await expect(dialog).toContainText('It costs 5 credits')
  await dialog.getByLabel('Your opener').fill('Which street is no longer there?')
  await dialog.getByRole('button', { name: 'Send for 5 credits' }).click()
  await expect(dialog.getByText(/^Sent to /)).toBeVisible()
})
