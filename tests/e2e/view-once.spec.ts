import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAlive, signedIn } from '../support/journey.ts'
import { portrait } from '../support/portrait.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Bob sends Alice a photo for one view, sees her private photos for an hour, and can do nothing
 * with her addresses.
 */
test.describe.configure({ mode: 'serial' })

const BRAND = 'wivesnow'
const server = withServer({ DEMO: '1' })
let bob: Page
let alice: Page
test.beforeAll(async ({ browser }) => {
  bob = await signsIn(browser, 'bob')
  alice = await signsIn(browser, 'alice')
  await chatWith(bob, 'alice')
  await chatWith(alice, 'bob')
})

async function signsIn(browser: Browser, username: string): Promise<Page> {
  const page = await signedIn(browser, server, BRAND, username)
  const terms = page.locator('#accept-terms')
  await page.waitForLoadState()
  if ((await terms.count()) > 0) {
    await terms.getByRole('button').click()
    await expect(terms).toHaveCount(0)
  }
  return page
}

async function chatWith(who: Page, username: string): Promise<void> {
  await who.goto(`${server.origin(BRAND)}/messages`)
  await who
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: username })
    .first()
    .click()
  // Where one last was is open already.
  await expect(who.getByRole('region', { name: `Conversation with ${username}` })).toBeVisible()
}

async function sends(): Promise<void> {
  await bob.getByRole('button', { name: 'Send a photo for one view' }).click()
  const dialog = bob.getByRole('dialog', { name: 'Photo for one view to alice' })
  await expect(dialog.getByText('No browser can prevent a screenshot')).toBeVisible()
  await dialog
    .getByLabel('From this device')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
  await dialog.getByLabel('My photos show only me').check()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(bob.getByRole('button', { name: 'Send a photo for one view' })).toBeFocused()
}

const tiles = (who: Page) => who.getByRole('log').locator('form:has-text("Photo for one view")')

test('Bob sends one, Alice holds it, and both are told when it was seen', async () => {
  await sends()
  await expect(tiles(bob)).toContainText('Not seen yet.')
  await tiles(alice).getByRole('button', { name: 'Open it once' }).click()
  const dialog = alice.getByRole('dialog', { name: 'Photo for one view from bob' })
  const picture = dialog.getByRole('img', { name: 'Photo from bob' })
  await expect(dialog.getByText('You can see it once.')).toBeVisible()
  await expect(tiles(bob)).toContainText('Not seen yet.')
  const stage = dialog.getByRole('button', { name: 'Hold to see it' })
  await stage.hover()
  await alice.mouse.down()
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100)
  await alice.mouse.up()
  await expect(picture).toHaveCount(0)
  await expect(tiles(bob)).toContainText(/Seen Today, .*\. It is deleted\./)
  // By keyboard as well, as long as the dialog is open.
  await dialog.getByRole('button', { name: 'Show it' }).press('Enter')
  await expect(picture).toBeVisible()
  await dialog.getByRole('button', { name: 'Close and delete' }).click()
  await expect(tiles(alice)).toContainText('You saw it Today')
  await expect(tiles(alice).getByRole('button')).toHaveCount(0)
  await alice.reload()
  await expect(tiles(alice)).toContainText('You saw it Today')
})

test('a photo that Bob chose and did not send is there after a reload, is sent once, and is gone when he discards it', async () => {
  const dialog = bob.getByRole('dialog', { name: 'Photo for one view to alice' })
  const opens = async () => {
    await bob.getByRole('button', { name: 'Send a photo for one view' }).click()
    await expect(dialog).toBeVisible()
  }
  const chooses = async () => {
    await dialog
      .getByLabel('From this device')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
    await expect(chosen).toBeVisible()
    await expect.poll(kept).toBe(1)
  }
  const chosen = dialog.getByRole('img', { name: 'The photo that you chose' })
  const kept = () =>
    bob.evaluate(async () => {
      if (!(await indexedDB.databases()).some(({ name }) => name === 'choices')) return 0
      const opening = indexedDB.open('choices', 1)
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const counting = opening.result
        .transaction('choices', 'readonly')
        .objectStore('choices')
        .count()
      await new Promise((resolve) => (counting.onsuccess = resolve))
      opening.result.close()
      return counting.result
    })
  const before = await tiles(bob).count()

  await opens()
  await chooses()
  await bob.reload()
  await opens()
  await expect(chosen).toBeVisible()
  // Its answer is lost on the way, and the page is loaded again: the same key sends nothing twice.
  const network = await bob.context().newCDPSession(bob)
  await network.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/message/viewOnce', requestStage: 'Response' }],
  })
  network.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (request.method === 'POST')
      void network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
    else void network.send('Fetch.continueRequest', { requestId })
  })
  await dialog.getByLabel('My photos show only me').check()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await network.detach()
  await bob.reload()
  await opens()
  await expect(chosen).toBeVisible()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(tiles(bob)).toHaveCount(before + 1)
  await expect.poll(kept).toBe(0)
  await bob.reload()
  await expect(tiles(bob)).toHaveCount(before + 1)

  await opens()
  await expect(chosen).toHaveCount(0)
  await chooses()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(kept).toBe(0)
})

test('what Bob withdraws Alice cannot open, and without script a page shows it once', async ({
  browser,
}) => {
  await sends()
  await tiles(bob).last().getByRole('button', { name: 'Withdraw' }).click()
  await expect(tiles(bob).last()).toContainText('You withdrew it')
  await expect(tiles(alice).last()).toContainText('It was withdrawn.')

  await sends()
  await expect(tiles(alice).last().getByRole('button', { name: 'Open it once' })).toBeVisible()
  const plain = await withoutScript(browser, alice.context())
  await plain.goto(alice.url())
  await tiles(plain).last().getByRole('button', { name: 'Open it once' }).click()
  await expect(plain.getByRole('heading', { name: 'Photo for one view from bob' })).toBeVisible()
  await expect(plain.getByRole('img', { name: 'Photo from bob' })).toBeVisible()
  await plain.goto(alice.url())
  await expect(tiles(plain).last()).toContainText('You saw it Today')
  await plain.context().close()
})

async function withoutScript(browser: Browser, like: BrowserContext): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await like.storageState(),
  })
  return context.newPage()
}

test('Alice shows Bob her private photos for an hour, and no address of hers works for him', async ({
  browser,
}) => {
  await bob.goto(`${server.origin(BRAND)}/profile/view/id/1`)
  await expect(bob.getByText('You asked to see the private photos.')).toBeVisible()

  await alice.goto(`${server.origin(BRAND)}/profile/edit/managePhotos`)
  const requests = alice.getByRole('region', { name: 'Who sees your private photos' })
  const row = requests
    .getByRole('listitem')
    .filter({ has: alice.getByRole('link', { name: 'bob', exact: true }) })
  await expectAlive(alice, requests)
  await requests.getByLabel('How long bob sees them', { exact: true }).selectOption('hour')
  const stored = alice.waitForResponse(/\/image\/allow\//)
  await requests.getByRole('button', { name: 'Allow bob', exact: true }).click()
  await expect(row).toContainText(/Until \w+ \d/)
  // The focus goes with him into the other list.
  await expect(row.getByRole('link', { name: 'bob', exact: true })).toBeFocused()
  await stored
  await alice.reload()
  await expect(row).toContainText(/Until \w+ \d/)

  await bob.reload()
  await expect(bob.getByText('You see the private photos until')).toBeVisible()
  const secret = bob.locator('[class*=slide]:has-text("Private") picture img').first()
  const his = await secret.evaluate((image) => (image as HTMLImageElement).src)
  const guest = await browser.newContext()
  const status = async (who: BrowserContext, address: string) => {
    const tab = await who.newPage()
    const answer = await tab.goto(address)
    await tab.close()
    return answer?.status()
  }
  const seen = async (address: string) => [
    await status(bob.context(), address),
    await status(alice.context(), address),
    await status(guest, address),
  ]
  expect(await seen(his)).toEqual([200, 404, 404])
  const open = await bob
    .locator('[class*=slide] picture img')
    .first()
    .evaluate((image) => (image as HTMLImageElement).src)
  expect(await seen(open)).toEqual([200, 404, 404])

  await requests.getByRole('button', { name: 'Stop showing them to bob', exact: true }).click()
  await expect(requests.getByRole('link', { name: 'bob', exact: true })).toHaveCount(0)
  await expect(requests.getByRole('heading', { level: 2 })).toBeFocused()
  await expect.poll(() => seen(his)).toEqual([404, 404, 404])
  await guest.close()
})

test('signing out deletes a photo that was chosen', async () => {
  await chatWith(bob, 'alice')
  await bob.getByRole('button', { name: 'Send a photo for one view' }).click()
  const dialog = bob.getByRole('dialog', { name: 'Photo for one view to alice' })
  await dialog
    .getByLabel('From this device')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
  await expect(dialog.getByText('it stays in this browser alone')).toBeVisible()
  await bob.keyboard.press('Escape')
  const databases = () =>
    bob.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(databases).toContain('choices')
  await bob.getByRole('button', { name: 'bob' }).click()
  await bob.getByRole('button', { name: 'Sign out' }).click()
  await expect(bob).toHaveURL(`${server.origin(BRAND)}/`)
  await expect.poll(databases).not.toContain('choices')
})
