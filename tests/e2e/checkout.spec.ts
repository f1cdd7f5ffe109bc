import { expect, type Page, test } from '@playwright/test'
import { type Ccbill, reportOver, startCcbill } from '../support/ccbill.ts'
import { aliceIs, expectAlive, joinFully } from '../support/journey.ts'
import { expectFitsAllScreens } from '../support/looks.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/**
 * Paying on a processor's own page: there, and back to what the member came for; with script and
 * without.
 */
test.describe.configure({ mode: 'serial' })

let ccbill: Ccbill
let server: RunningServer
let alice: Page
let form = ''

test.beforeAll(async ({ browser }) => {
  ccbill = await startCcbill()
  server = await startServer({ ...ccbill.settings, CCBILL_NETWORKS: 'loopback' })
  alice = await (await browser.newContext()).newPage()
  await joinFully(alice, server.origin('adultcrush'), aliceIs)
})
test.afterAll(async ({ browser }) => {
  await server.stop(browser)
  ccbill.close()
})

test('the offers say who charges and what the statement says, and lead to the form of that shop', async () => {
  await alice.goto(`${server.origin('adultcrush')}/billing/upgrade?upgradeSourceType=likes`)
  await expect(
    alice.getByText('Your card statement says CCBILL.COM.').filter({ visible: true }),
  ).toHaveCount(1)
  await expectFitsAllScreens(alice)
  await expectAlive(alice)
  await alice.getByRole('radio', { name: /^3 months/ }).check()
  await alice.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(alice.getByText('Card number')).toBeVisible()
  form = alice.url()
  expect(form).toContain(`${ccbill.origin}/wap-frontflex/flexforms/`)
  expect(new URL(form).searchParams.get('initialPrice')).toBe('59.85')
})

test('without script, a page of ours with a link stands between', async ({ browser }) => {
  const page = await (
    await browser.newContext({
      javaScriptEnabled: false,
      storageState: await alice.context().storageState(),
    })
  ).newPage()
  await page.goto(`${server.origin('adultcrush')}/billing/upgrade`)
  await page.getByRole('radio', { name: /^12 months/ }).check()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByRole('heading', { name: 'Pay for 12 months' })).toBeVisible()
  await page.getByRole('link', { name: 'Pay at CCBill' }).click()
  await expect(page.getByText('Card number')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('initialPrice')).toBe('119.40')
  form = page.url()
  await page.context().close()
})

test('who comes back is told that the payment has arrived, without a click, and goes on to what she came for', async () => {
  // The page looks again by itself, which the looks at it are not to be cut off by.
  await alice.addInitScript(() => {
    const { setTimeout: later } = globalThis
    Object.assign(globalThis, {
      setTimeout: (act: () => void, after: number) =>
        later(act, after === 15_000 ? 600_000 : after),
    })
  })
  await alice.goto(`${server.origin('adultcrush')}/billing/upgrade?order=last`)
  await expect(alice.getByText('We wait for CCBill to tell us that you have paid.')).toBeVisible()
  await expectFitsAllScreens(alice)
  expect(await reportOver(server.port, 'NewSaleSuccess', await ccbill.pays(form, new Date()))).toBe(
    200,
  )
  await expect(
    alice.getByText('Your payment has arrived: you are a premium member now.'),
  ).toBeVisible()
  await expect(alice.getByRole('link', { name: 'See who likes me' })).toBeVisible()
})

test('an order whose code has paid for another one says so above the offers', async () => {
  const forms: string[] = []
  for (const plan of [/^12 months/, /^3 months/]) {
    await alice.goto(`${server.origin('adultcrush')}/billing/upgrade?promo=SECONDLOOK`)
    await expectAlive(alice)
    await alice.getByRole('radio', { name: plan }).check()
    await alice.getByRole('button', { name: 'Order with obligation to pay' }).click()
    await expect(alice.getByText('Card number')).toBeVisible()
    forms.push(alice.url())
  }
  expect(
    await reportOver(server.port, 'NewSaleSuccess', await ccbill.pays(forms[0] ?? '', new Date())),
  ).toBe(200)
  await expect(async () => {
    await alice.goto(`${server.origin('adultcrush')}/billing/upgrade?order=last`)
    await expect(
      alice.getByText('You have used the code of this order for another one. Please choose again.'),
    ).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(alice.getByRole('radio', { name: /^3 months/ })).toBeVisible()
})
