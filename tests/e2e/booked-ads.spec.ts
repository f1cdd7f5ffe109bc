import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { enter } from '../support/journey.ts'
import { expectFitsAllScreens, problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/** Frank puts a picture and places an ad with it, which Alice sees until he ends it. */
test.describe.configure({ mode: 'serial' })

const server = withServer({ DEMO: '1' })
let frank: Page
let alice: Page
test.beforeAll(async ({ browser }) => {
  frank = await (await browser.newContext()).newPage()
  alice = await (await browser.newContext()).newPage()
  const origin = server.origin('adultcrush')
  await enter(frank, origin, 'frank')
  await frank.goto(`${origin}/staff/content/pictures`)
  await frank.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await frank.getByRole('button', { name: 'Go on' }).first().click()
  await frank.waitForURL(/\/staff\/content\/pictures$/)
  await enter(alice, origin, 'alice')
})

const signsOut = () => alice.goto(`${server.origin('adultcrush')}/signOutAd`)

test('a publisher puts a picture, and places an ad with it', async () => {
  const canvas = { width: 800, height: 400, channels: 3, background: '#2b5b84' } as const
  const buffer = await sharp({ create: canvas }).jpeg().toBuffer()
  await frank.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'hills.jpg',
    mimeType: 'image/jpeg',
    buffer,
  })
  await frank.getByLabel('Name', { exact: true }).fill('Hills')
  await frank.getByLabel('What it shows').fill('Hills under a low sun')
  await frank.getByRole('button', { name: 'Put the picture' }).click()
  await expect(frank.getByText('There it is.')).toBeVisible()
  const picture = frank.getByRole('img', { name: 'Hills under a low sun' })
  await expect(picture).toHaveJSProperty('naturalWidth', 800)
  await frank.getByText('Put one').click()
  await expectFitsAllScreens(frank)
  expect(await problemsOf(frank)).toEqual([])

  await frank.goto(`${server.origin('adultcrush')}/staff/content/ads`)
  await frank.getByLabel('Brand').selectOption('AdultCrush')
  await frank.getByLabel('Place').selectOption('The page of signing out')
  await frank.getByLabel('Headline').fill('A quiet evening out')
  await frank.getByLabel('Text', { exact: true }).fill('Tables by the window.')
  await frank.getByLabel('What stands on its link').fill('See the tables')
  await frank.getByLabel('Where it leads').fill('https://10.0.0.1/')
  await frank.getByLabel('Picture').selectOption('Hills')
  await frank.getByLabel('Its last day (UTC)').fill(new Date().toISOString().slice(0, 10))
  await frank.getByRole('button', { name: 'Place the ad' }).click()
  await expect(frank.getByText('a site that everybody reaches')).toBeVisible()
  await frank.getByLabel('Where it leads').fill('https://tables.example.org/')
  await frank.getByRole('button', { name: 'Place the ad' }).click()
  await expect(frank.getByText('Placed. Whoever opens a page')).toBeVisible()
  await frank.getByText('Place one').click()
  await expectFitsAllScreens(frank)
  expect(await problemsOf(frank)).toEqual([])
})

test('a member sees it, marked and with its picture, and that is counted', async () => {
  const counted = alice.waitForResponse(/\/ad\/trackEvent$/)
  await signsOut()
  const ad = alice.getByRole('complementary', { name: 'Advertisement' })
  await expect(ad.getByText('Advertisement', { exact: true })).toBeVisible()
  await expect(ad.getByRole('link', { name: /A quiet evening out/ })).toHaveAttribute(
    'href',
    'https://tables.example.org/',
  )
  await expect(ad.getByRole('img')).toHaveJSProperty('naturalWidth', 800)
  expect((await counted).status()).toBe(200)
})

test('it is changed and ended by its publisher, and then nobody sees it', async () => {
  const ads = `${server.origin('adultcrush')}/staff/content/ads`
  // Views are written every five seconds.
  await expect(async () => {
    await frank.goto(ads)
    await expect(frank.getByRole('main')).toContainText('1 view', { timeout: 500 })
  }).toPass()
  await frank.getByRole('link', { name: /^Change it/ }).click()
  await frank.getByLabel('Headline').fill('A loud evening in')
  await frank.getByRole('button', { name: 'Save the change' }).click()
  await expect(frank.getByText('Changed. Whoever opens a page')).toBeVisible()
  await signsOut()
  await expect(alice.getByText('A loud evening in')).toBeVisible()
  await frank.getByRole('button', { name: /^End it now/ }).click()
  await expect(frank.getByText('Ended. No page shows it')).toBeVisible()
  expect((await signsOut())?.status()).toBe(404)
})
