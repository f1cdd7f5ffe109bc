import { expect, type Page, test } from '@playwright/test'
import { expectAlive, expectClosed, register } from '../support/journey.ts'
import { expectFitsAllScreens } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Somebody has a question: finds an answer, says whether it was useful, writes to us; with script
 * and without.
 */
const server = withServer()

const FORGOTTEN = 'I have forgotten my password. How do I get a new one?'
const help = (brand = 'adultcrush', rest = '') => `${server.origin(brand)}/help${rest}`

test('what is found is accessible, fits the screen and breaks no policy', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const path of ['?q=password', '?q=xyzzy']) {
    await page.goto('about:blank')
    await page.goto(help('megaflirt', path))
    await expectFitsAllScreens(page)
  }
  expect(complaints).toEqual([])
})

test('searching finds while one types, says how many, and keeps the words in the address', async ({
  page,
}) => {
  await page.goto(help())
  const search = page.getByRole('searchbox', { name: 'Search the answers' })
  const found = page.getByRole('region', { name: 'Answers found' })
  await search.pressSequentially('pasw')
  await expect(found.getByRole('link', { name: FORGOTTEN })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Leaving' })).toBeHidden()
  await search.pressSequentially('ord')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ answers found\.$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/help\?q=pasword$/)

  await search.press('Enter')
  await expect(search).toHaveValue('pasword')
  await page.getByRole('button', { name: 'Search' }).press('Tab')
  await expect(found.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: FORGOTTEN })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue('pasword')
  await expect(found.getByRole('link', { name: FORGOTTEN })).toBeVisible()

  await search.fill('xyzzy')
  await expect(
    page.getByRole('status').filter({ hasText: 'Nothing found for “xyzzy”.' }),
  ).toBeVisible()
  await expect(page.getByText('Try fewer words')).toBeVisible()
  await page.getByRole('link', { name: 'All questions' }).click()
  await expect(page.getByRole('heading', { name: 'Leaving' })).toBeVisible()
  await expect(search).toBeFocused()
  await expect(page).toHaveURL(/\/help$/)
})

test('where the answers do not come, the form still searches', async ({ page }) => {
  await page.route('**/help/index', (route) => route.abort())
  await page.goto(help('wivesnow'))
  await page.getByRole('searchbox').fill('pasword')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(
    page.getByRole('region', { name: 'Answers found' }).getByRole('link', { name: FORGOTTEN }),
  ).toBeVisible()
})

test('saying that an answer was useful keeps one at the answer', async ({ page }) => {
  await page.goto(help('megaflirt', '/block'))
  const yes = page.getByRole('button', { name: 'Yes' })
  await yes.focus()
  await page.keyboard.press('Enter')
  const thanks = page.getByRole('dialog', { name: 'Thank you' })
  await expect(thanks).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(thanks).toBeHidden()
  await expect(page).toHaveURL(/\/help\/block$/)
  await expect(yes).toHaveAttribute('aria-disabled', 'true')
})

test('writing to us: what is wrong stands at its field, what was typed stays, and it is sent once', async ({
  page,
}) => {
  await page.goto(help('adultcrush', '/photo-not-shown'))
  await page.getByRole('link', { name: 'Write to us' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write to us' })
  await expect(dialog.getByLabel('Your e-mail address')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectClosed(dialog)
  await page.getByRole('link', { name: 'Write to us' }).first().click()

  await dialog.getByLabel('What is it about?').fill('Hannah’s photo')
  await dialog.getByLabel('Your message').fill('x'.repeat(1_000_000))
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(
    dialog.getByText('Please use at most 5,000 characters. There are 1,000,000 now.'),
  ).toBeVisible()
  await dialog.getByLabel('Your message').fill('It is upside down.')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(
    dialog.getByText('Please enter your e-mail address, so that we can answer.'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Your e-mail address')).toBeFocused()
  await expect(dialog.getByLabel('Your message')).toHaveValue('It is upside down.')

  await page.keyboard.type('hannah@example.net')
  await dialog.getByRole('button', { name: 'Send', exact: true }).dblclick()
  const arrived = page.getByRole('dialog', { name: 'We have your message' })
  await expect(arrived).toBeVisible()
  await arrived.getByRole('link', { name: 'Close' }).last().click()
  await expect(arrived).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/help\/photo-not-shown$/)

  await expectMail(page, 'support@adultcrush.example', 'Hannah’s photo')
  await expectMail(page, 'hannah@example.net', 'We have your message')
})

test('a member writes from the footer, and needs no address', async ({ page }) => {
  await register(page, server.origin('adultcrush'), {
    username: 'Hilda',
    gender: 'Woman',
    lookingFor: 'Women',
    about: '',
  })
  // The pages that everybody reads know her by what the bar keeps in her browser.
  await expectAlive(page, 'MemberBar')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to us' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write to us' })
  await expect(dialog.getByText('We answer at the address of your account.')).toBeVisible()
  await expect(dialog.getByLabel('Your e-mail address')).toBeHidden()
  await dialog.getByLabel('What is it about?').fill('Hilda’s membership')
  await dialog.getByLabel('Your message').fill('How long does it last?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = page.getByRole('dialog', { name: 'We have your message' })
  await expect(sent).toContainText(/It is ticket \d+\./)
  await sent.getByRole('link', { name: 'among your tickets' }).click()
  await page.getByText('Hilda’s membership').click()
  await expect(page.getByText('How long does it last?')).toBeVisible()

  // The pages that everybody reads keep the way back, until she signs out.
  await page.goto(`${server.origin('adultcrush')}/site/terms`)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Messages' })).toBeVisible()
  await main.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Hilda' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.origin('adultcrush')}/`)
  await page.goto(`${server.origin('adultcrush')}/site/terms`)
  await expect(main).toBeHidden()
  await expectMail(page, 'hilda@example.org', 'We have your message')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('searching leads to a page with what was found', async ({ page }) => {
    await page.goto(help('wivesnow'))
    await page.getByRole('searchbox').fill('pasword')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/help\?q=pasword$/)
    await expect(
      page.getByRole('status').filter({ hasText: /^\d+ answers found\.$/ }),
    ).toBeVisible()
    await page
      .getByRole('region', { name: 'Answers found' })
      .getByRole('link', { name: FORGOTTEN })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: FORGOTTEN })).toBeVisible()

    await page.getByRole('searchbox').fill('"><img src=x>')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('searchbox')).toHaveValue('"><img src=x>')
    await expect(page.getByRole('img')).toHaveCount(0)
  })

  test('saying that an answer was not useful leads back to it, and on to us', async ({ page }) => {
    await page.goto(help('steamymatches', '/block'))
    await page.getByRole('button', { name: 'No' }).click()
    await expect(page).toHaveURL(/\/help\/block#feedback-sent$/)
    const thanks = page.getByRole('dialog', { name: 'Thank you' })
    await thanks.getByRole('link', { name: 'write to us' }).click()
    await expect(page.getByRole('dialog', { name: 'Write to us' })).toBeVisible()
  })

  test('writing to us, with a mistake on the way', async ({ page }) => {
    await page.goto(help('wivesnow', '#submit-ticket'))
    await page.getByLabel('What is it about?').fill('Ida’s photo')
    await page.getByRole('textbox', { name: 'Your message' }).fill('First line.\nSecond line.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(
      page.getByText('Please enter your e-mail address, so that we can answer.'),
    ).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue(
      'First line.\nSecond line.',
    )
    await page.getByLabel('Your e-mail address').fill('ida@example.net')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page).toHaveURL(/\/help#ticket-sent$/)
    await expect(page.getByRole('dialog', { name: 'We have your message' })).toBeVisible()
    await expectMail(page, 'support@wivesnow.example', 'Ida’s photo')
  })

  test('a megabyte is too much, and nothing is lost', async ({ page }) => {
    await page.goto(help('adultcrush', '#submit-ticket'))
    await page.getByLabel('Your e-mail address').fill('ida@example.net')
    await page.getByLabel('What is it about?').fill('A long story')
    await page.getByRole('textbox', { name: 'Your message' }).fill('x'.repeat(1_000_000))
    const answer = page.waitForResponse((response) => response.url().endsWith('/help/save'))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    expect((await answer).status()).toBe(413)
    await expect(page.getByRole('heading', { name: 'That is too large.' })).toBeVisible()
    await expect(page.getByText('what you typed is still there')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('What is it about?')).toHaveValue('A long story')
    expect((await page.getByRole('textbox', { name: 'Your message' }).inputValue()).length).toBe(
      1_000_000,
    )
  })
})

/** The mailbox shows a mail to this address; it comes by queue, a moment later. */
async function expectMail(page: Page, to: string, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto(`http://mail.localhost:${server.port}/?to=${encodeURIComponent(to)}`)
    await expect(page.getByRole('link', { name: subject })).toHaveCount(1, { timeout: 500 })
  }).toPass()
}
