import { expect, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { enter } from '../support/journey.ts'
import { choose, press, write } from '../support/keys.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Somebody objects to what Frank decided about them; Eve, who did not decide it, takes it back, by
 * keyboard alone.
 */

const server = withServer({ DEMO: '1' })

async function signInAsEve(page: Page): Promise<void> {
  await enter(page, server.origin('adultcrush'), 'eve')
  await page.goto(`${server.origin('adultcrush')}/staff/decision?id=1`)
  await page.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await page.keyboard.press('Enter')
  await expect(page.getByText('It holds.')).toBeVisible()
}

test('a decision is read at its address, objected to, decided again by somebody else, and the outcome is read there', async ({
  page: eve,
  browser,
}) => {
  await signInAsEve(eve)
  const address = await eve.getByRole('link', { name: /statement of reasons/ }).getAttribute('href')

  const member = await (await browser.newContext()).newPage()
  await member.goto(server.origin('adultcrush') + String(address))
  await expect(member.getByRole('heading', { name: 'A decision about your account' })).toBeVisible()
  await expect(member.getByText('A person decided this.')).toBeVisible()
  await write(
    member,
    member.getByLabel('Why we are wrong'),
    'I had stopped at once. The last message was sent before.',
  )
  await press(member, member.getByRole('button', { name: 'Object' }))
  await expect(
    member.getByRole('status').filter({ hasText: 'Thank you, your objection has arrived.' }),
  ).toBeVisible()
  await expect(member.getByText('You have objected.')).toBeVisible()

  await eve.goto(`${server.origin('adultcrush')}/staff/queue/appeals`)
  const keys = eve.getByText('for the keys')
  await expect(keys).toBeVisible()
  await eve.keyboard.press('n')
  // The demo has one that waits for longer.
  await expect(eve.getByText('only to say sorry and goodbye')).toBeVisible()
  await expect(keys).toBeVisible()
  await eve.keyboard.press('s')
  await expect(eve.getByText('I had stopped at once.')).toBeVisible()
  await choose(eve, eve.getByLabel('The decision stays'))
  await eve.keyboard.press('ArrowDown')
  await expect(eve.getByLabel('We were wrong: give everything back')).toBeChecked()
  await write(
    eve,
    eve.getByLabel('Note to the member'),
    'The times of the messages say so. We are sorry.',
  )
  await press(eve, eve.getByRole('button', { name: 'Decide' }))
  await expect(eve.getByRole('status').first()).toHaveText(/It is decided/)

  // It takes effect after ten seconds.
  await expect(async () => {
    await member.reload()
    expect(await member.getByText('This decision no longer holds.').count()).toBe(1)
  }).toPass()
  await expect(
    member.getByText('You objected, and you were right: this decision is taken back.'),
  ).toBeVisible()
  await expect(member.getByRole('button', { name: 'Object' })).toHaveCount(0)
})
