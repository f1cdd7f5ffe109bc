import { expect, type Page, test } from '@playwright/test'
import { finishProfile, register } from '../support/journey.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** The whole point of the product, as two people live it on two brands. */
test.describe.configure({ mode: 'serial' })

const aliceIs = { username: 'Alice', gender: 'Woman', lookingFor: 'Men', about: 'Long walks, short messages, and a good laugh.' }
const bobIs = { username: 'Bob', gender: 'Man', lookingFor: 'Women', about: 'I cook on Sundays and read on trains.' }

let server: RunningServer
let alice: Page
let bob: Page

test.beforeAll(async ({ browser }) => {
  server = await startServer()
  alice = await (await browser.newContext()).newPage()
  bob = await (await browser.newContext()).newPage()
})
test.afterAll(async () => server.stop())

test('Bob joins wivesnow, which welcomes him with credits', async () => {
  await register(bob, server.origin('wivesnow'), bobIs)
  await finishProfile(bob, bobIs)
  await expect(creditsOf(bob)).toHaveText(/\d+/)
})

test('Alice joins adultcrush with a photo, which keeps nothing of its file', async () => {
  await register(alice, server.origin('adultcrush'), aliceIs)
  await alice.goto(`${server.origin('adultcrush')}/search`)
  await expect(alice, 'onboarding comes first').toHaveURL(/\/dashboard$/)
  await finishProfile(alice, aliceIs)
})

test('Alice finds Bob by search and likes him', async () => {
  await alice.getByRole('link', { name: 'Search' }).first().click()
  await alice.getByRole('link', { name: /Bob/ }).first().click()
  await expect(alice.getByRole('heading', { name: /Bob/ })).toBeVisible()
  await expect(alice.getByText(bobIs.about)).toBeVisible()
  await alice.getByRole('button', { name: /^Like/ }).click()
  await expect(alice.getByRole('button', { name: /Liked|Unlike|Take back/i })).toBeVisible()
})

test('Bob likes her back, and both see the match', async () => {
  await bob.goto(`${server.origin('wivesnow')}/search`)
  await bob.getByRole('link', { name: /Alice/ }).first().click()
  await bob.getByRole('button', { name: /^Like/ }).click()
  await expect(bob.getByRole('dialog').getByText(/Alice/)).toBeVisible()
  await expect(alice.getByRole('dialog').getByText(/Bob/)).toBeVisible()
})

test('Bob writes, which costs him one credit; Alice reads one message a day and may not answer yet', async () => {
  const before = Number(await creditsOf(bob).textContent())
  await write(bob, 'wivesnow', 'Alice', 'Hello Alice, how was your walk?')
  await expect(creditsOf(bob)).toHaveText(String(before - 1))

  await openChat(alice, 'adultcrush', 'Bob')
  await expect(alice.getByText('how was your walk?')).toBeHidden()
  await alice.getByRole('button', { name: /reveal/i }).click()
  await expect(alice.getByText('Hello Alice, how was your walk?')).toBeVisible()
})

test('once Alice is premium, they chat live', async () => {
  await server.operator('premium', 'Alice', '30')
  await openChat(bob, 'wivesnow', 'Alice')
  await write(alice, 'adultcrush', 'Bob', 'Muddy and lovely.')
  await expect(bob.getByText('Muddy and lovely.')).toBeVisible({ timeout: 1000 })
  await say(bob, 'Then let us go together.')
  await expect(alice.getByText('Then let us go together.')).toBeVisible({ timeout: 1000 })
})

test('Alice signs out, and her back button shows nothing private', async () => {
  await alice.getByRole('button', { name: 'Sign out' }).click()
  await expect(alice).toHaveURL(`${server.origin('adultcrush')}/`)
  await alice.goBack()
  await expect(alice.getByText('Muddy and lovely.')).toBeHidden()
  await expect(alice).toHaveURL(`${server.origin('adultcrush')}/`)
})

const creditsOf = (page: Page) => page.getByTestId('credits')

async function openChat(page: Page, brand: string, name: string): Promise<void> {
  await page.goto(`${server.origin(brand)}/messages`)
  await page.getByRole('link', { name: new RegExp(name) }).first().click()
}

async function write(page: Page, brand: string, name: string, text: string): Promise<void> {
  await page.goto(`${server.origin(brand)}/search`)
  await page.getByRole('link', { name: new RegExp(name) }).first().click()
  await page.getByRole('link', { name: /message|write/i }).first().click()
  await say(page, text)
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /message/i }).fill(text)
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByRole('log').getByText(text)).toBeVisible()
}
