import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { chromiumArguments, headlessPath } from '../support/browser.ts'
import { signedIn } from '../support/journey.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/**
 * Bob writes to Alice and speaks to her, on a brand that has voice messages; the browser's
 * microphone beeps.
 */
test.describe.configure({ mode: 'serial' })

let server: RunningServer
let browser: Browser
let bob: Page
let alice: Page
test.beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await chromium.launch({
    executablePath: headlessPath(),
    args: [
      ...chromiumArguments,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })
  bob = await signsIn('bob')
  alice = await signsIn('alice')
  const { pathname, search } = new URL(await chatWith(bob, 'alice'))
  await bob.goto(server.origin('megaflirt') + pathname + search)
  await chatWith(alice, 'bob')
})
test.afterAll(async ({ browser }) => {
  await browser.close()
  await server.stop(browser)
})

async function signsIn(username: string): Promise<Page> {
  const page = await signedIn(browser, server, 'megaflirt', username)
  await page.locator('#accept-terms').getByRole('button').click()
  await expect(page.locator('#accept-terms')).toHaveCount(0)
  return page
}

async function chatWith(page: Page, username: string): Promise<string> {
  await page.goto(`${server.origin('megaflirt')}/messages`)
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: username })
    .first()
    .click()
  // Where one last was is open already.
  await expect(page.getByRole('region', { name: `Conversation with ${username}` })).toBeVisible()
  return page.url()
}

const recorder = () => bob.getByRole('dialog', { name: 'Voice message to alice' })
const records = async () => {
  await bob.getByRole('button', { name: 'Record a voice message' }).click()
  await expect(recorder().getByText('Recording. Speak now.')).toBeVisible()
  await expect(recorder().getByRole('timer')).toContainText(/0:(0[1-9]|[1-5]\d)/)
}

/** The words of the recordings that Bob's browser keeps and has not sent. */
const kept = () =>
  bob.evaluate(async () => {
    const opening = indexedDB.open('choices', 1)
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const asking = opening.result.transaction('choices', 'readonly').objectStore('choices').getAll()
    await new Promise((resolve) => (asking.onsuccess = resolve))
    opening.result.close()
    return (asking.result as Array<{ value: { transcript: string } }>).map(
      ({ value }) => value.transcript,
    )
  })

test('while Bob types, Alice sees that he does, until his message is there', async () => {
  const mark = alice.getByRole('log').getByRole('status')
  const field = bob.getByLabel('Message to alice')
  // Told once in three seconds, to whoever is there by then.
  await expect(async () => {
    await field.fill('')
    await field.pressSequentially('Are you near the canal?')
    await expect(mark).toHaveText('bob is writing', { timeout: 4000 })
  }).toPass()
  await bob.keyboard.press('Enter')
  await expect(alice.getByRole('log').getByText('Are you near the canal?')).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('Bob records by keyboard, listens, types what he says, and sends; Alice plays it', async () => {
  await bob.getByLabel('Message to alice').focus()
  await bob.keyboard.press('Tab')
  await bob.keyboard.press('Enter')
  await expect(recorder().getByRole('button', { name: 'Stop' })).toBeFocused()
  await expect(recorder().getByRole('timer')).toContainText(/0:(0[2-9]|[1-5]\d)/)
  await bob.keyboard.press('Enter')
  await expect(
    recorder().getByText(
      /A message costs 1 credit; you have \d+\. Nothing is sent until you say so\./,
    ),
  ).toBeVisible()
  await recorder()
    .getByRole('button', { name: /^Play voice message/ })
    .click()
  await expect(recorder().getByRole('button', { name: /^Pause voice message/ })).toBeVisible()
  await recorder().getByLabel('What you say, in words').fill('Beep, said the canal boat.')
  await recorder().getByRole('button', { name: 'Send', exact: true }).click()
  await expect(recorder()).toBeHidden()
  await expect(bob.getByRole('button', { name: 'Record a voice message' })).toBeFocused()

  const heard = alice.getByRole('log')
  await expect(heard.getByText('Beep, said the canal boat.')).toBeVisible()
  await heard.getByRole('button', { name: 'Speed 1×' }).click()
  await expect(heard.getByRole('button', { name: 'Speed 1.5×' })).toBeVisible()
  // A place stands for less than a second, which a look now and then may miss.
  const isAtOne = heard.getByRole('slider', { name: 'Position' }).evaluate(
    (slider) =>
      new Promise<void>((resolve) => {
        const seen = new MutationObserver(() => {
          if (/^0:01 of 0:\d\d$/.test(slider.ariaValueText ?? '')) resolve()
        })
        seen.observe(slider, { attributes: true })
      }),
  )
  await heard.getByRole('button', { name: /^Play voice message, 0:\d\d$/ }).click()
  await isAtOne
  await expect(heard.getByRole('button', { name: 'Speed 1.5×' })).toBeVisible()
  await expect(
    alice.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: 'bob' }).first(),
  ).toContainText(/Voice message \(0:\d\d\): Beep/)
})

test('a recording that is closed waits; one that is sent without a connection goes out after a reload', async () => {
  await records()
  await bob.keyboard.press('Escape')
  await expect(recorder()).toBeHidden()
  await bob.getByRole('button', { name: 'Record a voice message' }).click()
  await recorder().getByLabel('What you say, in words').fill('In the tunnel.')
  await expect.poll(kept).toEqual(['In the tunnel.'])
  // Not closed: the page goes as in a crash.
  await bob.reload()
  await bob.getByRole('button', { name: 'Record a voice message' }).click()
  await expect(recorder().getByRole('button', { name: /^Play voice message/ })).toBeVisible()
  await expect(recorder().getByLabel('What you say, in words')).toHaveValue('In the tunnel.')
  await bob.context().setOffline(true)
  await recorder().getByLabel('What you say, in words').fill('Out of the tunnel.')
  await recorder().getByRole('button', { name: 'Send', exact: true }).click()
  await expect(
    bob.getByRole('log').getByText('No connection. It goes out by itself when there is one.'),
  ).toBeVisible()
  await bob.context().setOffline(false)
  await bob.reload()
  await expect(alice.getByRole('log').getByText('Out of the tunnel.')).toBeVisible()
  await expect(bob.getByRole('log').getByText('Out of the tunnel.')).toHaveCount(1)
  await expect(bob.getByText('No connection.')).toHaveCount(0)
  await expect.poll(kept).toEqual([])
})

test('signing out deletes what is recorded', async () => {
  const sounds = () =>
    bob.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await bob.evaluate(
    () => new Promise((resolve) => (indexedDB.open('recordings', 1).onsuccess = resolve)),
  )
  await bob.goto(`${server.origin('megaflirt')}/messages`)
  expect(await sounds()).toEqual(expect.arrayContaining(['recordings', 'choices']))
  await bob.getByRole('button', { name: 'bob' }).click()
  await bob.getByRole('button', { name: 'Sign out' }).click()
  await expect(bob).toHaveURL(`${server.origin('megaflirt')}/`)
  await expect
    .poll(async () =>
      (await sounds()).filter((name) => name === 'recordings' || name === 'choices'),
    )
    .toEqual([])
})
