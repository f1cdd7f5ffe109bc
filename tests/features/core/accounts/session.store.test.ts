import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { guardRestoredPage } from '#core/accounts/on-screen/restored-page.client.ts'
import { $safeMode, seedSafeMode } from '#core/accounts/on-screen/safe-mode.store.ts'
import {
  $user,
  forgetSession,
  restoreSession,
  seedSession,
  setLanding,
  signOut,
} from '#core/accounts/session.store.ts'
import { $hint } from '#core/live/stream.store.ts'
import { $tickers, seedTickers } from '#core/live/tickers.store.ts'
import { noTickers } from '#core/live/tickers.ts'
import { $editor, type EditorState, seedEditor } from '#guests/texts/editor/text-editor.store.ts'
import { outdatePages } from '#lib/browser.ts'
import { $export, seedExport } from '#members/leaving/export.store.ts'
import { $chat, seedChat } from '#members/messages/chat/chat.store.ts'
import type { Chat } from '#members/messages/chat/chats.ts'
import { $inbox, seedInbox } from '#members/messages/inbox/inbox.store.ts'
import { $requests, seedRequests } from '#members/photos/access/access.store.ts'
import { $adding, seedAdding } from '#members/photos/own/adding.store.ts'
import type { OwnPhoto } from '#members/photos/own/photos.contract.ts'
import { $photos, seedPhotos } from '#members/photos/own/photos.store.ts'
import { $arrived, seedArrived } from '#members/search/home/arrived.store.ts'
import { $search, type Searched, seedSearch } from '#members/search/search.store.ts'
import { $updates, seedUpdates } from '#members/updates/updates.store.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { $popunder, seedPopunder } from '#money/ads/popunder/popunder.store.ts'
import { $credits, seedCredits } from '#money/credits/credits.store.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, parametersFor } from '#tests/support/cast.ts'
import {
  type FakeBrowser,
  openBrowser,
  connectStores,
  type StoreConnection,
} from '#tests/support/fake-browser.ts'

withApp()
let Alice: CastMember
let user: UserInfo
let browser: FakeBrowser
let server: StoreConnection

beforeAll(async () => {
  Alice = await alice(app)
  const { userInfo } = await parametersFor(Alice)
  user = userInfo as UserInfo
})

beforeEach(() => {
  browser = openBrowser()
  server = connectStores(Alice)
  forgetSession()
  $user.listen(() => undefined)
})
afterEach(() => {
  // A page that was signed out is left.
  setLanding(null)
  // A store that was read is mounted for a second: what it loads would start, and what it hears
  // would end, without a browser.
  cleanStores($user, $hint, $credits, $chat, $inbox)
  vi.unstubAllGlobals()
})

describe('the user', () => {
  test('is the one that the page came with, and is kept for pages without', () => {
    seedSession(user)
    expect($user.get()).toEqual(user)
    forgetInMemory()
    restoreSession()
    expect($user.get()).toEqual(user)
  })

  test('is seeded once: a later island changes nothing', () => {
    seedSession(user)
    seedSession({ ...user, username: 'Somebody else' })
    expect($user.get()?.username).toBe('Alice')
  })

  test.each(['[]', 'null', '"Alice"', '{"broken', '[{"username":"Alice"}]'])(
    'is nobody where %s is stored',
    (text) => {
      localStorage.setItem('user', text)
      restoreSession()
      expect($user.get()).toBeNull()
    },
  )
})

/** As on a new page: the storage is there, the store is empty. */
function forgetInMemory(): void {
  const kept = localStorage.getItem('user')
  forgetSession()
  if (kept !== null) localStorage.setItem('user', kept)
}

describe('signing out', () => {
  test('says so when the server was not reached, and changes nothing', async () => {
    seedSession(user)
    server.goOffline(new CallError({ code: 'offline', status: 0, detail: 'No connection.' }))
    await expect(signOut()).rejects.toMatchObject({ code: 'offline' })
    expect($user.get()).toEqual(user)
    expect(browser.moves).toEqual([])
  })

  test('in another tab ends it here, too', () => {
    seedSession(user)
    browser.dispatch('storage', { key: 'somethingElse', newValue: null })
    expect(browser.moves).toEqual([])
    browser.dispatch('storage', { key: 'user', newValue: null })
    expect($user.get()).toBeNull()
    expect(browser.moves).toEqual(['replace /site/ended?back=%2Fdashboard'])
  })

  test('ends the session on the server and leaves nothing here', async () => {
    seedSession(user, '{"country":"US"}')
    sessionStorage.setItem('monetizationPageViews', '7')
    await signOut()
    expect($user.get()).toBeNull()
    expect([
      localStorage.getItem('user'),
      localStorage.getItem('ccpInfo'),
      sessionStorage.getItem('monetizationPageViews'),
    ]).toEqual([null, null, null])
    expect(browser.moves).toEqual(['replace /'])
    expect((await Alice.request('/event/tickers')).status).toBe(401)
  })

  test('leads to the landing, not to the page of sessions that ended, though the event of the end comes before the answer', async () => {
    seedSession(user)
    const leaving = signOut()
    $hint.set({ type: 'signedOut' })
    await leaving
    expect(browser.moves).toEqual(['replace /', 'replace /'])
  })

  test('empties every store that the page’s data went into, and lets the next member’s in', () => {
    const liker = { ...noTickers, newLikes: 3 }
    const fill = () => {
      seedSession(user)
      seedCredits(5)
      seedSafeMode(false)
      seedTickers(liker, 0)
      seedPopunder('true')
      seedInbox({
        conversations: [],
        older: 'a page',
        counts: { unread: 0, matches: 0, hidden: 0, waiting: 0 },
      })
      seedRequests({
        asking: [],
        allowed: [{ id: 1, username: 'Bob', picture: null, until: null }],
      })
      seedChat({ other: { username: 'Bob' } } as Chat)
      seedPhotos([{ id: 1 } as OwnPhoto])
      seedAdding({ isPrivate: true, asksRules: false, isTicked: false }, 1)
      seedSearch({ page: 2 } as Searched)
      seedArrived(0)
      $arrived.set([{ kind: 'like', other: null, at: '2026-11-28T10:00:00.000Z' }])
      seedUpdates({ updates: [], older: 'a page', deleted: [], isBusy: false })
      seedEditor({ path: 'a text', brands: [] as unknown } as EditorState)
      seedExport({ state: 'ready', done: 1, total: 1, bytes: 7, until: null, download: null })
    }
    const filled = () => [
      $credits.get(),
      $safeMode.get(),
      $tickers.get(),
      $popunder.get(),
      $inbox.get().older,
      $requests.get().allowed.length,
      $chat.get()?.other.username,
      $photos.get().length,
      $adding.get().isPrivate,
      $search.get()?.page,
      $arrived.get().length,
      $updates.get()?.older,
      $editor.get()?.path,
      $export.get().bytes,
    ]
    const full = [5, false, liker, 'true', 'a page', 1, 'Bob', 1, true, 2, 1, 'a page', 'a text', 7]
    fill()
    expect(filled()).toEqual(full)
    forgetSession()
    expect(filled()).toEqual([
      null,
      true,
      noTickers,
      'false',
      null,
      0,
      undefined,
      0,
      false,
      undefined,
      0,
      undefined,
      undefined,
      0,
    ])
    fill()
    expect(filled()).toEqual(full)
    forgetSession()
  })
})

describe('a page that the back/forward cache restores', () => {
  const isHidden = () => document.documentElement.hidden

  test('is loaded again before it is guarded', () => {
    seedSession(user)
    browser.dispatch('pageshow', { persisted: false })
    expect(browser.moves).toEqual([])
    browser.dispatch('pageshow', { persisted: true })
    expect(browser.moves).toEqual(['reload'])
  })

  test('is hidden while it is cached, and shown to the member whose page it is', () => {
    seedSession(user)
    guardRestoredPage()
    browser.dispatch('pagehide', { persisted: true })
    expect(isHidden()).toBe(true)
    browser.dispatch('pageshow', { persisted: true })
    expect([isHidden(), browser.moves]).toEqual([false, []])
  })

  test('stays hidden after the end of the session, and leads to where the server sends who is signed out', () => {
    seedSession(user)
    guardRestoredPage()
    browser.dispatch('pagehide', { persisted: true })
    // Another page of this browser signed out.
    localStorage.removeItem('user')
    browser.dispatch('pageshow', { persisted: true })
    expect([isHidden(), browser.moves]).toEqual([true, ['replace /site/ended?back=%2Fdashboard']])
  })

  test('is loaded again if somebody was blocked meanwhile', () => {
    seedSession(user)
    guardRestoredPage()
    browser.dispatch('pagehide', { persisted: true })
    vi.setSystemTime(Date.now() + 1000)
    outdatePages()
    browser.dispatch('pageshow', { persisted: true })
    expect([isHidden(), browser.moves]).toEqual([true, ['reload']])
  })

  test('stays hidden from another member who signed in meanwhile', () => {
    seedSession(user)
    guardRestoredPage()
    browser.dispatch('pagehide', { persisted: true })
    localStorage.setItem('user', JSON.stringify({ ...user, userId: user.userId + 1 }))
    browser.dispatch('pageshow', { persisted: true })
    expect([isHidden(), browser.moves]).toEqual([true, ['reload']])
  })
})
