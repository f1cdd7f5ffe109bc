import { expect, type Page, test } from '@playwright/test'
import { expectAlive, expectClosed, onPhone, openWriting, signedIn } from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/** Bob keeps his inbox in order, and writes from wherever he finds somebody. */
test.describe.configure({ mode: 'serial' })

const server = withServer({ DEMO: '1' })
let bob: Page
test.beforeAll(async ({ browser }) => {
  bob = await signedIn(browser, server, 'wivesnow', 'bob')
})

const inbox = () => bob.getByRole('region', { name: 'Conversations' })
const rows = () => inbox().getByRole('listitem')
async function opens(query = ''): Promise<void> {
  await bob.goto(`${server.origin('wivesnow')}/messages${query}`)
  // A click before the page's script is alive posts its form, or follows its link.
  await expectAlive(bob)
}

test('a conversation is hidden, found among the hidden, and undone', async () => {
  await opens()
  const alice = rows().filter({ hasText: 'alice' })
  await alice.locator('summary').click()
  await alice.getByRole('button', { name: 'Hide' }).click()
  const undo = bob.getByRole('status').getByRole('link', { name: 'Undo' })
  // It stays under the pointer.
  await undo.hover()
  await expect(alice).toHaveCount(0)
  await expect(inbox().getByRole('link', { name: /^Hidden/ })).toContainText('1')
  await undo.click()
  await expect(alice).toHaveCount(1)
  await expect(alice.getByRole('link')).toBeFocused()
})

test('a note has its time from when it is seen, and stays under the pointer', async ({
  browser,
}) => {
  const page = await signedIn(browser, server, 'wivesnow', 'bob')
  await page.clock.install()
  await page.goto(`${server.origin('wivesnow')}/search`)
  const dialog = await openWriting(page, page.getByRole('article').first())
  await dialog.getByLabel('Your message').fill('Do you sing?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const note = page.getByRole('status').getByRole('link', { name: 'Open the chat' })
  await note.hover()
  await page.clock.fastForward(7000)
  await expect(note).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(7000)
  await expect(note).toBeHidden()
  await page.context().close()
})

test('a note that was touched on a phone goes in its time', async ({ browser }) => {
  const phone = await onPhone(browser, bob)
  await phone.clock.install()
  await phone.goto(`${server.origin('wivesnow')}/search`)
  const dialog = await openWriting(phone, phone.getByRole('article').first())
  await dialog.getByLabel('Your message').fill('Do you dance?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).tap()
  const note = phone.getByRole('status').getByText(/^Sent to/)
  await note.tap()
  await expect(note).toBeVisible()
  await phone.clock.fastForward(7000)
  await expect(note).toBeHidden()
  await phone.context().close()
})

test('words are searched, and an empty filter says why it is empty', async () => {
  await inbox().getByRole('searchbox', { name: 'Search names and messages' }).fill('OLD MAPS')
  await bob.keyboard.press('Enter')
  await expect(bob).toHaveURL(/q=OLD\+MAPS/)
  await expect(rows()).toHaveCount(1)
  await expect(rows()).toContainText('Old maps')
  await rows().getByRole('link').click()
  await expect(bob.locator('#hit')).toContainText('Old maps')
  await expect(bob.locator('#hit')).toBeInViewport()
  await opens('?show=hidden')
  await expect(inbox().getByRole('heading', { name: 'Nothing is hidden' })).toBeVisible()
})

test('the first message of a visit without a network waits, and goes out with it', async () => {
  await Promise.all([
    bob.waitForEvent('requestfinished', (request) => request.url().includes('/outbox.store')),
    opens(),
  ])
  await rows().filter({ hasText: 'alice' }).getByRole('link').click()
  const field = bob.getByRole('textbox', { name: 'Message to alice' })
  await expect(field).toBeFocused()
  await bob.context().setOffline(true)
  await field.fill('From the tunnel')
  await field.press('Enter')
  const log = bob.getByRole('log')
  await expect(
    log.getByText('No connection. It goes out by itself when there is one.'),
  ).toBeVisible()
  await expect(field).toHaveValue('')
  await bob.context().setOffline(false)
  await expect(log.getByText('Delivered')).toBeAttached()
  await expect(log.getByText('No connection.')).toHaveCount(0)
  await expect(log.getByText('From the tunnel')).toHaveCount(1)
})

test('a chat is muted in place, and nobody who waits is there twice', async () => {
  await bob.setViewportSize({ width: 1280, height: 844 })
  await opens()
  await rows().filter({ hasText: 'alice' }).getByRole('link').click()
  await expect(bob.getByRole('textbox', { name: 'Message to alice' })).toBeVisible()
  await bob.locator('summary[aria-label="More about alice"]').click()
  await bob.getByRole('button', { name: 'Mute alice' }).click()
  await expect(bob.getByText('Muted', { exact: true })).toBeVisible()
  await bob.locator('summary[aria-label="More about alice"]').click()
  await bob.getByRole('button', { name: 'Unmute alice' }).click()
  await expect(bob.getByText('Muted', { exact: true })).toHaveCount(0)
  await inbox()
    .getByRole('link', { name: /^Waiting/ })
    .click()
  const tray = inbox().getByRole('region', { name: 'Waiting for you' })
  await expect(tray.getByRole('listitem').first()).toBeVisible()
  for (const name of await tray.getByRole('link').allTextContents())
    await expect(inbox().getByRole('link').filter({ hasText: name })).toHaveCount(1)
})

test('on a wide screen the chat where one last was is open, and on a phone the list', async () => {
  await bob.setViewportSize({ width: 1280, height: 844 })
  await opens()
  await expect(bob.getByRole('textbox', { name: /^Message to / })).toBeVisible()
  await bob.setViewportSize({ width: 390, height: 844 })
  await opens()
  await expect(rows().first()).toBeVisible()
  await expect(bob.getByRole('textbox', { name: /^Message to / })).toHaveCount(0)
})

test('a chat that is chosen the moment the list comes alive opens, not the one of last time', async () => {
  await bob.setViewportSize({ width: 1280, height: 844 })
  await opens()
  const shown = await bob.getByRole('log').locator('xpath=..').getByRole('heading').innerText()
  const other = rows().filter({ hasNotText: shown }).getByRole('link').first()
  const href = await other.getAttribute('href')
  const page = await bob.context().newPage()
  await page.setViewportSize({ width: 1280, height: 844 })
  // A row can be chosen once the island is there; it listens for Back in the effects after that.
  await page.addInitScript((address) => {
    const listen = window.addEventListener.bind(window)
    let isChosen = false
    window.addEventListener = (type: string, heard: EventListenerOrEventListenerObject) => {
      listen(type, heard)
      const row = document.querySelector<HTMLElement>(`li a[href="${address}"]`)
      if (type !== 'popstate' || !row || isChosen) return
      isChosen = true
      row.click()
    }
  }, href)
  await page.goto(`${server.origin('wivesnow')}/messages`)
  await expect(page).toHaveURL(new RegExp(`with=${href?.split('with=')[1]}$`))
  await expectAlive(page)
  const name = (await other.innerText()).split(',')[0] ?? ''
  await expect(page.getByRole('region', { name: `Conversation with ${name}` })).toBeVisible()
  await page.close()
})

test('the list lies on the side of the brand’s A/B test', async () => {
  await bob.setViewportSize({ width: 1280, height: 844 })
  await opens()
  await rows().filter({ hasText: 'alice' }).getByRole('link').click()
  // Side B, which is wivesnow’s.
  const [list, chat] = await Promise.all([
    inbox().boundingBox(),
    bob.getByRole('log').boundingBox(),
  ])
  expect(list?.x).toBeGreaterThanOrEqual((chat?.x ?? 0) + (chat?.width ?? 0))
})

test('on a phone the chat has the whole screen, and Back leads to the list', async () => {
  await bob.setViewportSize({ width: 390, height: 844 })
  await opens()
  await rows().filter({ hasText: 'alice' }).getByRole('link').click()
  await expect(bob.getByRole('log')).toBeVisible()
  for (const bar of [bob.locator('header.topbar'), bob.locator('nav.tabbar')])
    await expect(bar).toBeHidden()
  expect(
    await bob.getByRole('log').evaluate((log) => log.getBoundingClientRect().bottom),
  ).toBeLessThan(844)
  await bob.getByRole('link', { name: 'Back to all conversations' }).click()
  await expect(rows().filter({ hasText: 'alice' }).getByRole('link')).toBeFocused()
  await expect(bob.locator('nav.tabbar')).toBeVisible()
  await bob.setViewportSize({ width: 1280, height: 844 })
})

test('what it costs is said first, and a report is made inside the chat', async () => {
  await rows().filter({ hasText: 'alice' }).getByRole('link').click()
  await expect(bob.getByText(/A message costs 1 credit; you have \d+\./)).toBeVisible()
  await bob.locator('summary[aria-label="More about alice"]').click()
  await expect(bob.getByRole('link', { name: 'Meeting safely' })).toHaveAttribute(
    'href',
    '/site/safety',
  )
  await bob.getByRole('link', { name: 'Report alice' }).click()
  const dialog = bob.getByRole('dialog', { name: 'Report alice' })
  await expect(dialog.getByRole('link', { name: 'help lines by country' })).toHaveAttribute(
    'href',
    '/site/safety#help-lines',
  )
  await dialog.getByRole('radio', { name: 'Something else' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  // What is wrong stands at its field.
  await expect(dialog.getByLabel('What happened?')).toBeFocused()
  await expect(dialog.getByLabel('What happened?')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('What happened?').fill('An invented story')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(bob.getByRole('dialog', { name: 'Thank you' })).toContainText(
    'Your report is with us.',
  )
  await bob.keyboard.press('Escape')
  await expect(bob.locator('summary[aria-label="More about alice"]')).toBeFocused()
  await bob.locator('summary[aria-label="More about alice"]').click()
  await bob.getByRole('link', { name: 'Meeting safely' }).click()
  await expect(bob.getByRole('heading', { name: 'Help lines' })).toBeAttached()
  await bob.goBack()
})

test('somebody in a list is written to without leaving it; the text is kept until it is sent', async () => {
  await bob.goto(`${server.origin('wivesnow')}/search`)
  const card = bob.getByRole('article').first()
  const dialog = await openWriting(bob, card)
  await expect(dialog).toContainText('A message costs 1 credit.')
  await dialog.getByLabel('Your message').fill('What do you grow?')
  await bob.keyboard.press('Escape')
  await expect(card.getByLabel(/^More about/)).toBeFocused()
  await openWriting(bob, card)
  await expect(dialog.getByLabel('Your message')).toHaveValue('What do you grow?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const way = bob.getByRole('status').getByRole('link', { name: 'Open the chat' })
  await way.hover()
  await expect(dialog).toBeHidden()
  await expect(bob).toHaveURL(/\/search$/)
  await way.click()
  await expect(bob.getByRole('log').getByText('What do you grow?')).toBeVisible()
})

test('a message whose answer is lost on the way arrives once, however often it is sent; other words are another one', async () => {
  await bob.goto(`${server.origin('wivesnow')}/search`)
  const dialog = await openWriting(bob, bob.getByRole('article').nth(1))
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  const network = await bob.context().newCDPSession(bob)
  await network.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/message/chatMessages', requestStage: 'Response' }],
  })
  network.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (request.method === 'POST')
      void network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
    else void network.send('Fetch.continueRequest', { requestId })
  })
  for (const words of ['Do you bake?', 'Do you bake?', 'Or cook?']) {
    await dialog.getByLabel('Your message').fill(words)
    const failed = bob.waitForEvent('requestfailed')
    await send.click()
    await failed
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  }
  await network.detach()
  await send.click()
  const way = bob.getByRole('status').getByRole('link', { name: 'Open the chat' })
  await way.hover()
  await expectClosed(dialog)
  await way.click()
  for (const words of ['Do you bake?', 'Or cook?'])
    await expect(bob.getByRole('log').getByText(words)).toHaveCount(1)
})

test('a kept draft is sent and paid once, by its script or by its form, and is in no field after that', async () => {
  await opens()
  await rows().filter({ hasText: 'alice' }).getByRole('link').click()
  const field = bob.getByRole('textbox', { name: 'Message to alice' })
  const sent = (words: string) => bob.getByRole('log').getByText(words, { exact: true })
  const credits = bob.getByText(/A message costs 1 credit; you have \d+\./)
  const creditsLeft = async () =>
    Number(/have (\d+)/.exec((await credits.textContent()) ?? '')?.[1])
  const before = await creditsLeft()

  // Send is the first act on the page, and the script that sends is on its way.
  await field.fill('While the script is on its way')
  let arrives = () => undefined as void
  const held = new Promise<void>((resolve) => (arrives = resolve))
  await bob.route('**/outbox.store*', async (route) => held.then(() => route.continue()))
  const [asked] = await Promise.all([bob.waitForRequest('**/outbox.store*'), bob.reload()])
  await expectAlive(bob)
  await expect(field).toHaveValue('While the script is on its way')
  await field.press('Enter')
  await bob.getByRole('button', { name: 'Send', exact: true }).click()
  arrives()
  await asked.response()
  await expect(sent('While the script is on its way')).toHaveCount(1)
  await expect(field).toHaveValue('')
  await bob.unroute('**/outbox.store*')

  // What the browser sends by itself leads to a page without it.
  await field.fill('By the browser alone')
  await field.evaluate((area: HTMLTextAreaElement) => area.form?.submit())
  await expect(sent('By the browser alone')).toHaveCount(1)
  for (const again of [false, true]) {
    if (again) await bob.reload()
    await expectAlive(bob)
    await expect(field).toHaveValue('')
  }
  // Nor does the browser put it in again where it goes back to the page from before.
  await bob.goBack()
  await expect(sent('By the browser alone')).toHaveCount(1)
  await expectAlive(bob)
  await expect(field).toHaveValue('')
  await expect.poll(creditsLeft).toBe(before - 2)
})

test('an opener goes to ten at once, for five credits', async () => {
  await opens()
  await inbox().getByRole('link', { name: 'Write to ten at once' }).click()
  const dialog = bob.getByRole('dialog', { name: 'Write to ten at once' })
  await expect(dialog).toContainText('It costs 5 credits')
  await expectAlive(bob, 'MagicForm')
  await dialog.getByLabel('Your opener').fill('Which street is no longer there?')
  await dialog.getByRole('button', { name: 'Send for 5 credits' }).click()
  await expect(dialog.getByText(/^Sent to /)).toBeVisible()
})
