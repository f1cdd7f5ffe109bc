import { cleanStores } from 'nanostores'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError, type Client, useClient } from '#api/client.ts'
import { $user, forgetSession, seedSession, setUser } from '#core/accounts/session.store.ts'
import { $hint } from '#core/live/stream.store.ts'
import { $tickers } from '#core/live/tickers.store.ts'
import { HOUR, SECOND } from '#lib/clock.ts'
import { removeForBoth } from '#members/messages/acts/acts.store.ts'
import { loadOlder, reveal } from '#members/messages/chat/chat-acts.store.ts'
import { $chat, $refusal, closeChat } from '#members/messages/chat/chat.store.ts'
import { Chat } from '#members/messages/chat/Chat.tsx'
import { type Bubble, type Chat as ChatShown, newestOwn } from '#members/messages/chat/chats.ts'
import { openChat } from '#members/messages/chat/current-chat.store.ts'
import { refreshInbox } from '#members/messages/inbox/current-inbox.store.ts'
import { $inbox } from '#members/messages/inbox/inbox.store.ts'
import { UNDO_FOR } from '#members/messages/inbox/waiting.ts'
import { $recorder } from '#members/messages/voice/recorder.store.ts'
import { isSureOf } from '#members/messages/writing/are-you-sure.store.ts'
import { $returned } from '#members/messages/writing/drafts.store.ts'
import {
  draftFor,
  draftKey,
  forgetDraft,
  forgetIfSent,
  keepDraft,
} from '#members/messages/writing/drafts.ts'
import { followOtherTabs } from '#members/messages/writing/other-tabs.client.ts'
import {
  discard,
  hold,
  resume,
  retry,
  send,
  sendVoice,
} from '#members/messages/writing/outbox.store.ts'
import { forgetUnsent, unsentMessages } from '#members/messages/writing/unsent.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  type CastMember,
  chatOf,
  joins,
  parametersFor,
  writesTo,
} from '#tests/support/cast.ts'
import { openBrowser, connectStores, type StoreConnection } from '#tests/support/fake-browser.ts'
import { $toasts } from '#ui/toasts.store.ts'
import '#members/messages/while-shown.client.ts'

withApp()
let Kim: CastMember
let Lee: CastMember
let Sue: CastMember
let server: StoreConnection
const terms = { model: 'subscription' as const, price: 0 }
const offline = new CallError({ code: 'offline', status: 0, detail: 'No connection.' })

beforeAll(async () => {
  ;[Kim, Lee, Sue] = [
    await joins(app, { brand: 'adultcrush', username: 'Kim' }),
    await joins(app, { brand: 'adultcrush', username: 'Lee' }),
    await joins(app, { brand: 'adultcrush', username: 'Sue' }),
  ]
  await becomesPremium(app, Kim)
  await becomesPremium(app, Lee)
})

async function opensPage(member: CastMember): Promise<void> {
  server = connectStores(member)
  const { userInfo } = await parametersFor(member)
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
  await writesTo(from, to, body)
}
/** The first answer with the open chat, of what is there when it is asked for, comes late. */
function answersLate(): { asked: Promise<void>; arrives(): void } {
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  useClient({
    send: async (route, given, options) => {
      const answer = await Kim.send(route, given, options)
      if (String(route) !== 'GET /message/chatMessages' || !isFirst) return answer
      isFirst = false
      asked.resolve()
      await told.promise
      return answer
    },
    fetch: async () => new Response(null, { status: 429 }),
  })
  return { asked: asked.promise, arrives: told.resolve }
}
vi.mock(import('#members/messages/writing/are-you-sure.store.ts'), () => ({
  isSureOf: vi.fn<(question: string) => Promise<boolean>>(),
}))

const said = () => $chat.get()?.bubbles.map(({ body, state }) => `${body} (${state})`)
const newest = () => $chat.get()?.bubbles.at(-1)

test('a chat that the address does not name opens over none that it does', async () => {
  location.search = '?with=999999'
  await openChat(Lee.id)
  expect($chat.get()).toBeNull()
  location.search = `?with=${Lee.id}`
  await openChat(Lee.id)
  expect($chat.get()?.other.userId).toBe(Lee.id)
})

describe('a message', () => {
  test('shows at once, and is the server’s when it has arrived', async () => {
    await openChat(Lee.id)
    expect(send('Hello Lee', terms)).toBe(true)
    expect(newest()).toMatchObject({ body: 'Hello Lee', state: 'sending', isMine: true })
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    expect(newest()?.id).toBeGreaterThan(0)
  })

  test.each([
    ['opened again', () => void openChat(Lee.id)],
    ['refreshed', () => $hint.set({ type: 'read', otherId: Lee.id })],
  ])('stays where the chat was %s before, and the answer is older', async (when, asks) => {
    await openChat(Lee.id)
    const chat = answersLate()
    asks()
    await chat.asked
    send(`Sent as it was ${when}`, terms)
    const sent = { body: `Sent as it was ${when}`, state: 'sent' }
    await vi.waitFor(() => expect(newest()).toMatchObject(sent))
    chat.arrives()
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect(newest()).toMatchObject(sent)
    server = connectStores(Kim)
  })

  test('that did not arrive can be sent again, and arrives once', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('Are you there?', terms)
    await vi.waitFor(() =>
      expect(newest()).toMatchObject({
        state: 'failed',
        reason: 'No connection. It goes out by itself when there is one.',
      }),
    )
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

  test('that goes back into the field is still about what it was about', async () => {
    await openChat(Lee.id)
    const about = { kind: 'photo', id: 7, picture: null } as const
    const chat = $chat.get()
    if (chat) $chat.set({ ...chat, about })
    server.goOffline(offline)
    send('Where was this?', terms)
    expect($chat.get()?.about).toBeNull()
    await vi.waitFor(() => expect(newest()).toMatchObject({ state: 'failed', about }))
    discard(newest()?.key ?? '')
    expect($chat.get()?.about).toEqual(about)
  })

  test('that did not arrive is there again after a reload, and goes out once by itself', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('Over the reload', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    const key = newest()?.key
    closeChat()
    server.goOnline()
    await openChat(Lee.id)
    expect(newest()).toMatchObject({ body: 'Over the reload', state: 'failed', key })
    await Promise.all([resume(), resume()])
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    expect(unsentMessages()).toEqual([])
    await openChat(Lee.id)
    expect(said()?.filter((one) => one.startsWith('Over the reload'))).toHaveLength(1)
  })

  test('that another tab has sent does not stay unsent in this one', async () => {
    const browser = openBrowser('/messages')
    await opensPage(Kim)
    followOtherTabs()
    await openChat(Lee.id)
    server.goOffline(offline)
    send('From the other tab', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    const { key = '' } = newest() ?? {}
    server.goOnline()
    browser.dispatch('storage', { key: 'outbox' })
    expect(newest()?.state).toBe('failed')
    await writesTo(Kim, Lee, 'From the other tab', { key })
    forgetUnsent(key)
    browser.dispatch('storage', { key: 'outbox' })
    await vi.waitFor(() =>
      expect(newest()).toMatchObject({ body: 'From the other tab', state: 'sent' }),
    )
    expect(said()?.filter((one) => one.startsWith('From the other tab'))).toHaveLength(1)
  })

  test('of which only the answer was lost is not doubled by the next try', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('Heard already', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    const { key = '' } = newest() ?? {}
    await writesTo(Kim, Lee, 'Heard already', { key })
    server.goOnline()
    await resume()
    await openChat(Lee.id)
    expect(said()?.filter((one) => one.startsWith('Heard already'))).toHaveLength(1)
  })

  test('of which only the answer was lost before a reload is shown once', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('Cut off by the reload', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    const { key = '' } = newest() ?? {}
    await writesTo(Kim, Lee, 'Cut off by the reload', { key })
    server.goOnline()
    closeChat()
    await openChat(Lee.id)
    await resume()
    expect(said()?.filter((one) => one.startsWith('Cut off by the reload'))).toEqual([
      'Cut off by the reload (sent)',
    ])
  })

  test('that nobody can take waits in its chat, and is told where the chat is not open', async () => {
    await openChat(Lee.id)
    await app.db
      .insertInto('blocks')
      .values({ blocker_id: Lee.id, blocked_id: Kim.id, created_at: app.clock.now() })
      .execute()
    send('To be kept', terms)
    closeChat()
    await vi.waitFor(() =>
      expect($toasts.get()[0]?.text).toBe(
        'Your message was not sent. This member is no longer available.',
      ),
    )
    await app.db.deleteFrom('blocks').execute()
    await openChat(Lee.id)
    expect(newest()).toMatchObject({ body: 'To be kept', state: 'failed' })
    discard(newest()?.key ?? '')
    expect(draftFor(Lee.id)).toBe('To be kept')
  })

  test('older than a day is sent again only by its button', async () => {
    await openChat(Lee.id)
    server.goOffline(offline)
    send('From yesterday', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    server.goOnline()
    vi.setSystemTime(Date.now() + 21 * HOUR)
    await resume()
    expect(newest()?.state).toBe('failed')
    retry(newest()?.key ?? '')
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
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

describe('a draft', () => {
  /** As the composer keeps what is typed, and its form sends it. */
  const types = (body: string, key = 'the-page') =>
    keepDraft(Lee.id, body, { key, after: newestOwn($chat.get() as ChatShown) })
  const sendsForm = (body: string) => writesTo(Kim, Lee, body, { key: draftKey(Lee.id) })
  const shown = (body: string) =>
    $chat.get()?.bubbles.filter((bubble) => bubble.body === body).length

  test('that its form has sent while the script was on its way changes nothing when it is sent again', async () => {
    await openChat(Lee.id)
    types('Sent by the form')
    expect(draftKey(Lee.id)).toBe('the-page')
    await sendsForm('Sent by the form')
    send('Sent by the form', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    await openChat(Lee.id)
    expect(shown('Sent by the form')).toBe(1)
  })

  test('that the chat shows as sent is no draft, whichever way it went; other words stay', async () => {
    await openChat(Lee.id)
    types('  From the phone')
    await writesTo(Kim, Lee, 'From the phone')
    expect(forgetIfSent(Lee.id, $chat.get()?.bubbles ?? [])).toBeNull()
    await openChat(Lee.id)
    expect(forgetIfSent(Lee.id, $chat.get()?.bubbles ?? [])).toBe('  From the phone')
    expect(draftFor(Lee.id)).toBe('')
    types('From the phone, once more')
    expect(forgetIfSent(Lee.id, $chat.get()?.bubbles ?? [])).toBeNull()
    // Typed after it was sent: the same words may be said twice.
    types('From the phone')
    expect(forgetIfSent(Lee.id, $chat.get()?.bubbles ?? [])).toBeNull()
  })

  test('with the words of a message that is just going out is another message', async () => {
    await openChat(Lee.id)
    types('Ha')
    send('Ha', terms)
    forgetDraft(Lee.id)
    types('Ha')
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    expect(forgetIfSent(Lee.id, $chat.get()?.bubbles ?? [])).toBeNull()
    expect(draftKey(Lee.id, 'the-page')).not.toBe('the-page')
    send('Ha', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    expect(shown('Ha')).toBe(2)
  })

  test('to which a message was taken back whose answer was lost is not sent a second time', async () => {
    await openChat(Lee.id)
    types('Taken back too late', 'another-page')
    server.goOffline(offline)
    send('Taken back too late', terms)
    forgetDraft(Lee.id)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    const { key = '' } = newest() ?? {}
    await writesTo(Kim, Lee, 'Taken back too late', { key })
    discard(key)
    expect(draftKey(Lee.id)).toBe(key)
    server.goOnline()
    send('Taken back too late', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    await openChat(Lee.id)
    expect(shown('Taken back too late')).toBe(1)
  })

  test('that another tab has sent is told to the field of this one', async () => {
    const browser = openBrowser('/messages')
    await opensPage(Kim)
    followOtherTabs()
    await openChat(Lee.id)
    types('In two tabs')
    localStorage.removeItem('drafts')
    browser.dispatch('storage', { key: 'drafts' })
    expect($returned.get()).toEqual({ otherId: Lee.id, body: '' })
  })
})

describe('a voice message', () => {
  /** What reaches the server, of which each may store the message before its answer is lost. */
  const sent: FormData[] = []
  const recorded = { blob: new Blob(['sound']), seconds: 2, key: 'a-recording' }
  const keys = () => sent.map((form) => form.get('key'))
  const listens = () => {
    sent.length = 0
    useClient({
      ...Kim,
      send: async (_: string, { form }: { form?: FormData }) =>
        Promise.reject(form ? (sent.push(form), offline) : offline),
    } as Client)
  }

  test('has one key until it is sent: also taken back after an answer that was lost, and pressed twice', async () => {
    await openChat(Lee.id)
    listens()
    await Promise.all([sendVoice(recorded, 'In words'), sendVoice(recorded, 'In words')])
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    expect(unsentMessages()).toHaveLength(1)
    discard(newest()?.key ?? '')
    await vi.waitFor(() =>
      expect($recorder.get()).toMatchObject({ otherId: Lee.id, transcript: 'In words' }),
    )
    await sendVoice($recorder.get()?.recorded ?? { blob: new Blob(), seconds: 0 }, 'In words')
    await vi.waitFor(() => expect(keys()).toEqual(['a-recording', 'a-recording']))
  })
})

describe('what was written and not sent', () => {
  test.each([
    '{"userId',
    '[]',
    'null',
    '"text"',
    '{"userId":USER}',
    '{"userId":USER,"value":null}',
    '{"userId":USER,"value":{"LEE":{"body":7}}}',
    '{"userId":USER,"value":[null,{"key":"k"}]}',
  ])('is nothing where the browser kept %s, and the next is kept', async (text) => {
    const kept = text.replace('USER', String(Kim.id)).replace('LEE', String(Lee.id))
    for (const name of ['drafts', 'outbox']) localStorage.setItem(name, kept)
    expect([draftFor(Lee.id), unsentMessages()]).toEqual(['', []])
    await openChat(Lee.id)
    await resume()
    keepDraft(Lee.id, 'After the damage')
    expect(draftFor(Lee.id)).toBe('After the damage')
  })

  test('is the member’s own, and goes with signing out', async () => {
    keepDraft(Lee.id, 'Half a sentence')
    await openChat(Lee.id)
    server.goOffline(offline)
    send('Not yet there', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('failed'))
    const kim = $user.get() as UserInfo
    setUser({ ...kim, userId: kim.userId + 1000 })
    expect([draftFor(Lee.id), unsentMessages()]).toEqual(['', []])
    setUser(kim)
    expect([draftFor(Lee.id), unsentMessages().length]).toEqual(['Half a sentence', 1])
    forgetSession()
    expect([localStorage.getItem('drafts'), localStorage.getItem('outbox')]).toEqual([null, null])
  })
})

describe('an open chat', () => {
  test('is not put back by an answer that comes after a later one', async () => {
    await openChat(Lee.id)
    const answers: Array<() => void> = []
    useClient({
      send: async (route, given, options) => {
        const answer = await Kim.send(route, given, options)
        if (String(route) !== 'GET /message/chatMessages') return answer
        return new Promise((resolve) => answers.push(() => resolve(answer)))
      },
      fetch: async () => new Response(null, { status: 429 }),
    })
    $hint.set({ type: 'read', otherId: Lee.id })
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    await writes(Lee, Kim, 'The newest')
    $hint.set({ type: 'message', otherId: Lee.id })
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    const [older, newer] = answers
    newer?.()
    await vi.waitFor(() => expect(newest()?.body).toBe('The newest'))
    const current = $chat.get()
    older?.()
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect($chat.get()).toBe(current)
    server = connectStores(Kim)
  })

  test('takes in what comes when the stream says so, and tells that it was read', async () => {
    await openChat(Lee.id)
    await writes(Lee, Kim, 'News for you')
    await refreshInbox()
    expect($inbox.get().conversations[0]).toMatchObject({
      unread: 1,
      snippet: { text: 'News for you' },
    })
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

    closeChat()
    await openChat(Lee.id)
    const chat = answersLate()
    const again = openChat(Lee.id)
    await chat.asked
    await loadOlder()
    chat.arrives()
    await again
    const ids = $chat.get()?.bubbles.map(({ id }) => id) ?? []
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
    expect(ids).toHaveLength(all + 1)
    server = connectStores(Kim)
  })

  test('of the last one chosen is shown, however the answers come', async () => {
    await Promise.all([openChat(Sue.id), openChat(Lee.id)])
    expect($chat.get()?.other.username).toBe('Lee')
  })
})

/**
 * What the conversation on the page offers about hidden messages: their number is that of the
 * offers.
 */
function offers(): string[] {
  const chat = $chat.get()
  if (!chat) return []
  const page = {
    chat,
    most: 1000,
    upgrade: 'Upgrade',
    now: app.clock.now().toISOString(),
    locale: 'en-GB',
    first: '',
    formKey: 'key',
    refused: null,
    rules: terms,
    hasVoice: false,
    focused: null,
    hit: null,
    menus: null,
  }
  const html = renderToStaticMarkup(createElement(Chat, page))
  return html
    .split('action="/profile/revealMessage"')
    .slice(1)
    .map((form) => /<p>(.*?)<\/p>/.exec(form)?.[1] ?? '')
}

test('a masked message opens once a day; then there is a way to more', async () => {
  await writes(Kim, Sue, 'For Sue')
  await writes(Kim, Sue, 'Also for Sue')
  await opensPage(Sue)
  await openChat(Kim.id)
  expect(offers()).toEqual(['2 messages from Kim are hidden. You can read one a day.'])
  const [first, second] = ($chat.get()?.bubbles ?? []).map(({ id }) => id) as [number, number]
  await reveal(first)
  expect($chat.get()?.bubbles[0]).toMatchObject({ body: 'For Sue', isMasked: false })
  expect($chat.get()?.revealsLeft).toBe(0)
  expect(offers()).toEqual(['A message from Kim is hidden. You have read your message of today.'])
  await reveal(second)
  expect($chat.get()?.bubbles[1]?.isMasked).toBe(true)
  expect($refusal.get()).toBe('needsPremium')
})

describe('a ready answer that the server asks about after the time to take it back', () => {
  const body = 'Please send me money for the rent.'
  const answered = async () => {
    const { messages } = await chatOf(Kim, Lee)
    return messages.filter((one) => one.body === body).length
  }

  test.each([
    ['is sent once if the member is sure', true, 1, ''],
    ['is in the chat if they are not, also where that is not open', false, 0, body],
  ] as const)('%s', async (_, isSure, sent, draft) => {
    const before = await answered()
    vi.mocked(isSureOf).mockResolvedValue(isSure)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    hold({ otherId: Lee.id, key: crypto.randomUUID(), body }, UNDO_FOR)
    await vi.advanceTimersByTimeAsync(UNDO_FOR - 1)
    expect(isSureOf).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(isSureOf).toHaveBeenCalledTimes(1))
    await vi.waitFor(() => expect(unsentMessages()).toEqual([]))
    await server.whenIdle()
    expect((await answered()) - before).toBe(sent)
    expect(draftFor(Lee.id)).toBe(draft)
    expect($toasts.get().map(({ action }) => action?.href)).toEqual(
      isSure ? [] : [`/messages?with=${Lee.id}`],
    )
    vi.mocked(isSureOf).mockReset()
  })
})

describe('a photo that cannot be taken back', () => {
  test.each([
    ['another chat', () => Sue.id, 0],
    ['the same chat, opened again,', () => Lee.id, 1],
  ])('leaves %s as it is meanwhile', async (_, shown, times) => {
    await openChat(Lee.id)
    send('A photo that waits', terms)
    await vi.waitFor(() => expect(newest()?.state).toBe('sent'))
    const image = { src: '/a.webp', width: 4, height: 3, alt: '', loading: 'lazy' } as const
    const held: Bubble = {
      ...(newest() as Bubble),
      photo: { isHeld: true, large: null, image },
    }
    const chat = $chat.get() as ChatShown
    $chat.set({ ...chat, bubbles: [...chat.bubbles.slice(0, -1), held] })
    const { promise, reject } = Promise.withResolvers<never>()
    useClient({
      ...Kim,
      send: (route, given, options) =>
        String(route) === 'POST /message/deleteForBoth' ? promise : Kim.send(route, given, options),
    })
    const done = removeForBoth(held.id)
    expect(newest()?.id).not.toBe(held.id)
    await openChat(shown())
    reject(offline)
    await done
    expect($chat.get()?.other.userId).toBe(shown())
    expect($chat.get()?.bubbles.filter(({ id }) => id === held.id)).toHaveLength(times)
  })
})
