import { expect, type Page, test } from '@playwright/test'
import { finishProfile, register } from '../support/journey.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** One member looks at another: what the page shows, and what to do when it is the wrong one. */
test.describe.configure({ mode: 'serial' })

const maraIs = {
  username: 'Mara',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'Rain on a tin roof, and nobody in a hurry.',
}
const nilsIs = {
  username: 'Nils',
  gender: 'Man',
  lookingFor: 'Women',
  about: 'I repair clocks that nobody winds.',
}

let server: RunningServer
let page: Page
let profile: string

test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const nils = await (await browser.newContext()).newPage()
  await register(nils, server.origin('wivesnow'), nilsIs)
  await finishProfile(nils, nilsIs)
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await register(page, server.origin('adultcrush'), maraIs)
  await finishProfile(page, maraIs)
  await page.goto(`${server.origin('adultcrush')}/search`)
  await page.getByRole('link', { name: /^Nils/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Nils, \d+$/ })).toBeVisible()
  profile = page.url()
})
test.afterAll(async () => server.stop())

test('a look at a profile that Back restores counts as well', async () => {
  await page.goto(profile)
  const told = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/event/setLastViewedUser'),
  )
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect((await told).postDataJSON()).toEqual({ id: Number(profile.split('/').pop()) })
})

test('a photo is shown whole in its own ratio, without strips beside it, wherever there is room for it', async () => {
  await page.goto(profile)
  const photo = page.locator('[data-gallery] picture img').first()
  const shapes = () =>
    photo.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const { width, height } = image.getBoundingClientRect()
      return { own: image.naturalWidth / image.naturalHeight, shown: width / height }
    })
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    const { own, shown } = await shapes()
    expect([size, shown]).toEqual([size, expect.closeTo(own, 1)])
  }
})

test('a number that is nobody’s and a word are both not found', async () => {
  const nobody = await page.goto(`${server.origin('adultcrush')}/profile/view/id/999999`)
  expect(nobody?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This member is no longer available.',
  )
  const word = await page.goto(`${server.origin('adultcrush')}/profile/view/id/x`)
  expect(word?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
})

test('Mara reports Nils by keyboard, and learns what happens next', async () => {
  await page.goto(profile)
  await page.getByLabel('More about Nils').press('Enter')
  await page.getByRole('link', { name: 'Report abuse' }).press('Enter')
  const report = page.getByRole('dialog', { name: 'Report Nils' })
  await expect(report.getByRole('link', { name: 'help lines by country' })).toHaveAttribute(
    'href',
    '/site/safety#help-lines',
  )
  await report.getByLabel('Something else').press('Space')
  await report.getByRole('button', { name: 'Send report' }).press('Enter')
  await expect(report.getByText('Please tell us what happened.')).toBeVisible()
  await report.getByLabel('What happened?').fill('He wound my clock.')
  await report.getByRole('button', { name: 'Send report' }).press('Enter')
  const thanks = page.getByRole('dialog', { name: 'Thank you' })
  await expect(thanks).toContainText('Nils is not told')
  await expect(report).toBeHidden()
  await thanks.getByRole('link', { name: 'Done' }).press('Enter')
  await expect(thanks).toBeHidden()
  await expect(page).toHaveURL(profile)
})

test('Mara blocks Nils, and takes it back', async () => {
  await page.goto(profile)
  await page.getByLabel('More about Nils').click()
  await page.getByRole('link', { name: 'Block Nils' }).click()
  await page
    .getByRole('dialog', { name: 'Block Nils?' })
    .getByRole('button', { name: 'Block' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You blocked Nils')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Nils, \d+$/ })).toBeVisible()
  await expect(page).toHaveURL(profile)
})
