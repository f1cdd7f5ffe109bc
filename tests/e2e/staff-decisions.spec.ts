import { expect, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { expectAlive, signedIn } from '../support/journey.ts'
import { expectFitsAllScreens, problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Eve decides a report by keyboard alone, skips what is left, has it again, and opens one by
 * choice.
 */
const server = withServer({ DEMO: '1' })

const keys = (page: Page) => page.getByText('for the keys')
const task = (page: Page) => page.locator('[data-task]')

async function atReports(page: Page): Promise<void> {
  await page.goto(`${server.origin('adultcrush')}/staff`)
  await page.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await page.getByRole('button', { name: 'Go on' }).first().click()
  await page.goto(`${server.origin('adultcrush')}/staff/queue/reports`)
  await expect(keys(page)).toBeVisible()
}

test('Eve decides a report by keyboard: what is recommended is chosen, and a few keys do', async ({
  browser,
}) => {
  const eve = await signedIn(browser, server, 'adultcrush', 'eve')
  await atReports(eve)
  await eve.keyboard.press('n')
  await expect(task(eve)).toBeVisible()
  await expect(keys(eve)).toBeVisible()
  const first = await task(eve).getAttribute('data-task')
  const acts = eve.getByRole('group', { name: 'What to do' })
  await expect(acts.getByRole('radio', { checked: true })).toHaveCount(1)
  await expect(
    acts.getByRole('listitem').or(acts.locator('label')).filter({ hasText: 'recommended' }),
  ).toHaveCount(1)

  // A graver breach comes to another act, until somebody chooses one; its days come with it.
  await eve.getByLabel('Severity').selectOption({ label: 'High: counts 4' })
  await expect(acts.getByLabel('Suspend for some days')).toBeChecked()
  await expect(eve.getByLabel('Days', { exact: true })).toHaveValue('7')
  const digits = await acts.locator('kbd').allInnerTexts()
  const labels = await acts.locator('label').allInnerTexts()
  const suspends = digits[labels.findIndex((label) => label.includes('Suspend'))] ?? ''
  const warns = digits[labels.findIndex((label) => label.includes('Warn'))] ?? ''

  // From the act to the button in eight steps at most, with all that a suspension needs.
  await eve.getByLabel('Severity').evaluate((field: HTMLElement) => field.blur())
  await eve.keyboard.press(suspends)
  const isAtButton = () => eve.evaluate(() => document.activeElement?.textContent === 'Decide')
  let steps = 0
  while (!(await isAtButton()) && steps < 20) {
    await eve.keyboard.press('Tab')
    steps += 1
  }
  expect(steps).toBeLessThanOrEqual(8)
  await expectFitsAllScreens(eve)

  await eve.keyboard.press(warns)
  await expect(acts.getByLabel('Warn')).toBeChecked()
  await expect(eve.getByLabel('Days', { exact: true })).toBeHidden()
  await eve
    .getByLabel('Rule', { exact: true })
    .selectOption({ label: 'Threats, insults, stalking, hatred' })
  await expect(eve.getByText('Nobody threatens, insults, stalks')).toBeVisible()

  // What is missing stands at its field, and what was typed stays.
  await eve.getByLabel('Note for staff').fill('Twice this week.')
  await eve.keyboard.press('Control+Enter')
  const note = eve.getByLabel('Note to the member')
  await expect(note).toBeFocused()
  await expect(note).toHaveAccessibleDescription(/on which facts this rests/)
  await expect(eve.getByLabel('Note for staff')).toHaveValue('Twice this week.')
  await note.fill('You wrote what nobody has to read.')
  await eve.keyboard.press('Control+Enter')
  await expect(eve.getByRole('status').filter({ hasText: 'It is decided.' })).toBeVisible()
  await expect(keys(eve)).toBeVisible()
  await eve.keyboard.press('z')
  await expect(eve.getByRole('status').filter({ hasText: 'taken back' })).toBeVisible()
  await expect(task(eve)).toHaveAttribute('data-task', String(first))
  await expect(keys(eve)).toBeVisible()

  // Skipped, all that is left is said to be so, and is there again for whoever wants it.
  const skipped = eve.getByRole('button', { name: 'Look at what I skipped' })
  await expect(async () => {
    await eve.keyboard.press('s')
    await expect(skipped).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect(await problemsOf(eve)).toEqual([])
  await expect(keys(eve)).toBeVisible()
  await skipped.press('Enter')
  await expect(task(eve)).toBeVisible()

  await eve.goto(`${server.origin('adultcrush')}/staff`)
  await eve
    .getByRole('region', { name: 'What is due' })
    .getByRole('row')
    .filter({ hasText: 'Reports' })
    .getByRole('link')
    .first()
    .click()
  await expect(eve.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible()
  await expect(eve.getByRole('columnheader', { name: 'Due' })).toBeVisible()
  await expectFitsAllScreens(eve)

  // Two of them are decided with one form, and taken back by a key.
  await eve.goto(`${server.origin('adultcrush')}/staff/cases?queue=reports`)
  const boxes = eve.getByRole('checkbox', { name: /^Number/ })
  await expect(keys(eve)).toBeVisible()
  const waiting = await boxes.count()
  for (const index of [0, 1]) await boxes.nth(index).check()
  await eve.getByText('Decide what is chosen').click()
  await acts.getByLabel('No breach').check()
  await expect(eve.getByLabel('Days', { exact: true })).toBeHidden()
  await expectFitsAllScreens(eve)
  await expectAlive(eve)
  await eve.keyboard.press('Control+Enter')
  await expect(eve.getByRole('button', { name: 'Undo all' })).toBeVisible()
  await expect(boxes).toHaveCount(waiting - 2)
  await expect(keys(eve)).toBeVisible()
  await eve.keyboard.press('z')
  await expect(eve.getByRole('status').filter({ hasText: 'They are taken back' })).toBeVisible()
  await eve.goto(`${server.origin('adultcrush')}/staff/cases?queue=reports`)
  await expect(boxes).toHaveCount(waiting)
  await eve.getByRole('button', { name: /^Open/ }).first().press('Enter')
  await expect(task(eve)).toBeVisible()
  await expect(eve).toHaveURL(/\/staff\/queue\/reports$/)
})
