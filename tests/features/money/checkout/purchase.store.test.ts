import { cleanStores } from 'nanostores'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { $user, forgetSession, seedSession } from '#core/accounts/session.store.ts'
import { $hint } from '#core/live/stream.store.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import {
  $holdings,
  $problem,
  $purchase,
  backToOffers,
  handleFrameMessage,
  orderProduct,
  reloadForm,
} from '#money/checkout/purchase.store.ts'
import { Upgrade } from '#money/checkout/Upgrade.tsx'
import { offersOf, pricesOf } from '#money/prices/offers.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, parametersFor } from '#tests/support/cast.ts'
import {
  connectStores,
  holdTimers,
  openBrowser,
  type StoreConnection,
} from '#tests/support/fake-browser.ts'
import { eventOf, gatewaySettings, reports } from '#tests/support/gateway.ts'

/** Buying with the gateway’s card form in the page (specification §7 and §8). */

withApp(gatewaySettings)
let server: StoreConnection
let buyers = 0

let Alice: CastMember
beforeEach(async () => {
  openBrowser('/billing/upgrade')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Alice = await joins(app, { brand: 'adultcrush', username: `Alice${(buyers += 1)}` })
  server = connectStores(Alice)
  holdTimers()
  const { userInfo } = await parametersFor(Alice)
  seedSession(userInfo as UserInfo)
  $purchase.listen(() => undefined)
})
afterEach(async () => {
  await server.whenIdle()
  backToOffers()
  $holdings.set(null)
  forgetSession()
  cleanStores($purchase, $hint, $user)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The number of an order whose card form is asked for. */
async function orders(): Promise<number> {
  await orderProduct('ac-month', null, '', pricesOf(brandById('adultcrush') as Brand, null))
  const purchase = $purchase.get()
  if (purchase.step !== 'paying') throw new Error(`nothing to pay: ${$problem.get()}`)
  return purchase.order
}

const form = () => {
  const purchase = $purchase.get()
  return purchase.step === 'paying' ? purchase.form : purchase.step
}

test('a card form that does not come only ends the loading, and can be asked for again', async () => {
  await orders()
  expect(form()).toBe('loading')
  handleFrameMessage({ type: 'failed' })
  expect([form(), $problem.get()]).toEqual(['missing', null])
  reloadForm()
  expect(form()).toBe('loading')
  handleFrameMessage({ type: 'loaded' })
  expect(form()).toBe('shown')
})

test('the gateway’s error “already active payment” is not shown, and leads to asking whether it is paid', async () => {
  const order = await orders()
  await reports(app, eventOf(app, { order }))
  handleFrameMessage({ type: 'error', error: 'already active payment' })
  expect($problem.get()).toBeNull()
  await vi.waitFor(() => expect($purchase.get()).toEqual({ step: 'paid', keyword: 'ac-month' }))
  expect($problem.get()).toBeNull()
  expect($user.get()).toMatchObject({ isPremium: true })
})

test.each(['Already active payment', 'already active payments', 'This shop is closed.'])(
  'any other error of the gateway is shown: %s',
  async (error) => {
    await orders()
    handleFrameMessage({ type: 'error', error })
    expect([form(), $problem.get()]).toEqual(['missing', error])
  },
)

test('a card that is declined says why, and the form stays', async () => {
  await orders()
  handleFrameMessage({ type: 'loaded' })
  handleFrameMessage({ type: 'declined', message: 'The card has expired.' })
  expect([form(), $problem.get()]).toEqual(['shown', 'The card has expired.'])
})

test('what the gateway’s page approves counts as paid only when the gateway itself reports it', async () => {
  const order = await orders()
  handleFrameMessage({ type: 'approved' })
  await server.whenIdle()
  expect($purchase.get()).toEqual({ step: 'confirming', keyword: 'ac-month', order })
  await reports(app, eventOf(app, { order }))
  $hint.set({ type: 'tickers' })
  await vi.waitFor(() => expect($purchase.get()).toEqual({ step: 'paid', keyword: 'ac-month' }))
})

test.each<Parameters<typeof handleFrameMessage>[0]>([
  { type: 'approved' },
  { type: 'declined', message: 'The card has expired.' },
  { type: 'error', error: 'This shop is closed.' },
  { type: 'failed' },
])(
  'a card form that answers once more, by $type, says nothing beside what was paid',
  async (again) => {
    const order = await orders()
    handleFrameMessage({ type: 'approved' })
    handleFrameMessage(again)
    await server.whenIdle()
    expect([$purchase.get(), $problem.get()]).toEqual([
      { step: 'confirming', keyword: 'ac-month', order },
      null,
    ])
    await reports(app, eventOf(app, { order }))
    $hint.set({ type: 'tickers' })
    await vi.waitFor(() => expect($purchase.get()).toEqual({ step: 'paid', keyword: 'ac-month' }))
    handleFrameMessage(again)
    await server.whenIdle()
    expect([$purchase.get(), $problem.get()]).toEqual([{ step: 'paid', keyword: 'ac-month' }, null])
  },
)

test.each([
  ['busy', [['billing not loaded', 'busy']]],
  ['offline', []],
] as const)(
  'billing data that does not come, because of “%s”, is shown to nobody',
  async (code, logged) => {
    const warn = vi.mocked(console.warn).mockClear()
    // What is said beyond that fails the test (support/quiet-console.ts).
    if (logged.length > 0) warn.mockImplementationOnce(() => undefined)
    const order = await orders()
    server.goOffline(
      new CallError({ code, status: code === 'offline' ? 0 : 503, detail: 'Later.' }),
    )
    handleFrameMessage({ type: 'approved' })
    await server.whenIdle()
    expect(warn.mock.calls).toEqual(logged)
    expect([$purchase.get(), $problem.get()]).toEqual([
      { step: 'confirming', keyword: 'ac-month', order },
      null,
    ])
  },
)

test.each([
  ['truebootycall', 'trial', true],
  ['adultcrush', 'ac-month', false],
])('whoever has paid on %s for %s is told what follows a free trial: %s', (id, keyword, isTold) => {
  const offers = brands
    .filter((brand) => brand.id === id)
    .flatMap((brand) =>
      offersOf(brand, { at: app.clock.now(), locale: 'en-GB', premiumUntil: null, mayTry: true }),
    )
  $holdings.set({ premiumUntil: '2026-11-23T12:00:00Z', lots: [] })
  $purchase.set({ step: 'paid', keyword })
  const html = renderToStaticMarkup(
    createElement(Upgrade, {
      user: $user.get() as UserInfo,
      ccpInfo: '{}',
      credits: null,
      premiumUntil: null,
      locale: 'en-GB',
      lots: [],
      offers,
      selected: keyword,
      frame: '/card-form',
      scrolls: false,
      supportEmail: 'help@example.org',
      next: { label: 'Home', url: '/dashboard' },
      source: null,
      kept: [],
      promoCode: '',
      prices: '',
      isOrdered: false,
    }),
  )
  expect(
    html.includes(
      'Free until 23 November 2026, then US$19.95 every 30 days; <a href="/profile/edit/settings?screen=contracts#contracts">cancel here</a>.',
    ),
  ).toBe(isTold)
})
