import { expect, type Page, test } from '@playwright/test'
import { enter, expectClosed, greeting, SECRET } from '../support/journey.ts'
import { choose, press, tabTo, write } from '../support/keys.ts'
import { portrait } from '../support/portrait.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Nora joins, finds somebody, matches, writes and changes a setting, and touches nothing but her
 * keyboard.
 */

const server = withServer({ DEMO: '1' })

test('from joining to the settings by keyboard alone, with the focus always somewhere', async ({
  page,
  browser,
}) => {
  const origin = server.origin('wivesnow')
  const keys = page.keyboard
  await page.goto(origin)

  const join = page.locator('a[href="#register"]').first()
  await tabTo(page, join)
  await keys.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('input:not([type=hidden])').first()).toBeFocused()
  await keys.press('Escape')
  await expectClosed(dialog)
  await expect(join).toBeFocused()
  await keys.press('Enter')

  await choose(page, dialog.getByRole('radio', { name: 'Woman', exact: true }))
  await choose(page, dialog.getByRole('checkbox', { name: 'Men', exact: true }))
  await write(page, dialog.getByLabel('Date of birth'), '03141991')
  const country = dialog.getByLabel('Country')
  await tabTo(page, country)
  // A pause of a second begins the word anew.
  await expect(async () => {
    await keys.type('United K')
    await expect(country).toHaveValue('GB', { timeout: 2000 })
  }).toPass()
  await write(page, dialog.getByLabel('Town or city'), 'London')
  await press(page, dialog.getByRole('button', { name: 'Continue' }))
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await keys.type('Nora')
  await write(page, dialog.getByLabel('E-mail'), 'nora@example.org')
  await write(page, dialog.getByLabel('Password', { exact: true }), SECRET)
  await choose(page, dialog.getByLabel(/accept the terms/))
  await choose(page, dialog.getByLabel(/may keep what I say/))
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await choose(page, page.getByLabel('My photos show only me'))
  // The system's own window, in which files are chosen, is not the page's.
  await page
    .getByLabel('Photos of you')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
  await press(page, page.getByRole('button', { name: /^Continue/ }))
  await expect(page.getByRole('heading', { name: 'A few words about you' })).toBeFocused()
  await write(page, page.getByLabel('About me'), 'Peaty soil, patient hands.')
  await press(page, page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('heading', { name: 'Whom would you like to meet?' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Finish my profile' }))
  await expect(greeting(page, 'Nora')).toBeVisible()

  await press(
    page,
    page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Search' }),
  )
  await expect(page).toHaveURL(/\/search/)
  await page.waitForLoadState()
  await keys.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the results' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused()
  await choose(page, page.getByRole('checkbox', { name: 'With photo' }), 'Shift+Tab')
  const said = page.getByRole('status').filter({ hasText: 'seen last first' })
  await expect(said).toContainText('with a photo')
  await expect(page.getByRole('checkbox', { name: 'With photo' })).toBeFocused()
  const chip = page.getByRole('link', { name: 'With photo, remove' })
  await press(page, chip)
  await expect(said).not.toContainText('with a photo')
  await expect(chip).toHaveCount(0)
  await holdsFocus(page)

  const menu = page
    .getByRole('article')
    .first()
    .getByLabel(/^More about/)
  await press(page, menu)
  await press(page, page.getByRole('link', { name: /^Write to/ }).first())
  await expect(page.getByRole('dialog').getByLabel('Your message')).toBeFocused()
  await keys.press('Escape')
  await expect(menu).toBeFocused()
  await press(
    page,
    page.getByRole('article').first().getByRole('heading').getByRole('link'),
    'Shift+Tab',
  )
  await expect(page).toHaveURL(/\/profile\/view\/id\//)

  await carolLikes(await (await browser.newContext()).newPage(), page, 'Nora')
  await page.goto(`${origin}/profile/view/id/3`)
  const like = page.getByRole('button', { name: 'Like carol', exact: true })
  await tabTo(page, like)
  await keys.press('Space')
  const match = page.getByRole('dialog', { name: 'It’s a match' })
  await expect(match.getByLabel('Your message')).toBeFocused()
  await keys.type('What did the choir drink?')
  await press(page, match.getByRole('button', { name: 'Send', exact: true }))
  await expect(match).toBeHidden()
  await holdsFocus(page)

  const more = page.getByLabel('More about carol')
  await press(page, more, 'Shift+Tab')
  await press(page, page.getByRole('link', { name: 'Report abuse' }))
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeFocused()
  await keys.press('Escape')
  await expectClosed(page.getByRole('dialog'))
  await holdsFocus(page)

  await press(page, page.getByRole('button', { name: 'Nora' }), 'Shift+Tab')
  await press(
    page,
    page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Settings' }),
  )
  await expect(page).toHaveURL(/\/profile\/edit\/settings$/)
  await page.waitForLoadState()
  await press(page, page.getByRole('link', { name: /^Who finds me/ }))
  await expect(page).toHaveURL(/screen=shown-to$/)
  const online = page.getByLabel('Show when I am online')
  await tabTo(page, online)
  await keys.press('Space')
  await expect(online).not.toBeChecked()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(online).toBeFocused()
})

/**
 * After something was closed or taken away, Tab goes on from a place of the page and not from its
 * beginning.
 */
async function holdsFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

async function carolLikes(carol: Page, noras: Page, name: string): Promise<void> {
  const own = await noras
    .getByRole('link', { name: 'See my profile', includeHidden: true })
    .first()
    .getAttribute('href')
  await enter(carol, server.origin('adultcrush'), 'carol')
  await carol.goto(server.origin('adultcrush') + String(own))
  await Promise.all([
    carol.waitForResponse(/\/match\/like$/),
    carol.getByRole('button', { name: `Like ${name}`, exact: true }).click(),
  ])
  await carol.context().close()
}
