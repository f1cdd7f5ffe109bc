import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { $hint } from '#core/live/stream.store.ts'
import { chime } from '#core/notifications/chime.client.ts'
import { SECOND } from '#lib/clock.ts'
import { showMessageNews } from '#members/messages/message-news.client.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, becomesPremium, type CastMember, dan, writesTo } from '#tests/support/cast.ts'
import {
  connectStores,
  holdTimers,
  openBrowser,
  type StoreConnection,
} from '#tests/support/fake-browser.ts'
import { $toasts } from '#ui/toasts.store.ts'

/** What a page does when somebody has written (specification §3, showInteractionPopup). */

vi.mock(import('#core/notifications/chime.client.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  chime: vi.fn<() => void>(),
}))

withApp()
let Alice: CastMember
let Dan: CastMember
let server: StoreConnection
beforeAll(async () => {
  ;[Alice, Dan] = [await alice(app), await dan(app)]
  await becomesPremium(app, Dan)
  await writesTo(Dan, Alice, 'Do you mend radios?')
})
afterEach(async () => {
  cleanStores($hint)
  await server.whenIdle()
  $toasts.set([])
  vi.mocked(chime).mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page with what its brand lets pop up, to which the server says that Dan has written. */
async function hears(
  showsNews: boolean,
  path: string,
  { search = '', isWide = false } = {},
): Promise<Array<string | undefined>> {
  openBrowser(path)
  location.search = search
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }))
  server = connectStores(Alice)
  holdTimers()
  showMessageNews({ type: 'message', otherId: Dan.id }, showsNews)
  await vi.advanceTimersByTimeAsync(SECOND)
  await server.whenIdle()
  return $toasts.get().map(({ news }) => news?.href)
}

test('who has written pops up where the brand lets it, and leads to the chat', async () => {
  expect(await hears(true, '/dashboard')).toEqual([`/messages?with=${Dan.id}`])
  expect(chime).toHaveBeenCalledTimes(1)
})

test('nobody pops up where the brand does not', async () => {
  expect(await hears(false, '/dashboard')).toEqual([])
  expect(chime).toHaveBeenCalledTimes(1)
})

test('nothing pops up, and nothing sounds, on the page that shows the messages', async () => {
  expect(await hears(true, '/messages')).toEqual([])
  expect(await hears(true, '/messages', { search: `?with=${Dan.id}` })).toEqual([])
  expect(await hears(true, '/messages', { search: '?with=1000', isWide: true })).toEqual([])
  expect(chime).not.toHaveBeenCalled()
})

test('in the chat with somebody else, which has the screen of a phone alone, it pops up', async () => {
  expect(await hears(true, '/messages', { search: '?with=1000' })).toEqual([
    `/messages?with=${Dan.id}`,
  ])
})
