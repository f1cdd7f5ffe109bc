import { expect, test } from '@playwright/test'
import { latestBirthday } from '#lib/clock.ts'
import { fillShortForm, SECRET } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Every screen of the short ways of joining, by day and by night. Five may join from one address in
 * an hour.
 */
const server = withServer()

for (const [brand, colorScheme, width] of [
  ['adultcrush', 'light', 390],
  ['wivesnow', 'dark', 1280],
  ['truebootycall', 'light', 768],
  ['discreetcrush', 'dark', 390],
] as const) {
  test(`the short ways of joining are accessible and fit the screen of ${brand}, ${colorScheme}, ${width} wide`, async ({
    page,
  }) => {
    const look = async (what: string): Promise<void> => {
      expect(await problemsOf(page), what).toEqual([])
    }
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${server.origin(brand)}/promo/oneClick`)
    await look('one click')
    await page.goto(`${server.origin(brand)}/promo/Affiliate`)
    await look('affiliate')
    await fillShortForm(page, {
      email: `${brand}@example.org`,
      birthday: latestBirthday(19, new Date()),
      password: SECRET,
    })
    await page.getByRole('main').locator('button[type=submit]').click()
    await expect(page.getByRole('dialog', { name: 'Just to be sure' })).toBeVisible()
    await look('the check of a birthday')
    await page.getByRole('button', { name: 'That is right' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await look('the first box')
    await page.getByLabel('Town or city').fill('Leeds')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Username').fill(`Looks${width}${brand.slice(0, 6)}`)
    await look('the second box')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'A photo of you' })).toBeVisible()
    await look('the photo')
    await page.getByRole('button', { name: 'Continue without a photo' }).click()
    await expect(page.getByLabel('About me')).toBeVisible()
    await look('the words')
    await page.getByLabel('About me').fill('I bake.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Age from')).toBeVisible()
    await look('whom one looks for')
    await page.getByRole('link', { name: 'Not right?' }).click()
    await expect(page.getByRole('dialog', { name: 'When were you born?' })).toBeVisible()
    await look('the dialog to correct a birthday')
  })
}
