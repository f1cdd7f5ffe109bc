import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { SECOND } from '#lib/clock.ts'
import { deleteForBoth } from '#members/messages/acts/acts.contract.ts'
import { findMessages } from '#members/messages/find/find.contract.ts'
import { cutAround, HITS_PAGE, MOST_SEARCHED } from '#members/messages/find/find.ts'
import { chatMessages, revealMessage } from '#members/messages/messages.contract.ts'
import { MASK } from '#members/messages/writing/rules.ts'
import { app, withApp } from '#tests/support/app.ts'
import { becomesPremium, blocks, type CastMember, joins, writesTo } from '#tests/support/cast.ts'

withApp()
let Kim: CastMember
let Lee: CastMember
let pairs = 0
beforeEach(async () => {
  pairs += 1
  Kim = await joins(app, { brand: 'adultcrush', username: `Kim${pairs}` })
  Lee = await joins(app, { brand: 'adultcrush', username: `Lee${pairs}` })
  for (const member of [Kim, Lee]) await becomesPremium(app, member)
})

async function writes(from: CastMember, to: CastMember, body: string): Promise<number> {
  app.clock.advance(SECOND)
  const { message } = await writesTo(from, to, body)
  return message.id
}
const find = (member: CastMember, id: number, q?: string, before?: number) =>
  member.calls(findMessages, { query: { id, q, before } })
const found = async (member: CastMember, other: CastMember, q: string) =>
  (await find(member, other.id, q)).hits.map(({ id }) => id)
/** So many messages of Kim for Lee, as if they had been written long ago. */
const many = (count: number, body: string) =>
  sql`insert into messages (conversation_id, sender_id, kind, body, created_at)
    select conversation_id, account_id, 'text', ${body} || n, ${app.clock.now()}
    from conversation_sides, generate_series(1, ${count}::int) n
    where account_id = ${Kim.id} and other_id = ${Lee.id}`.execute(app.db)

test('words are found in one conversation alone, the newest first, with what is around them', async () => {
  const Max = await joins(app, { brand: 'adultcrush', username: `Max${pairs}` })
  await becomesPremium(app, Max)
  await writes(Max, Lee, 'The harbour of another')
  const first = await writes(Kim, Lee, 'Meet me at the HARBOUR at nine')
  const second = await writes(Lee, Kim, 'Which harbour?')
  await writes(Kim, Lee, 'The old one')
  expect(await find(Lee, Kim.id, 'harbour')).toMatchObject({
    other: { userId: Kim.id, username: Kim.username },
    hits: [
      { id: second, isMine: true, cut: { before: 'Which ', found: 'harbour', after: '?' } },
      {
        id: first,
        isMine: false,
        cut: { before: 'Meet me at the ', found: 'HARBOUR', after: ' at nine' },
      },
    ],
    older: null,
  })
})

test.each([
  ['a percent sign', '100% sure', '0% s', true],
  ['a percent sign that is none', '100 sure', '%', false],
  ['an underline that is none', 'Plain', 'P_ain', false],
  ['a backslash', String.raw`C:\temp`, String.raw`:\t`, true],
  ['a quote', `It's "this"`, `'s "`, true],
  ['an accent apart', 'Café?', 'cafe\u0301', true],
  ['emoji', 'See you 👩‍👩‍👧 soon', '👩‍👩‍👧', true],
  ['right-to-left text', 'שלום לך', 'שלום', true],
  ['zero-width text alone, which is no search', 'Plain', '\u200B\u200D', false],
  ['nothing', 'Plain', '', false],
  ['blanks', 'Plain words', '   ', false],
])('by %s', async (_, body, q, isFound) => {
  const id = await writes(Kim, Lee, body)
  expect(await found(Lee, Kim, q)).toEqual(isFound ? [id] : [])
})

describe('is not found:', () => {
  test('what is masked, until it is opened', async () => {
    const Sue = await joins(app, { brand: 'adultcrush', username: `Sue${pairs}` })
    const id = await writes(Kim, Sue, 'Meet me at the harbour')
    expect(await found(Sue, Kim, 'harbour')).toEqual([])
    expect(await found(Sue, Kim, MASK)).toEqual([])
    await Sue.calls(revealMessage, { body: { messageId: id } })
    expect(await found(Sue, Kim, 'harbour')).toEqual([id])
    expect(await found(Kim, Sue, 'harbour')).toEqual([id])
  })

  test('what was deleted for both', async () => {
    const id = await writes(Kim, Lee, 'Forget the harbour')
    await Kim.calls(deleteForBoth, { body: { messageId: id } })
    expect(await found(Lee, Kim, 'harbour')).toEqual([])
    expect(await found(Kim, Lee, 'delete')).toEqual([])
  })

  test('anything of somebody blocked, gone, unknown, or of oneself', async () => {
    await writes(Kim, Lee, 'The harbour')
    for (const id of [Lee.id, 999_999_999])
      await expect(find(Lee, id, 'harbour')).rejects.toMatchObject({ code: 'unavailable' })
    await blocks(Lee, Kim)
    for (const [member, other] of [
      [Lee, Kim],
      [Kim, Lee],
    ] as const)
      await expect(find(member, other.id, 'harbour')).rejects.toMatchObject({
        code: 'unavailable',
      })
  })

  test('anything of two others', async () => {
    const Max = await joins(app, { brand: 'adultcrush', username: `Max${pairs}` })
    await writes(Kim, Lee, 'Between us: the harbour')
    expect(await found(Max, Kim, 'harbour')).toEqual([])
    expect(await found(Max, Lee, 'harbour')).toEqual([])
  })
})

test('words without end are refused', async () => {
  await writes(Kim, Lee, 'One')
  await expect(find(Lee, Kim.id, 'x'.repeat(101))).rejects.toMatchObject({ code: 'invalid' })
  await expect(find(Lee, Kim.id, 'x'.repeat(10_240))).rejects.toMatchObject({ code: 'invalid' })
})

test('more hits come page by page, none twice and none missing', async () => {
  await writes(Kim, Lee, 'A word')
  await many(HITS_PAGE * 2 - 1, 'A word, number ')
  const ids: number[] = []
  let before: number | null | undefined
  do {
    const { hits, older } = await find(Lee, Kim.id, 'word', before ?? undefined)
    ids.push(...hits.map(({ id }) => id))
    before = older
  } while (before !== null)
  expect(ids).toHaveLength(HITS_PAGE * 2)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
})

test('a search looks through so many messages, and goes on from there', async () => {
  const id = await writes(Kim, Lee, 'The needle')
  await many(MOST_SEARCHED, 'Hay ')
  const { hits, older } = await find(Lee, Kim.id, 'needle')
  expect([hits, older === null]).toEqual([[], false])
  const next = await find(Lee, Kim.id, 'needle', older ?? 0)
  expect([next.hits.map((hit) => hit.id), next.older]).toEqual([[id], null])
})

test('the chat opens at a hit however long ago it was, and says that there is more since', async () => {
  const id = await writes(Kim, Lee, 'The needle')
  await many(700, 'Hay ')
  const chat = (hit?: number) => Lee.calls(chatMessages, { query: { id: Kim.id, hit } })
  const { messages, hasNewer, hasOlder } = await chat(id)
  expect(messages.map((one) => one.id)).toContain(id)
  expect([messages.length < 100, hasNewer, hasOlder]).toEqual([true, true, false])
  const newest = await chat()
  expect([newest.messages.at(-1)?.body, newest.hasNewer]).toEqual(['Hay 700', false])
})

test.each([
  ['in the middle', `${'a'.repeat(100)} needle ${'b'.repeat(300)}`, 'needle', 'needle'],
  ['after what is longer in lower case', `${'İ'.repeat(30)}👩 needle 👩`, 'NEEDLE', 'needle'],
  ['at the end', 'The needle', 'needle', 'needle'],
  ['as itself alone', 'x'.repeat(100), 'X'.repeat(100), 'x'.repeat(100)],
  ['nowhere', 'Hay', 'needle', ''],
])('a cut has the words %s', (_, body, q, words) => {
  const { before, found: marked, after } = cutAround(body, q)
  expect(marked).toBe(words)
  const shown = before + marked + after
  expect(body).toContain(shown.replace(/^…/, '').replace(/…$/, ''))
  expect([...shown].length).toBeLessThanOrEqual(162)
  expect(shown.isWellFormed()).toBe(true)
})
