import { expect, type Page, test } from '@playwright/test'
import { fillAccount, fillPerson, finishProfile, type Joiner, SECRET } from '../support/journey.ts'
import { portrait } from '../support/portrait.ts'
import { withServer } from '../support/with-server.ts'

/** Everything up to finding somebody works in a browser that runs no script at all. */
test.describe.configure({ mode: 'serial' })
test.use({ javaScriptEnabled: false })

const carolIs: Joiner = {
  username: 'Carol',
  gender: 'Woman',
  lookingFor: 'Women',
  about: 'Gardener, early riser, late talker.',
}
const doraIs: Joiner = {
  username: 'Dora',
  gender: 'Woman',
  lookingFor: 'Women',
  about: 'I mend old radios.',
}

const server = withServer()

async function join(page: Page, brand: string, person: Joiner): Promise<void> {
  await page.goto(`${server.origin(brand)}/#register`)
  const form = page.locator('form[action="/registration/save"]')
  await fillPerson(form, person)
  await fillAccount(form, person)
  await form.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

async function signsIn(page: Page): Promise<void> {
  await page.goto(`${server.origin('wivesnow')}/#sign-in`)
  const form = page.locator('form[action="/site/signin"]')
  await form.getByLabel('E-mail or username').fill('Dora')
  await form.getByLabel('Password', { exact: true }).fill(SECRET)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('joining, with a mistake on the way: what was typed is still there, the password is not', async ({
  page,
}) => {
  await page.goto(`${server.origin('adultcrush')}/#register`)
  const form = page.locator('form[action="/registration/save"]')
  await fillPerson(form, carolIs)
  await form.getByLabel('Town or city').fill('Nowhereville')
  await fillAccount(form, carolIs)
  await form.locator('button[type=submit]').click()

  await expect(page.getByText('We do not know this place.')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('Carol')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByLabel('Town or city').fill('Chicago')
  await page.getByLabel('Password', { exact: true }).fill(SECRET)
  await page.getByRole('button', { name: 'Join free' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await finishProfile(page, carolIs)
})

test('signing in with a wrong password, then with the right one', async ({ page }) => {
  await page.goto(`${server.origin('adultcrush')}/#sign-in`)
  await page
    .locator('form[action="/site/signin"]')
    .getByLabel('E-mail or username')
    .fill('carol@example.org')
  await page
    .locator('form[action="/site/signin"]')
    .getByLabel('Password', { exact: true })
    .fill('not it at all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(
    page.getByText('The e-mail address, the username or the password is not right.'),
  ).toBeVisible()
  await expect(page.getByLabel('E-mail or username')).toHaveValue('carol@example.org')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  await page.getByLabel('Password', { exact: true }).fill(SECRET)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('searching: the address holds the filters', async ({ page }) => {
  await join(page, 'wivesnow', doraIs)
  await finishProfile(page, doraIs)
  await page.getByRole('link', { name: 'Search' }).first().click()
  await expect(page.getByRole('link', { name: /^Carol/ })).toBeVisible()

  await page.getByRole('spinbutton', { name: 'Age from' }).fill('40')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/ageFrom=40/)
  await expect(page.getByText(/^Nobody found/)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Age from' }).fill('30')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: /^Carol/ }).click()
  await expect(page.getByText(carolIs.about)).toBeVisible()

  await page.goto(`${server.origin('wivesnow')}/search?view=deck`)
  await page.getByRole('button', { name: 'Like: Carol' }).click()
  await expect(page).toHaveURL(/\/search\?.*view=deck/)
  await expect(page.getByText('That was everybody')).toBeVisible()
  await page.getByRole('link', { name: 'All at once' }).click()
  await expect(page.getByRole('link', { name: /^Carol/ })).toBeVisible()
})

test('photos: adding a second one, showing it first, turning and deleting it', async ({ page }) => {
  await signsIn(page)
  await page.goto(`${server.origin('wivesnow')}/profile/edit/managePhotos`)
  await page
    .locator('#new-photo')
    .setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
  await page.getByRole('textbox', { name: 'What does it show?' }).fill('At the lake')
  await page.getByRole('button', { name: 'Add photo', exact: true }).click()

  const tiles = page.getByRole('region', { name: /^Your photos/ }).locator('li[id^=photo-]')
  await expect(tiles).toHaveCount(2)
  await page.getByRole('link', { name: 'Change: At the lake' }).click()
  await page.getByRole('button', { name: 'Move earlier: At the lake' }).click()
  await expect(tiles.first()).toContainText('At the lake')
  await expect(tiles.first()).toContainText('Main photo')
  await page.getByRole('link', { name: 'Change: At the lake' }).click()
  await page.getByRole('button', { name: 'Turn right' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByText('Delete this photo').click()
  await expect(tiles).toHaveCount(2)
  await expect(page.getByText('cannot be undone')).toBeVisible()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('The photo is deleted.')).toBeVisible()
  await expect(tiles).toHaveCount(1)
})

test('settings: beside a refused username every other screen opens', async ({ page }) => {
  await signsIn(page)
  await page.goto(`${server.origin('wivesnow')}/profile/edit/settings?screen=account`)
  const form = page.locator('form[action="/profile/changeUsername"]')
  await form.getByRole('textbox').first().fill('Carol')
  await form.getByRole('button').click()
  await expect(page).toHaveURL(/\/profile\/changeUsername$/)
  await expect(form).toContainText('is taken')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Light, units, dates' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Light, units, dates')
})

test('signing out', async ({ page }) => {
  await signsIn(page)
  await page.getByRole('button', { name: 'Dora' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.origin('wivesnow')}/`)
  await page.goto(`${server.origin('wivesnow')}/messages`)
  await expect(page).toHaveURL(`${server.origin('wivesnow')}/`)
})
