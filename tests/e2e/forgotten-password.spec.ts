import { expect, type Page, test } from '@playwright/test'
import { withServer } from '../support/with-server.ts'

/** Carol cannot get in any more: from the sign-in dialog over her mailbox to a new password. */
test.describe.configure({ mode: 'serial' })

const NEW = 'three little words and a goat'
const server = withServer({ DEMO: '1' })

/**
 * Opens the newest link that somebody was sent, in the mailbox, which shows it in a tab of its own.
 */
async function followLink(mailbox: Page, to: string): Promise<Page> {
  const mail = mailbox.getByRole('link', { name: 'Choose a new password' }).first()
  await expect(async () => {
    await mailbox.goto(`http://mail.localhost:${server.port}/?to=${to}`)
    await expect(mail).toBeVisible({ timeout: 1000 })
  }).toPass()
  await mail.click()
  const [opened] = await Promise.all([
    mailbox.waitForEvent('popup'),
    mailbox.getByRole('link', { name: /resetPassword/ }).click(),
  ])
  return opened
}

test('Carol asks for a link, which a mistyped address does not get, and checks her inbox', async ({
  page,
}) => {
  await page.goto(`${server.origin('adultcrush')}/#sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const form = page.getByRole('region', { name: 'Forgot your password?' })
  await form.getByLabel('E-mail').fill('carol@')
  await form.getByRole('button', { name: 'Send me a link' }).click()
  await expect(form.getByLabel('E-mail')).toBeFocused()
  await form.getByLabel('E-mail').fill('carol@demo.example')
  await form.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('region', { name: 'Check your inbox' })).toBeFocused()
})

test('her link opens the dialog, which says what is wrong and then changes the password', async ({
  page: mailbox,
}) => {
  const page = await followLink(mailbox, 'carol@demo.example')
  const dialog = page.getByRole('dialog', { name: 'Choose a new password' })
  await expect(dialog.getByLabel('New password')).toBeFocused()
  expect(page.url()).not.toContain('token')

  await dialog.getByLabel('New password').fill(NEW)
  await dialog.getByRole('button', { name: 'Show password' }).first().click()
  await expect(dialog.getByLabel('New password')).toHaveAttribute('type', 'text')
  await dialog.getByLabel('The same again').fill('three little words and a boat')
  await dialog.getByRole('button', { name: 'Save new password' }).click()
  await expect(dialog.getByLabel('The same again')).toBeFocused()
  await expect(dialog.getByLabel('The same again')).toHaveAccessibleDescription(
    /not the same password/,
  )

  await dialog.getByLabel('The same again').fill(NEW)
  await dialog.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('region', { name: 'Your password is changed' })).toBeFocused()
  await page.getByRole('link', { name: 'Sign in' }).last().click()
  await page.getByRole('dialog').getByLabel('E-mail or username').fill('carol@demo.example')
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(NEW)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('opened again, the link says that it has done its work', async ({ page: mailbox }) => {
  const page = await followLink(mailbox, 'carol@demo.example')
  await expect(page.getByText('Your password was changed by this link already')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
})
