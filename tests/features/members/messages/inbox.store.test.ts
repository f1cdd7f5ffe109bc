import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { forgetSession } from '#core/accounts/session.store.ts'
import { $hint } from '#core/live/stream.store.ts'
import { SECOND } from '#lib/clock.ts'
import { $chat } from '#members/messages/chat/chat.store.ts'
import { refreshInbox } from '#members/messages/inbox/current-inbox.store.ts'
import {
  hide,
  loadOlderConversations,
  markAsUnread,
} from '#members/messages/inbox/inbox-acts.store.ts'
import { markAsRead } from '#members/messages/inbox/inbox.contract.ts'
import { $inbox, noInbox } from '#members/messages/inbox/inbox.store.ts'
import { pinConversation } from '#members/messages/inbox/pins.contract.ts'
import { pin } from '#members/messages/inbox/pins.store.ts'
import { app, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins, writesTo } from '#tests/support/cast.ts'
import { openBrowser, connectStores, type StoreConnection } from '#tests/support/fake-browser.ts'
import { $toasts } from '#ui/toasts.store.ts'
import '#members/messages/while-shown.client.ts'

withApp()
let Lee: CastMember
let writers: CastMember[]
let server: StoreConnection
const offline = new CallError({ code: 'offline', status: 0, detail: 'No connection.' })

beforeAll(async () => {
  Lee = await joins(app, { brand: 'adultcrush', username: 'Lee' })
  writers = await Promise.all(
    Array.from({ length: 23 }, (_, n) =>
      joins(app, { brand: 'adultcrush', username: `Writer${n}` }),
    ),
  )
  for (const writer of writers) {
    await becomesPremium(app, writer)
    await writes(writer)
  }
})

beforeEach(async () => {
  openBrowser('/messages')
  server = connectStores(Lee)
  $inbox.listen(() => undefined)
  await refreshInbox()
})
afterEach(async () => {
  await server.whenIdle()
  forgetSession()
  // A store that is only read is mounted for a second, too.
  cleanStores($chat, $inbox, $hint)
  $inbox.set(noInbox)
  $toasts.set([])
  vi.unstubAllGlobals()
})

async function writes(from: CastMember): Promise<void> {
  app.clock.advance(SECOND)
  await writesTo(from, Lee)
}
const names = () => $inbox.get().conversations.map(({ other }) => other.username)
const writer = (n: number) => writers[n] as CastMember

test('grows by a page, and keeps it when something new comes on top', async () => {
  expect(names()).toHaveLength(20)
  await loadOlderConversations()
  expect(names()).toHaveLength(23)
  expect($inbox.get().older).toBeNull()
  await writes(writer(0))
  $hint.set({ type: 'message', otherId: writer(0).id })
  await vi.waitFor(() => expect(names()[0]).toBe('Writer0'))
  expect(new Set(names()).size).toBe(23)
  expect(names()).toHaveLength(23)
})

test('a conversation is hidden at once, and comes back if the server did not hear of it', async () => {
  server.goOffline(offline)
  const hidden = hide(writer(5).id)
  expect(names()).not.toContain('Writer5')
  await hidden
  expect(names()).toContain('Writer5')
  expect($toasts.get()[0]?.text).toBe('No connection.')
  server.goOnline()
  await hide(writer(5).id)
  await refreshInbox()
  expect(names()).not.toContain('Writer5')
})

test('a conversation is unread again at once, and not if the server did not hear of it', async () => {
  const unread = () =>
    $inbox.get().conversations.find(({ other }) => other.userId === writer(6).id)?.unread
  await Lee.calls(markAsRead, { body: { id: writer(6).id } })
  await refreshInbox()
  expect(unread()).toBe(0)
  server.goOffline(offline)
  const kept = markAsUnread(writer(6).id)
  expect(unread()).toBe(1)
  await kept
  expect(unread()).toBe(0)
  server.goOnline()
  await markAsUnread(writer(6).id)
  await refreshInbox()
  expect(unread()).toBe(1)
})

describe('pinning', () => {
  const pinned = () =>
    $inbox
      .get()
      .conversations.flatMap(({ other, pinnedAt }) => (pinnedAt === null ? [] : [other.username]))
  const elsewhere = (n: number, yes: 'yes' | 'no' = 'yes') =>
    Lee.calls(pinConversation, { body: { id: writer(n).id, pinned: yes } })
  afterEach(async () => {
    for (const { id } of writers) await Lee.calls(pinConversation, { body: { id, pinned: 'no' } })
  })

  test('puts a conversation first at once, and back if the server did not hear of it', async () => {
    const before = names()
    const last = before.at(-1) as string
    const { id } = writers.find(({ username }) => username === last) as CastMember
    server.goOffline(offline)
    const asked = pin(id, true)
    expect(names()).toEqual([last, ...before.slice(0, -1)])
    await asked
    expect(names()).toEqual(before)
    expect($toasts.get()[0]?.text).toBe('No connection.')
    server.goOnline()
    await pin(id, true)
    expect([names()[0], pinned()]).toEqual([last, [last]])
    await server.whenIdle()
    await pin(id, false)
    await server.whenIdle()
    expect([names().slice(0, before.length), pinned()]).toEqual([before, []])
  })

  test('a sixth says what to do, and stays where it was', async () => {
    for (const n of [1, 2, 3, 4, 7]) await elsewhere(n)
    await refreshInbox()
    await pin(writer(8).id, true)
    expect($toasts.get()[0]?.text).toMatch(/^You have pinned 5 conversations already/)
    expect(pinned()).toEqual(['Writer7', 'Writer4', 'Writer3', 'Writer2', 'Writer1'])
  })

  test('in another tab is shown here, and its end too, with nobody twice or missing', async () => {
    await loadOlderConversations()
    const all = new Set(names())
    const far = writers.find(({ username }) => username === names().at(-1)) as CastMember
    await elsewhere(writers.indexOf(far))
    $hint.set({ type: 'changed', otherId: far.id })
    await vi.waitFor(() => expect(pinned()).toEqual([far.username]))
    expect([names()[0], names().length, new Set(names())]).toEqual([far.username, all.size, all])
    await elsewhere(writers.indexOf(far), 'no')
    $hint.set({ type: 'changed', otherId: far.id, messageId: 1 })
    await vi.waitFor(() => expect(pinned()).toEqual([]))
    while ($inbox.get().older !== null) await loadOlderConversations()
    expect([names().length, new Set(names())]).toEqual([all.size, all])
    expect(names().at(-1)).toBe(far.username)
  })
})
