import { cleanStores } from 'nanostores'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../src/api/client.ts'
import { $user, forgetSession, seedSession } from '../../../src/features/accounts/session.store.ts'
import { $popunder, isPopunderAllowed, popunderSeen, seedPopunder } from '../../../src/features/monetisation/popunder.store.ts'
import type { getParameters, UserInfo } from '../../../src/features/viewer/parameters.contract.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { alice, type CastMember } from '../../support/cast.ts'
import { openBrowser, connectStores, type StoreConnection } from '../../support/fake-browser.ts'

let app: TestApp
let Alice: CastMember
let server: StoreConnection

beforeAll(async () => {
  app = await startApp()
  Alice = await alice(app)
})
afterAll(() => app.close())
beforeEach(() => {
  openBrowser()
  server = connectStores(Alice)
})
afterEach(() => {
  cleanStores($user)
  forgetSession()
  vi.unstubAllGlobals()
})

test('may open for a member until the server knows that it was seen', async () => {
  expect(isPopunderAllowed()).toBe(false)
  const { userInfo, displayOneclickPopupOnExit } = await Alice.send<typeof getParameters>('GET /site/getParameters', { query: {} })
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
