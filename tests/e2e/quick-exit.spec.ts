import { expect, type Locator, test } from '@playwright/test'
import { HARMLESS_PAGE } from '#core/accounts/on-screen/quick-exit.ts'
import { register } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/** Nora wants to be off the page when somebody comes in. */
const nora = { username: 'Nora', gender: 'Woman', lookingFor: 'Men', about: 'Reads on trains.' }

const server = withServer()

/** A switch saves itself. */
async function saves(box: Locator): Promise<void> {
  const saved = box.page().waitForResponse('**/profile/saveSettings')
  await box.check()
  expect((await saved).status()).toBe(200)
}

test('a plain tab, and a quick way out by key, by button and without script', async ({
  page,
  browser,
}) => {
  const harmless = (one: typeof page) =>
    one.route(`${HARMLESS_PAGE}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Encyclopedia</title>' }),
    )
  await harmless(page)
  const origin = server.origin('discreetcrush')
  await register(page, origin, nora)
  await page.goto(`${origin}/profile/edit/settings?screen=screen`)
  await expect(page.getByRole('complementary', { name: 'Quick way out' })).toHaveCount(0)
  const section = page.getByRole('region', { name: 'A quick way out, a plain tab' })
  await saves(section.getByLabel('A quick way out', { exact: true }))
  await page.getByRole('link', { name: 'Undo' }).press('Enter')
  await expect(section.getByLabel('A quick way out', { exact: true })).not.toBeChecked()
  await expect(page.getByText('Back as it was.')).toBeVisible()
  await saves(section.getByLabel('A quick way out', { exact: true }))
  await saves(section.getByLabel('A plain tab'))
  await page.reload()
  await expect(page).toHaveTitle('Home')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:/)
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0)

  await page.goto(`${origin}/dashboard`)
  const exit = page.getByRole('link', { name: 'Leave', exact: true })
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await exit.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await problemsOf(page)).toEqual([])
  }
  // One press only closes what is open.
  await page.keyboard.press('Escape')
  await page.waitForTimeout(800)
  expect(page.url()).toBe(`${origin}/dashboard`)
  // Twice within 600 ms.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.waitForURL(HARMLESS_PAGE, { timeout: 5000 })
  }).toPass()
  await page.goBack()
  expect(page.url()).toContain('/profile/edit/settings')

  // The session is there; from now on the exit ends it.
  await saves(section.getByLabel('The quick way out signs me out'))
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const still = await plain.newPage()
  await harmless(still)
  await still.goto(`${origin}/dashboard`)
  await still.getByRole('link', { name: 'Leave', exact: true }).click()
  await still.waitForURL(HARMLESS_PAGE)
  await plain.close()

  await exit.click()
  await page.waitForURL(HARMLESS_PAGE)
  await expect(async () => {
    await page.goto(`${origin}/dashboard`)
    expect(new URL(page.url()).pathname).toBe('/')
  }).toPass()
})
