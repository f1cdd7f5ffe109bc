import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../../src/api/client.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { alice } from '../../../support/cast.ts'
import { connectStores, openBrowser, type StoreConnection } from '../../../support/fake-browser.ts'

/** The form of a magic message, as its page’s script sends it. */

type Send = (fields: FormData) => Promise<{ said: string } | { next: string }>
let send: Send
vi.mock(import('../../../../src/ui/enhance-form.client.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  enhanceForm: (_, given) => void (send = given),
}))
vi.mock('../../../../src/ui/hash-dialogs.client.ts', () => ({}))

let app: TestApp
let server: StoreConnection
const offer = { hidden: true }
beforeAll(async () => {
  app = await startApp()
  const Alice = await alice(app)
  openBrowser('/messages')
  server = connectStores(Alice)
  const form = { querySelector: () => null, dataset: {} }
  Object.assign(document, { querySelectorAll: () => [form], querySelector: () => offer })
  await import('../../../../src/features/members/search/magic-message.client.ts')
})
beforeEach(() => {
  offer.hidden = true
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

test('a 403 is no error of the form: it shows what writing takes instead, and the words stay', async () => {
  expect(await send(words())).toEqual({ said: '' })
  expect(server.calls).toContain('POST /message/sendMagicMessage')
  expect(offer.hidden).toBe(false)
})

test.each([
  ['busy', 503],
  ['offline', 0],
  ['invalid', 422],
] as const)('an answer “%s” is one', async (code, status) => {
  server.goOffline(new CallError({ code, status, detail: 'Not now.' }))
  await expect(send(words())).rejects.toMatchObject({ code })
  expect(offer.hidden).toBe(true)
})
