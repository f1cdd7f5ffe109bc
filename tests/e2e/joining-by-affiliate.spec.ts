import { expect, type Page, test } from '@playwright/test'
import {
  addFirstPhoto,
  expectAlive,
  expectClosed,
  fillShortForm,
  greeting,
  SECRET,
} from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/** The two short ways of joining, from the page to the dashboard and what it still asks. */
const server = withServer()

const join = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name }).click()
const at = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
/** Goes back the moment that a screen comes, before anything that waits for its paint. */
const backFrom = (page: Page, title: string) =>
  page.evaluate(async (awaited) => {
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('h2')?.textContent.includes(awaited)) return
        observer.disconnect()
        addEventListener('popstate', () => resolve(), { once: true })
        history.back()
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
  }, title)

test('an affiliate’s newcomer is asked about a doubtful birthday, then for place, name and words', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(
    `${server.origin('wivesnow')}/promo/Affiliate?affiliateId=partner-7&subid=banner-1&campaignId=12`,
  )
  for (const [name, value] of [
    ['affiliateId', 'partner-7'],
    ['subid', 'banner-1'],
    ['campaignId', '12'],
  ] as const) {
    await expect(page.getByRole('main').locator(`input[name=${name}]`)).toHaveValue(value)
  }
  await fillShortForm(page, { email: 'gina@example.org', birthday: '1984-01-01', password: SECRET })
  await join(page, 'Open an account')

  const check = page.getByRole('dialog', { name: 'Just to be sure' })
  await expect(check).toContainText(
    /You were born on 1 January 1984 and are \d\d\. Is that right\?/,
  )
  await check.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Date of birth')).toBeFocused()
  await join(page, 'Open an account')
  await page.keyboard.press('Escape')
  await expect(check).toBeHidden()
  await expect(page).toHaveURL(/\/promo\/Affiliate/)
  await join(page, 'Open an account')
  await check.getByRole('button', { name: 'That is right' }).click()

  await expect(page).toHaveURL(`${server.origin('wivesnow')}/dashboard`)
  await expect(
    page.getByRole('heading', { name: 'Welcome to WivesNow', exact: true }),
  ).toBeVisible()
  await at(page, 'Where are you?')
  await expectAlive(page, 'Where')
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
  const town = page.getByLabel('Town or city')
  await town.fill('Nowhereville')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('We do not know this place.')).toBeVisible()
  await expect(town).toBeFocused()
  await town.fill('')
  await town.pressSequentially('leed')
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(/^Leeds/)
  await town.press('ArrowDown')
  await town.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()

  await at(page, 'What should others call you?')
  await expect(page.getByText('Step 2 of 5')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Men', exact: true })).toBeChecked()
  await page.getByRole('link', { name: 'Back' }).click()
  await at(page, 'Where are you?')
  await expect(town).toHaveValue('Leeds')
  await page.goBack()
  await at(page, 'What should others call you?')
  await page.getByLabel('Username').fill('Gina')
  await page.getByRole('button', { name: 'Continue' }).click()

  await at(page, 'A photo of you')
  await expect(page.locator('.tabbar')).toHaveCount(0)
  await addFirstPhoto(page)
  // A photo on its way is asked about once more after the reload below: this one has been added.
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await at(page, 'A few words about you')
  await page.getByLabel('About me').fill('I write long letters.')
  await Promise.all([
    backFrom(page, 'Whom would you like to meet?'),
    page.getByRole('button', { name: 'Continue' }).click(),
  ])

  // What was said stays, by Back, Forward and a reload in the middle.
  await at(page, 'A few words about you')
  await expect(page.getByLabel('About me')).toHaveValue('I write long letters.')
  await page.reload()
  await expect(page.getByLabel('About me')).toHaveValue('I write long letters.')
  await page.goto(`${server.origin('wivesnow')}/dashboard`)
  await at(page, 'Whom would you like to meet?')
  await expectAlive(page)
  await page.getByLabel('Age from').fill('17')
  await page.getByRole('button', { name: 'Finish my profile' }).click()
  await expect(page.getByLabel('Age from')).toBeFocused()
  await page.getByLabel('Age from').fill('30')
  await page.getByRole('button', { name: 'Finish my profile' }).click()
  await expect(greeting(page, 'Gina')).toBeVisible()
  expect(errors).toEqual([])
})

test('a birthday is corrected once, on the dashboard, at its own address', async ({ page }) => {
  await page.goto(`${server.origin('adultcrush')}/promo/Affiliate`)
  await fillShortForm(page, { email: 'hedda@example.org', password: SECRET })
  await join(page, 'Join free')
  await expect(
    page.getByText(/You were born on 14 March 1991 and are \d\d\./).first(),
  ).toBeVisible()
  await page.goto(`${server.origin('adultcrush')}/dashboard#confirm-birthday`)
  // A page at this address, and not the page that was open before.
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'When were you born?' })
  await expectAlive(page, dialog.getByLabel('Date of birth'))
  await dialog.getByLabel('Date of birth').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  await expect(dialog.getByText('You have to be 18 or over to join.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectClosed(dialog)

  await page.getByLabel('Town or city').fill('Leeds')
  await page.getByRole('link', { name: 'Not right?' }).click()
  await dialog.getByLabel('Date of birth').fill('1981-03-14')
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'You were born on 14 March 1981' }),
  ).toBeFocused()
  await expectClosed(dialog)
  await expect(page.getByRole('link', { name: 'Not right?' })).toHaveCount(0)
  await expect(page.getByLabel('Town or city')).toHaveValue('Leeds')
  await expect(page.getByRole('link', { name: 'support@adultcrush.example' })).toBeVisible()
})

test('with one click, everything else is one box; the password then signs in', async ({ page }) => {
  await page.goto(`${server.origin('localhussies')}/promo/oneClick`)
  await fillShortForm(page, { email: 'ida@example.org' })
  await join(page, 'Have a look round')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: 'Continue without a photo' }).click()
  await page.getByLabel('About me').fill('I mend old radios.')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Town or city').fill('Leeds')
  await page.getByLabel('Username').fill('Ida')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Finish my profile' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(SECRET)
  await page.getByRole('button', { name: 'Finish my profile' }).click()
  await expect(greeting(page, 'Ida')).toBeVisible()

  await page.getByRole('button', { name: 'Ida' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to LocalHussies' }).click()
  await expect(page).toHaveURL(`${server.origin('localhussies')}/`)
  await page.goto(`${server.origin('localhussies')}/#sign-in`)
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByLabel('E-mail or username').fill('ida@example.org')
  await dialog.getByLabel('Password', { exact: true }).fill(SECRET)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(greeting(page, 'Ida')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an affiliate’s newcomer gets through, with mistakes on the way, and can go back', async ({
    page,
  }) => {
    await page.goto(`${server.origin('adultcrush')}/promo/Affiliate?affiliateId=partner-7`)
    await fillShortForm(page, { email: 'juno@example.org', password: 'adultcrush-2026' })
    await join(page, 'Join free')
    await expect(
      page.getByText('Please choose a password that is not the name of the site.'),
    ).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue('juno@example.org')
    await page.getByLabel('Password', { exact: true }).fill(SECRET)
    await page.getByRole('button', { name: 'Join free' }).click()

    await expect(page).toHaveURL(/\/dashboard$/)
    await page.getByLabel('Town or city').fill('Nowhereville')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('We do not know this place.')).toBeVisible()
    await expect(page.getByText('Step 1 of 5')).toBeVisible()
    await page.getByLabel('Town or city').fill('Leeds')
    await page.getByRole('button', { name: 'Continue' }).click()

    await at(page, 'What should others call you?')
    await page.getByRole('link', { name: 'Back' }).click()
    await at(page, 'Where are you?')
    await page.getByLabel('Town or city').fill('York')
    await page.getByRole('button', { name: 'Continue' }).click()
    await at(page, 'What should others call you?')
    await page.getByLabel('Username').fill('Juno')
    await page.getByRole('button', { name: 'Continue' }).click()

    await at(page, 'A photo of you')
    await addFirstPhoto(page)
    await page.getByRole('button', { name: 'Add photo', exact: true }).click()
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await page.getByRole('button', { name: 'Continue without a photo' }).click()
    await page.getByLabel('About me').fill('I read at breakfast.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await at(page, 'Whom would you like to meet?')
    await page.getByLabel('Age from').fill('40')
    await page.getByLabel('Age to').fill('30')
    await page.getByRole('button', { name: 'Finish my profile' }).click()
    await expect(page.getByLabel('Age to')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Age from')).toHaveValue('40')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByLabel('About me')).toHaveValue('I read at breakfast.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Age from').fill('40')
    await page.getByLabel('Age to').fill('50')
    await page.getByRole('button', { name: 'Finish my profile' }).click()
    await expect(greeting(page, 'Juno')).toBeVisible()
  })

  test('one click is followed by one box, and a birthday can be corrected', async ({ page }) => {
    await page.goto(`${server.origin('steamymatches')}/promo/oneClick`)
    await fillShortForm(page, { email: 'kira@example.org', birthday: '2007-01-01' })
    await page.getByRole('main').locator('button[type=submit]').click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.getByRole('link', { name: 'Not right?' }).click()
    await page.getByLabel('Date of birth').fill('1987-01-01')
    await page.getByRole('button', { name: 'Correct it' }).click()
    await expect(page.getByText('You were born on 1 January 1987')).toBeVisible()

    await page.getByRole('button', { name: 'Continue without a photo' }).click()
    await page.getByLabel('About me').fill('I bake.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Town or city').fill('Leeds')
    await page.getByLabel('Username').fill('Juno')
    await page.getByLabel('Password', { exact: true }).fill(SECRET)
    await page.getByRole('button', { name: 'Finish my profile' }).click()
    await expect(page.getByText('This username is taken. Free: Juno2, Juno3, Juno4.')).toBeVisible()
    await page.getByLabel('Username').fill('Kira')
    await page.getByLabel('Password', { exact: true }).fill(SECRET)
    await page.getByRole('button', { name: 'Finish my profile' }).click()
    await expect(greeting(page, 'Kira')).toBeVisible()
  })
})
