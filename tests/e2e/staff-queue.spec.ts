import { expect, type Locator, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { expectAlive, signedIn } from '../support/journey.ts'
import { expectFitsAllScreens, problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Eve decides thirty new photos by keyboard alone: 28 of Bob and Carol, and two that the demo has.
 * Somebody of whom she refused one reads why, and objects. From a member's file she hides one more,
 * of those that others see. At each desk, she sees pictures blurred and grey unless she holds them.
 */
const server = withServer({ DEMO: '1', PHOTO_REVIEW: 'staff' })

/**
 * Small photos of one colour each, sent by the page as its form sends them; returns their statuses.
 */
async function addPhotos(page: Page, brand: string, count: number): Promise<number[]> {
  return page.evaluate(
    async ({ api, most, rules }) => {
      const statuses: number[] = []
      for (let index = 0; index < most; index += 1) {
        const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 160 })
        const pen = canvas.getContext('2d')
        if (pen) pen.fillStyle = `hsl(${index * 20} 60% 50%)`
        pen?.fillRect(0, 0, 160, 160)
        const form = new FormData()
        form.append('rules', rules)
        form.append(
          'photo',
          await new Promise<Blob>((resolve) =>
            canvas.toBlob((blob) => resolve(blob as Blob), 'image/jpeg'),
          ),
          'photo.jpg',
        )
        const headers = { 'X-Requested-With': 'XMLHttpRequest' }
        statuses.push(
          (
            await fetch(`${api}/image/upload`, {
              method: 'POST',
              credentials: 'include',
              headers,
              body: form,
            })
          ).status,
        )
      }
      return statuses
    },
    { api: server.origin(brand, 'api'), most: count, rules: PHOTO_RULES },
  )
}

/** A picture is sharp as long as it is held, by the button or the key, and each time is noted. */
async function expectVeiled(page: Page, picture: Locator): Promise<void> {
  const veil = /^blur\(\d+px\) grayscale\(1\)$/
  const isNoted = () => page.waitForResponse((response) => response.url().endsWith('/staff/task'))
  await expect(page.getByText('for the keys')).toBeVisible()
  await expectAlive(page, picture)
  await expect(picture).toHaveCSS('filter', veil)
  // To press the picture itself shows nothing.
  await picture.hover()
  await page.mouse.down()
  await expect(picture).toHaveCSS('filter', veil)
  await page.mouse.up()

  const pressed = isNoted()
  await page.getByRole('button', { name: 'Hold to see it sharp' }).hover()
  await page.mouse.down()
  await expect(picture).toHaveCSS('filter', 'none')
  expect((await pressed).status()).toBe(200)
  await page.mouse.up()
  await expect(picture).toHaveCSS('filter', veil)

  const typed = isNoted()
  await page.keyboard.down('v')
  await expect(picture).toHaveCSS('filter', 'none')
  expect((await typed).status()).toBe(200)
  await page.keyboard.up('v')
  await expect(picture).toHaveCSS('filter', veil)
}

test('Eve decides thirty photos by keyboard, looks at one, and takes one decision back', async ({
  browser,
}) => {
  const [bob, carol, eve] = await Promise.all([
    signedIn(browser, server, 'wivesnow', 'bob'),
    signedIn(browser, server, 'adultcrush', 'carol'),
    signedIn(browser, server, 'adultcrush', 'eve'),
  ])
  const statuses = await Promise.all([
    addPhotos(bob, 'wivesnow', 14),
    addPhotos(carol, 'adultcrush', 14),
  ])
  expect(statuses.flat()).toEqual(Array.from({ length: 28 }, () => 200))

  await eve.goto(`${server.origin('adultcrush')}/staff`)
  await eve.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await eve.getByRole('button', { name: 'Go on' }).first().click()
  await expect(eve.getByText('30 photos wait')).toBeVisible()
  expect(await problemsOf(eve)).toEqual([])
  await eve.getByRole('link', { name: 'New photos' }).click()
  const keys = eve.getByText('for the keys')
  const task = eve.locator('[data-task]')
  await expect(keys).toBeVisible()
  await eve.keyboard.press('n')
  await expect(task).toBeVisible()
  expect(await problemsOf(eve)).toEqual([])

  await expectVeiled(eve, eve.getByRole('article').getByRole('img').first())
  await eve.keyboard.press('?')
  await expect(eve.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  // A letter means nothing while the list is open.
  await eve.keyboard.press('a')
  await eve.keyboard.press('Escape')

  // The page keeps the task as long as it is seen, and says when it is somebody else's.
  const kept = await eve.context().newPage()
  await kept.clock.install()
  await kept.goto(eve.url())
  await expect(kept.getByText('for the keys')).toBeVisible()
  const renewed = () => kept.waitForResponse((response) => response.url().endsWith('/staff/task'))
  const [first] = await Promise.all([renewed(), kept.clock.fastForward('02:01')])
  const { until } = (await first.json()) as { until: string }
  expect([first.status(), Date.parse(until) > Date.now()]).toEqual([200, true])
  await expect(kept.getByRole('alert')).toBeHidden()
  const lost = { code: 'conflict', status: 409, detail: 'You do not hold this task any more.' }
  await kept.route('**/staff/task', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify(lost),
    }),
  )
  await kept.clock.fastForward('02:01')
  await expect(kept.getByRole('alert')).toHaveText(lost.detail)
  await kept.close()

  const began = Date.now()
  for (let decided = 0; decided < 30; decided += 1) {
    const before = (await task.getAttribute('data-task')) ?? ''
    for (const key of decided % 5 === 4 ? ['r', '8'] : ['a']) await eve.keyboard.press(key)
    await expect(eve.locator(`[data-task="${before}"]`)).toHaveCount(0)
    await expect(keys).toBeVisible()
  }
  // A rule of the product: thirty photos are decided in under 25 seconds.
  expect(Date.now() - began).toBeLessThan(25_000)
  await expect(eve.getByText('Nothing is waiting')).toBeVisible()
  await eve.keyboard.press('z')
  await expect(eve.getByRole('status').filter({ hasText: /taken back/ })).toBeVisible()
  await expect(task).toBeVisible()
  await eve.getByRole('article').getByRole('link').first().click()
  await expect(eve.getByRole('heading', { name: 'What happened' })).toBeVisible()
  expect(await problemsOf(eve)).toEqual([])

  // Decisions take effect after ten seconds. Whose photo came fifth, the order of sending says.
  const owners = [
    { page: bob, brand: 'wivesnow' },
    { page: carol, brand: 'adultcrush' },
  ]
  const refusedOf = (page: Page) =>
    page
      .getByRole('region', { name: /^Your photos/ })
      .getByRole('listitem')
      .filter({ has: page.getByText('Not accepted', { exact: true }) })
  const ownerOfRefused = async () => {
    for (const { page, brand } of owners) {
      await page.goto(`${server.origin(brand)}/profile/edit/managePhotos`)
      if ((await refusedOf(page).count()) > 0) return page
    }
    throw new Error('nothing was refused yet')
  }
  await expect(async () => void (await ownerOfRefused())).toPass()
  const owner = await ownerOfRefused()
  const refused = refusedOf(owner).first()
  await expect(refused).toContainText('Too little can be seen in the photo')
  await expectFitsAllScreens(owner)
  await refused.getByRole('link', { name: /^Why, and how to object/ }).click()
  await expect(
    owner.getByRole('heading', { level: 1, name: 'A decision about your account' }),
  ).toBeVisible()
  await expect(owner.getByRole('main')).toContainText('Too little can be seen in the photo')
  await owner.getByLabel('Why we are wrong').fill('It is all there, in one colour.')
  await expectFitsAllScreens(owner)
  await owner.getByRole('button', { name: 'Object' }).click()
  await expect(
    owner.getByRole('status').filter({ hasText: 'Thank you, your objection has arrived.' }),
  ).toBeVisible()

  // Another photo of the same member, which others see by now, is hidden from their file.
  await eve.getByText('Decide about this account').click()
  await eve.getByRole('link', { name: 'Show the photos, to hide one' }).click()
  const choice = eve.getByRole('group', { name: 'Which photo to hide' })
  await eve.getByLabel('Hide the photo').focus()
  await eve.keyboard.press('Space')
  await expect(choice.locator('img').first()).toHaveCSS('filter', /blur/)
  await expectFitsAllScreens(eve)
  await choice.getByRole('radio').first().focus()
  await eve.keyboard.press('Space')
  await eve.getByLabel('Rule').selectOption({ label: 'Nudity in a public photo' })
  await eve.getByLabel('Note to the member').fill('It shows more than everybody may see.')
  expect(await problemsOf(eve)).toEqual([])
  await eve.getByRole('button', { name: 'Decide' }).click()
  await expect(eve.getByRole('heading', { name: /^hide the photo/i })).toBeVisible()

  await eve.goto(`${server.origin('adultcrush')}/staff/queue/appeals`)
  await expect(keys).toBeVisible()
  await eve.keyboard.press('n')
  // The demo has one that waits for longer, and is about no photo.
  await expect(eve.getByText('only to say sorry and goodbye')).toBeVisible()
  await expect(keys).toBeVisible()
  await eve.keyboard.press('s')
  await expect(eve.getByText('It is all there, in one colour.')).toBeVisible()
  await expectVeiled(eve, eve.getByRole('img', { name: 'The photo that the decision is about' }))
  expect(await problemsOf(eve)).toEqual([])

  await eve.goto(`${server.origin('adultcrush')}/staff/queue/removals`)
  await expect(keys).toBeVisible()
  await eve.keyboard.press('n')
  await expectVeiled(
    eve,
    eve.getByRole('group', { name: 'Which photos does it mean?' }).getByRole('img').first(),
  )
  expect(await problemsOf(eve)).toEqual([])
})
