import { expect, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { enter, expectAlive } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { aPhoto } from '../support/photos.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Carol adds to her own; Eve puts a text of the house into an answer at the cursor, notes on the ticket and puts it away;
 * then she makes a support link.
 */
const server = withServer({ DEMO: '1' })

test('Eve answers with a text that she uses again, and puts a ticket away', async ({ page }) => {
  await enter(page, server.origin('adultcrush'), 'eve')
  await page.goto(`${server.origin('adultcrush')}/staff/tickets/texts`)
  await page.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await page.getByRole('button', { name: 'Go on' }).first().click()

  await page.getByText('A new text').click()
  await page.getByLabel('Name').first().fill('Greeting')
  await page
    .getByLabel('Text', { exact: true })
    .first()
    .fill('Hello {name}, thank you for writing to {brand}.')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'The text is saved.' })).toBeVisible()
  expect(await problemsOf(page)).toEqual([])

  // A window that was opened before overwrites nothing, and shows both.
  const earlier = await page.context().newPage()
  await earlier.goto(page.url())
  const greeting = (on: Page) => on.getByRole('group').filter({ hasText: 'Greeting' })
  for (const [on, words] of [
    [page, 'Hello {name}, thank you for writing to {brand}.'],
    [earlier, 'Dear {name}, '],
  ] as const) {
    await greeting(on).getByText('Greeting').click()
    await greeting(on).getByLabel('Text', { exact: true }).fill(words)
    await greeting(on).getByRole('button', { name: 'Save' }).click()
  }
  await expect(
    earlier
      .getByRole('alert')
      .filter({ hasText: 'Somebody has changed this text since you opened it.' }),
  ).toBeVisible()
  await expect(greeting(earlier).getByText('It says now: Hello {name}')).toBeVisible()
  await expect(greeting(earlier).getByLabel('Text', { exact: true })).toHaveValue('Dear {name}, ')
  expect(await problemsOf(earlier)).toEqual([])
  await earlier.close()

  await page.getByRole('link', { name: 'Back to the tickets' }).click()
  const row = page.getByRole('link', { name: /^How do I change my town\?/ })
  const ticket = page.getByRole('article', { name: 'How do I change my town?' })
  await row.click()
  await expect(ticket).toBeVisible()
  await expect(page).toHaveURL(/\/staff\/tickets\?ticket=\d+$/)
  await page.waitForLoadState()
  await ticket.getByText('Answer', { exact: true }).click()
  const answer = ticket.getByLabel(/^Your answer/)
  const taken = page.waitForResponse(/\/staff\/ticket$/)
  await answer.fill('Eve')
  await answer.press('Home')
  await ticket.getByLabel('Begin with a text').selectOption('Greeting')
  await ticket.getByRole('button', { name: 'Insert' }).click()
  await expect(answer).toHaveValue(/^Hello \w+, thank you for writing to [\w ]+\.Eve$/)
  await expect(answer).toBeFocused()
  await taken
  await page.reload()
  await expect(ticket.getByText('You are answering this')).toBeVisible()

  // What can be done with it comes when somebody first touches the page.
  const untouched = await page.context().newPage()
  await untouched.goto(page.url())
  await expectAlive(untouched, 'Tickets')
  const filesOfActs = () =>
    untouched.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /\/TicketActs\./.test(name))
          .length,
    )
  expect(await filesOfActs()).toBe(0)
  await untouched.keyboard.press('Tab')
  await expect.poll(filesOfActs).toBe(1)
  await untouched.close()

  // What is half written stays while something else is done.
  await ticket.getByText('Answer', { exact: true }).click()
  await answer.fill('Half an answer')
  await ticket.getByText('Tags', { exact: true }).click()
  await ticket.getByLabel('Add a tag').fill('places')
  await ticket.getByText('Add a note').click()
  await ticket.getByLabel('Note for staff').fill('Waits for the places')
  await ticket.getByRole('button', { name: 'Add the note' }).click()
  await expect(ticket.getByText('Waits for the places')).toBeVisible()
  await expect(answer).toHaveValue('Half an answer')
  await expect(ticket.getByLabel('Add a tag')).toHaveValue('places')
  await expect(ticket.getByLabel('Note for staff')).toHaveValue('')
  await ticket.getByText(/^What we know of/).click()
  expect(await problemsOf(page)).toEqual([])
  await ticket.getByText('Snooze', { exact: true }).click()
  await ticket.getByRole('button', { name: 'Snooze it' }).click()
  await expect(ticket).toHaveCount(0)
  await page.getByRole('link', { name: /^Snoozed/ }).click()
  await row.click()
  await expect(ticket).toBeVisible()
  await ticket.getByText(/^What we know of/).click()
  await ticket.getByRole('button', { name: 'Make a support link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support link' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the support view' }).click()
  await page.getByRole('button', { name: 'Open the account' }).click()
  await expect(page.getByText('Support view – read only')).toBeVisible()
})

test('Carol adds a picture to what she asked', async ({ page }) => {
  await enter(page, server.origin('adultcrush'), 'carol')
  await page.goto(`${server.origin('adultcrush')}/profile/edit/settings?screen=decisions`)
  await expectAlive(page, 'OwnTickets')
  await page.getByText('How do I change my town?').click()
  const ticket = page.getByRole('listitem').filter({ hasText: 'How do I change my town?' })
  await ticket.getByLabel('Something to add').fill('It looks like this.')
  const picture = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPhoto()) }
  await ticket.getByLabel('Pictures, if they help').setInputFiles(picture)
  await ticket.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(ticket.getByText('We have it. We answer by mail, and here.')).toBeFocused()
  await expect(ticket.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible()
  await expect(ticket.getByLabel('Something to add')).toHaveValue('')
  expect(await problemsOf(page)).toEqual([])
})

test('Carol writes to support from where she is, and it is among her tickets', async ({ page }) => {
  await enter(page, server.origin('adultcrush'), 'carol')
  const at = server.origin('adultcrush')
  await page.goto(`${at}/plist/new/1`)
  await expectAlive(page)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Write to us', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Write to us' })
  await link.press('Enter')
  await expect(dialog.getByLabel('What is it about?')).toBeFocused()
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(dialog.getByLabel('What is it about?')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('What is it about?').fill('A lamp')
  await dialog.getByLabel('Which of these is nearest?').selectOption('Finding people')
  await dialog.getByLabel('Your message').fill('Does the lamp by my name mean anything?')
  // What was typed stays while it is closed.
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  await link.press('Enter')
  await expect(dialog.getByLabel('What is it about?')).toHaveValue('A lamp')
  await expect(dialog.getByLabel('Your message')).toHaveValue(/^Does the lamp/)
  await dialog.getByRole('button', { name: 'Send' }).press('Enter')
  const sent = page.getByRole('dialog', { name: 'We have your message' })
  await expect(sent.getByRole('status')).toHaveText(/ It is ticket \d+\.$/)
  await expect(sent.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  expect(await problemsOf(page)).toEqual([])
  await expect(page).toHaveURL(`${at}/plist/new/1`)
  await sent.getByRole('link', { name: 'among your tickets' }).click()

  const tickets = page.getByRole('listitem')
  await expect(tickets.filter({ hasText: 'A lamp' })).toHaveCount(1)
  await expectAlive(page, 'OwnTickets')
  await page.getByRole('main').getByRole('link', { name: 'Write to us' }).click()
  await dialog.getByLabel('What is it about?').fill('Another lamp')
  await dialog.getByLabel('Your message').fill('And that one?')
  await dialog.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(tickets.filter({ hasText: 'Another lamp' })).toHaveCount(1)
  await sent.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(sent).toBeHidden()

  // Before its scripts are there, and without them, it is a page.
  await page.route('**/_astro/*.js', (route) => route.abort())
  await page.goto(`${at}/plist/new/1`)
  await link.click()
  await expect(page).toHaveURL(`${at}/help#submit-ticket`)
})
