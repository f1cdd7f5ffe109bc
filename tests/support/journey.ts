import { expect, type Locator, type Page } from '@playwright/test'
import { portrait } from './portrait.ts'

export type Joiner = { username: string; gender: string; lookingFor: string; about: string }

export const SECRET = 'a long enough secret'

/** Joins by the dialog on a brand's landing, as a guest with a working browser does; ends on the dashboard. */
export async function register(page: Page, origin: string, person: Joiner): Promise<void> {
  await page.goto(`${origin}/#register`)
  const dialog = page.getByRole('dialog')
  await fillPerson(dialog, person)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await fillAccount(dialog, person)
  await dialog.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Who somebody is: the first half of the form. */
export async function fillPerson(form: Locator | Page, person: Joiner): Promise<void> {
  await form.getByRole('radio', { name: person.gender, exact: true }).check()
  await form.getByRole('checkbox', { name: person.lookingFor, exact: true }).check()
  await form.getByLabel('Date of birth').fill('1991-03-14')
  await form.getByLabel('Country').selectOption('US')
  await form.getByLabel('Town or city').fill('Chicago')
}

/** The account: the second half. */
export async function fillAccount(form: Locator | Page, person: Joiner): Promise<void> {
  await form.getByLabel('Username').fill(person.username)
  await form.getByLabel('E-mail').fill(`${person.username.toLowerCase()}@example.org`)
  await form.getByLabel('Password', { exact: true }).fill(SECRET)
  await form.getByLabel(/accept the terms/).check()
  await form.getByLabel(/may keep what I say/).check()
}

/** The second step of signing up: a few words and a photo. */
export async function finishProfile(page: Page, person: Joiner): Promise<void> {
  await page.getByLabel('About me').fill(person.about)
  await page.getByLabel('A photo of you').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
  await page.getByRole('button', { name: 'Finish my profile' }).click()
  await expect(page.getByRole('heading', { name: `Hello, ${person.username}` })).toBeVisible()
}

export type Newcomer = { email: string; birthday?: string; password?: string }

/** What the page of an affiliate, or of one click, asks; there alone stands a password to be chosen. */
export async function fillShortForm(page: Page, { email, birthday = '1991-03-14', password }: Newcomer): Promise<void> {
  const form = page.getByRole('main')
  await form.getByRole('radio', { name: 'Woman', exact: true }).check()
  await form.getByRole('checkbox', { name: 'Men', exact: true }).check()
  await form.getByLabel('Date of birth').fill(birthday)
  await form.getByLabel('Country').selectOption('GB')
  await form.getByLabel('E-mail').fill(email)
  if (password !== undefined) await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel(/accept the terms/).check()
  await form.getByLabel(/may keep what I say/).check()
}
