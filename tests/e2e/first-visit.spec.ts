import { expect, test } from '@playwright/test'
import { brandById } from '../../src/sites/registry.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Somebody comes for the first time: is asked for their age, and about cookies, and is believed. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => server.stop())
test.use({ storageState: { cookies: [], origins: [] } })

const named = (cookies: ReadonlyArray<{ name: string; value: string }>) => Object.fromEntries(cookies.map(({ name, value }) => [name, value]))

test('a guest says once on each brand to be of age', async ({ page, context }) => {
  await page.goto(server.origin('adultcrush'))
  const gate = page.getByRole('dialog', { name: 'Are you 18 or over?' })
  await expect(gate.getByRole('button', { name: 'Yes, I am 18 or over' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(gate).toBeVisible()
  expect(await context.cookies()).toEqual([])

  const remembered = page.waitForResponse((response) => response.url().endsWith('/site/confirmAdult'))
  await gate.getByRole('button', { name: 'Yes, I am 18 or over' }).click()
  await expect(gate).toBeHidden()
  await remembered
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(gate).toBeHidden()

  await page.goto(server.origin('wivesnow'))
  await expect(gate).toBeVisible()
})

test('who is younger is let go, and nothing is kept', async ({ page, context }) => {
  await page.goto(server.origin('adultcrush'))
  await page.getByRole('button', { name: 'No, I am younger' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'not a place for you yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yes, I am 18 or over' })).toBeHidden()
  expect(await context.cookies()).toEqual([])
})

test('no guest page shows a picture of a member', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  for (const path of ['/', '/site/about', '/site/cookiePolicy', '/resetPassword/makeRequest']) await page.goto(server.origin('adultcrush') + path)
  expect([...new Set(asked)]).toEqual(['www.adultcrush.localhost'])
})

test('cookies that are not needed are refused as easily as allowed, and the choice can be changed', async ({ page, context }) => {
  await page.goto(`${server.origin('adultcrush')}/site/cookiePolicy?affiliateId=partner-7`)
  const notice = page.getByRole('region', { name: 'Cookies', exact: true })
  const [refuse, allow] = [notice.getByRole('button', { name: 'Needed only' }), notice.getByRole('button', { name: 'Allow' })]
  expect((await refuse.boundingBox())?.height).toBe((await allow.boundingBox())?.height)
  expect(await context.cookies()).toEqual([])
  await refuse.click()
  await expect(page.getByText('You allow only the cookies that are needed.')).toBeVisible()
  await expect(notice).toBeHidden()
  expect(named(await context.cookies())).toEqual({ cookies: 'needed' })

  const choices = page.getByRole('region', { name: 'Your choice' })
  await choices.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('You allow all cookies named above.')).toBeVisible()
  expect(named(await context.cookies())).toEqual({ cookies: 'all', from: 'affiliateId%3Dpartner-7' })

  await page.reload()
  await expect(notice).toBeHidden()
  await choices.getByRole('button', { name: 'Needed only' }).click()
  await expect(page.getByText('You allow only the cookies that are needed.')).toBeVisible()
  expect(named(await context.cookies())).toEqual({ cookies: 'needed' })
})

test('whoever refuses on a slow line has refused, though what was chosen before is told anew', async ({ page, context }) => {
  await page.goto(`${server.origin('adultcrush')}/site/cookiePolicy?affiliateId=partner-7`)
  const choices = page.getByRole('region', { name: 'Your choice' })
  await choices.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('You allow all cookies named above.')).toBeVisible()
  // Playwright sees no request that outlives its page.
  await page.addInitScript(() => {
    const { fetch } = globalThis
    const slow = new Promise<void>((resolve) => Object.assign(globalThis, { arrive: resolve }))
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    globalThis.fetch = async (address, init) => {
      if (!String(address instanceof Request ? address.url : address).endsWith('/site/chooseCookies')) return fetch(address, init)
      if (asked.push(typeof init?.body === 'string' ? init.body : '') === 1) await slow
      return fetch(address, init)
    }
  })
  await page.reload()
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked.map((body) => (JSON.parse(body) as { choice: string }).choice))
  await expect.poll(asked).toEqual(['all'])
  await choices.getByRole('button', { name: 'Needed only' }).click()
  expect(await asked()).toEqual(['all'])
  await page.evaluate(() => (globalThis as unknown as { arrive: () => void }).arrive())
  await expect.poll(asked).toEqual(['all', 'needed'])
  await expect(page.getByText('You allow only the cookies that are needed.')).toBeVisible()
  await expect.poll(async () => named(await context.cookies())).toEqual({ cookies: 'needed' })
})

test('without script nothing is asked in front of the page, and the choice is a form', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.origin('adultcrush'))
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto(`${server.origin('adultcrush')}/site/cookiePolicy`)
  await page.getByRole('region', { name: 'Your choice' }).getByRole('button', { name: 'Needed only' }).click()
  await expect(page).toHaveURL(/\/site\/cookiePolicy#saved$/)
  await expect(page.getByText('Your choice is saved.')).toBeVisible()
  expect(named(await context.cookies())).toEqual({ cookies: 'needed' })
  await context.close()
})

test('the brand says in its own words who is asked', async ({ page }) => {
  await page.goto(server.origin('wivesnow'))
  await expect(page.getByRole('dialog')).toContainText(`${brandById('wivesnow')?.name} is for adults`)
})
