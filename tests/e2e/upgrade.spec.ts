import { expect, type FrameLocator, type Locator, type Page, test } from '@playwright/test'
import { aliceIs, bobIs, expectAlive, joinFully, onPhone } from '../support/journey.ts'
import { expectFitsAllScreens } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/** Paying, with the sandbox gateway's test cards, as a member lives it. */
test.describe.configure({ mode: 'serial' })

const server = withServer()
let alice: Page
let bob: Page
const violations: string[] = []

test.beforeAll(async ({ browser }) => {
  alice = await (await browser.newContext()).newPage()
  bob = await (await browser.newContext()).newPage()
  for (const page of [alice, bob]) {
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) violations.push(message.text())
    })
  }
  await joinFully(alice, server.origin('adultcrush'), aliceIs)
})

test('Alice sees what a membership costs, and how it renews', async () => {
  await alice.getByRole('link', { name: 'Upgrade' }).first().click()
  await expect(alice.getByText('You are a standard member.')).toBeVisible()
  await expect(
    alice.getByText('US$29.95 now for 30 days, then US$29.95 every 30 days until you cancel.'),
  ).toBeVisible()
})

test('Alice is told what opens, and the dearest is not chosen for her', async () => {
  await expect(
    alice.getByRole('row', { name: 'Read One message a day Every message in full' }),
  ).toBeVisible()
  await expect(alice.getByRole('radio', { name: /^1 month/ })).toBeChecked()
  await expect(alice.getByRole('radio', { name: /^12 months Best value/ })).not.toBeChecked()
  for (const width of [390, 768, 1280]) {
    await alice.setViewportSize({ width, height: 844 })
    await alice.evaluate(() => scrollTo(0, 0))
    if (width < 900)
      await expect(
        alice.getByRole('button', { name: 'Order with obligation to pay' }),
      ).toBeInViewport()
  }
  await expectFitsAllScreens(alice)
  await alice.setViewportSize({ width: 1280, height: 720 })
})

test('a card form that does not come within five seconds is asked for again', async () => {
  await alice.route('**/getFormData?*', () => undefined)
  await alice.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(alice.getByText('Loading the card form')).toBeVisible()
  await expect(alice.getByRole('button', { name: 'Load the card form' })).toBeVisible()
  await expect(alice.getByRole('alert')).toHaveCount(0)
  await alice.unroute('**/getFormData?*')
  await alice.getByRole('button', { name: 'Load the card form' }).click()
  await expect(cardForm(alice).getByLabel('Card number')).toBeVisible()
  await alice.getByRole('button', { name: 'Choose something else' }).click()
})

test('a declined card says so, and another one may follow', async () => {
  await alice.getByRole('radio', { name: /^3 months/ }).check()
  await alice.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await pay(cardForm(alice), '4242 4242 4242 4242', '12/20')
  // At its field, which has the focus.
  await expect(cardForm(alice).getByRole('alert')).toHaveText(/^This card has expired/)
  await expect(cardForm(alice).getByLabel('Expires')).toBeFocused()
  await expect(alice.getByRole('alert')).toHaveCount(0)
  await pay(cardForm(alice), '4000 0000 0000 0002')
  await expect(cardForm(alice).getByRole('alert')).toHaveCount(0)
  await expect(
    alice
      .getByRole('alert')
      .filter({ hasText: 'Nothing was charged. Try another card, or ask your bank.' }),
  ).toBeVisible()
  // At the form that stays, in sight.
  await expect(alice.getByRole('alert')).toBeInViewport()
  await expect(alice.getByText('You are a standard member.')).toBeVisible()
})

test('the approved card makes her premium, without a reload', async () => {
  await alice.evaluate(() => Reflect.set(window, 'isSamePage', true))
  await pay(cardForm(alice), '4242 4242 4242 4242')
  await expect(
    alice.getByText('Your payment has arrived: you are a premium member now.'),
  ).toBeVisible()
  await expect(alice.getByText(/You are a premium member until/)).toBeVisible()
  await expect(alice.getByRole('link', { name: /^Go on to: / })).toBeVisible()
  await expect(alice.getByRole('link', { name: 'Upgrade' })).toHaveCount(0)
  expect(await alice.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
})

/**
 * An act is one choice (a touch, or a key that presses something) or one field filled in; that the
 * focus moves is none.
 */
for (const by of ['touch', 'keyboard'] as const)
  test(`from “Upgrade” to a paid membership are at most six acts, by ${by}`, async ({
    browser,
  }) => {
    const origin = server.origin('adultcrush')
    const joined = await (await browser.newContext()).newPage()
    await joinFully(joined, origin, { ...aliceIs, username: by === 'touch' ? 'Cleo' : 'Cora' })
    const page = by === 'touch' ? await onPhone(browser, joined) : joined
    const acts: string[] = []
    const press = (control: Locator) => {
      acts.push(String(control))
      return by === 'touch' ? control.tap() : control.press('Enter')
    }
    await page.goto(`${origin}/dashboard`)
    await press(page.getByRole('link', { name: 'Upgrade' }).first())
    await page.waitForURL('**/billing/upgrade')
    await expectAlive(page)
    await press(page.getByRole('button', { name: 'Order with obligation to pay' }))
    const first = cardForm(page).getByLabel('Card number')
    await (by === 'touch' ? first.tap() : first.focus())
    for (const typed of ['4242424242424242', '12/39', '321']) {
      acts.push(typed)
      await page.keyboard.type(typed)
      await page.keyboard.press(typed === '321' ? 'Enter' : 'Tab')
    }
    acts.push('Pay')
    await expect(page.getByText(/^Your payment has arrived/)).toBeVisible()
    expect(acts.length, acts.join(', ')).toBeLessThanOrEqual(6)

    // Back after paying, and here again: it is paid, and no card is asked for.
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goForward()
    await expect(page.getByText(/^You are a premium member until/)).toBeVisible()
    await expectAlive(page)
    await expect(page.locator('iframe[title="Card form"]')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.context().close()
    if (by === 'touch') await joined.context().close()
  })

test('an error of the gateway is shown, but for the one that says she has paid already', async () => {
  await alice.getByRole('button', { name: 'Back to the offers' }).click()
  await alice.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await pay(cardForm(alice), '4000 0000 0000 0127')
  await expect(cardForm(alice).getByRole('button', { name: /^Pay/ })).toBeEnabled()
  await expect(alice.getByRole('alert')).toHaveCount(0)
  await pay(cardForm(alice), '4000 0000 0000 0119')
  await expect(
    alice
      .getByRole('alert')
      .filter({ hasText: 'The bank cannot be reached. Please try another card.' }),
  ).toBeVisible()
})

test('the gateway’s script has no origin, and so neither cookie nor storage of ours', async () => {
  const frame = alice.frames().find((one) => one.url().includes('/card-form'))
  const reach = await frame?.evaluate(() => {
    const attempt = (read: () => unknown) => {
      try {
        return String(read())
      } catch (error) {
        return (error as Error).name
      }
    }
    return [
      self.origin,
      attempt(() => document.cookie),
      attempt(() => localStorage.length),
      attempt(() => parent.document.title),
    ]
  })
  expect(reach).toEqual(['null', 'SecurityError', 'SecurityError', 'SecurityError'])
})

test('Bob pays two credits for where Alice is, and writes until he has none', async () => {
  await joinFully(bob, server.origin('wivesnow'), bobIs)
  await bob.goto(`${server.origin('wivesnow')}/profile/view/id/${await idOf(alice)}`)
  const clicked = bob.waitForRequest('**/event/clickRevealLocation')
  await bob.getByRole('button', { name: 'Reveal the location for 2 credits' }).click()
  await clicked
  await expect(bob.locator('#location').getByRole('status')).toHaveText(/^(About|In the same area)/)
  await expect(bob.getByRole('link', { name: '3 credits left' })).toBeVisible()
  await bob.reload()
  await expect(bob.locator('#location').getByRole('status')).toHaveText(/^(About|In the same area)/)

  const tab = await bob.context().newPage()
  await tab.goto(`${server.origin('wivesnow')}/search`)
  await expect(tab.getByRole('link', { name: '3 credits left' })).toBeVisible()
  await bob.goto(`${server.origin('wivesnow')}/messages?with=${await idOf(alice)}`)
  await expectAlive(bob, 'Messages')
  for (const [text, left] of [
    ['Good evening', 2],
    ['I live nearby', 1],
    ['And I cook', 0],
  ] as const) {
    await composer(bob).fill(text)
    await bob.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(
      bob.getByRole('link', { name: `${left} credit${left === 1 ? '' : 's'} left` }),
    ).toBeVisible()
  }
  // In the bar of each tab.
  await expect(tab.getByRole('link', { name: '0 credits left' })).toBeVisible()
  await tab.close()
})

test('Bob is told that he has too few, buys a book again, which his bank asks about first, and what he wrote waits for him', async () => {
  await composer(bob).fill('Do you dance?')
  await bob.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = bob.getByRole('dialog', { name: 'Not enough credits' })
  await expect(dialog.getByText('A message costs 1 credit, and you have none left.')).toBeVisible()
  await dialog.getByRole('link', { name: 'Re-purchase' }).click()
  await expect(bob.getByRole('heading', { name: 'Write to Alice' })).toBeVisible()
  await expect(bob.getByText('You have 0 credits.')).toBeVisible()
  await staysWithoutScript()
  await expectAlive(bob)
  await bob.getByRole('radio', { name: /^Book of 20/ }).check()
  await bob.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await pay(cardForm(bob), '4242 4242 4242 4242')
  await cardForm(bob).getByLabel('Code from your bank').fill('999')
  await cardForm(bob).getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(cardForm(bob).getByRole('alert')).toHaveText(/^The code was not right/)
  await cardForm(bob).getByLabel('Code from your bank').fill('123')
  await cardForm(bob).getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(bob.getByText('Your payment has arrived: you have 20 credits now.')).toBeVisible()
  await expect(bob.getByText('20 credits: expires after 90 days')).toBeVisible()
  await bob.getByRole('link', { name: 'On to the message' }).click()
  await expect(composer(bob)).toHaveValue('Do you dance?')
  await bob.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(bob.getByRole('log', { name: 'Messages' }).getByText('Do you dance?')).toBeVisible()
  await expect(bob.getByRole('link', { name: '19 credits left' })).toBeVisible()
})

test('Bob reads what came and went', async () => {
  await bob.getByRole('link', { name: '19 credits left' }).click()
  await expect(bob.getByRole('heading', { name: 'My credits' })).toBeVisible()
  for (const name of [
    /^Message: Alice .* −1 19$/,
    /^Bought Book of 20, €9.90 on WivesNow .* \+20 20$/,
    /^Location revealed: Alice .* −2 3$/,
    /^A welcome from us .* \+5 5$/,
  ]) {
    await expect(bob.getByRole('row', { name }).first()).toBeVisible()
  }
  await expectFitsAllScreens(bob)
})

test('no page broke its content security policy', () => {
  expect(violations).toEqual([])
})

/** What he came for is not forgotten where he orders before the page's script is there. */
async function staysWithoutScript(): Promise<void> {
  const browser = bob.context().browser()
  const plain = await browser?.newContext({
    javaScriptEnabled: false,
    storageState: await bob.context().storageState(),
  })
  if (!plain) throw new Error('no browser')
  const page = await plain.newPage()
  await page.goto(bob.url())
  await expect(page.getByText(/card gateway, whose form needs JavaScript/)).toBeVisible()
  await page.getByRole('radio', { name: /^Book of 20/ }).check()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page).toHaveURL(/[?&]keyword=/)
  await expect(page.getByRole('heading', { name: 'Write to Alice' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Book of 20/ })).toBeChecked()
  await expect(page.getByRole('alert')).toHaveText(/^Nothing is ordered yet: .* needs JavaScript/)
  await plain.close()
}

async function idOf(page: Page): Promise<string> {
  const address = await page.locator('#account a[href^="/profile/view/id/"]').getAttribute('href')
  return address?.split('/').at(-1) ?? ''
}

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const cardForm = (page: Page) => page.frameLocator('iframe[title="Card form"]')

async function pay(form: FrameLocator, number: string, expiry = '12/39'): Promise<void> {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expires').fill(expiry)
  await form.getByLabel('Security code').fill('321')
  // A click in a frame of another process can be lost that has just moved; a key is not.
  await form.getByRole('button', { name: /^Pay/ }).press('Enter')
}
