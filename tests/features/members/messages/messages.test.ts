import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, SECOND } from '#lib/clock.ts'
import { findMessages } from '#members/messages/find/find.contract.ts'
import { markAsRead } from '#members/messages/inbox/inbox.contract.ts'
import {
  chatMessages,
  logMessageAttempt,
  revealMessage,
  sendMessage,
} from '#members/messages/messages.contract.ts'
import { MASK } from '#members/messages/writing/rules.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  alice,
  becomesPremium,
  bob,
  type CastMember,
  dan,
  inboxOf,
  joins,
  signsInOn,
  writesTo,
} from '#tests/support/cast.ts'
import { givesCredits } from '#tests/support/credits.ts'

withApp()
let Alice: CastMember
let Bob: CastMember
beforeAll(async () => {
  Alice = await alice(app)
  Bob = await bob(app)
})

const writes = (from: CastMember, to: CastMember, body: string, idempotencyKey?: string) =>
  from.calls(sendMessage, { body: { id: to.id, body } }, idempotencyKey ? { idempotencyKey } : {})
const reads = (reader: CastMember, other: CastMember, before?: number) =>
  reader.calls(chatMessages, { query: { id: other.id, before } })
const inbox = async (member: CastMember) => (await inboxOf(member)).conversations
const reveals = (member: CastMember, messageId: number) =>
  member.calls(revealMessage, { body: { messageId } })

async function blocks(blocker: CastMember, blocked: CastMember): Promise<void> {
  await app.db
    .insertInto('blocks')
    .values({ blocker_id: blocker.id, blocked_id: blocked.id, created_at: app.clock.now() })
    .execute()
}

const conversationsOf = async (member: CastMember) =>
  app.db
    .selectFrom('conversations')
    .selectAll()
    .where((e) => e.or([e('low_id', '=', member.id), e('high_id', '=', member.id)]))
    .execute()

describe('on a credits brand', () => {
  test('a message costs its price, and both have it in their inbox', async () => {
    await givesCredits(app, Bob, 3)
    const { message, currentCredits, next } = await writes(Bob, Alice, '  Good evening.  ')
    expect(message).toMatchObject({
      isMine: true,
      body: 'Good evening.',
      isMasked: false,
      kind: 'text',
    })
    expect(currentCredits).toBe(2)
    expect(next).toBe(`/messages?with=${Alice.id}#newest`)
    expect(await inbox(Bob)).toMatchObject([
      {
        other: { userId: Alice.id, username: 'Alice', age: 34 },
        snippet: { text: 'Good evening.', isMine: true },
        unread: 0,
      },
    ])
    expect(await inbox(Alice)).toMatchObject([{ other: { userId: Bob.id, age: 38 }, unread: 1 }])
  })

  test('reading is free', async () => {
    const reader = await joins(app, { brand: 'wivesnow', username: 'Reader' })
    await givesCredits(app, Bob, 1)
    await writes(Bob, reader, 'A message for you')
    expect((await reads(reader, Bob)).messages).toMatchObject([
      { body: 'A message for you', isMasked: false, isMine: false },
    ])
    expect((await reads(reader, Bob)).revealsLeft).toBeNull()
  })

  test('without credits nothing is written, not even a conversation', async () => {
    const poor = await joins(app, { brand: 'wivesnow', username: 'Poor' })
    await expect(writes(poor, Alice, 'Hello')).rejects.toMatchObject({
      status: 402,
      code: 'noCredits',
    })
    expect(await conversationsOf(poor)).toEqual([])
    expect((await inbox(Alice)).map(({ other }) => other.username)).not.toContain('Poor')
  })

  test('with one credit left, one of ten messages at once is sent and paid for', async () => {
    const last = await joins(app, { brand: 'wivesnow', username: 'Last' })
    await givesCredits(app, last, 1)
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => writes(last, Alice, `Try ${n}`)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await reads(last, Alice)).messages).toHaveLength(1)
  })

  test('a message sent twice under one key is one message and one credit', async () => {
    const twice = await joins(app, { brand: 'wivesnow', username: 'Twice' })
    await givesCredits(app, twice, 5)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => writes(twice, Alice, 'Only once', 'key-1')),
    )
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1)
    expect((await writes(twice, Alice, 'Only once', 'key-1')).currentCredits).toBe(4)
    expect((await reads(twice, Alice)).messages).toHaveLength(1)
    await expect(writes(twice, Alice, 'Something else', 'key-1')).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(writes(twice, Alice, 'Hello', 'a key with spaces')).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('words that a form has sent and a script sends again are one message and one credit; other words are another', async () => {
    const drafts = await joins(app, { brand: 'wivesnow', username: 'Drafts' })
    await givesCredits(app, drafts, 5)
    const byForm = (body: string) =>
      drafts.visit('/message/chatMessages', {
        method: 'POST',
        headers: { Origin: `http://${drafts.host}` },
        body: new URLSearchParams({ id: String(Alice.id), body, key: 'draft-1' }),
      })
    const byScript = (body: string) =>
      writesTo(drafts, Alice, body, { key: 'draft-1', isSure: 'yes' })
    const [answer] = await Promise.all([
      byForm('A kept draft'),
      byForm('A kept draft'),
      byScript('A kept draft'),
    ])
    expect(answer.headers.get('Location')).toMatch(/\/messages\?with=\d+#newest$/)
    expect((await byScript(' A kept draft\n')).currentCredits).toBe(4)
    expect((await byScript('Another one')).currentCredits).toBe(3)
    expect((await reads(drafts, Alice)).messages.map(({ body }) => body)).toEqual([
      'A kept draft',
      'Another one',
    ])
  })
})

describe('on a subscription brand', () => {
  test('a standard member cannot write, and the attempt is noted', async () => {
    await expect(writes(Alice, Bob, 'Hello')).rejects.toMatchObject({
      status: 402,
      code: 'needsPremium',
    })
    await Alice.calls(logMessageAttempt, { body: { id: Bob.id } })
    const attempts = await app.db
      .selectFrom('message_attempts')
      .selectAll()
      .where('account_id', '=', Alice.id)
      .execute()
    expect(attempts).toMatchObject([{ other_id: Bob.id }])
  })

  test('a standard member gets a mask that says nothing of the text, and one full message a day', async () => {
    const Sue = await joins(app, { brand: 'adultcrush', username: 'Sue' })
    await givesCredits(app, Bob, 3)
    await writes(Bob, Sue, 'x')
    await writes(Bob, Sue, 'A much longer message, with its own secrets.')
    await writes(Bob, Sue, 'The third')
    const raw = await (await Sue.request(`/message/chatMessages?id=${Bob.id}`)).text()
    expect(raw).not.toContain('secrets')
    expect(await (await Sue.request('/message/index')).text()).not.toContain('The third')
    const { messages, revealsLeft } = await reads(Sue, Bob)
    expect(messages.map(({ body }) => body)).toEqual([MASK, MASK, MASK])
    expect(revealsLeft).toBe(1)

    const [first, second, third] = messages.map(({ id }) => id) as [number, number, number]
    const outcomes = await Promise.allSettled([first, second, third].map((id) => reveals(Sue, id)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    const read = (await reads(Sue, Bob)).messages.filter(({ isMasked }) => !isMasked)
    expect(read).toHaveLength(1)
    expect((await reveals(Sue, read[0]?.id as number)).revealsLeft).toBe(0)

    app.clock.advance(12 * HOUR + SECOND)
    const masked = (await reads(Sue, Bob)).messages.find(({ isMasked }) => isMasked)
    expect((await reveals(Sue, masked?.id as number)).body).not.toBe(MASK)
    app.clock.advance(DAY)

    await becomesPremium(app, Sue)
    expect((await reads(Sue, Bob)).messages.map(({ body }) => body)).toEqual([
      'x',
      'A much longer message, with its own secrets.',
      'The third',
    ])
    expect((await writes(Sue, Bob, 'Now I can answer')).currentCredits).toBeNull()
  })

  test('the brand that counts is the one of the session', async () => {
    const Ann = await joins(app, { brand: 'adultcrush', username: 'Ann', signsInOn: 'wivesnow' })
    await givesCredits(app, Bob, 1)
    await writes(Bob, Ann, 'Read me')
    expect((await reads(Ann, Bob)).messages).toMatchObject([{ body: 'Read me' }])
    await givesCredits(app, Ann, 1)
    expect((await writes(Ann, Bob, 'With pleasure')).currentCredits).toBe(0)
  })

  test('what was read on a brand where reading is free stays readable, and no more than that', async () => {
    const there = await joins(app, { brand: 'wivesnow', username: 'Uma' })
    const here = await signsInOn(app, there, 'adultcrush')
    const bodies = async () => (await reads(here, Bob)).messages.map(({ body }) => body)
    const marks = (who: CastMember, upTo?: number) =>
      who.calls(markAsRead, { body: { id: Bob.id, upTo } })
    await givesCredits(app, Bob, 3)
    const { message } = await writes(Bob, Alice, 'Of another conversation')
    const first = (await writes(Bob, there, 'By the harbour')).message
    await writes(Bob, there, 'At the mill')
    await marks(here)
    expect(await bodies()).toEqual([MASK, MASK])
    await marks(there, message.id)
    expect(await bodies()).toEqual([MASK, MASK])
    await marks(there, first.id)
    expect(await bodies()).toEqual(['By the harbour', MASK])
    await marks(there, 1e9)
    await marks(there, first.id)
    expect(await bodies()).toEqual(['By the harbour', 'At the mill'])
    expect((await inbox(here))[0]?.snippet).toMatchObject({ text: 'At the mill', isMasked: false })
    const found = await here.calls(findMessages, { query: { id: Bob.id, q: 'harbour' } })
    expect(found.hits).toMatchObject([{ id: first.id }])

    await givesCredits(app, Bob, 1)
    await writes(Bob, there, 'Not yet read')
    expect((await bodies()).at(-1)).toBe(MASK)
    expect((await reads(here, Bob)).revealsLeft).toBe(1)
  })

  test('nobody reveals what was sent to somebody else', async () => {
    const Tom = await joins(app, { brand: 'adultcrush', username: 'Tom', gender: 'man' })
    await givesCredits(app, Bob, 1)
    const { message } = await writes(Bob, Alice, 'Between us')
    await expect(reveals(Tom, message.id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(reveals(Bob, message.id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(reveals(Tom, 999_999)).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('a message is refused', () => {
  test('when it is empty, too long, or to oneself', async () => {
    await givesCredits(app, Bob, 5)
    await expect(writes(Bob, Alice, '  \n ')).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'body' }],
    })
    await expect(writes(Bob, Alice, '👋'.repeat(2001))).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'body', message: 'Please use at most 2000 characters.' }],
    })
    expect((await writes(Bob, Alice, '👋'.repeat(2000))).message.body).toHaveLength(4000)
    await expect(writes(Bob, Bob, 'Hello me')).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('when either has blocked the other, or there is nobody', async () => {
    const Dan = await dan(app)
    await becomesPremium(app, Dan)
    await givesCredits(app, Bob, 2)
    await writes(Bob, Dan, 'Before')
    await blocks(Bob, Dan)
    await expect(writes(Dan, Bob, 'Why?')).rejects.toMatchObject({
      status: 404,
      code: 'unavailable',
    })
    await expect(writes(Bob, Dan, 'Because')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(reads(Dan, Bob)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await inbox(Dan)).map(({ other }) => other.username)).toEqual([])
    await expect(
      Bob.calls(sendMessage, { body: { id: 999_999, body: 'Anybody?' } }),
    ).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('when it would be the 21st conversation begun in a day; answers go on', async () => {
    const Eager = await joins(app, { brand: 'adultcrush', username: 'Eager' })
    await becomesPremium(app, Eager)
    const others = await Promise.all(
      Array.from({ length: 22 }, (_, n) =>
        joins(app, { brand: 'adultcrush', username: `Other${n}` }),
      ),
    )
    const [first, last] = [others[0] as CastMember, others[21] as CastMember]
    for (const other of others.slice(0, 20)) {
      await writes(Eager, other, 'Hello')
      // A new account may begin only a few in an hour.
      app.clock.advance(DAY / 24)
    }
    await expect(writes(Eager, others[20] as CastMember, 'Hello')).rejects.toMatchObject({
      status: 429,
    })
    expect(await conversationsOf(others[20] as CastMember)).toEqual([])
    await writes(Eager, first, 'Hello again')
    await becomesPremium(app, last)
    await writes(last, Eager, 'Hello you')
    await writes(Eager, last, 'An answer')
    app.clock.advance(DAY + SECOND)
    await writes(Eager, others[20] as CastMember, 'Hello')
  })
})

test('two who write first at the same moment have one conversation, and nothing is lost', async () => {
  const [Kim, Lee] = (await Promise.all(
    ['Kim', 'Lee'].map((username) => joins(app, { brand: 'adultcrush', username })),
  )) as [CastMember, CastMember]
  await Promise.all([becomesPremium(app, Kim), becomesPremium(app, Lee)])
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => [
      writes(Kim, Lee, `Kim ${n}`),
      writes(Lee, Kim, `Lee ${n}`),
    ]).flat(),
  )
  expect(await conversationsOf(Kim)).toHaveLength(1)
  expect((await reads(Kim, Lee)).messages).toHaveLength(20)
  expect(await inbox(Kim)).toMatchObject([{ unread: 10 }])
  expect(await inbox(Lee)).toMatchObject([{ unread: 10 }])
})

test('a long conversation comes 30 at a time, the newest first page, each page oldest first', async () => {
  const [Mia, Ned] = (await Promise.all(
    ['Mia', 'Ned'].map((username) => joins(app, { brand: 'adultcrush', username })),
  )) as [CastMember, CastMember]
  await becomesPremium(app, Mia)
  await becomesPremium(app, Ned)
  for (let n = 1; n <= 45; n += 1) await writes(n % 2 ? Mia : Ned, n % 2 ? Ned : Mia, String(n))
  const newest = await reads(Mia, Ned)
  expect(newest.messages.map(({ body }) => Number(body))).toEqual(
    Array.from({ length: 30 }, (_, n) => n + 16),
  )
  expect(newest.hasOlder).toBe(true)
  const older = await reads(Mia, Ned, newest.messages[0]?.id)
  expect(older.messages.map(({ body }) => Number(body))).toEqual(
    Array.from({ length: 15 }, (_, n) => n + 1),
  )
  expect(older.hasOlder).toBe(false)

  // One that was searched for comes with some before it and all after it.
  const { conversations } = await inboxOf(Mia, { q: '12' })
  const hit = conversations[0]?.found ?? undefined
  expect(hit).toBe(older.messages[11]?.id)
  const around = await Mia.calls(chatMessages, { query: { id: Ned.id, hit } })
  expect(around.messages.map(({ body }) => Number(body))).toEqual(
    Array.from({ length: 44 }, (_, n) => n + 2),
  )
  expect(around.hasOlder).toBe(true)
})

test('a form posted without script sends the message and leads back to the chat', async () => {
  await givesCredits(app, Bob, 2)
  const post = (values: Record<string, string>) =>
    Bob.visit('/message/chatMessages', {
      method: 'POST',
      headers: {
        Origin: `http://${Bob.host}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(values).toString(),
    })
  const values = { id: String(Alice.id), body: 'Without script', key: 'form-1' }
  const sent = await post(values)
  expect([sent.status, sent.headers.get('Location')]).toEqual([
    303,
    `/messages?with=${Alice.id}#newest`,
  ])
  await post(values)
  expect(
    (await reads(Bob, Alice)).messages.filter(({ body }) => body === 'Without script'),
  ).toHaveLength(1)
  expect((await post({ ...values, body: '', key: 'form-2' })).status).toBe(422)
})

test('message texts are never logged', () => {
  expect(app.logged.join('\n')).not.toMatch(/Good evening|Without script|secrets/)
})
