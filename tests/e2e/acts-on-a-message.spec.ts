import { type Browser, expect, type Page, test } from '@playwright/test'
import { axeSource } from '../support/axe.ts'
import { expectAlive, pressOnceFocused, signedIn } from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/** Bob writes to Alice: what each does with one message, and what the other sees of it. */
test.describe.configure({ mode: 'serial' })

const server = withServer({ DEMO: '1' })
let bob: Page
let alice: Page
test.beforeAll(async ({ browser }) => {
  bob = await signedIn(browser, server, 'wivesnow', 'bob')
  const known = await signedIn(browser, server, 'wivesnow', 'alice')
  // She is of a sister site.
  await known.getByRole('button', { name: 'I have read and accept them' }).click()
  await expect(known.getByRole('link', { name: /^Messages/ }).first()).toBeVisible()
  alice = await onPhone(browser, known)
  await opens(bob, 'alice')
  await opens(alice, 'bob')
})

async function onPhone(browser: Browser, page: Page, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return context.newPage()
}

const log = (page: Page) => page.getByRole('log')
/** The first: what answers it has its words, too. */
const message = (page: Page, words: string) =>
  log(page).locator('[id^="message-"]').filter({ hasText: words }).first()
const dots = (page: Page, words: string) =>
  message(page, words).getByRole('link', { name: 'More about this message' })
const menu = (page: Page) => page.getByRole('dialog', { name: /^(Your message|Message from)/ })

async function opens(page: Page, name: string): Promise<void> {
  // Where a chat is open beside the list, it loads with the page.
  const menuLoads = page.waitForResponse(/\/MessagesLater\./)
  await page.goto(`${server.origin('wivesnow')}/messages`)
  await expectAlive(page)
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('link')
    .click()
  await menuLoads
  await expect(log(page)).toBeVisible()
}

async function writes(page: Page, words: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill(words)
  await field.press('Enter')
}

test('a finger that rests on a message opens its menu, and a reaction is seen by both', async () => {
  await writes(bob, 'Do you bake?')
  await expect(message(alice, 'Do you bake?')).toBeVisible()
  const words = await message(alice, 'Do you bake?').getByText('Do you bake?').boundingBox()
  const finger = await alice.context().newCDPSession(alice)
  const touch = (type: 'touchStart' | 'touchEnd') =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: (words?.x ?? 0) + 9, y: (words?.y ?? 0) + 9 }],
    })
  await touch('touchStart')
  await expect(menu(alice)).toBeVisible()
  await touch('touchEnd')
  await expect(menu(alice).getByRole('button', { name: 'love' })).toBeFocused()
  const axe = await alice.evaluate<Array<{ id: string }>>(
    `${axeSource}; axe.run('dialog[open]').then(({ violations }) => violations)`,
  )
  expect(axe.map(({ id }) => id)).toEqual([])
  await menu(alice).getByRole('button', { name: 'funny' }).tap()
  await expect(
    message(bob, 'Do you bake?').getByRole('img', { name: 'alice: funny' }),
  ).toBeVisible()
  await expect(
    message(alice, 'Do you bake?').getByRole('img', { name: 'You: funny' }),
  ).toBeVisible()
})

test('by keys the same, and the focus is where it was', async () => {
  await dots(bob, 'Do you bake?').focus()
  await bob.keyboard.press('Enter')
  await expect(menu(bob).getByRole('button', { name: 'love' })).toBeFocused()
  await bob.keyboard.press('Escape')
  await expect(dots(bob, 'Do you bake?')).toBeFocused()
  await bob.keyboard.press('Enter')
  await expect(menu(bob).getByRole('button', { name: 'love' })).toBeFocused()
  await pressOnceFocused(dots(bob, 'Do you bake?'))
  await bob.keyboard.press('Escape')
  await expect(menu(bob).getByRole('button', { name: 'love' })).toBeFocused()
  // The same where what was chosen has closed it.
  await dots(bob, 'Do you bake?').evaluate(async (link: HTMLElement) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    link.ownerDocument.querySelector<HTMLElement>('dialog[open] button:focus')?.click()
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve()
    link.click()
    await frame()
    await frame()
  })
  await expect(menu(bob).getByRole('button', { name: 'love' })).toBeFocused()
  await bob.keyboard.press('Tab')
  await bob.keyboard.press('Tab')
  await bob.keyboard.press('Enter')
  await expect(message(alice, 'Do you bake?').getByRole('img', { name: 'bob: wink' })).toBeVisible()
})

test('a message is answered with a quote, which leads to it', async () => {
  await message(bob, 'Do you bake?').hover()
  await dots(bob, 'Do you bake?').click()
  await menu(bob).getByRole('link', { name: 'Reply' }).click()
  await expect(bob.getByRole('textbox', { name: /^Message to/ })).toBeFocused()
  await expect(bob.locator('form').getByText('Do you bake?')).toBeVisible()
  await writes(bob, 'Or cook, on Sundays?')
  const quote = message(alice, 'Or cook').getByRole('link', { name: /Do you bake\?/ })
  await expect(quote).toBeVisible()
  await quote.tap()
  await expect(alice.locator('[id^="message-"]:target')).toContainText('Do you bake?')
})

test('its words are copied', async () => {
  await dots(alice, 'Or cook').tap()
  await menu(alice).getByRole('button', { name: 'Copy' }).tap()
  await expect(alice.getByText('Copied.')).toBeVisible()
  expect(await alice.evaluate(() => navigator.clipboard.readText())).toBe('Or cook, on Sundays?')
})

test('it is reported alone', async () => {
  await dots(alice, 'Or cook').tap()
  await menu(alice).getByRole('link', { name: 'Report this message' }).tap()
  const dialog = alice.getByRole('dialog', { name: 'Report bob' })
  await expect(dialog).toContainText('The message goes with it, and the one that it answers')
  await dialog.getByRole('radio', { name: /^Threatens/ }).check()
  await dialog.getByRole('button', { name: 'Send report' }).tap()
  await expect(alice.getByRole('dialog', { name: 'Thank you' })).toBeVisible()
  await alice.getByRole('button', { name: 'Done' }).tap()
})

test('without script the same is a page of forms', async ({ browser }) => {
  const plain = await onPhone(browser, alice, false)
  await plain.goto(alice.url())
  await dots(plain, 'Or cook').click()
  await expect(plain.getByRole('heading', { name: 'Message from bob' })).toBeVisible()
  await expect(plain.getByRole('link', { name: 'Report this message' })).toHaveAttribute(
    'href',
    /act=report&message=\d+/,
  )
  await plain.getByRole('button', { name: 'flower' }).click()
  await expect(message(plain, 'Or cook').getByRole('img', { name: 'You: flower' })).toBeVisible()
  await dots(plain, 'Or cook').click()
  await plain.getByRole('link', { name: 'Reply' }).click()
  await expect(plain.locator('input[name=replyTo]')).toHaveCount(1)
  await plain.context().close()
})

test('it is deleted for both, who are asked once and see that there was one', async () => {
  await dots(bob, 'Do you bake?').focus()
  await bob.keyboard.press('Enter')
  await menu(bob).getByText('Delete for both').click()
  await expect(menu(bob)).toContainText('The credit that it cost is not given back.')
  await menu(bob).getByRole('button', { name: 'Delete it' }).click()
  await expect(log(bob)).toBeFocused()
  for (const page of [bob, alice]) {
    await expect(message(page, 'This message was deleted')).toBeVisible()
    await expect(
      message(page, 'Or cook').getByRole('link', { name: /This message was deleted/ }),
    ).toBeVisible()
    await expect(log(page).getByText('Do you bake?')).toHaveCount(0)
  }
  await bob.reload()
  await expect(log(bob).getByText('Do you bake?')).toHaveCount(0)
})
