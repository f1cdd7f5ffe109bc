import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { sendToSeveral } from '#members/search/magic-message/magic-message.store.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { alice } from '#tests/support/cast.ts'
import { connectStores, openBrowser, type StoreConnection } from '#tests/support/fake-browser.ts'

/** A magic message, as its form sends it. */

let app: TestApp
let server: StoreConnection
beforeAll(async () => {
  app = await startApp()
  const Alice = await alice(app)
  openBrowser('/messages')
  server = connectStores(Alice)
})
afterEach(() => server.goOnline())
afterAll(async () => {
  vi.unstubAllGlobals()
  await app.close()
})

function words(): FormData {
  const fields = new FormData()
  fields.set('body', 'Who else mends old radios?')
  fields.set('key', crypto.randomUUID())
  return fields
}

test('a 403 is no error of the form, which shows what writing takes instead', async () => {
  expect(await sendToSeveral(words(), 0)).toBe('offer')
  expect(server.calls).toContain('POST /message/sendMagicMessage')
})

test.each([
  ['busy', 503],
  ['offline', 0],
  ['invalid', 422],
] as const)('an answer “%s” is one', async (code, status) => {
  server.goOffline(new CallError({ code, status, detail: 'Not now.' }))
  await expect(sendToSeveral(words(), 0)).rejects.toMatchObject({ code })
})
