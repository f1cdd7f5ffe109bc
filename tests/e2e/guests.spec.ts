import { expect, type Page, test } from '@playwright/test'
import { brands } from '../../src/sites/registry.ts'
import { rememberedOn } from '../support/remembered.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { shippedTexts } from '../support/texts.ts'

/** What somebody meets who has not signed in: on each brand, with script and without. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => server.stop())

for (const brand of brands) {
  const { id } = brand

  test(`the guest pages of ${id} break no policy`, async ({ page }) => {
    const complaints: string[] = []
    // Chromium's advice on forms is no complaint.
    page.on('console', (message) => message.text().startsWith('[DOM]') || complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    for (const path of ['/#register', '/site/privacy', '/help', '/help/who-can-join', '/help?q=photo', '/resetPassword/makeRequest', '/']) {
      const answer = await page.goto(server.origin(id) + path)
      expect([path, answer?.status()]).toEqual([path, 200])
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shippedTexts.landing(brand).headline)
    expect(complaints).toEqual([])
  })
}

test('the dialogs follow the address: a link opens, Back and Escape close', async ({ page }) => {
  await page.goto(server.origin('adultcrush'))
  const signIn = page.getByRole('dialog', { name: 'Welcome back' })
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(signIn.getByLabel('E-mail or username')).toBeFocused()

  await signIn.getByRole('link', { name: 'Join free' }).click()
  const register = page.getByRole('dialog', { name: 'Join free' })
  await expect(register).toBeVisible()
  await expect(signIn).toBeHidden()

  await page.goBack()
  await expect(register).toBeHidden()
  await expect(signIn).toBeHidden()

  await page.goto(`${server.origin('adultcrush')}/#register`)
  await expect(register).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(register).toBeHidden()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
})

test('the landing keeps nothing of whoever was signed in, however their session ended', async ({ page }) => {
  await page.goto(`${server.origin('adultcrush')}/help`)
  await page.evaluate(() => {
    localStorage.setItem('user', '{"username":"Alice"}')
    localStorage.setItem('ccpInfo', '{}')
    sessionStorage.setItem('monetizationPageViews', '3')
  })
  await page.goto(`${server.origin('adultcrush')}/dashboard`)
  await expect(page).toHaveURL(`${server.origin('adultcrush')}/`)
  await expect.poll(() => page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
})

test('what is wrong stands at its field, and what was typed stays', async ({ page }) => {
  await page.goto(`${server.origin('wivesnow')}/#sign-in`)
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByLabel('E-mail or username')).toBeFocused()
  await expect(dialog.getByLabel('E-mail or username')).toHaveAttribute('aria-invalid', 'true')

  await dialog.getByLabel('E-mail or username').fill('nobody')
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The name or the password is not right.')
  await expect(dialog.getByLabel('E-mail or username')).toHaveValue('nobody')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('not the password')
})

test('a place is suggested while it is typed and chosen by keyboard', async ({ page }) => {
  await page.goto(`${server.origin('localhussies')}/#register`)
  const dialog = page.getByRole('dialog', { name: 'Have a look round' })
  await dialog.getByLabel('Country').selectOption('GB')
  const place = dialog.getByRole('combobox', { name: 'Town or city' })
  await place.pressSequentially('leed')
  // Of fewer letters a larger town is the first.
  await expect(dialog.getByRole('listbox').getByRole('option').first()).toHaveText(/^Leeds/)
  await place.press('ArrowDown')
  await place.press('Enter')
  await expect(place).toHaveValue('Leeds')
  await expect(dialog).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a link opens the dialog, and a refused sign-in comes back with its values', async ({ page }) => {
    await page.goto(server.origin('xmeeting'))
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await fillSignIn(page, 'nobody', 'not the password')
    await expect(page.getByRole('alert')).toHaveText('The name or the password is not right.')
    await expect(page.getByLabel('E-mail or username')).toHaveValue('nobody')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  })

  test('the cross closes the dialog', async ({ page }) => {
    await page.goto(`${server.origin('meetwives')}/#sign-in`)
    const form = page.getByLabel('E-mail or username')
    await expect(form).toBeVisible()
    await page.getByRole('link', { name: 'Close' }).click()
    await expect(form).toBeHidden()
  })
})

test('an unknown address says so, in the brand’s look', async ({ page }) => {
  const response = await page.goto(`${server.origin('megaflirt')}/no/such/page`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(`${server.origin('megaflirt')}/`)
})

test.describe('who has not said anything about cookies', () => {
  test.use({ storageState: { cookies: brands.map(({ id }) => rememberedOn(id, 'adult', 'yes')), origins: [] } })

  test('can join at first sight on a phone, of each brand, and is asked only where a partner’s link led', async ({ page }) => {
    const notice = page.getByRole('region', { name: 'Cookies', exact: true })
    const join = page.getByRole('banner').getByRole('link', { name: 'Join', exact: true })
    const covered: string[] = []
    const look = async (where: string) => {
      for (const [width, height] of [
        [390, 844],
        [320, 568],
      ] as const) {
        await page.setViewportSize({ width, height })
        for (const word of await unreachable(page)) covered.push(`${where}, ${width} wide: ${word}`)
        await expect(join, where).toBeInViewport({ ratio: 1 })
        // On the smallest the mark may stand alone.
        if (width === 390 && !(await isNamed(page))) covered.push(`${where}, ${width} wide: the name`)
      }
    }
    for (const { id } of brands) {
      await page.goto(server.origin(id))
      await expect(notice, id).toBeHidden()
      await look(id)
      await page.goto(`${server.origin(id)}/?affiliateId=partner-7`)
      await expect(notice, id).toBeVisible()
      // A fifth of the smallest screen.
      expect((await notice.boundingBox())?.height, id).toBeLessThan(114)
      await look(`${id} with the notice`)
    }
    expect(covered).toEqual([])
  })
})

/** Whether the masthead has room for the brand's name, which wraps out of sight where it has not. */
async function isNamed(page: Page): Promise<boolean> {
  return page
    .locator('.masthead .logo')
    .evaluate((logo) => logo.lastElementChild !== null && logo.lastElementChild.getBoundingClientRect().top < logo.getBoundingClientRect().bottom)
}

/** Ways in whose middle is on the screen and under something else. Those of the page itself may lie under the notice. */
async function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasNotice = document.querySelector('[data-cookie-notice]:not([hidden])') !== null
    const links = [...document.querySelectorAll<HTMLElement>('a[href="#register"]')].filter((link) => link.checkVisibility() && !link.closest('dialog'))
    return links
      .filter((link) => !hasNotice || link.closest('header') !== null)
      .filter((link) => {
        const { left, top, width, height } = link.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        return y < innerHeight && !link.contains(document.elementFromPoint(x, y))
      })
      .map((link) => link.innerText)
  })
}

async function fillSignIn(page: Page, login: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByLabel('E-mail or username').fill(login)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
}
