import { expect, type Page, test } from '@playwright/test'
import { brandById } from '#sites/registry.ts'
import { wholeBrowser } from '../support/browser.ts'
import { expectAlive, joinFully } from '../support/journey.ts'
import { expectFitsAllScreens } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Mia at home, and what reaches her when she is elsewhere: an update, a message from Ben, a push,
 * and no network.
 */
test.describe.configure({ mode: 'serial' })
test.use({ launchOptions: wholeBrowser(), serviceWorkers: 'allow' })

const miaIs = {
  username: 'Mia',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'Museums on Sundays, and long breakfasts.',
}
const benIs = {
  username: 'Ben',
  gender: 'Man',
  lookingFor: 'Women',
  about: 'I repair bicycles, mostly other people’s.',
}

const server = withServer()
let mia: Page
let ben: Page
const at = (path: string) => `${server.origin('wivesnow')}${path}`

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({
    permissions: ['notifications'],
  })
  mia = await context.newPage()
  // What the system shows and plays is not the page's: what it is told is kept here.
  await mia.addInitScript(() => {
    const told = { badge: 0, tones: 0 }
    Object.assign(globalThis, { told })
    Object.assign(Navigator.prototype, {
      setAppBadge: async (count: number) => void (told.badge = count),
    })
    const { createOscillator } = AudioContext.prototype
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      told.tones += 1
      return createOscillator.call(this)
    }
  })
  ben = await (await browser.newContext()).newPage()
  await joinFully(mia, server.origin('wivesnow'), miaIs)
  await joinFully(ben, server.origin('wivesnow'), benIs)
})

test('Mia’s first steps, and an update that she posts, deletes and brings back by keyboard', async () => {
  await mia.goto(at('/dashboard'))
  await expect(
    mia.getByRole('region', { name: 'Your first steps' }).getByRole('link').first(),
  ).toHaveText('Like somebody')
  const updates = mia.getByRole('region', { name: 'Updates' })
  await updates.getByText('Write an update').press('Enter')
  await updates.getByRole('textbox').fill('x'.repeat(401))
  await updates.getByRole('button', { name: 'Post' }).press('Enter')
  await expect(updates.getByText('at most 400 characters')).toBeVisible()
  await updates.getByRole('textbox').fill('In town until Sunday 🌻')
  await updates.getByRole('button', { name: 'Post' }).press('Enter')
  await expect(updates.getByText('In town until Sunday 🌻')).toBeVisible()
  await expect(updates.getByRole('textbox')).toHaveValue('')
  await updates.getByRole('button', { name: 'Delete this update' }).press('Enter')
  await expect(updates.getByText('In town until Sunday 🌻')).toBeHidden()
  await updates.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(updates.getByText('In town until Sunday 🌻')).toBeVisible()
  await expectFitsAllScreens(mia)
})

test('a message from Ben is told by his face and first words and a sound, leads to the chat, and is counted in the title and on the icon', async () => {
  const told = () =>
    mia.evaluate(() => (globalThis as unknown as { told: { badge: number; tones: number } }).told)
  await mia.goto(at('/profile/edit/settings?screen=notifications#notifications'))
  await mia.getByLabel('A short sound for a new message').check()
  await expect.poll(told).toEqual({ badge: 0, tones: 2 })
  await ben.goto(at('/search'))
  await ben.getByRole('link', { name: /^Mia/ }).click()
  await expect(ben.getByText('In town until Sunday 🌻')).toBeVisible()
  await mia.goto(at('/search'))
  await expect(mia).toHaveTitle(/^Search/)
  await expectAlive(ben)
  await ben.getByRole('link', { name: 'Write a message' }).click()
  const dialog = ben.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Which museum this Sunday?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const toast = mia.getByRole('link', { name: 'Ben: Which museum this Sunday?' })
  // It stays under the pointer.
  await toast.hover()
  await expect(mia).toHaveTitle(/^\(\d+\) Search/)
  await expect.poll(told).toEqual({ badge: Number(/\d+/.exec(await mia.title())?.[0]), tones: 2 })
  await toast.click()
  await expect(mia).toHaveURL(/\/messages\?with=\d+/)
  await expect(mia.getByRole('log').getByText('Which museum this Sunday?')).toBeVisible()
})

test('on home she marks everything as seen, without script and with it', async ({ browser }) => {
  const storageState = await mia.context().storageState()
  const plain = await (
    await browser.newContext({ storageState, javaScriptEnabled: false })
  ).newPage()
  await plain.goto(at('/dashboard'))
  await plain.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(plain.getByText('Everything is marked as seen.')).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Mark all as seen' })).toBeHidden()
  await ben.goto(at('/plist/new/1'))
  // A page that is rendered just before the like counts it with the next poll alone.
  const liked = ben.waitForResponse(
    (response) => response.url().endsWith('/match/like') && response.request().method() === 'POST',
  )
  await ben.getByRole('button', { name: 'Like Mia', exact: true }).click()
  await liked
  await mia.goto(at('/dashboard'))
  const menu = mia.getByRole('navigation', { name: 'Main', exact: true })
  const likes = menu.getByRole('link', { name: 'Likes 1 new like' })
  await expect(likes).toBeVisible()
  await expectAlive(mia, 'NewsTitle')
  await mia.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(mia.getByText('Everything is marked as seen.')).toBeVisible()
  await expect(likes).toBeHidden()
  await expect(
    mia.getByRole('heading', { name: /What is new|Since your last visit/ }),
  ).toBeFocused()
  await mia.reload()
  await expect(likes).toBeHidden()
  await expect(mia.getByRole('button', { name: 'Mark all as seen' })).toBeHidden()
})

test('she turns pushes on for this browser, and a push says neither who nor what', async () => {
  // The browser’s own push service is on the internet: its subscription is made up here, with real
  // keys.
  await mia.addInitScript(() => {
    let kept: unknown = null
    const base64url = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    PushManager.prototype.getSubscription = async () => kept as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const { publicKey } = await crypto.subtle.generateKey(
        { name: 'ECDH', namedCurve: 'P-256' },
        true,
        ['deriveBits'],
      )
      const keys = {
        p256dh: base64url(await crypto.subtle.exportKey('raw', publicKey)),
        auth: base64url(crypto.getRandomValues(new Uint8Array(16)).buffer),
      }
      const endpoint = 'https://push.example.com/mia'
      kept = {
        endpoint,
        options: { applicationServerKey: null, ...options },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => ((kept = null), true),
      }
      return kept as PushSubscription
    }
  })
  await mia.goto(at('/profile/edit/settings?screen=notifications#notifications'))
  const section = mia.getByRole('region', { name: 'Notifications' })
  await expect(section.getByText('Off: this browser is not told.')).toBeVisible()
  await section.getByLabel('Likes').check()
  await expect(section.getByLabel('Say what it is')).not.toBeChecked()
  await section.getByLabel('Say what it is').check()
  await section.getByRole('button', { name: 'Turn on here' }).press('Enter')
  await expect(section.getByText('On: this browser is told.')).toBeVisible()
  await expectFitsAllScreens(mia)
  await renewsSubscription()
  await section.getByRole('button', { name: 'Turn off here' }).press('Enter')
  await expect(section.getByText('Off: this browser is not told.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Turn on here' })).toBeFocused()

  // Where a page of the site is seen, nothing is told.
  await push(mia, 'match')
  await mia.goto('about:blank')
  await push(mia, 'message')
  await mia.goto(at('/dashboard'))
  const told = () =>
    mia.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({ title, body, tag }) => [title, body, tag],
      ),
    )
  await expect.poll(told).toEqual([['Something new', 'Open it to see what.', 'message']])
})

/**
 * The push service has moved the browser to another address: the worker takes along what it is told
 * of.
 */
async function renewsSubscription(): Promise<void> {
  const worker = mia
    .context()
    .serviceWorkers()
    .find((one) => one.url() === at('/sw.js'))
  if (!worker) throw new Error('no service worker')
  await worker.evaluate(async () => {
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const { publicKey } = await crypto.subtle.generateKey(
      { name: 'ECDH', namedCurve: 'P-256' },
      true,
      ['deriveBits'],
    )
    const keys = {
      p256dh: text(await crypto.subtle.exportKey('raw', publicKey)),
      auth: text(crypto.getRandomValues(new Uint8Array(16)).buffer),
    }
    const fresh = { toJSON: () => ({ endpoint: 'https://push.example.com/moved', keys }) }
    const { renew } = globalThis as unknown as {
      renew(old: unknown, fresh: unknown): Promise<void>
    }
    await renew({ endpoint: 'https://push.example.com/mia', options: {} }, fresh)
    // One that is told of nothing is not renewed.
    await renew(
      { endpoint: 'https://push.example.com/unknown', options: {} },
      { toJSON: () => ({ endpoint: 'https://push.example.com/stranger', keys }) },
    )
  })
  const isOn = (name: string) =>
    mia.evaluate(
      async ([api, endpoint]) => {
        const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
        const answer = await fetch(`${api}/push/device`, {
          method: 'POST',
          credentials: 'include',
          headers,
          body: JSON.stringify({ endpoint }),
        })
        return (await answer.json()) as unknown
      },
      [
        server.origin('wivesnow').replace('//www.', '//api.'),
        `https://push.example.com/${name}`,
      ] as const,
    )
  expect(await isOn('moved')).toEqual({
    isOn: true,
    kinds: ['message', 'match', 'request', 'partner', 'like'],
    saysWhat: true,
  })
  expect(await isOn('mia')).toEqual({ isOn: false, kinds: [], saysWhat: false })
  expect(await isOn('stranger')).toEqual({ isOn: false, kinds: [], saysWhat: false })
}

/**
 * Hands a push to the service worker, as the browser does when its push service has brought one.
 */
async function push(page: Page, tag: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === at('/'))
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const data = JSON.stringify({
    title: 'Something new',
    body: 'Open it to see what.',
    path: '/messages',
    tag,
  })
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.origin('wivesnow'),
    registrationId: await found,
    data,
  })
  await devtools.detach()
}

// Specification §3, showInteractionPopup.
test('where the brand lets nothing pop up, a message is counted, and nobody is named', async ({
  browser,
}) => {
  const discreet = 'discreetcrush'
  expect(brandById(discreet)?.flags.showInteractionPopup).toBe(false)
  const page = await (await browser.newContext()).newPage()
  const raeIs = {
    username: 'Rae',
    gender: 'Woman',
    lookingFor: 'Men',
    about: 'Early trains, and late books.',
  }
  await joinFully(page, server.origin(discreet), raeIs)
  await page.goto(`${server.origin(discreet)}/search`)
  await ben.goto(at('/search'))
  await ben.getByRole('link', { name: /^Rae/ }).click()
  await expect(ben.getByRole('heading', { name: /^Rae/ })).toBeVisible()
  await expectAlive(ben)
  await ben.getByRole('link', { name: 'Write a message' }).click()
  const dialog = ben.getByRole('dialog')
  const looked = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/widget/chatMessages' &&
      response.request().method() === 'GET',
  )
  await dialog.getByRole('textbox').fill('Which train do you take?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await (await looked).finished()
  await expect(page).toHaveTitle(/^\(\d+\) Search/)
  // A toast comes with the answer and goes by itself, so what waits for none would find none in the
  // end.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))),
  )
  expect(await page.locator('.toasts > *').count()).toBe(0)
  await page.context().close()
})

test('without a network a page says so, and is there again with one; no private answer is kept', async () => {
  await mia.goto(at('/dashboard'))
  await mia.evaluate(() => navigator.serviceWorker.ready)
  const kept = await mia.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toEqual(['/offline'])
  await mia.context().setOffline(true)
  await mia.goto(at('/search'))
  await expect(mia.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await mia.context().setOffline(false)
  await mia.getByRole('button', { name: 'Try again' }).click()
  await expect(mia.getByRole('heading', { name: 'Search', exact: true })).toBeVisible()
})
