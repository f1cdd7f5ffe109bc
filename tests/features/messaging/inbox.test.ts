import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { hideConversation, markAsRead, markUnread, messageIndex } from '../../../src/features/messaging/inbox.contract.ts'
import type { chatMessages, sendMessage } from '../../../src/features/messaging/messages.contract.ts'
import { MINUTE, SECOND } from '../../../src/lib/clock.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { becomesPremium, type CastMember, joins } from '../../support/cast.ts'

let app: TestApp
let Kim: CastMember
let Lee: CastMember
let pairs = 0
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => app.close())

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
  const { message } = await from.send<typeof sendMessage>('POST /message/chatMessages', { body: { id: to.id, body } })
  return message.id
}
const page = (member: CastMember, before?: string) => member.send<typeof messageIndex>('GET /message/index', { query: { before } })
const inbox = async (member: CastMember) => (await page(member)).conversations
const names = async (member: CastMember) => (await inbox(member)).map(({ other }) => other.username)
const unread = async (member: CastMember) => (await inbox(member))[0]?.unread
const read = (member: CastMember, other: CastMember, upTo?: number) =>
  member.send<typeof markAsRead>('POST /message/markAsRead', { body: { id: other.id, upTo } })
const markedUnread = (member: CastMember, other: CastMember) => member.send<typeof markUnread>('POST /message/unread', { body: { id: other.id } })
const hides = (member: CastMember, other: CastMember) => member.send<typeof hideConversation>('POST /message/hide', { body: { id: other.id } })
const chat = (member: CastMember, other: CastMember) => member.send<typeof chatMessages>('GET /message/chatMessages', { query: { id: other.id } })

describe('reading', () => {
  test('clears the count and tells the writer up to where', async () => {
    await writes(Kim, Lee, 'One')
    await writes(Kim, Lee, 'Two')
    expect(await unread(Lee)).toBe(2)
    expect((await chat(Kim, Lee)).otherReadAt).toBeNull()
    expect((await read(Lee, Kim)).unread).toBe(0)
    expect(await unread(Lee)).toBe(0)
    const { messages, otherReadAt } = await chat(Kim, Lee)
    expect(otherReadAt).toBe(messages[1]?.sentAt)
  })

  test('up to a message leaves the later ones unread', async () => {
    const first = await writes(Kim, Lee, 'One')
    await writes(Kim, Lee, 'Two')
    expect((await read(Lee, Kim, first)).unread).toBe(1)
    const { messages, otherReadAt } = await chat(Kim, Lee)
    expect(otherReadAt).toBe(messages[0]?.sentAt)
  })

  test('while messages come in counts each of them once', async () => {
    const first = await writes(Kim, Lee, 'First')
    await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 3 === 2 ? read(Lee, Kim, first) : writes(Kim, Lee, `More ${n}`))))
    expect(await unread(Lee)).toBe(8)
  })

  test('of what was only seen masked is not told to the writer', async () => {
    const Sue = await joins(app, { brand: 'adultcrush', username: `Sue${pairs}` })
    await writes(Kim, Sue, 'For your eyes')
    expect((await read(Sue, Kim)).unread).toBe(0)
    expect((await chat(Kim, Sue)).otherReadAt).toBeNull()
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
    expect((await chat(Lee, Kim)).messages).toHaveLength(2)
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
    expect((await chat(Max, Kim)).messages).toEqual([])
    expect(await unread(Lee)).toBe(1)
  })
})

test('a full inbox comes in pages, newest first, with nobody twice or missing', async () => {
  const writers = await Promise.all(Array.from({ length: 45 }, (_, n) => premium(`Writer${n}`)))
  // Many at the same instant: the page's end must fall between two of them without losing either.
  await Promise.all(writers.map((writer) => writer.send<typeof sendMessage>('POST /message/chatMessages', { body: { id: Lee.id, body: 'Hello' } })))
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
  const text = (await inbox(Lee))[0]?.snippet.text ?? ''
  expect(text.startsWith('First line 👋')).toBe(true)
  expect(text.endsWith('…')).toBe(true)
  expect(text.isWellFormed()).toBe(true)
})
