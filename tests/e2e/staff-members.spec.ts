import { expect, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { enter, expectAlive } from '../support/journey.ts'
import { expectFitsApart } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/** Eve finds members from wherever she is, by keyboard, and reads the file of one. */
const server = withServer({ DEMO: '1' })

test('a key goes to the field, two acts to a file, and what is typed elsewhere stays there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, server.origin('adultcrush'), 'eve')
  await page.goto(`${server.origin('adultcrush')}/staff/tickets/texts`)
  await page.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await page
    .getByRole('button', { name: /^(Go on|Confirm)$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/staff\/tickets\/texts$/)
  const field = page.getByRole('searchbox', { name: 'Find a member' })
  await expectAlive(page)

  await page.getByText('A new text').click()
  const name = page.getByRole('main').getByRole('textbox').first()
  await name.focus()
  await page.keyboard.type('and/or')
  await expect(name).toHaveValue('and/or')

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await page.keyboard.type('ALICE')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'alice' })).toBeVisible()
  await expect(page).toHaveURL(/\/staff\/member\/\d+$/)

  await page.getByLabel('Add a tag').fill('No calls')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('no calls', { exact: true })).toBeVisible()
  await page.getByLabel('Write a note').fill('Prefers mail to calls.')
  await page.getByRole('button', { name: 'Save the note' }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'Prefers mail to calls.' })
  await expect(note).toContainText('by eve')
  await expectFitsApart(page)
  await note.getByRole('button', { name: /^Delete this note/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'alice' })).toBeVisible()
  await expect(note).toHaveCount(0)
  await page.getByLabel('What to do').selectOption('Sign out everywhere')
  await page.getByLabel('Why').fill('Lost the phone.')
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Done. It stands in the list below.' }),
  ).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Lost the phone.' })).toContainText(
    'Sign out everywhere: done by eve',
  )
  await page.getByLabel('Add a tag').fill(' ')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please fill this in.' })).toBeVisible()

  await page.goto(`${server.origin('adultcrush')}/staff/members?find=car`)
  await expect(page.getByRole('row', { name: /carol/ })).toContainText('first letters')
  await expectFitsApart(page)
  await expectAlive(page, 'FindField')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('car')
  // All of it is chosen, so that what is typed takes its place.
  expect(
    await field.evaluate((input) => {
      const { selectionStart, selectionEnd } = input as HTMLInputElement
      return [selectionStart, selectionEnd]
    }),
  ).toEqual([0, 3])
  await page.goto(`${server.origin('adultcrush')}/staff/members?find=x`)
  await expect(page.getByRole('status').filter({ hasText: 'Type a member’s number' })).toBeVisible()
})
