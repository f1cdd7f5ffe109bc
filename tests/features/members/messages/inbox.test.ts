import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/clock.ts'
import {
  chatMessagesWidget,
  hideConversation,
  markAsRead,
  markUnread,
  muteConversation,
} from '#members/messages/inbox/inbox.contract.ts'
import type { Show } from '#members/messages/inbox/inbox.ts'
import { whoWaits } from '#members/messages/inbox/waiting.contract.ts'
import { revealMessage } from '#members/messages/messages.contract.ts'
import { MASK } from '#members/messages/writing/rules.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  blocks,
  type CastMember,
  chatOf,
  inboxOf,
  joins,
  likes,
  tickersOf,
  writesTo,
} from '#tests/support/cast.ts'

withApp()
let Kim: CastMember
let Lee: CastMember
let pairs = 0

const premium = async (username: string): Promise<CastMember> => {
  const member = await joins(app, { brand: 'adultcrush', username })
  await becomesPremium(app, member)
  return member
}

beforeEach(async () => {
  pairs += 1
  Kim = await premium(`Kim${pairs}`)
  Lee = await premium(`Lee${pairs}`)
})

async function writes(from: CastMember, to: CastMember, body: string): Promise<number> {
  app.clock.advance(SECOND)
  const { message } = await writesTo(from, to, body)
  return message.id
}
const page = (member: CastMember, before?: string) => inboxOf(member, { before })
const inbox = async (member: CastMember) => (await page(member)).conversations
const names = async (member: CastMember) => (await inbox(member)).map(({ other }) => other.username)
const unread = async (member: CastMember) => (await inbox(member))[0]?.unread
const read = (member: CastMember, other: CastMember, upTo?: number) =>
  member.calls(markAsRead, { body: { id: other.id, upTo } })
const markedUnread = (member: CastMember, other: CastMember) =>
  member.calls(markUnread, { body: { id: other.id } })
const hides = (member: CastMember, other: CastMember) =>
  member.calls(hideConversation, { body: { id: other.id } })

describe('reading', () => {
  test('clears the count and tells the writer up to where', async () => {
    await writes(Kim, Lee, 'One')
    await writes(Kim, Lee, 'Two')
    expect(await unread(Lee)).toBe(2)
    expect((await chatOf(Kim, Lee)).otherReadAt).toBeNull()
    expect((await read(Lee, Kim)).unread).toBe(0)
    expect(await unread(Lee)).toBe(0)
    const { messages, otherReadAt } = await chatOf(Kim, Lee)
    expect(otherReadAt).toBe(messages[1]?.sentAt)
  })

  test('up to a message leaves the later ones unread', async () => {
    const first = await writes(Kim, Lee, 'One')
    await writes(Kim, Lee, 'Two')
    expect((await read(Lee, Kim, first)).unread).toBe(1)
    const { messages, otherReadAt } = await chatOf(Kim, Lee)
    expect(otherReadAt).toBe(messages[0]?.sentAt)
  })

  test('while messages come in counts each of them once', async () => {
    const first = await writes(Kim, Lee, 'First')
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 2 ? read(Lee, Kim, first) : writes(Kim, Lee, `More ${n}`),
      ),
    )
    expect(await unread(Lee)).toBe(8)
  })

  test('of what was only seen masked is not told to the writer', async () => {
    const Sue = await joins(app, { brand: 'adultcrush', username: `Sue${pairs}` })
    await writes(Kim, Sue, 'For your eyes')
    expect((await read(Sue, Kim)).unread).toBe(0)
    expect((await chatOf(Kim, Sue)).otherReadAt).toBeNull()
  })

  test('can be taken back', async () => {
    await writes(Kim, Lee, 'One')
    await read(Lee, Kim)
    await markedUnread(Lee, Kim)
    expect(await unread(Lee)).toBe(1)
    await expect(markedUnread(Kim, Lee)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('hiding a conversation', () => {
  test('takes it out of one inbox, until somebody writes in it again', async () => {
    await writes(Kim, Lee, 'One')
    await hides(Lee, Kim)
    expect(await names(Lee)).toEqual([])
    expect(await names(Kim)).toEqual([Lee.username])
    await writes(Kim, Lee, 'Two')
    expect(await names(Lee)).toEqual([Kim.username])
    expect((await chatOf(Lee, Kim)).messages).toHaveLength(2)
  })

  test('needs a conversation', async () => {
    await expect(hides(Lee, Kim)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(read(Lee, Kim)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('is nobody else’s business', async () => {
    const Max = await premium(`Max${pairs}`)
    await writes(Kim, Lee, 'Between us')
    await expect(hides(Max, Lee)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(read(Max, Kim)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await chatOf(Max, Kim)).messages).toEqual([])
    expect(await unread(Lee)).toBe(1)
  })
})

test('a full inbox comes in pages, newest first, with nobody twice or missing', async () => {
  const writers = await Promise.all(Array.from({ length: 45 }, (_, n) => premium(`Writer${n}`)))
  // Many at the same instant: the page's end must fall between two of them without losing either.
  await Promise.all(writers.map((writer) => writesTo(writer, Lee)))
  app.clock.advance(MINUTE)
  const seen: string[] = []
  let before: string | undefined
  for (let pages = 0; pages < 3; pages += 1) {
    const { conversations, older } = await page(Lee, before)
    seen.push(...conversations.map(({ other }) => other.username))
    before = older ?? undefined
  }
  expect(before).toBeUndefined()
  expect(seen.toSorted()).toEqual(writers.map(({ username }) => username).toSorted())
  await writes(writers[7] as CastMember, Lee, 'Again')
  expect((await names(Lee))[0]).toBe('Writer7')
  await expect(page(Lee, 'nonsense')).rejects.toMatchObject({ code: 'invalid' })
})

test('a long message is cut to a line, between characters', async () => {
  await writes(Kim, Lee, `First line\n\n${'👋'.repeat(300)}`)
  const text = (await inbox(Lee))[0]?.snippet?.text ?? ''
  expect(text.startsWith('First line 👋')).toBe(true)
  expect(text.endsWith('…')).toBe(true)
  expect(text.isWellFormed()).toBe(true)
})

describe('an inbox can be narrowed', () => {
  const shown = async (member: CastMember, query: { show?: Show; q?: string }) => {
    const { conversations, counts } = await inboxOf(member, query)
    return {
      names: conversations.map(({ other }) => other.username),
      snippets: conversations.map(({ snippet }) => snippet?.text ?? null),
      counts,
    }
  }

  test('to what is unread, to the hidden, and to matches without a message; the counts are true', async () => {
    const [Max, Ned, Ola, Pam] = [
      await premium(`Max${pairs}`),
      await premium(`Ned${pairs}`),
      await premium(`Ola${pairs}`),
      await premium(`Pam${pairs}`),
    ] as const
    await writes(Kim, Lee, 'One')
    await writes(Max, Lee, 'Two')
    await read(Lee, Max)
    await writes(Ned, Lee, 'Three')
    await hides(Lee, Ned)
    for (const one of [Ola, Pam, Max]) {
      await likes(Lee, one)
      app.clock.advance(SECOND)
      await likes(one, Lee)
    }
    const counts = { unread: 1, hidden: 1, matches: 2, waiting: 2 }
    expect(await shown(Lee, {})).toMatchObject({ names: [Max.username, Kim.username], counts })
    expect(await shown(Lee, { show: 'unread' })).toMatchObject({ names: [Kim.username], counts })
    expect(await shown(Lee, { show: 'hidden' })).toMatchObject({ names: [Ned.username], counts })
    expect(await shown(Lee, { show: 'matches' })).toMatchObject({
      names: [Pam.username, Ola.username],
      snippets: [null, null],
      counts,
    })

    await writes(Lee, Ola, 'Hello')
    expect(await shown(Lee, { show: 'matches' })).toMatchObject({
      names: [Pam.username],
      counts: { unread: 1, hidden: 1, matches: 1, waiting: 2 },
    })
    for (const gone of [Kim, Ned, Pam]) await blocks(gone, Lee)
    expect((await shown(Lee, {})).counts).toEqual({
      unread: 0,
      hidden: 0,
      matches: 0,
      waiting: 1,
    })
    for (const show of ['unread', 'hidden', 'matches'] as const)
      expect((await shown(Lee, { show })).names).toEqual([])
  })

  test('by a name, and by words that the member wrote or can read, in capitals or not', async () => {
    const Max = await premium(`Max${pairs}`)
    await writes(Kim, Lee, 'My radio is from 1954')
    await writes(Lee, Kim, 'A marvel')
    await writes(Max, Lee, 'I repair a RADIO a week, 100 % of them_')
    expect(await shown(Lee, { q: 'radio' })).toMatchObject({
      names: [Max.username, Kim.username],
      snippets: [expect.stringContaining('RADIO'), 'My radio is from 1954'],
    })
    expect((await shown(Lee, { q: 'MARVEL' })).names).toEqual([Kim.username])
    expect((await shown(Lee, { q: `max${pairs}` })).names).toEqual([Max.username])
    expect((await shown(Lee, { q: '100 %' })).names).toEqual([Max.username])
    expect((await shown(Lee, { q: '%' })).names).toEqual([Max.username])
    expect((await shown(Lee, { q: 'radio', show: 'hidden' })).names).toEqual([])
    await hides(Lee, Max)
    expect((await shown(Lee, { q: 'radio', show: 'hidden' })).names).toEqual([Max.username])
    expect((await shown(Max, { q: '1954' })).names).toEqual([])
  })

  test('but never by words that are masked, until they are revealed', async () => {
    const Sue = await joins(app, { brand: 'adultcrush', username: `Sue${pairs}` })
    const id = await writes(Kim, Sue, 'Meet me at the harbour')
    expect(await shown(Sue, { q: 'harbour' })).toMatchObject({ names: [], snippets: [] })
    expect(await shown(Sue, { q: Kim.username })).toMatchObject({
      names: [Kim.username],
      snippets: [MASK],
    })
    expect((await shown(Sue, { q: MASK })).names).toEqual([])
    await Sue.calls(revealMessage, { body: { messageId: id } })
    expect(await shown(Sue, { q: 'harbour' })).toMatchObject({
      names: [Kim.username],
      snippets: ['Meet me at the harbour'],
    })
    await writes(Kim, Sue, 'And bring a lantern')
    expect((await shown(Sue, { q: 'lantern' })).names).toEqual([])
  })

  test.each([
    ['emoji', 'See you 👩‍👩‍👧 soon', '👩‍👩‍👧', true],
    ['right-to-left text', 'שלום לך', 'שלום', true],
    ['a message and its accent apart', 'Café?', 'cafe\u0301', true],
    ['zero-width text alone, which is no search', 'Plain', '\u200B\u200D', true],
    ['a backslash', String.raw`C:\temp`, String.raw`:\t`, true],
    ['a wildcard', 'Plain', 'P_ain', false],
    ['words of nobody', 'Plain', 'xyzzy', false],
  ])('by %s', async (_, body, q, isFound) => {
    await writes(Kim, Lee, body)
    expect((await shown(Lee, { q })).names).toEqual(isFound ? [Kim.username] : [])
  })

  test.each([
    ['a filter that is none', { show: 'everything' }],
    ['words without end', { q: 'x'.repeat(101) }],
    ['a cursor that is none', { before: '1-' }],
  ])('but not by %s', async (_, query) => {
    await expect(inboxOf(Lee, query as { show?: Show })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('page by page, with words around what was found', async () => {
    const long = `${'Before that I say a lot. '.repeat(20)}Then comes the treasure, and more. ${'After that, too. '.repeat(20)}`
    for (let n = 0; n < 23; n += 1) await writes(await premium(`Finder${pairs}x${n}`), Lee, long)
    const first = await inboxOf(Lee, { q: 'treasure' })
    expect(first.conversations).toHaveLength(20)
    expect(first.conversations[0]?.snippet?.text).toMatch(/^….*Then comes the treasure.*…$/)
    const { conversations, older } = await inboxOf(Lee, {
      q: 'treasure',
      before: first.older ?? '',
    })
    expect([conversations.length, older]).toEqual([3, null])
    expect(first.counts.unread).toBe(23)
  })
})

describe('the corner of messages', () => {
  const corner = (member: CastMember, count?: number) =>
    member.calls(chatMessagesWidget, { query: { count } })

  test('has the newest unread conversations, masked where they are masked, and marks nothing as read', async () => {
    const Sue = await joins(app, { brand: 'adultcrush', username: `Sue${pairs}` })
    await writes(Kim, Sue, 'One')
    await writes(Lee, Sue, 'Two')
    const { conversations, unread: waiting } = await corner(Sue, 1)
    expect(conversations).toMatchObject([
      { other: { username: Lee.username }, snippet: { text: MASK, isMasked: true }, unread: 1 },
    ])
    expect(waiting).toBe(2)
    await read(Sue, Lee)
    expect(await corner(Sue)).toMatchObject({
      conversations: [{ other: { username: Kim.username } }],
      unread: 1,
    })
  })

  test.each([
    [0, 'invalid'],
    [-1, 'invalid'],
    [1.5, 'invalid'],
    [100_000, 0],
  ])('with a count of %d', async (count, answer) => {
    if (answer === 'invalid')
      await expect(corner(Lee, count)).rejects.toMatchObject({ code: 'invalid' })
    else expect((await corner(Lee, count)).conversations).toHaveLength(answer as number)
  })
})

describe('hiding is undone', () => {
  test('with what was unread; somebody’s next message counts alone', async () => {
    await writes(Kim, Lee, 'One')
    await writes(Kim, Lee, 'Two')
    await hides(Lee, Kim)
    await Lee.calls(hideConversation, { body: { id: Kim.id, hidden: 'no' } })
    expect(await unread(Lee)).toBe(2)
    await hides(Lee, Kim)
    await writes(Kim, Lee, 'Three')
    expect(await unread(Lee)).toBe(1)
  })
})

describe('nobody there', () => {
  const calls = ['POST /message/hide', 'POST /message/unread', 'POST /message/markAsRead'] as const
  test.each(
    calls.flatMap((call) =>
      [
        ['an id of nobody', () => 999_999_999],
        ['oneself', () => Lee.id],
        ['somebody without a conversation', () => Kim.id],
      ].map(([who, id]) => [call, who, id] as [typeof call, string, () => number]),
    ),
  )('%s of %s changes nothing', async (call, _, id) => {
    await expect(
      Lee.send<typeof markUnread>(call as 'POST /message/unread', { body: { id: id() } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test.each(['blocked', 'banned', 'deleted'] as const)(
    'a conversation with somebody %s is in no list',
    async (how) => {
      await writes(Kim, Lee, 'One')
      const at = app.clock.now()
      const account = app.db.updateTable('accounts').where('id', '=', Kim.id)
      if (how === 'blocked') await blocks(Lee, Kim)
      if (how === 'banned') await account.set({ banned_at: at }).execute()
      if (how === 'deleted') await account.set({ deleted_at: at }).execute()
      for (const show of ['all', 'unread', 'hidden', 'matches'] as const) {
        const { conversations, counts } = await inboxOf(Lee, { show, q: 'One' })
        expect([conversations, counts]).toEqual([
          [],
          { unread: 0, matches: 0, hidden: 0, waiting: 0 },
        ])
      }
    },
  )
})

describe('a muted conversation', () => {
  const mutes = (member: CastMember, other: CastMember, muted: 'yes' | 'no' = 'yes') =>
    member.calls(muteConversation, { body: { id: other.id, muted } })
  const subscribes = async (member: CastMember) => {
    const { db, clock } = app.services
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', member.id)
      .executeTakeFirstOrThrow()
    const device = {
      endpoint: `https://push.example.test/${member.id}`,
      p256dh: 'x',
      auth: 'x',
      kinds: ['message'],
      brand: 'adultcrush',
    }
    await db
      .insertInto('push_subscriptions')
      .values({ ...device, account_id: member.id, session_id: id, created_at: clock.now() })
      .execute()
  }
  const pushesTo = async (member: CastMember) =>
    (
      await app.db
        .selectFrom('pushes')
        .innerJoin('push_subscriptions as to', 'to.id', 'subscription_id')
        .select('pushes.id')
        .where('to.account_id', '=', member.id)
        .execute()
    ).length
  /** Every place in which an unread message is news. */
  const noise = async (member: CastMember) => ({
    counted: (await page(member)).counts.unread,
    unreadOnes: (await inboxOf(member, { show: 'unread' })).conversations.length,
    corner: (await member.calls(chatMessagesWidget, { query: {} })).unread,
    badge: (await tickersOf(member)).newMessages,
    waiting: (await member.calls(whoWaits, { query: {} })).count,
    pushes: await pushesTo(member),
  })
  const silence = { counted: 0, unreadOnes: 0, corner: 0, badge: 0, waiting: 0, pushes: 0 }

  test('makes no noise anywhere, and its messages arrive; heard again, it counts as before', async () => {
    await subscribes(Lee)
    await writes(Lee, Kim, 'Hello')
    expect((await mutes(Lee, Kim)).next).toBe(`/messages?with=${Kim.id}`)
    await writes(Kim, Lee, 'Noise')
    expect(await noise(Lee)).toEqual(silence)
    expect(await inbox(Lee)).toMatchObject([
      { unread: 1, isMuted: true, snippet: { text: 'Noise' } },
    ])
    expect([(await chatOf(Lee, Kim)).isMuted, (await chatOf(Kim, Lee)).isMuted]).toEqual([
      true,
      false,
    ])
    await mutes(Lee, Kim, 'no')
    await writes(Kim, Lee, 'Heard')
    expect(await noise(Lee)).toEqual({
      counted: 1,
      unreadOnes: 1,
      corner: 1,
      badge: 2,
      waiting: 1,
      pushes: 1,
    })
  })

  test('is muted for one side, and only where there is one', async () => {
    await expect(mutes(Kim, Lee)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await chatOf(Kim, Lee)).isMuted).toBeNull()
    await writes(Kim, Lee, 'Hello')
    await mutes(Kim, Lee)
    expect(await noise(Lee)).toMatchObject({ counted: 1, badge: 1, waiting: 1 })
  })
})
