import { expect, type Page, test } from '@playwright/test'
import { finishProfile, register } from '../support/journey.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Mara answers a question of her brand; Nils, on another brand, likes the answer and writes about it. */
test.describe.configure({ mode: 'serial' })

const maraIs = {
  username: 'Mara',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'Rain on a tin roof.',
}
const nilsIs = {
  username: 'Nils',
  gender: 'Man',
  lookingFor: 'Women',
  about: 'I repair clocks that nobody winds.',
}
const ANSWER = 'A walk in bad weather, with good boots on.'

let server: RunningServer
let mara: Page
let nils: Page
let profile: string

test.beforeAll(async ({ browser }) => {
  server = await startServer()
  mara = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await register(mara, server.origin('adultcrush'), maraIs)
  await finishProfile(mara, maraIs)
  nils = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await register(nils, server.origin('wivesnow'), nilsIs)
  await finishProfile(nils, nilsIs)
})
test.afterAll(async () => server.stop())

test('Mara answers two questions without script, and puts the second first', async ({
  browser,
}) => {
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await mara.context().storageState(),
  })
  const page = await plain.newPage()
  await page.goto(`${server.origin('adultcrush')}/profile/edit/profile`)
  for (const [question, answer] of [
    ['What still makes me blush', 'A compliment in front of others.'],
    ['An easy way to get a yes from me', ANSWER],
  ] as const) {
    await page.getByLabel('A question').selectOption(question)
    await page.locator('#prompts').getByLabel('Your answer').fill(answer)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByLabel(question)).toHaveValue(answer)
  }
  await page.getByRole('button', { name: 'Move up' }).click()
  await page.goto(`${server.origin('adultcrush')}/search`)
  await page.goto(`${server.origin('adultcrush')}/profile/edit/profile`)
  await expect(page.locator('#prompts textarea').first()).toHaveValue(ANSWER)
  await plain.close()
})

test('Nils likes an answer and writes about it', async () => {
  await nils.goto(`${server.origin('wivesnow')}/search`)
  await nils.getByRole('link', { name: /^Mara/ }).click()
  await expect(nils.getByRole('heading', { level: 1, name: /^Mara, \d+$/ })).toBeVisible()
  profile = nils.url()
  const answer = nils.getByRole('listitem').filter({ hasText: ANSWER })
  const like = answer.getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(nils.getByRole('checkbox', { name: 'Liked Mara' })).toBeChecked()
  await nils.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')

  const dialog = nils.getByRole('dialog', { name: 'Write to Mara' })
  // Before the page's script is there, the link leads to the chat.
  await expect(async () => {
    await nils.goto(profile)
    await answer.getByRole('link', { name: /^Answer/ }).click()
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(dialog.getByText(ANSWER)).toBeVisible()
  await dialog.getByLabel('Your message').fill('Which boots?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await nils.getByRole('link', { name: 'Open the chat' }).click()
  const log = nils.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('Which boots?')).toBeVisible()
  await expect(log.getByRole('blockquote')).toContainText(ANSWER)
})

test('in the chat itself the answer stands above the message, and goes with what was sent', async () => {
  await nils.goto(profile)
  const address = await nils
    .getByRole('listitem')
    .filter({ hasText: ANSWER })
    .getByRole('link', { name: /^Answer/ })
    .getAttribute('href')
  await nils.goto(server.origin('wivesnow') + (address ?? ''))
  const quoted = nils
    .locator('form')
    .filter({ has: nils.getByRole('button', { name: 'Send', exact: true }) })
    .getByRole('blockquote')
  await expect(quoted).toContainText(ANSWER)
  await nils.getByLabel('Message to Mara').fill('And which weather?')
  await nils.getByRole('button', { name: 'Send', exact: true }).click()
  const log = nils.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('And which weather?')).toBeVisible()
  await expect(log.getByRole('blockquote')).toHaveCount(2)
  await expect(quoted).toHaveCount(0)
  await nils.reload()
  await expect(log.getByText('And which weather?')).toBeVisible()
  await expect(quoted).toHaveCount(0)
})

test('Mara sees what was asked about in her chat', async () => {
  await mara.goto(`${server.origin('adultcrush')}/messages`)
  await mara
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: /Nils/ })
    .last()
    .click()
  await expect(
    mara.getByRole('log', { name: 'Messages' }).getByRole('blockquote').first(),
  ).toContainText(ANSWER)
})
