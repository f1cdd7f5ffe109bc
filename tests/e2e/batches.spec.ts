import { expect, test } from '@playwright/test'
import { DEMO_FACTOR } from '../../src/demo/cast.ts'
import { codeAt } from '../../src/features/staff/totp.server.ts'
import { signedIn } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Eve decides about several reports at once, and takes it back. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
})
test.afterAll(async () => server.stop())

test('Eve chooses reports by Shift, sees what becomes of each, begins, and undoes all of it', async ({ browser }) => {
  const eve = await signedIn(browser, server, 'adultcrush', 'eve')
  await eve.goto(`${server.origin('adultcrush')}/staff`)
  await eve.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await eve.getByRole('button', { name: 'Go on' }).first().click()
  await eve.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(eve.getByText('for the keys')).toBeVisible()
  await eve.keyboard.press('b')
  const boxes = eve.locator('input[name="chosen"]:not(:disabled)')
  await expect(eve.getByText('None is chosen')).toBeVisible()
  await boxes.nth(0).check()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(eve.getByText('3 are chosen')).toBeVisible()
  await eve.keyboard.press('k')
  await expect(boxes.nth(1)).toBeFocused()
  await eve.keyboard.press('Space')
  await expect(eve.getByText('2 are chosen')).toBeVisible()
  expect(await problemsOf(eve)).toEqual([])
  // Whoever has turned single letters off moves by none.
  await eve.keyboard.press('?')
  await eve.getByLabel('Use single letters as keys').uncheck()
  await eve.keyboard.press('Escape')
  await boxes.nth(1).focus()
  await eve.keyboard.press('j')
  await expect(boxes.nth(1)).toBeFocused()
  await eve.keyboard.press('?')
  await eve.getByLabel('Use single letters as keys').check()
  await eve.keyboard.press('Escape')
  await eve.keyboard.press('n')

  await expect(eve.getByText('2 reports. Say what is to be done')).toBeVisible()
  expect(await problemsOf(eve)).toEqual([])
  await eve.getByLabel('Warn').check()
  await eve.getByLabel('Leave out').nth(1).check()
  await eve.getByRole('button', { name: 'See what becomes of each' }).click()
  await expect(eve.getByText('Please choose the rule that this rests on.').first()).toBeVisible()
  await expect(eve.getByLabel('Leave out').nth(1)).toBeChecked()
  await eve.getByLabel('Leave out').nth(1).uncheck()
  await eve.getByLabel('Rule').selectOption({ label: 'Advertising, bulk messages' })
  await eve.getByLabel('Note to the member').fill('You sent the same words to many.')
  await eve.getByRole('button', { name: 'See what becomes of each' }).click()
  await expect(eve.getByText('Will be decided')).toHaveCount(2)
  expect(await problemsOf(eve)).toEqual([])
  await eve.getByRole('button', { name: 'Begin' }).click()
  // Its page reloads by itself until all is decided.
  await expect(eve.getByText('2 decided, 0 for a second person, 0 left out')).toBeVisible()
  await eve.getByRole('button', { name: /^Undo all of it/ }).click()
  await expect(eve.getByText('It was taken back.')).toBeVisible()
  expect(await problemsOf(eve)).toEqual([])
  await eve.getByRole('link', { name: 'Staff', exact: true }).click()
  await eve.getByRole('link', { name: 'Batches' }).click()
  await expect(eve.getByRole('listitem').filter({ hasText: '2 reports' })).toContainText('taken back')
  expect(await problemsOf(eve)).toEqual([])
})
