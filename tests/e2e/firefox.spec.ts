import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core'
import { DEMO_PASSWORD } from '#demo/cast.ts'
import { firefoxPath } from '../support/browser.ts'
import { portrait } from '../support/portrait.ts'
import { rememberedOn } from '../support/remembered.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/**
 * The size of the window and not of its pages: a Firefox with long-term support lacks a command
 * that Puppeteer sets those by.
 */
const atADesk: LaunchOptions = {
  browser: 'firefox',
  args: ['--width=1280', '--height=1000'],
  defaultViewport: null,
}

/** Firefox's own microphone for tests beeps, and nobody is asked for it. */
const beeping = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
}

/**
 * Joining, meeting and chatting in the Firefox of this machine, where there is one. Playwright
 * drives only a Firefox of its own; Puppeteer drives any by WebDriver BiDi.
 */
const executablePath = firefoxPath()
if (executablePath === null)
  console.log('No Firefox is installed that is new enough to be driven: its stories are left out.')
else {
  let server: RunningServer
  let browser: Browser
  test.beforeAll(async () => {
    ;[server, browser] = await Promise.all([
      startServer({ DEMO: '1' }),
      puppeteer.launch({ ...atADesk, executablePath, extraPrefsFirefox: beeping }),
    ])
  })
  test.afterAll(async () => {
    await browser.close()
    await server.stop()
  })
  test('Fiona joins in Firefox, meets Bob, and they chat', () => story(browser, server))
  test('Bob speaks to Alice in Firefox, which fetches no page before its click', () =>
    spokenStory(browser, server))
}

async function story(browser: Browser, server: RunningServer): Promise<void> {
  const files = await mkdtemp(join(tmpdir(), 'firefox-'))
  try {
    const photo = join(files, 'me.jpg')
    await writeFile(photo, await portrait())
    const fiona = await joins(browser, server, photo)
    const bob = await signsIn(browser, server, 'wivesnow', 'bob')
    const fionasPage = await ownProfile(fiona)
    const bobsPage = await ownProfile(bob)

    await likes(bob, server.origin('wivesnow') + fionasPage)
    await likes(fiona, server.origin('wivesnow') + bobsPage)
    await fiona.waitForSelector('dialog[open] ::-p-text(bob)')
    await bob.waitForSelector('dialog[open] ::-p-text(Fiona)')

    await chat(bob, server, fionasPage)
    await chat(fiona, server, bobsPage)
    await says(bob, 'How was the ferry?')
    await reads(fiona, 'How was the ferry?')
    await says(fiona, 'Windy, and on time.')
    await reads(bob, 'Windy, and on time.')
  } finally {
    await rm(files, { recursive: true })
  }
}

async function spokenStory(browser: Browser, server: RunningServer): Promise<void> {
  const bob = await signsIn(browser, server, 'megaflirt', 'bob')
  const errors: string[] = []
  bob.on('pageerror', (error) => void errors.push(String(error)))
  await bob.locator('#accept-terms button').click()
  await bob.waitForSelector('#accept-terms', { hidden: true })

  expect(
    await bob.evaluate(
      () => 'supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules'),
    ),
  ).toBe(false)
  for (const path of ['/search', '/messages']) {
    const link = `nav[aria-label=Main] a[href="${path}"]`
    await bob.hover(link)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await bob.$('[data-prefetch]')).toBeNull()
    await Promise.all([bob.waitForNavigation(), bob.click(link)])
    expect(new URL(bob.url()).pathname).toBe(path)
  }

  const chat = await bob.$$eval(
    'a[href*="with="]',
    (links) => links.find((one) => one.textContent.includes('alice'))?.href ?? '',
  )
  await bob.goto(chat)
  await bob.bringToFront()
  await bob.locator('button[aria-label="Record a voice message"]').click()
  await bob.waitForSelector('dialog[open] ::-p-text(Recording. Speak now.)')
  await bob.waitForFunction(() =>
    /0:(0[2-9]|[1-5]\d)/.test(
      document.querySelector('dialog[open] [role=timer]')?.textContent ?? '',
    ),
  )
  await bob.locator('dialog[open] button ::-p-text(Stop)').click()
  await bob.locator('dialog[open] textarea').fill('Beep, said the fox.')
  const sent = bob.waitForResponse(
    (response) =>
      response.url().endsWith('/message/voice') && response.request().method() === 'POST',
  )
  await bob.locator('dialog[open] button ::-p-text(Send)').click()
  expect((await sent).status()).toBe(200)
  await reads(bob, 'Beep, said the fox.')
  await bob.waitForSelector('[role=log] button[aria-label^="Play voice message"]')
  expect(errors).toEqual([])
}

async function pageOf(browser: Browser, server: RunningServer, brand: string): Promise<Page> {
  const context = await browser.createBrowserContext()
  await context.setCookie(
    rememberedOn(brand, 'adult', 'yes'),
    rememberedOn(brand, 'cookies', 'needed'),
  )
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(`${server.origin(brand)}/`)
  return page
}

async function joins(browser: Browser, server: RunningServer, photo: string): Promise<Page> {
  const page = await pageOf(browser, server, 'wivesnow')
  await page.goto(`${server.origin('wivesnow')}/#register`)
  const form = 'dialog[open] form[action="/registration/save"]'
  await page.locator(`${form} [name=gender][value=woman]`).click()
  await page.locator(`${form} [name=lookingFor][value=man]`).click()
  await page.locator(`${form} [name=birthday]`).fill('1991-03-14')
  await page.locator(`${form} [name=country]`).fill('US')
  await page.locator(`${form} [name=place]`).fill('Chicago')
  await page.locator(`${form} ::-p-text(Continue)`).click()
  await page.locator(`${form} [name=username]`).fill('Fiona')
  await page.locator(`${form} [name=email]`).fill('fiona@example.org')
  await page.locator(`${form} [name=password]`).fill('a long enough secret')
  await page.locator(`${form} [name=acceptTerms]`).click()
  await page.locator(`${form} [name=acceptSensitiveData]`).click()
  await Promise.all([page.waitForNavigation(), page.locator(`${form} button[type=submit]`).click()])
  expect(page.url()).toMatch(/\/dashboard$/)
  await page.locator('[name=rules]').click()
  const input = await page.waitForSelector('input[type=file]')
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(photo)
  await page.locator('::-p-text(Continue)').click()
  await page.locator('textarea[name=about]').fill('I take the ferry to work.')
  await page.locator('button::-p-text(Continue)').click()
  await Promise.all([
    page.waitForNavigation(),
    page.locator('::-p-aria(Finish my profile)').click(),
  ])
  await page.waitForSelector('::-p-text(Dear Fiona,)')
  return page
}

async function signsIn(
  browser: Browser,
  server: RunningServer,
  brand: string,
  login: string,
): Promise<Page> {
  const page = await pageOf(browser, server, brand)
  await page.goto(`${server.origin(brand)}/#sign-in`)
  const form = 'dialog[open] form[action="/site/signin"]'
  await page.locator(`${form} [name=login]`).fill(login)
  await page.locator(`${form} [name=password]`).fill(DEMO_PASSWORD)
  await Promise.all([page.waitForNavigation(), page.locator(`${form} button[type=submit]`).click()])
  expect(page.url()).toMatch(/\/dashboard$/)
  return page
}

/** The path of the member's own profile. */
const ownProfile = (page: Page) =>
  page.$eval('#account a[href^="/profile/view/id/"]', (link) => link.getAttribute('href') ?? '')

async function likes(page: Page, profile: string): Promise<void> {
  await page.goto(profile)
  // Firefox renders no frames of a page behind another, and clicking waits for frames.
  await page.bringToFront()
  const heard = page.waitForResponse(
    (response) =>
      response.url().endsWith('/match/like') &&
      response.ok() &&
      response.request().method() === 'POST',
  )
  await page
    .locator('form[action="/match/like"]:not(:has([name=photo], [name=prompt])) button')
    .click()
  await heard
}

async function chat(page: Page, server: RunningServer, profile: string): Promise<void> {
  await page.goto(`${server.origin('wivesnow')}/messages?with=${profile.split('/').at(-1)}`)
}

async function says(page: Page, text: string): Promise<void> {
  await page.bringToFront()
  await page.locator('::-p-aria([role="textbox"])').fill(text)
  await page.locator('::-p-aria([name="Send"][role="button"])').click()
  await reads(page, text)
}

const reads = (page: Page, text: string) => page.waitForSelector(`[role=log] ::-p-text(${text})`)
