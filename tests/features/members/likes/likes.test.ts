import { beforeAll, describe, expect, test } from 'vitest'
import type { MemberEvent } from '#core/live/member-events.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { mayLike, maySeeWhoLikes } from '#members/likes/likes.ts'
import { app, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import { alice, bob, carol, type CastMember, dan, joins } from '#tests/support/cast.ts'

withApp()
let [a, b]: CastMember[] = []

const act = (who: CastMember, action: 'like' | 'unlike', whom: { id: number }) =>
  who.calls(matchAction, { params: { action }, body: { id: whom.id } })

const rows = (table: 'likes' | 'matches') =>
  app.db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()

/** What a member's open pages are told while `during` runs. */
async function heardBy(member: CastMember, during: () => Promise<unknown>): Promise<MemberEvent[]> {
  const heard: MemberEvent[] = []
  const stop = app.services.events.subscribe(member.id, (event) => void heard.push(event))
  await during()
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  stop()
  return heard
}

describe('a like', () => {
  beforeAll(async () => {
    a = await alice(app)
    b = await bob(app)
  })

  test('tells the one who is liked that a counter changed, and nothing else', async () => {
    const [first, second] = [a as CastMember, b as CastMember]
    expect(await heardBy(second, () => act(first, 'like', second))).toEqual([{ type: 'tickers' }])
  })

  test('counts once when given twice', async () => {
    const [first, second] = [a as CastMember, b as CastMember]
    expect(await act(first, 'like', second)).toEqual({ liked: true, isMatch: false })
    expect(await rows('likes')).toEqual({ count: 1 })
  })

  test('that is answered makes a match, of which both hear', async () => {
    const [first, second] = [a as CastMember, b as CastMember]
    const heard = await heardBy(first, async () =>
      expect(await act(second, 'like', first)).toEqual({ liked: true, isMatch: true }),
    )
    expect(heard).toContainEqual({ type: 'match', otherId: second.id })
    expect(await rows('matches')).toEqual({ count: 1 })
  })

  test('that made a match is not taken back by a form that asks first, until it is sure', async () => {
    const [first, second] = [a as CastMember, b as CastMember]
    const take = (asks?: 'yes') =>
      first.calls(matchAction, {
        params: { action: 'unlike' },
        body: { id: second.id, asks, back: '/plist/matches/1' },
      })
    await expect(take('yes')).rejects.toMatchObject({ code: 'areYouSure' })
    expect(await rows('matches')).toEqual({ count: 1 })
    expect(await take()).toEqual({ liked: false, isMatch: false, next: '/plist/matches/1' })
    expect(await take('yes')).toMatchObject({ liked: false })
    expect(await act(first, 'like', second)).toMatchObject({ liked: true, isMatch: true })
  })

  test('taken back ends the match, and can be given again', async () => {
    const [first, second] = [a as CastMember, b as CastMember]
    expect(await act(first, 'unlike', second)).toEqual({ liked: false, isMatch: false })
    expect(await rows('matches')).toEqual({ count: 0 })
    expect(await act(first, 'unlike', second)).toEqual({ liked: false, isMatch: false })
    expect(await act(first, 'like', second)).toMatchObject({ liked: true, isMatch: true })
    expect(await rows('matches')).toEqual({ count: 1 })
  })
})

test('two who like each other at the same moment are one match', async () => {
  for (let round = 0; round < 8; round += 1) {
    const one = await joins(app, { brand: 'adultcrush', username: `One${round}` })
    const other = await joins(app, { brand: 'wivesnow', username: `Other${round}` })
    const before = await rows('matches')
    const answers = await Promise.all([
      act(one, 'like', other),
      act(other, 'like', one),
      act(one, 'like', other),
    ])
    expect(answers.some((answer) => answer.isMatch)).toBe(true)
    expect(await rows('matches')).toEqual({ count: before.count + 1 })
  }
})

describe('somebody who is not there for you', () => {
  test('cannot be liked: a member who blocked you, whom you blocked, who is banned, or nobody', async () => {
    const [c, d] = [await carol(app), await dan(app)]
    const { db } = app
    await db
      .insertInto('blocks')
      .values({ blocker_id: c.id, blocked_id: d.id, created_at: app.clock.now() })
      .execute()
    await expect(act(d, 'like', c)).rejects.toMatchObject({ code: 'unavailable', status: 404 })
    await expect(act(c, 'like', d)).rejects.toMatchObject({ code: 'unavailable' })

    const banned = await joins(app, { brand: 'adultcrush', username: 'Banned' })
    await setsAccount(app, banned, { banned_at: app.clock.now() })
    await expect(act(c, 'like', banned)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(act(c, 'like', { id: 999_999 })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(act(c, 'like', c)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('can still be unliked', async () => {
    const c = await joins(app, { brand: 'adultcrush', username: 'Fickle' })
    expect(await act(c, 'unlike', { id: 999_999 })).toEqual({ liked: false, isMatch: false })
  })

  test('is one who shows on their own brand alone, seen from another', async () => {
    const here = await joins(app, { brand: 'adultcrush', username: 'Here' })
    const there = await joins(app, { brand: 'wivesnow', username: 'There' })
    await setsProfile(app, there, { shown_on_other_brands: false })
    await expect(act(here, 'like', there)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('an act that is none is a page that does not exist', async () => {
  const member = await joins(app, { brand: 'adultcrush', username: 'Curious' })
  const response = await member.posts('/match/poke', { id: 1 })
  expect(response.status).toBe(404)
})

test.each([
  ['credits', 'standard', true],
  ['credits', 'premium', true],
  ['subscription', 'standard', false],
  ['subscription', 'premium', true],
  ['partner', 'standard', false],
  ['partner', 'premium', true],
] as const)('on %s brands a %s member sees who likes them: %s', (model, membership, sees) => {
  expect(maySeeWhoLikes(model, membership)).toBe(sees)
})

test('nobody likes themselves', () => {
  expect(mayLike({ id: 1 }, { id: 1, isVisible: true })).toBe(false)
  expect(mayLike({ id: 1 }, { id: 2, isVisible: true })).toBe(true)
  expect(mayLike({ id: 1 }, { id: 2, isVisible: false })).toBe(false)
})
