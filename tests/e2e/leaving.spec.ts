import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { register, SECRET } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'
import { readZip } from '../support/zip.ts'

/** Lena takes her data with her, a break, her leave, and then her account back. */
const lena = { username: 'Lena', gender: 'Woman', lookingFor: 'Men', about: 'Swims in lakes.' }

const server = withServer()

test('a copy, a break, a deletion and the way back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const origin = server.origin('discreetcrush')
  await register(page, origin, lena)
  await page.goto(`${origin}/profile/edit/settings`)
  await page.getByRole('link', { name: /^My data, and leaving/ }).click()

  // By keyboard: the button goes, the focus stays in its section.
  const copy = page.getByRole('region', { name: 'A copy of your data' })
  await copy.getByLabel('Your password').fill('not my password')
  await page.keyboard.press('Enter')
  await expect(copy.getByText('This is not your password.')).toBeVisible()
  await copy.getByLabel('Your password').fill(SECRET)
  await page.keyboard.press('Enter')
  await expect(copy.getByRole('link', { name: 'Download my copy' })).toBeVisible()
  expect(await copy.evaluate((section) => section.contains(document.activeElement))).toBe(true)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    copy.getByRole('link', { name: 'Download my copy' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('my-data.zip')
  expect([...readZip(await readFile(await download.path())).keys()]).toContain('data/messages.json')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: /^Who finds me/ }).click()
  const shownTo = page.getByRole('region', { name: 'Who finds me' })
  await shownTo.getByLabel('Only people I like').check()
  await page.getByRole('link', { name: 'Undo' }).press('Enter')
  await expect(shownTo.getByLabel('Everybody')).toBeChecked()
  await expect(page.getByText('Back as it was.')).toBeVisible()
  await shownTo.getByLabel('Nobody new: I take a break').check()
  await expect(page.getByText('You are taking a break')).toBeVisible()
  await page.goto(`${origin}/dashboard`)
  await page.getByRole('button', { name: 'Show me again' }).click()
  await expect(page.getByText('You are taking a break')).toBeHidden()
  await expect(page).toHaveURL(`${origin}/dashboard`)
  await page.goto(`${origin}/profile/edit/settings?screen=leaving`)

  const leaving = page.getByRole('region', { name: 'Delete my account' })
  await leaving.getByLabel('Your password').fill('not my password')
  await leaving.getByRole('button', { name: 'Delete my account' }).click()
  await expect(leaving.getByText('This is not your password.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await problemsOf(page)).toEqual([])
  }
  await leaving.getByLabel('Your password').fill(SECRET)
  await leaving.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(`${origin}/deleted-account`)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await page.goto(`${origin}/profile/edit/settings`)
  await expect(page).toHaveURL(`${origin}/`)

  await page.goto(`${origin}/#sign-in`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail or username').fill(lena.username)
  await dialog.getByLabel('Password', { exact: true }).fill(SECRET)
  await dialog.locator('button[type=submit]').click()
  await expect(page.getByText(/It is erased on \d+ \w+ \d{4}/)).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page).toHaveURL(/\/(dashboard|profile\/edit\/settings)$/)
})
