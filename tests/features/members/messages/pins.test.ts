import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECOND } from '#lib/clock.ts'
import {
  chatMessagesWidget,
  hideConversation,
  markAsRead,
} from '#members/messages/inbox/inbox.contract.ts'
import type { Show } from '#members/messages/inbox/inbox.ts'
import { pinConversation } from '#members/messages/inbox/pins.contract.ts'
import { MAX_PINNED } from '#members/messages/inbox/pins.ts'
import { blockUser } from '#members/reports/blocks/block.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  type CastMember,
  chatOf,
  inboxOf,
  joins,
  writesTo,
} from '#tests/support/cast.ts'

withApp()
let Lee: CastMember
let writers: CastMember[]
let rounds = 0

beforeAll(async () => {
  writers = await Promise.all(Array.from({ length: 45 }, (_, n) => premium(`Writer${n}`)))
})
beforeEach(async () => {
  rounds += 1
  Lee = await premium(`Lee${rounds}`)
})

async function premium(username: string): Promise<CastMember> {
  const member = await joins(app, { brand: 'adultcrush', username })
  await becomesPremium(app, member)
  return member
}
const writer = (n: number) => writers[n] as CastMember
async function writes(from: CastMember, to = Lee): Promise<void> {
  app.clock.advance(SECOND)
  await writesTo(from, to, 'Good evening')
}
async function pins(other: CastMember, pinned: 'yes' | 'no' = 'yes', member = Lee) {
  app.clock.advance(SECOND)
  return member.calls(pinConversation, { body: { id: other.id, pinned } })
}
const page = (query: { before?: string; show?: Show; q?: string } = {}, member = Lee) =>
  inboxOf(member, query)
const names = async (query: { show?: Show; q?: string } = {}) =>
  (await page(query)).conversations.map(({ other }) => other.username)
const called = (...ns: number[]) => ns.map((n) => `Writer${n}`)
const isPinned = async (member: CastMember, other: CastMember) =>
  (await chatOf(member, other)).isPinned
const blocks = (other: CastMember, action: 'block' | 'unblock') =>
  Lee.calls(blockUser, { body: { id: other.id, action } })

describe('what is pinned', () => {
  beforeEach(async () => {
    for (const n of [0, 1, 2, 3]) await writes(writer(n))
  })

  test('stands first, the last pin above, whoever writes, until it is taken back', async () => {
    await pins(writer(0))
    await pins(writer(2))
    expect(await names()).toEqual(called(2, 0, 3, 1))
    await writes(writer(0))
    await writes(writer(1))
    expect(await names()).toEqual(called(2, 0, 1, 3))
    await pins(writer(2), 'no')
    expect(await names()).toEqual(called(0, 1, 3, 2))
  })

  test('pinned again keeps its place', async () => {
    await pins(writer(0))
    await pins(writer(1))
    await pins(writer(0))
    expect(await names()).toEqual(called(1, 0, 3, 2))
  })

  test('is the member’s own business: the other one’s inbox is as it was', async () => {
    await pins(writer(0))
    expect(await isPinned(Lee, writer(0))).toBe(true)
    expect(await isPinned(writer(0), Lee)).toBe(false)
    const { conversations } = await page({}, writer(0))
    expect(conversations.map(({ pinnedAt }) => pinnedAt)).toEqual(conversations.map(() => null))
  })

  test('is first among the unread ones too; what is searched for is in the order of time', async () => {
    await pins(writer(0))
    await pins(writer(1))
    await Lee.calls(markAsRead, { body: { id: writer(1).id } })
    expect(await names({ show: 'unread' })).toEqual(called(0, 3, 2))
    expect(await names({ q: 'evening' })).toEqual(called(3, 2, 1, 0))
    const { conversations } = await Lee.calls(chatMessagesWidget, { query: { count: 2 } })
    expect(conversations.map(({ other }) => other.username)).toEqual(called(3, 2))
  })

  test('is pinned no more once it is hidden; whatever is pinned is shown again', async () => {
    await pins(writer(0))
    const hide = (hidden: 'yes' | 'no') =>
      Lee.calls(hideConversation, { body: { id: writer(0).id, hidden } })
    await hide('yes')
    expect(await names()).toEqual(called(3, 2, 1))
    await hide('no')
    expect(await names()).toEqual(called(3, 2, 1, 0))
    await hide('yes')
    await pins(writer(0))
    expect(await names()).toEqual(called(0, 3, 2, 1))
    expect(await names({ show: 'hidden' })).toEqual([])
    // Shown again where it is shown already.
    await hide('no')
    expect(await names()).toEqual(called(0, 3, 2, 1))
  })

  test.each(['blocked', 'banned', 'deleted'] as const)(
    'of somebody %s is in no list, and makes room for another',
    async (how) => {
      const gone = await premium(`Gone${rounds}`)
      await writes(gone)
      for (const other of [gone, ...[0, 1, 2, 3].map(writer)]) await pins(other)
      const account = app.db.updateTable('accounts').where('id', '=', gone.id)
      const at = app.clock.now()
      if (how === 'blocked') await blocks(gone, 'block')
      if (how === 'banned') await account.set({ banned_at: at }).execute()
      if (how === 'deleted') await account.set({ deleted_at: at }).execute()
      expect(await names()).toEqual(called(3, 2, 1, 0))
      await writes(writer(4))
      await pins(writer(4))
      expect(await names()).toEqual(called(4, 3, 2, 1, 0))
      if (how !== 'blocked') return
      await blocks(gone, 'unblock')
      expect(await names()).toEqual([...called(4, 3, 2, 1, 0), gone.username])
    },
  )
})

test(`a member pins ${MAX_PINNED}, and is told what to do about another`, async () => {
  for (let n = 0; n <= MAX_PINNED; n += 1) await writes(writer(n))
  for (let n = 0; n < MAX_PINNED; n += 1) await pins(writer(n))
  await expect(pins(writer(MAX_PINNED))).rejects.toMatchObject({
    code: 'conflict',
    message: 'You have pinned 5 conversations already. Unpin one of them first.',
  })
  // One that is pinned already is none more.
  await pins(writer(0))
  await pins(writer(0), 'no')
  await pins(writer(MAX_PINNED))
  expect(await names()).toEqual(called(5, 4, 3, 2, 1, 0))
})

test(`of ten pinned at once, ${MAX_PINNED} are`, async () => {
  for (let n = 0; n < 10; n += 1) await writes(writer(n))
  const tried = await Promise.allSettled(writers.slice(0, 10).map((other) => pins(other)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_PINNED)
  const pinned = (await page()).conversations.filter(({ pinnedAt }) => pinnedAt !== null)
  expect(pinned).toHaveLength(MAX_PINNED)
})

test('with pins the inbox comes in pages with nobody twice or missing', async () => {
  for (const one of writers) await writes(one)
  // From the first page, from later ones, and the last of all.
  for (const n of [44, 20, 10, 0]) await pins(writer(n))
  const found: string[] = []
  const sizes: number[] = []
  let before: string | undefined
  do {
    const { conversations, older } = await page({ before })
    found.push(...conversations.map(({ other }) => other.username))
    sizes.push(conversations.length)
    before = older ?? undefined
  } while (before !== undefined)
  expect(sizes).toEqual([24, 20, 1])
  expect(found.slice(0, 5)).toEqual(called(0, 10, 20, 44, 43))
  expect(new Set(found).size).toBe(45)
})

test('an inbox of pinned conversations alone has one page', async () => {
  await writes(writer(0))
  await pins(writer(0))
  expect(await page()).toMatchObject({ conversations: [{ unread: 1 }], older: null })
})

test('nobody pins what they have no message with', async () => {
  for (const id of [writer(0).id, Lee.id, 999_999_999])
    await expect(Lee.calls(pinConversation, { body: { id } })).rejects.toMatchObject({
      code: 'unavailable',
    })
  await writes(writer(0))
  await blocks(writer(0), 'block')
  await expect(pins(writer(0))).rejects.toMatchObject({ code: 'unavailable' })
})

test('without script the form leads back to where it stood, or says why not', async () => {
  for (let n = 0; n <= MAX_PINNED; n += 1) await writes(writer(n))
  const answer = (n: number, from: string) =>
    Lee.calls(pinConversation, { body: { id: writer(n).id, from: from as 'inbox' } })
  expect(await answer(0, 'inbox')).toMatchObject({ next: '/messages' })
  expect(await answer(1, 'chat')).toMatchObject({ next: `/messages?with=${writer(1).id}` })
  await expect(answer(1, '//elsewhere.test')).rejects.toMatchObject({ code: 'invalid' })
})
