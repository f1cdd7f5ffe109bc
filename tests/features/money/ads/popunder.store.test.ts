import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { $user, forgetSession, seedSession } from '#core/accounts/session.store.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { preparePopunder } from '#money/ads/popunder/popunder.client.ts'
import {
  $popunder,
  isPopunderAllowed,
  popunderSeen,
  seedPopunder,
} from '#money/ads/popunder/popunder.store.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, parametersFor } from '#tests/support/cast.ts'
import {
  connectStores,
  type FakeBrowser,
  openBrowser,
  type StoreConnection,
} from '#tests/support/fake-browser.ts'

withApp()
let Alice: CastMember
let browser: FakeBrowser
let server: StoreConnection

beforeAll(async () => {
  Alice = await alice(app)
})
beforeEach(() => {
  browser = openBrowser()
  server = connectStores(Alice)
})
afterEach(() => {
  cleanStores($user)
  forgetSession()
  vi.unstubAllGlobals()
})

test('the popunder may open for a member until the server knows that it was seen', async () => {
  expect(isPopunderAllowed()).toBe(false)
  const { userInfo, displayOneclickPopupOnExit } = await parametersFor(Alice)
  seedSession(userInfo as UserInfo)
  seedPopunder(displayOneclickPopupOnExit)
  expect(isPopunderAllowed()).toBe(true)
  expect(isPopunderAllowed('/fullPageAd')).toBe(false)

  server.goOffline(new CallError({ code: 'offline', status: 0, detail: 'No connection.' }))
  await expect(popunderSeen()).rejects.toMatchObject({ code: 'offline' })
  expect(isPopunderAllowed()).toBe(true)
  server.goOnline()
  await popunderSeen()
  expect($popunder.get()).toBe('false')
  expect(isPopunderAllowed()).toBe(false)
})

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const traffic = {
  sendTrafficToIMLive: false,
  trafficUrl: null,
  tmDomain: 'https://traffic.example/',
  groupIdExitPopup: 94,
  siteShortName: 'ac',
  isMobile: false,
  email: null,
  subid: null,
}
const target = 'https://traffic.example/?group_id=94&keyword=ac'

class Link {
  readonly attributes: readonly string[]
  constructor(...attributes: string[]) {
    this.attributes = attributes
  }
  closest(): Link {
    return this
  }
  hasAttribute(name: string): boolean {
    return this.attributes.includes(name)
  }
}

type Opened = [url: string, name?: string, features?: string]

/** A page of a member who has not seen the popunder, in a window of 1100 by 700 at 40, 30. */
async function waits(userAgent = CHROME): Promise<{ opened: Opened[]; steps: string[] }> {
  const opened: Opened[] = []
  const steps: string[] = []
  vi.stubGlobal('Element', Link)
  vi.stubGlobal('navigator', { userAgent })
  for (const [name, value] of Object.entries({
    outerWidth: 1100,
    outerHeight: 700,
    screenX: 40,
    screenY: 30,
  }))
    vi.stubGlobal(name, value)
  vi.stubGlobal('open', (...words: Opened) => {
    opened.push(words)
    return { blur: () => void steps.push('blur'), close: () => void steps.push('close') }
  })
  vi.stubGlobal('focus', () => void steps.push('focus'))
  const { userInfo } = await parametersFor(Alice)
  seedSession(userInfo as UserInfo)
  preparePopunder('true', traffic)
  return { opened, steps }
}

const clicks = (details: object = {}) =>
  browser.dispatch('click', {
    button: 0,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    target: new Link(),
    ...details,
  })

test('the popunder opens behind the page, as large as its window and in its place, at the first qualifying click and at no other', async () => {
  const { opened, steps } = await waits()
  clicks({ button: 1 })
  clicks({ ctrlKey: true })
  clicks({ defaultPrevented: true })
  clicks({ target: new Link('data-no-under') })
  expect(opened).toEqual([])
  clicks()
  expect(opened).toEqual([[target, '_blank', 'width=1100,height=700,left=40,top=30']])
  expect(steps).toEqual(['blur', 'focus'])
  clicks()
  expect(opened).toHaveLength(1)
  await server.whenIdle()
  expect(
    server.calls.filter((call) => call === 'GET /event/updateLastViewedOneclickPopupOnExit'),
  ).toHaveLength(1)
})

test('the popunder has Firefox look at its page again by a blank window that is closed', async () => {
  const { opened, steps } = await waits(FIREFOX)
  clicks()
  expect(opened).toEqual([
    [target, '_blank', 'width=1100,height=700,left=40,top=30'],
    ['about:blank'],
  ])
  expect(steps).toEqual(['blur', 'close', 'focus'])
  await server.whenIdle()
})

test('the popunder opens though its view event is not recorded, which is logged and reported, and recorded on the next page', async () => {
  const { opened } = await waits()
  const reported: unknown[] = []
  addEventListener('reported', (event) => void reported.push((event as CustomEvent).detail))
  const warn = vi
    .mocked(console.warn)
    .mockClear()
    .mockImplementationOnce(() => undefined)
  const error = new CallError({ code: 'offline', status: 0, detail: 'No connection.' })
  server.goOffline(error)
  clicks()
  await server.whenIdle()
  expect([opened.length, reported]).toEqual([1, [error]])
  expect(warn.mock.calls).toEqual([['the popunder’s view event was not recorded', error]])
  server.goOnline()
  preparePopunder('true', traffic)
  await server.whenIdle()
  expect($popunder.get()).toBe('false')
})
