import { expect, type Page, type Locator, test } from '@playwright/test'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { addFirstPhoto, expectAlive, joinFully, register } from '../support/journey.ts'
import { expectFitsAllScreens, problemsOf } from '../support/looks.ts'
import { portrait } from '../support/portrait.ts'
import { withServer } from '../support/with-server.ts'

const server = withServer()

test('a member adds several photos over a line that breaks, arranges, crops and turns them, and drops one more', async ({
  page,
  context,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const anna = {
    username: 'Anna',
    gender: 'Woman',
    lookingFor: 'Men',
    about: 'I read at breakfast.',
  }
  await joinFully(page, server.origin('adultcrush'), anna)
  await page.goto(`${server.origin('adultcrush')}/profile/edit/managePhotos`)
  const tiles = page.getByRole('region', { name: /^Your photos/ }).getByRole('listitem')
  await expect(tiles).toHaveCount(1)
  await expectAlive(page, 'OwnPhotos')

  // The line breaks in the middle, and is back a moment later.
  await context.setOffline(true)
  const photo = async (name: string, hue: number) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await portrait(hue),
  })
  await page.getByLabel('Photos of you').setInputFiles([
    await photo('beach.jpg', 20),
    await photo('garden.jpg', 120),
    {
      name: 'IMG_7.HEIC',
      mimeType: '',
      buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    },
  ])
  const queue = page.getByRole('list', { name: 'Photos being added' }).getByRole('listitem')
  await expect(queue.filter({ hasText: 'beach.jpg' })).toContainText(
    'It goes on by itself when the line is back.',
  )
  await expect(queue.filter({ hasText: 'IMG_7.HEIC' })).toContainText('save it as a JPEG first')
  await context.setOffline(false)
  await expect(tiles).toHaveCount(3)
  await expect(queue).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove IMG_7.HEIC' }).click()
  await expect(page.getByLabel('Photos of you')).toBeFocused()

  const [first, second] = [await idOf(tiles.nth(1)), await idOf(tiles.nth(2))]
  await expect(tiles.first().getByText('Main photo')).toBeVisible()

  // By keyboard, then by mouse; each is saved at once, and can be undone.
  await tiles.first().getByRole('button', { name: 'Move: photo 1' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Moved to place 2 of 3. Saved.')).toBeVisible()
  expect(await idOf(tiles.first())).toBe(first)
  await expect(tiles.first().getByText('Main photo')).toBeVisible()
  await expect(tiles.nth(1).getByRole('button', { name: 'Move: photo 2' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo the new order' }).click()
  await expect(page.getByText('The order is as before.')).toBeVisible()
  expect(await idOf(tiles.nth(1))).toBe(first)

  // By its sheet, too, which stays open and says so.
  const sheet = page.getByRole('dialog', { name: /^Change / })
  await tiles.nth(2).getByRole('link', { name: 'Change: photo 3' }).click()
  await sheet.getByRole('button', { name: 'Move earlier: photo 3' }).click()
  await expect(sheet.getByText('Moved to place 2 of 3. Saved.')).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Move later: photo 2' }).click()
  await expect(sheet.getByText('Moved to place 3 of 3. Saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tiles.nth(2).getByRole('link', { name: 'Change: photo 3' })).toBeFocused()

  await drag(tiles.nth(2), tiles.first())
  await expect(page.getByText('Moved. Saved.')).toBeVisible()
  await page.reload()
  expect(await idOf(tiles.first())).toBe(second)
  await expectAlive(page, 'OwnPhotos')

  await tiles.first().getByRole('link', { name: 'Change: photo 1' }).click()
  await sheet.getByRole('button', { name: /^Crop or turn/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop and turn' })
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeEnabled()
  await dialog.getByText('Square', { exact: true }).click()
  await dialog.getByRole('slider', { name: 'Zoom' }).focus()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('PageUp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Turn right' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const picture = tiles.first().getByRole('img', { name: 'Your photo 1' })
  const shape = () =>
    picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)
  await expect.poll(shape).toBeCloseTo(1, 1)

  // Less of an approved photo stays approved.
  await expect(tiles.first().getByText('Main photo')).toBeVisible()
  expect(await server.operator('photos', 'Anna')).toContain(`${second} approved, `)
  await expectFitsAllScreens(page)

  await drop(page, await portrait(60))
  await expect(tiles).toHaveCount(4)

  // Described in the sheet; deleted there, and taken back, by keyboard.
  await tiles.nth(3).getByRole('link', { name: 'Change: photo 4' }).click()
  await sheet.getByRole('textbox', { name: 'What does it show?' }).fill('My boat')
  await sheet.getByRole('checkbox', { name: 'Private' }).check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(tiles.nth(3).getByText('Private', { exact: true })).toBeVisible()
  await tiles.nth(3).getByRole('link', { name: 'Change: My boat' }).click()
  await sheet.getByRole('button', { name: 'Delete this photo' }).click()
  await expect(page.getByRole('button', { name: 'Undo deleting: My boat' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tiles.nth(3).getByRole('link', { name: 'Change: My boat' })).toBeFocused()
  expect(errors).toEqual([])
})

/** Lets go of a file anywhere over the page. */
async function drop(page: Page, bytes: Buffer): Promise<void> {
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(
      new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], 'photo.jpg', {
        type: 'image/jpeg',
      }),
    )
    document.body.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
    )
  }, bytes.toString('base64'))
}

async function idOf(tile: Locator): Promise<number> {
  return Number((await tile.getAttribute('id'))?.replace('photo-', ''))
}

async function drag(from: Locator, to: Locator): Promise<void> {
  const page = from.page()
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [
    await from.getByRole('img').last().boundingBox(),
    await to.getByRole('img').last().boundingBox(),
  ]
  if (!start || !end) throw new Error('a photo without a place')
  await page.mouse.move(start.x + 60, start.y + 60)
  await page.mouse.down()
  await page.mouse.move(end.x + 70, end.y + 90, { steps: 8 })
  await page.mouse.up()
}

/** By which rules the photos were ticked that the browser keeps until they are sent. */
function keptRules(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'uploads')) return []
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('uploads')
      opening.addEventListener('error', () =>
        reject(new Error('the photos that are kept cannot be opened')),
      )
      opening.addEventListener('success', () => {
        const reading: IDBRequest<Array<{ rules: string }>> = opening.result
          .transaction('photos')
          .objectStore('photos')
          .getAll()
        reading.addEventListener('success', () => {
          opening.result.close()
          resolve(reading.result.map(({ rules }) => rules))
        })
      })
    })
  })
}

const keptPhotos = async (page: Page) => (await keptRules(page)).length

test('photos that were not sent survive a reload and a crash, and go when their member signs out', async ({
  page,
  context,
}) => {
  const prompts: string[] = []
  page.on('dialog', (dialog) => {
    prompts.push(dialog.type())
    void dialog.accept()
  })
  const nina = { username: 'Nina', gender: 'Woman', lookingFor: 'Men', about: 'I sail.' }
  await joinFully(page, server.origin('adultcrush'), nina)
  const photos = `${server.origin('adultcrush')}/profile/edit/managePhotos`
  const stored = (of: Page) =>
    of.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name).includes('uploads'),
    )
  const tilesOf = (of: Page) =>
    of.getByRole('region', { name: /^Your photos/ }).getByRole('listitem')
  const queueOf = (of: Page) =>
    of.getByRole('list', { name: 'Photos being added' }).getByRole('listitem')
  const choose = async (of: Page, name: string) =>
    of
      .getByLabel('Photos of you')
      .setInputFiles([{ name, mimeType: 'image/jpeg', buffer: await portrait(60) }])
  await page.goto(photos)
  await context.route(/\/image\/upload$/, (route) => route.abort('connectionfailed'))
  await choose(page, 'boat.jpg')
  await expect(queueOf(page).filter({ hasText: 'boat.jpg' })).toContainText('It goes on by itself')
  // Until then, leaving the page would lose it, and the browser asks.
  await expect.poll(() => keptPhotos(page)).toBe(1)
  await page.reload()
  await expect(queueOf(page).filter({ hasText: 'boat.jpg' })).toContainText('It goes on by itself')
  expect(prompts).toEqual([])

  // The tab is gone at once, as in a crash; another one goes on, with the same key.
  const next = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await context.unroute(/\/image\/upload$/)
  await next.goto(photos)
  await expect(tilesOf(next)).toHaveCount(2)
  await expect(queueOf(next)).toHaveCount(0)
  await next.reload()
  await expect(tilesOf(next)).toHaveCount(2)

  await context.route(/\/image\/upload$/, (route) => route.abort('connectionfailed'))
  await choose(next, 'secret.jpg')
  await expect(queueOf(next)).toHaveCount(1)
  expect(await stored(next)).toBe(true)
  await next.getByRole('button', { name: 'Nina' }).click()
  await next.getByRole('button', { name: 'Sign out' }).click()
  await expect(next).toHaveURL(`${server.origin('adultcrush')}/`)
  await expect.poll(() => stored(next)).toBe(false)
})

test('a browser that keeps nothing says so, and asks before the page is left', async ({
  page,
  context,
}) => {
  const olga = { username: 'Olga', gender: 'Woman', lookingFor: 'Men', about: 'I paint.' }
  await joinFully(page, server.origin('adultcrush'), olga)
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no storage', 'SecurityError')
    }
  })
  await context.route(/\/image\/upload$/, (route) => route.abort('connectionfailed'))
  await page.goto(`${server.origin('adultcrush')}/profile/edit/managePhotos`)
  await page
    .getByLabel('Photos of you')
    .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await portrait(60) }])
  await expect(page.getByText('This browser cannot keep photos until they are sent.')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('button', { name: 'Cancel a.jpg' }).click()
  await expect(page.getByText('This browser cannot keep photos until they are sent.')).toBeHidden()
})

test('a newcomer says once whom their photos show, also over a reload; what is taken and pasted is added', async ({
  page,
  context,
}) => {
  const rita = { username: 'Rita', gender: 'Woman', lookingFor: 'Men', about: 'I row.' }
  await register(page, server.origin('adultcrush'), rita)
  const tick = page.getByLabel('My photos show only me')
  const queue = page.getByRole('list', { name: 'Photos being added' }).getByRole('listitem')
  await expectAlive(page, 'Onboarding')
  await page
    .getByLabel('Take a photo')
    .setInputFiles({ name: 'taken.jpg', mimeType: 'image/jpeg', buffer: await portrait(200) })
  await expect(queue).toContainText('Not sent yet: please tick whom your photos show.')
  expect(await problemsOf(page)).toEqual([])
  await expect.poll(() => keptPhotos(page)).toBe(1)
  await page.reload()
  await expect(queue).toContainText('Not sent yet')

  // Ticked on a line that is broken: after one more reload it is sent without being asked again.
  await context.route(/\/image\/upload$/, (route) => route.abort('connectionfailed'))
  await tick.check()
  await expect(queue).toContainText('It goes on by itself')
  await expect.poll(() => keptRules(page)).toEqual([PHOTO_RULES])
  await page.reload()
  await expect(queue).toContainText('It goes on by itself')
  await context.unroute(/\/image\/upload$/)
  await queue.getByRole('button', { name: 'Try again' }).click()
  const added = page.getByRole('list', { name: 'Your photos' }).getByRole('listitem')
  await expect(added).toHaveCount(1)
  await expect(page.getByText('Added.')).toBeVisible()
  await expect(tick).toBeHidden()

  await paste(page, await portrait(300))
  await expect(added).toHaveCount(2)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('About me').fill(rita.about)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Finish my profile' }).click()
  await expect(page.getByRole('button', { name: 'Finish my profile' })).toHaveCount(0)
  await page.goto(`${server.origin('adultcrush')}/profile/edit/managePhotos`)
  await expect(
    page.getByRole('region', { name: /^Your photos/ }).getByRole('listitem'),
  ).toHaveCount(2)
  await expect(tick).toBeHidden()
})

test('a first photo that the form sends while the page’s script comes is added once', async ({
  page,
}) => {
  const una = { username: 'Una', gender: 'Woman', lookingFor: 'Men', about: 'I dive.' }
  await register(page, server.origin('adultcrush'), una)
  const [scripts, form] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/_astro/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.route('**/registration/firstPhoto', async (route) => {
    await form.promise
    await route.continue()
  })
  await page.goto(`${server.origin('adultcrush')}/dashboard`, { waitUntil: 'commit' })
  await addFirstPhoto(page)
  const posts = page.waitForRequest(/\/registration\/firstPhoto$/)
  await page.getByRole('button', { name: /^Continue/ }).click({ noWaitAfter: true })
  await posts
  const uploaded = page.waitForResponse(/\/image\/upload$/)
  scripts.resolve()
  expect((await uploaded).status()).toBe(200)
  form.resolve()
  await expect(page).toHaveURL(/screen=words/)
  await page.goto(`${server.origin('adultcrush')}/dashboard?screen=photo`)
  await expect(page.getByRole('list', { name: 'Your photos' }).getByRole('listitem')).toHaveCount(1)
})

/** Pastes a picture, as a screenshot is pasted. */
async function paste(page: Page, bytes: Buffer): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(
      new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], 'image.png', {
        type: 'image/jpeg',
      }),
    )
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
    )
  }, bytes.toString('base64'))
}
