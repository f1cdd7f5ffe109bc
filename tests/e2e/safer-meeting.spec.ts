import { expect, test } from '@playwright/test'
import { localTimeAt } from '#members/meeting/dates.ts'
import { enter, expectAlive } from '../support/journey.ts'
import { problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Bob answers who has waited, says no kindly and takes it back once; then he tells a friend about a
 * date.
 */

const server = withServer({ DEMO: '1' })

test('who waits is answered with one tap, which can be taken back, and a date is shared with a friend', async ({
  page,
  browser,
}) => {
  const origin = server.origin('wivesnow')
  await enter(page, origin, 'bob')
  await expectAlive(page)
  const tray = page.getByRole('region', { name: 'Waiting for you' })
  const first = tray.getByRole('listitem').first().getByRole('link').first()
  const id = new URL((await first.getAttribute('href')) ?? '', origin).searchParams.get('with')
  const title = tray.getByRole('heading')
  const count = Number(/\d+/.exec((await title.textContent()) ?? '')?.[0])
  const mine = tray
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/messages?with=${id}"]`) })
  const end = async () => {
    await mine.getByText('End kindly').click()
    await expect(mine.getByText('It costs 1 credit')).toBeVisible()
    await mine.getByRole('button', { name: /I don’t feel a match/ }).click()
  }
  const undo = page.getByRole('status').getByRole('link', { name: 'Undo' })
  await end()
  // It stays under the pointer.
  await undo.hover()
  await expect(mine).toBeHidden()
  await expect(title).toHaveText(`Waiting for you ${count - 1}`)
  await undo.click()
  await expect(mine).toBeVisible()
  await expect(title).toHaveText(`Waiting for you ${count}`)

  // Leaving the page does not lose the answer: it goes out when its time has come.
  await end()
  await expect(mine).toBeHidden()
  await page.goto(`${origin}/messages?with=${id}`)
  await expect(page.getByRole('log').getByText(/I don’t feel a match/)).toBeVisible()
  await expect
    .poll(
      async () => {
        await page.goto(`${origin}/messages?show=waiting`)
        return mine.count()
      },
      { intervals: [3000] },
    )
    .toBe(0)

  await page.goto(`${origin}/messages?with=${id}`)
  const menu = page.locator(
    'summary[aria-label^="More about"]:not([aria-label*="the conversation"])',
  )
  await expectAlive(page, 'Messages')
  await menu.click()
  await page.getByRole('link', { name: 'Share a date' }).click()
  await page.getByLabel('Where').fill('Café at the bridge')
  await page.getByLabel('When').fill(localTimeAt(new Date(Date.now() + 5 * 3_600_000), 0))
  await page.getByLabel('Note').fill('I call at ten')
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByText('The link is made.')).toBeVisible()
  const address = await page.getByLabel('The link', { exact: true }).inputValue()

  const friend = await (await browser.newContext()).newPage()
  await friend.goto(address)
  await expect(friend.getByText('Café at the bridge')).toBeVisible()
  await expect(friend).toHaveTitle('A shared date')
  expect(await problemsOf(friend)).toEqual([])
  await page.getByRole('button', { name: 'End the link now' }).click()
  await expect(page.getByText('The link has ended.')).toBeVisible()
  await friend.reload()
  await expect(
    friend.getByRole('heading', { name: 'There is nothing here any more' }),
  ).toBeVisible()
})
