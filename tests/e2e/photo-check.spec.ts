import { expect, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { expectAlive, signedIn } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { aPhoto } from '../support/photos.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Bob is asked before he sends what he may regret, Alice whether it bothers her; Eve checks Bob's
 * photo in a pose.
 */
test.describe.configure({ mode: 'serial' })

const server = withServer({ DEMO: '1' })
let bob: Page
test.beforeAll(async ({ browser }) => {
  bob = await signedIn(browser, server, 'wivesnow', 'bob')
})

const words = 'Could you lend me 200 euros until Friday?'
const alicesId = 1

test('a message that asks for money is asked about, edited, and sent all the same', async () => {
  await bob.goto(`${server.origin('wivesnow')}/messages?with=${alicesId}`)
  const field = bob.getByRole('textbox', { name: 'Message to alice' })
  await expectAlive(bob, 'Messages')
  await field.fill(words)
  await bob.keyboard.press('Enter')
  const question = bob.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question.getByRole('button', { name: 'Edit' })).toBeFocused()
  expect(await problemsOf(bob)).toEqual([])
  await bob.keyboard.press('Escape')
  await expect(field).toHaveValue(words)
  await field.focus()
  await bob.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await expect(bob.getByRole('log').getByText(words)).toHaveCount(1)
  await expect(bob.getByRole('log').getByText('Sending …')).toHaveCount(0)
  await expect(field).toHaveValue('')
})

test('its recipient is asked whether it bothers her, reports from there, and says that it is fine', async ({
  browser,
}) => {
  const alice = await signedIn(browser, server, 'adultcrush', 'alice')
  await alice.goto(`${server.origin('adultcrush')}/messages?with=2`)
  await expectAlive(alice)
  await alice.getByRole('button', { name: /^Reveal/ }).click()
  const warning = alice.getByRole('log').getByText('Does this bother you?')
  await expect(warning).toBeVisible()
  expect(await problemsOf(alice)).toEqual([])
  await expectAlive(alice)
  await alice.getByRole('textbox', { name: 'Message to bob' }).focus()
  await alice.getByRole('log').getByRole('link', { name: 'Report' }).click()
  const report = alice.getByRole('dialog', { name: 'Report bob' })
  await report.getByRole('button', { name: 'Cancel' }).click()
  const calmed = alice.waitForResponse(
    (response) =>
      response.url().endsWith('/message/calmWarning') && response.request().method() === 'POST',
  )
  await alice.getByRole('button', { name: 'It’s fine' }).click()
  await expect(warning).toHaveCount(0)
  await calmed
  await alice.reload()
  await expect(alice.getByRole('log').getByText('Does this bother you?')).toHaveCount(0)
})

test('Bob sends a photo in a pose, Eve compares it, and his profile says so until he withdraws it', async ({
  browser,
}) => {
  const origin = server.origin('wivesnow')
  await bob.goto(`${origin}/profile/edit/managePhotos`)
  const check = bob.getByRole('region', { name: 'Photo check' })
  await check.getByRole('button', { name: 'Show me a pose' }).click()
  await expect(check.getByText(/holds for 30 minutes/)).toBeVisible()
  expect(await problemsOf(bob)).toEqual([])
  const photo = check.getByLabel('Your photo in this pose')
  await photo.setInputFiles({
    name: 'not-a-photo.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('hello'),
  })
  await check.getByRole('button', { name: 'Send it to our staff' }).click()
  await expect(check.getByRole('alert')).toContainText('not a photo that we can read')
  await photo.setInputFiles({
    name: 'pose.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await aPhoto({ width: 300, height: 400 })),
  })
  await check.getByRole('button', { name: 'Send it to our staff' }).click()
  await expect(check.getByText('Your photo is with our staff')).toBeVisible()

  const eve = await signedIn(browser, server, 'adultcrush', 'eve')
  await eve.goto(`${server.origin('adultcrush')}/staff/queue/poses`)
  await eve.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await eve.getByRole('button', { name: 'Go on' }).first().click()
  await eve.getByRole('button', { name: 'Take the next' }).click()
  const held = eve.getByRole('article', { name: /^bob, / })
  await expect(held.getByRole('img', { name: 'The photo in the pose' })).toBeVisible()
  await expect(held.getByRole('img', { name: 'Main photo' })).toBeVisible()
  expect(await problemsOf(eve)).toEqual([])
  await held.getByRole('button', { name: /^The same person/ }).click()
  await expect(
    eve.getByRole('status').filter({ hasText: 'The photo check is approved' }),
  ).toBeVisible()
  // She takes it back, and decides once more.
  await eve.getByRole('button', { name: 'Undo' }).click()
  await held.getByRole('button', { name: /^The same person/ }).click()
  // What tells him goes by itself, once its ten seconds are over.
  await expect(bob.getByText('Our staff have looked at your photo.')).toBeVisible()

  await bob.goto(`${origin}/profile/view/id/2`)
  const mark = bob.getByText(/^Photo checked by our staff on \d+ \w+ \d{4}/)
  await expect(mark).toBeVisible()
  await bob.goto(`${origin}/profile/edit/managePhotos`)
  await check.getByRole('button', { name: 'Withdraw the mark' }).click()
  await expect(check.getByRole('button', { name: 'Show me a pose' })).toBeVisible()
  await bob.goto(`${origin}/profile/view/id/2`)
  await expect(mark).toHaveCount(0)
})
