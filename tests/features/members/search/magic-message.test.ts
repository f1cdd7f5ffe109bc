import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE, SECOND } from '#lib/clock.ts'
import { sendMessage } from '#members/messages/messages.contract.ts'
import { sendMagicMessage } from '#members/search/magic-message/magic-message.contract.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  blocks,
  type CastMember,
  chatOf,
  inboxOf,
  joins,
  writesTo,
} from '#tests/support/cast.ts'
import { creditsOf } from '#tests/support/credits.ts'

withApp()
let round = 0

/** Everybody of the round before went home. */
beforeEach(() => {
  round += 1
  app.clock.advance(DAY + MINUTE)
})

const named = (name: string) => `${name}${round}`
const alice = () =>
  joins(app, { brand: 'adultcrush', username: named('Alice'), lookingFor: ['man'] })
const man = (name: string) =>
  joins(app, { brand: 'adultcrush', username: named(name), gender: 'man' })
const bobs = async (credits: number): Promise<CastMember> => {
  const bob = await joins(app, {
    brand: 'wivesnow',
    username: named('Bob'),
    gender: 'man',
    lookingFor: ['man'],
  })
  const at = app.clock.now()
  await app.transaction((trx) =>
    grantCredits(trx, bob.id, {
      credits,
      source: 'grant',
      reference: 'test',
      expiresAt: null,
      at,
    }),
  )
  return bob
}
let number = 0
const men = async (count: number): Promise<CastMember[]> => {
  const all: CastMember[] = []
  for (let n = 0; n < count; n += 1) all.push(await man(`Man${(number += 1)}x`))
  return all
}
const sendsToTen = (member: CastMember, body = 'Who else mends old radios?', key?: string) =>
  member.calls(
    sendMagicMessage,
    { body: { body } },
    key === undefined ? {} : { idempotencyKey: key },
  )
const received = async (member: CastMember, from: CastMember) =>
  (await chatOf(member, from)).messages
const inbox = async (member: CastMember) => (await inboxOf(member)).conversations

describe('a magic message', () => {
  test('reaches ten who are online, fit the search and were not written to, and nobody else', async () => {
    const Alice = await alice()
    await becomesPremium(app, Alice)
    const [asleep] = await men(1)
    app.clock.advance(6 * MINUTE)
    const [known, blocked, ...others] = (await men(14)) as [CastMember, CastMember, ...CastMember[]]
    const woman = await joins(app, { brand: 'adultcrush', username: named('Wilma') })
    await writesTo(Alice, known)
    await blocks(blocked, Alice)

    expect(await sendsToTen(Alice)).toMatchObject({ sent: 10, currentCredits: null })
    const reached = new Set((await inbox(Alice)).map(({ other }) => other.userId))
    expect(others.filter(({ id }) => reached.has(id))).toHaveLength(10)
    for (const one of [asleep, blocked, woman]) expect(reached.has(one?.id ?? 0)).toBe(false)
    expect(await received(known, Alice)).toHaveLength(1)
    const first = others.find(({ id }) => reached.has(id)) as CastMember
    expect(await received(first, Alice)).toMatchObject([{ kind: 'magic', isMine: false }])
  })

  test('is for premium members, or costs five credits for all together', async () => {
    const Alice = await alice()
    await men(3)
    await expect(sendsToTen(Alice)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    expect(await inbox(Alice)).toEqual([])

    const poor = await bobs(4)
    await expect(sendsToTen(poor)).rejects.toMatchObject({ status: 402, code: 'noCredits' })
    expect(await creditsOf(app, poor)).toBe(4)
    expect(await inbox(poor)).toEqual([])
  })

  test('is paid once', async () => {
    const Bob = await bobs(12)
    await men(3)
    expect(await sendsToTen(Bob)).toMatchObject({ sent: 3, currentCredits: 7 })
    expect(await creditsOf(app, Bob)).toBe(7)
  })

  test('goes out once a day, also from two tabs, and once with one key', async () => {
    const Bob = await bobs(20)
    await men(12)
    const both = await Promise.allSettled([
      sendsToTen(Bob, 'From one tab'),
      sendsToTen(Bob, 'From the other'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      status: 429,
      code: 'tooMany',
    })
    expect(await creditsOf(app, Bob)).toBe(15)
    expect(await inbox(Bob)).toHaveLength(10)

    app.clock.advance(DAY + SECOND)
    await men(2)
    const twice = await Promise.all([
      sendsToTen(Bob, 'Once', 'the-same-key'),
      sendsToTen(Bob, 'Once', 'the-same-key'),
    ])
    expect(twice[0]).toEqual(twice[1])
    expect(await creditsOf(app, Bob)).toBe(10)
    await expect(sendsToTen(Bob, 'Another text', 'the-same-key')).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('costs nothing, and does not count, if nobody is there', async () => {
    const Bob = await bobs(5)
    await expect(sendsToTen(Bob)).rejects.toMatchObject({ status: 409 })
    await man('Max')
    expect(await sendsToTen(Bob)).toMatchObject({ sent: 1, currentCredits: 0 })
  })

  test('leaves the day’s new conversations as they are', async () => {
    const Alice = await alice()
    await becomesPremium(app, Alice)
    const all = await men(12)
    await sendsToTen(Alice)
    for (const { id } of all) {
      const { message } = await Alice.calls(sendMessage, { body: { id, body: 'And you?' } })
      expect(message.kind).toBe('text')
    }
  })

  test.each([
    ['nothing', '   ', 422],
    ['more than fits', 'x'.repeat(5000), 422],
    ['emoji', '👩‍👩‍👧 👋🏽', 200],
    ['right-to-left text', 'מה שלומך?', 200],
    ['zero-width text among words', 'a\u200Bb', 200],
  ])('with %s', async (_, body, status) => {
    const Bob = await bobs(5)
    const other = await man('Max')
    const sent = sendsToTen(Bob, body)
    if (status !== 200) return expect(sent).rejects.toMatchObject({ status, code: 'invalid' })
    await sent
    expect((await received(other, Bob)).at(-1)).toMatchObject({ isMasked: true })
    await becomesPremium(app, other)
    return expect((await received(other, Bob)).at(-1)).toMatchObject({ body })
  })
})
