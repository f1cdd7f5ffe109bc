import { cleanStores } from 'nanostores'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../../src/api/client.ts'
import { $user, forgetSession, seedSession, setUser } from '../../../src/features/accounts/session.store.ts'
import { $hint } from '../../../src/features/live/stream.store.ts'
import { $tickers } from '../../../src/features/live/tickers.store.ts'
import { loadOlder, reveal } from '../../../src/features/messaging/chat-acts.store.ts'
import { $chat, $refusal, closeChat, openChat } from '../../../src/features/messaging/chat.store.ts'
import { $returned, draftFor, keepDraft } from '../../../src/features/messaging/drafts.store.ts'
import { $inbox, refreshInbox } from '../../../src/features/messaging/inbox.store.ts'
import type { sendMessage } from '../../../src/features/messaging/messages.contract.ts'
import { discard, retry, send } from '../../../src/features/messaging/outbox.store.ts'
import type { getParameters, UserInfo } from '../../../src/features/viewer/parameters.contract.ts'
import { SECOND } from '../../../src/lib/clock.ts'
import { $toasts } from '../../../src/ui/toasts.store.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { becomesPremium, type CastMember, joins } from '../../support/cast.ts'
import { openBrowser, connectStores, type StoreConnection } from '../../support/fake-browser.ts'

let app: TestApp
let Kim: CastMember
let Lee: CastMember
let Sue: CastMember
let server: StoreConnection
const terms = { model: 'subscription' as const, price: 0 }
const offline = new CallError({ code: 'offline', status: 0, detail: 'No connection.' })

beforeAll(async () => {
  app = await startApp()
  ;[Kim, Lee, Sue] = [
    await joins(app, { brand: 'adultcrush', username: 'Kim' }),
    await joins(app, { brand: 'adultcrush', username: 'Lee' }),
    await joins(app, { brand: 'adultcrush', username: 'Sue' }),
  ]
  await becomesPremium(app, Kim)
  await becomesPremium(app, Lee)
})
afterAll(() => app.close())

async function opensPage(member: CastMember): Promise<void> {
  server = connectStores(member)
  const { userInfo } = await member.send<typeof getParameters>('GET /site/getParameters', { query: {} })
  seedSession(userInfo as UserInfo)
  for (const store of [$chat, $inbox, $tickers]) store.listen(() => undefined)
}

beforeEach(async () => {
  openBrowser('/messages')
  await opensPage(Kim)
})
afterEach(async () => {
  await server.whenIdle()
  forgetSession()
  cleanStores($chat, $inbox, $tickers, $hint, $user)
  closeChat()
  $refusal.set(null)
  $returned.set(null)
  $toasts.set([])
  keepDraft(Lee.id, '')
  vi.unstubAllGlobals()
})

async function writes(from: CastMember, to: CastMember, body: string): Promise<void> {
  app.clock.advance(SECOND)
  await from.send<typeof sendMessage>('POST /message/chatMessages', { body: { id: to.id, body } })
}
const said = () => $chat.get()?.bubbles.map(({ body, state }) => `${body} (${state})`)
const newest = () => $chat.get()?.bubbles.at(-1)

describe('a message', () => {
  test('shows at once, and is the server’s when it has arrived', async () => {
    await openChat(Lee.id)
    expect(send('Hello Lee', terms)).toBe(true)
    expect(newest()).toMatchObject({ body: 'Hello Lee', state: 'sending', isMine: true })
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    expect(newest()?.id).toBeGreaterThan(0)
  })

  test('that did not arrive can be sent again, and arrives once', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('Are you there?', terms)
    await vi.waitFor(() => expect(newest()).toMatchObject({ state: 'failed', reason: 'No connection.' }))
    server.goOnline()
    retry(newest()?.key ?? '')
    retry(newest()?.key ?? '')
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    await openChat(Lee.id)
    expect(said()?.filter((one) => one.startsWith('Are you there?'))).toHaveLength(1)
  })

  test('that did not arrive can go back into the field', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('Something else', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    discard(newest()?.key ?? '')
    expect(newest()?.body).not.toBe('Something else')
    expect($returned.get()).toEqual({ otherId: Lee.id, body: 'Something else' })
    expect(draftFor(Lee.id)).toBe('Something else')
  })

  test('whose chat was left before it failed waits there as a draft', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('To be kept', terms)
    closeChat()
    await vi.waitFor(() => expect(draftFor(Lee.id)).toBe('To be kept'))
    expect($toasts.get()[0]?.text).toBe('Your message was not sent. No connection.')
  })

  test('that failed is kept as a draft when another chat is opened', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('Not lost', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    server.goOnline()
    await openChat(Sue.id)
    expect(draftFor(Lee.id)).toBe('Not lost')
  })

  test('of a member who may not write is not sent: a dialog opens and the attempt is noted', async () => {
    await openChat(Lee.id)
    setUser({ ...($user.get() as UserInfo), membership: 'standard', isPremium: false })
    const before = said()
    expect(send('May I?', terms)).toBe(false)
    expect($refusal.get()).toBe('needsPremium')
    expect(said()).toEqual(before)
    await server.whenIdle()
    expect(server.calls).toContain('POST /message/logMessageAttempt')
    expect(server.calls).not.toContain('POST /message/chatMessages')
  })
})

describe('an open chat', () => {
  test('takes in what comes when the stream says so, and tells that it was read', async () => {
    await openChat(Lee.id)
    await writes(Lee, Kim, 'News for you')
    await refreshInbox()
    expect($inbox.get().conversations[0]).toMatchObject({ unread: 1, snippet: { text: 'News for you' } })
    $hint.set({ type: 'message', otherId: Lee.id })
    await vi.waitFor(() => expect(newest()?.body).toBe('News for you'))
    await vi.waitFor(() => expect($inbox.get().conversations[0]?.unread).toBe(0))
  })

  test('is not told as read while nobody looks', async () => {
    await openChat(Lee.id)
    Object.assign(document, { visibilityState: 'hidden' })
    await writes(Lee, Kim, 'Unseen')
    $hint.set({ type: 'message', otherId: Lee.id })
    await vi.waitFor(() => expect(newest()?.body).toBe('Unseen'))
    await server.whenIdle()
    expect(server.calls.filter((call) => call === 'POST /message/markAsRead')).toHaveLength(1)
    Object.assign(document, { visibilityState: 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
    await server.whenIdle()
    expect(server.calls.filter((call) => call === 'POST /message/markAsRead')).toHaveLength(2)
  })

  test('shows one message once, whichever way the news of it comes first', async () => {
    await openChat(Lee.id)
    send('Only once', terms)
    $hint.set({ type: 'message', otherId: Lee.id })
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    await server.whenIdle()
    expect(said()?.filter((one) => one.startsWith('Only once'))).toHaveLength(1)
  })

  test('goes back page by page, and keeps what it has when something new comes', async () => {
    for (let n = 1; n <= 40; n += 1) await writes(n % 2 ? Lee : Kim, n % 2 ? Kim : Lee, `No ${n}`)
    await openChat(Lee.id)
    expect($chat.get()?.bubbles).toHaveLength(30)
    await loadOlder()
    const all = $chat.get()?.bubbles.length ?? 0
    expect(all).toBeGreaterThan(40)
    expect($chat.get()?.hasOlder).toBe(false)
    await writes(Lee, Kim, 'One more')
    $hint.set({ type: 'message', otherId: Lee.id })
    await vi.waitFor(() => expect($chat.get()?.bubbles).toHaveLength(all + 1))
  })

  test('of the last one chosen is shown, however the answers come', async () => {
    await Promise.all([openChat(Sue.id), openChat(Lee.id)])
    expect($chat.get()?.other.username).toBe('Lee')
  })
})

test('a masked message opens once a day; then there is a way to more', async () => {
  await writes(Kim, Sue, 'For Sue')
  await writes(Kim, Sue, 'Also for Sue')
  await opensPage(Sue)
  await openChat(Kim.id)
  const [first, second] = ($chat.get()?.bubbles ?? []).map(({ id }) => id) as [number, number]
  await reveal(first)
  expect($chat.get()?.bubbles[0]).toMatchObject({ body: 'For Sue', isMasked: false })
  expect($chat.get()?.revealsLeft).toBe(0)
  await reveal(second)
  expect($chat.get()?.bubbles[1]?.isMasked).toBe(true)
  expect($refusal.get()).toBe('needsPremium')
})
