import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/cast.ts'
import { brandById } from '#sites/registry.ts'
import { portrait } from './portrait.ts'
import { rememberedOn } from './remembered.ts'
import type { RunningServer } from './server.ts'

export type Joiner = { username: string; gender: string; lookingFor: string; about: string }

export const aliceIs: Joiner = {
  username: 'Alice',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'Long walks, short messages, and a good laugh.',
}
export const bobIs: Joiner = {
  username: 'Bob',
  gender: 'Man',
  lookingFor: 'Women',
  about: 'I cook on Sundays and read on trains.',
}

export const SECRET = 'a long enough secret'

/**
 * A closed dialog leaves its hash by going back: until then, it would cut off where the page goes
 * next. The address tells: where there is no entry to go back to the hash is taken from it, and
 * `:target` stays.
 */
export async function expectClosed(dialog: Locator): Promise<void> {
  await expect(dialog).toBeHidden()
  const isAtDialog = () => document.querySelector(`dialog[id="${location.hash.slice(1)}"]`) !== null
  await expect
    .poll(async () => dialog.page().evaluate(isAtDialog), {
      message: 'the address is that of a dialog',
      timeout: 60_000,
    })
    .toBe(false)
}

/** The last of what a member's page loads after its own scripts, where the brand has ads. */
export async function everythingLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('monetisation').length > 0)
}

/** Somebody's session on a phone, by touch. */
export async function onPhone(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  return context.newPage()
}

/**
 * Before its island is alive, a form of the page is posted, and a link followed. Astro takes `ssr`
 * away before React has begun: it is alive once what was rendered is React's, and the effects have
 * run. `island`: one by its export, or the one around or in a part; otherwise all but those that wait
 * until they are seen.
 */
export async function expectAlive(page: Page, island?: string | Locator): Promise<void> {
  const isPart = typeof island === 'object'
  if (isPart) await island.scrollIntoViewIfNeeded()
  await page.waitForFunction(
    // Not async: a promise would be taken for true.
    ({ name, part }) => {
      type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
      const isReacts = (element: Element) =>
        Object.entries(element).some(
          ([key, fiber]) =>
            key.startsWith('__reactContainer$') &&
            !(fiber as Root).stateNode.current.memoizedState.isDehydrated,
        )
      if (part) {
        const around = part.closest('astro-island') ?? part.querySelector('astro-island')
        return around !== null && isReacts(around)
      }
      return name === undefined
        ? [...document.querySelectorAll('astro-island:not([client=visible])')].every(isReacts)
        : [...document.querySelectorAll(`astro-island[component-export="${name}"]`)].some(isReacts)
    },
    { name: isPart ? undefined : island, part: isPart ? await island.elementHandle() : null },
    { timeout: 20_000 },
  )
  await page.evaluate(async () => {
    // Without a limit never, now and then, once the size of the page has been changed.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
    // React's own messages, in which the effects run, were posted before this one.
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true })
      port1.start()
      port2.postMessage(null)
    })
  })
}

/** Presses it as soon as it has the focus: before the browser tells, a frame later, what closed. */
export async function pressOnceFocused(pressed: Locator): Promise<void> {
  await pressed.evaluate((element: HTMLElement) => {
    const press = async () => {
      for (let turn = 0; turn < 9; turn += 1) await Promise.resolve()
      element.click()
    }
    element.addEventListener('focus', () => void press(), { once: true })
  })
}

/** Opens the dialog that writes to somebody, from the menu of a card of a list. */
export async function openWriting(page: Page, card: Locator): Promise<Locator> {
  await expectAlive(page)
  await card.getByLabel(/^More about/).click()
  await card.getByRole('link', { name: /^Write to/ }).click()
  return page.getByRole('dialog', { name: /^Write to/ })
}

/** The dashboard's title, on the brand of the page's address. */
export function greeting(page: Page, name: string): Locator {
  const brand = brandById(new URL(page.url()).hostname.split('.').at(-2) ?? '')
  if (!brand) throw new Error(`no brand at ${page.url()}`)
  return page.getByRole('heading', { level: 1, name: brand.voice.greeting.replace('{name}', name) })
}

/** Joins by the dialog on a brand's landing, with script; ends on the dashboard. */
export async function register(page: Page, origin: string, person: Joiner): Promise<void> {
  await page.goto(`${origin}/#register`)
  const dialog = page.getByRole('dialog')
  await fillPerson(dialog, person)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await fillAccount(dialog, person)
  await dialog.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

export async function fillPerson(form: Locator | Page, person: Joiner): Promise<void> {
  await form.getByRole('radio', { name: person.gender, exact: true }).check()
  await form.getByRole('checkbox', { name: person.lookingFor, exact: true }).check()
  await form.getByLabel('Date of birth').fill('1991-03-14')
  await form.getByLabel('Country').selectOption('US')
  await form.getByLabel('Town or city').fill('Chicago')
}

export async function fillAccount(form: Locator | Page, person: Joiner): Promise<void> {
  await form.getByLabel('Username').fill(person.username)
  await form.getByLabel('E-mail').fill(`${person.username.toLowerCase()}@example.org`)
  await form.getByLabel('Password', { exact: true }).fill(SECRET)
  await form.getByLabel(/accept the terms/).check()
  await form.getByLabel(/may keep what I say/).check()
}

export async function finishProfile(page: Page, person: Joiner): Promise<void> {
  await addFirstPhoto(page)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByLabel('About me').fill(person.about)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Finish my profile' }).click()
  await expect(page.getByRole('button', { name: 'Finish my profile' })).toHaveCount(0)
  // Specification §3, showUpgradeAfterRegister: some brands say first what an upgrade gives.
  if (page.url().includes('/billing/upgrade'))
    await page.goto(new URL('/dashboard', page.url()).href)
  await expect(greeting(page, person.username)).toBeVisible()
}

/** On the first of a newcomer's screens. */
export async function addFirstPhoto(page: Page): Promise<void> {
  await page.getByLabel('My photos show only me').check()
  await page
    .getByLabel('Photos of you')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
}

export async function joinFully(page: Page, origin: string, person: Joiner): Promise<void> {
  await register(page, origin, person)
  await finishProfile(page, person)
}

export type Newcomer = { email: string; birthday?: string; password?: string }

export async function fillShortForm(
  page: Page,
  { email, birthday = '1991-03-14', password }: Newcomer,
): Promise<void> {
  const form = page.getByRole('main')
  await form.getByRole('radio', { name: 'Woman', exact: true }).check()
  await form.getByRole('checkbox', { name: 'Men', exact: true }).check()
  await form.getByLabel('Date of birth').fill(birthday)
  await form.getByLabel('Country').selectOption('GB')
  await form.getByLabel('E-mail').fill(email)
  if (password !== undefined) await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel(/accept the terms/).check()
  await form.getByLabel(/may keep what I say/).check()
}

/** By the form of the landing, with or without scripts; staff end at the second factor. */
export async function signIn(
  page: Page,
  origin: string,
  login: string,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.goto(`${origin}/#sign-in`)
  const form = page.locator('form[action="/site/signin"]')
  await form.getByLabel('E-mail or username').fill(login)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/(dashboard|staff\/verify)$/)
}

/** The same of somebody of the demo network, by a form that an empty page of the site posts. */
export async function enter(page: Page, origin: string, login: string): Promise<void> {
  const empty = `${origin}/empty`
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(empty)
  await page.unroute(empty)
  await page.evaluate(
    (fields) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: '/site/signin' })
      for (const [name, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    },
    { login, password: DEMO_PASSWORD },
  )
  await expect(page).toHaveURL(/\/(dashboard|staff\/verify)$/)
}

/**
 * Somebody of the demo network in a browser of their own, which opens no window behind the page
 * (popunder.spec.ts).
 */
export async function signedIn(
  browser: Browser,
  server: Pick<RunningServer, 'origin'>,
  brand: string,
  login: string,
): Promise<Page> {
  const context = await browser.newContext()
  await context.addCookies([
    rememberedOn(brand, 'adult', 'yes'),
    rememberedOn(brand, 'cookies', 'needed'),
  ])
  await context.addInitScript(() => localStorage.setItem('popunderShown', '1'))
  const page = await context.newPage()
  await enter(page, server.origin(brand), login)
  return page
}
