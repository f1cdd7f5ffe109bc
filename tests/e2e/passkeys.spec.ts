import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { expectAlive, greeting, joinFully, SECRET } from '../support/journey.ts'
import { expectFitsAllScreens, problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Lena adds a passkey, signs in with it, and locks her pages; the authenticator is the browser's
 * own (CDP, WebAuthn).
 */
test.describe.configure({ mode: 'serial' })

const lena = {
  username: 'Lena',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'Swims before breakfast.',
}
const PIN = '471104'

const server = withServer()
let page: Page
let cdp: CDPSession
let authenticatorId: string
const at = (path: string) => server.origin('discreetcrush') + path

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  authenticatorId = (await cdp.send('WebAuthn.addVirtualAuthenticator', { options }))
    .authenticatorId
  // Nothing is offered beside the name before a test asks for it.
  await confirms(false)
  await joinFully(page, server.origin('discreetcrush'), lena)
})

/** Whether the member touches the sensor as soon as the browser asks. */
async function confirms(enabled: boolean): Promise<void> {
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}

async function signOut(): Promise<void> {
  await page.locator('button.account').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  // The event of the end and the answer both lead there.
  await expect(page).toHaveURL(/\/$/)
  await page.waitForLoadState()
}

test('a passkey is added by keyboard, named, and listed', async () => {
  await page.goto(at('/profile/edit/settings?screen=sign-in#passkeys'))
  const section = page.getByRole('region', { name: 'Passkeys' })
  const link = section.getByRole('link', { name: 'Add a passkey' })
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  // Opened before, the link is not what had the focus when the dialog became modal.
  await expectAlive(page, 'HashDialog')
  for (const isSecond of [false, true]) {
    await link.press('Enter')
    await expect(dialog.getByLabel('Its name')).toBeFocused()
    if (isSecond) break
    await page.keyboard.press('Escape')
    await expect(link).toBeFocused()
    await expect(page).toHaveURL(/screen=sign-in$/)
  }
  await expect(dialog.getByRole('button', { name: 'Go on' })).toBeEnabled()
  expect(await problemsOf(page)).toEqual([])
  await expect(dialog.getByLabel('Your password')).toBeHidden()
  await dialog.getByLabel('Its name').fill('Lena’s phone')
  await confirms(true)
  await dialog.getByLabel('Its name').press('Enter')
  await expect(section.getByText('Your passkeys are saved.')).toBeVisible()
  await expect(section.getByRole('listitem')).toContainText('Lena’s phone, on DiscreetCrush')
  expect(
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  ).toMatchObject([{ rpId: 'discreetcrush.localhost', isResidentCredential: true }])

  // The device has one now, and says so.
  await page.goto(at('/profile/edit/settings?screen=sign-in#passkey'))
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByRole('alert').first()).toHaveText(
    'This device has a passkey for your account already.',
  )
  await page.goto(at('/profile/edit/settings?screen=sign-in#passkeys'))
  await section.getByText('Rename').click()
  await expectFitsAllScreens(page)
  await section.getByLabel('Name').fill('Blue phone')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByRole('listitem')).toContainText('Blue phone')
})

test('a dialog that was opened before it was alive gives the focus back to its link', async () => {
  const held: Array<() => void> = []
  await page.route('**/_astro/HashDialog.*.js', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto(at('/profile/edit/settings?screen=sign-in'))
  await expectAlive(page, 'Passkeys')
  const link = page.getByRole('link', { name: 'Add a passkey' })
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await link.press('Enter')
  await expect(dialog).toBeVisible()
  for (const release of held) release()
  await expectAlive(page, 'HashDialog')
  await page.unroute('**/_astro/HashDialog.*.js')
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
})

test('a copy of her data is asked for with the passkey in place of the password', async () => {
  await page.goto(at('/profile/edit/settings?screen=leaving#copy'))
  const copy = page.getByRole('region', { name: 'A copy of your data' })
  await copy.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(copy.getByRole('link', { name: 'Download my copy' })).toBeVisible()
})

test('it signs in by the button, and by what the browser offers beside the name', async () => {
  await confirms(false)
  await signOut()
  const offered = page.waitForResponse('**/site/passkeyOptions')
  await page.goto(at('/#sign-in'))
  const form = page.getByRole('dialog')
  expect(await form.getByLabel('E-mail or username').getAttribute('autocomplete')).toBe(
    'username webauthn',
  )
  await offered
  // The sensor answers what the button asks for: what the browser offers beside the name would be
  // answered by itself, and what was asked before the sensor answers is not asked again.
  await page.route('**/site/passkeyOptions', async (route) => {
    await confirms(true)
    await route.continue()
  })
  await form.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(greeting(page, 'Lena')).toBeVisible()
  await page.unrouteAll()

  await signOut()
  // The virtual authenticator chooses the offered passkey as soon as the form has the focus, maybe
  // before all has loaded.
  await page.goto(at('/#sign-in'), { waitUntil: 'commit' })
  await expect(greeting(page, 'Lena')).toBeVisible()
})

test('the lock is set in the settings, with a PIN', async () => {
  await confirms(false)
  await page.goto(at('/profile/edit/settings?screen=screen#lock'))
  const lock = page.getByRole('region', { name: 'Lock' })
  await lock.getByLabel('Lock my pages').selectOption('After 1 minute away')
  await lock.getByLabel('A PIN').fill(PIN)
  await lock.getByRole('button', { name: 'Save' }).click()
  await expect(lock.getByText('Saved.')).toBeVisible()
})

/** With the script that locks. */
async function opensMessages(): Promise<void> {
  const before = Date.now()
  await page.goto(at('/messages'))
  await expect
    .poll(() => page.evaluate(() => Number(localStorage.getItem('activeAt'))))
    .toBeGreaterThanOrEqual(before)
}

test('“Lock now” leaves nothing of hers on the screen, behind it or in the tab; the passkey opens it where she was', async () => {
  await page.goto(at('/profile/edit/profile'))
  await expect(page.getByText(lena.about)).toBeVisible()
  await opensMessages()
  await page.locator('button.account').click()
  await page.getByRole('button', { name: 'Lock now' }).click()
  const title = page.getByRole('heading', { name: 'Locked' })
  await expect(title).toBeVisible()
  await expect(page).toHaveTitle('Home')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await problemsOf(page)).toEqual([])
  }
  expect(await page.content()).not.toMatch(/Lena|Swims/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await expect(title).toBeVisible()
  expect(asked.filter((url) => url.includes('//api.'))).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(at('/profile/edit/profile'))
  await expect(title).toBeVisible()
  await expect(page.getByText(lena.about)).toHaveCount(0)
  await confirms(true)
  await page.getByRole('button', { name: 'Unlock with a passkey' }).click()
  await expect(title).toHaveCount(0)
  await expect(page.getByText(lena.about)).toBeVisible()
})

test('a minute without a hand on the page locks it, in every tab, and the PIN opens it', async () => {
  // Before there is another tab: one that has a page meanwhile can note that it was used in 1970.
  await page.clock.install()
  const other = await page.context().newPage()
  await other.goto(at('/search'))
  await opensMessages()
  await page.mouse.move(10, 10)
  await page.clock.fastForward(70_000)
  const title = (tab: Page) => tab.getByRole('heading', { name: 'Locked' })
  await expect(title(page)).toBeVisible()
  await expect(title(other)).toBeVisible()
  await page.getByLabel('Your PIN').fill('000000')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(page.getByText('This is not your PIN. 4 tries are left.')).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  await page.getByLabel('Your PIN').fill(PIN)
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/messages')
  await other.close()
})

test('without script the PIN opens the lock, and the way back in is the password', async ({
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto(at('/dashboard'))
  await plain.locator('button.account').click()
  await plain.getByRole('button', { name: 'Lock now' }).click()
  await expect(plain.getByRole('button', { name: 'Unlock with a passkey' })).toHaveCount(0)
  await plain.goto(at('/search'))
  await plain.getByLabel('Your PIN').fill(PIN)
  await plain.getByRole('button', { name: 'Unlock', exact: true }).click()
  expect(new URL(plain.url()).pathname).toBe('/search')
  await plain.locator('button.account').click()
  await plain.getByRole('button', { name: 'Lock now' }).click()
  await plain.getByRole('button', { name: 'Sign in with my password instead' }).click()
  await expect(plain).toHaveURL(at('/'))
  await plain.goto(at('/#sign-in'))
  const form = plain.locator('#sign-in')
  await expect(form.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await form.getByLabel('E-mail or username').fill('Lena')
  await form.getByLabel('Password', { exact: true }).fill(SECRET)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(greeting(plain, 'Lena')).toBeVisible()
  await plain.goto(at('/profile/edit/settings?screen=sign-in#passkeys'))
  await plain.locator('summary', { hasText: 'Remove Blue phone' }).click()
  await plain.getByRole('region', { name: 'Passkeys' }).getByLabel('Your password').fill(SECRET)
  await plain.getByRole('button', { name: 'Remove Blue phone' }).press('Enter')
  await expect(
    plain.getByRole('region', { name: 'Passkeys' }).getByText('You have none.'),
  ).toBeVisible()
  await context.close()
})
