import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MemberEvent } from '#core/live/member-events.ts'
import { isOnline, lastSeenInWords } from '#core/people/shown-to/presence.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { requestPhoto } from '#members/photos/access/access.contract.ts'
import { viewProfile } from '#members/search/profile/profile.contract.ts'
import { app, setsProfile, withApp } from '#tests/support/app.ts'
import {
  alice,
  becomesPremium,
  blocks,
  bob,
  type CastMember,
  dan,
  joins,
  likes,
} from '#tests/support/cast.ts'

withApp()
let a: CastMember, b: CastMember, d: CastMember

beforeAll(async () => {
  ;[a, b, d] = [await alice(app), await bob(app), await dan(app)]
  await setsProfile(app, b, { headline: 'Coffee first', about: 'Then a walk.\nThen we see.' })
})
beforeEach(() => app.clock.advance(10 * MINUTE))

const view = (who: CastMember, whom: { id: number }) =>
  who.calls(viewProfile, { params: { id: whom.id } })

describe('a profile', () => {
  test('says who somebody is, and nothing that is nobody’s business', async () => {
    const response = await a.request(`/profile/view/id/${b.id}`)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({
      id: b.id,
      username: 'Bob',
      age: 38,
      gender: 'man',
      lookingFor: ['woman'],
      placeName: 'New York City',
      region: 'New York',
      country: 'US',
      location: null,
      visiting: null,
      distance: 'under 6 miles',
      facts: [],
      inCommon: null,
      isOnline: false,
      isNew: true,
      lastSeen: 'here today',
      headline: 'Coffee first',
      about: 'Then a walk.\nThen we see.',
      photos: [],
      inLists: null,
      prompts: [],
      likedPhotos: [],
      likedOfYours: [],
      identity: { gender: ['Man'], pronouns: [] },
      partners: [],
      verifiedAt: null,
      privateUntil: null,
      ownPrivate: { photos: 0, isShown: false, until: null },
      asking: { for: 'toAddOne', isAsked: false },
      isOwn: false,
      isLiked: false,
      isPassed: false,
      likesYou: false,
      isMatch: false,
      writing: { may: false, price: 0, code: 'needsPremium' },
    })
    expect(text).not.toMatch(/1988|40\.7|74\.0|example\.org|latitude/)
  })

  test('of one’s own can be looked at, without leaving a trace', async () => {
    expect(await view(a, a)).toMatchObject({
      username: 'Alice',
      isOwn: true,
      distance: null,
      isLiked: false,
    })
    const views = await app.db
      .selectFrom('views')
      .selectAll()
      .where('viewed_id', '=', a.id)
      .execute()
    expect(views).toEqual([])
  })

  test('of somebody who is not there is unavailable', async () => {
    await blocks(d, a)
    await expect(view(a, d)).rejects.toMatchObject({ code: 'unavailable', status: 404 })
    await expect(view(d, a)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(view(a, { id: 999_999 })).rejects.toMatchObject({ code: 'unavailable' })
    expect((await a.request('/profile/view/id/x')).status).toBe(404)
    expect((await a.request('/profile/view/id/0')).status).toBe(404)
  })
})

describe('looking at somebody', () => {
  const times = async () => {
    const [row] = await app.db
      .selectFrom('views')
      .select('viewed_at')
      .where('viewer_id', '=', a.id)
      .where('viewed_id', '=', b.id)
      .execute()
    return row?.viewed_at
  }

  test('is noted once a person, with the latest time, and told at once', async () => {
    const heard: MemberEvent[] = []
    const stop = app.services.events.subscribe(b.id, (event) => void heard.push(event))
    await view(a, b)
    expect(await times()).toEqual(app.clock.now())
    await expect.poll(() => heard).toEqual([{ type: 'tickers' }])
    stop()
  })

  test('again within five minutes is the same look', async () => {
    const before = app.clock.now()
    await view(a, b)
    app.clock.advance(4 * MINUTE)
    await view(a, b)
    expect(await times()).toEqual(before)
    app.clock.advance(2 * MINUTE)
    await view(a, b)
    expect(await times()).toEqual(app.clock.now())
  })

  test('at more than 500 people an hour is slowed down', async () => {
    const copyist = await joins(app, { brand: 'adultcrush', username: 'Copyist' })
    const statuses = new Set<number>()
    for (let n = 0; n <= 500; n += 1)
      statuses.add((await copyist.request(`/profile/view/id/${999_000 + n}`)).status)
    expect([...statuses]).toEqual([404, 429])
  })
})

describe('who likes you', () => {
  test('is told on credits brands and to premium members, and by a match', async () => {
    const keen = await joins(app, { brand: 'adultcrush', username: 'Keen' })
    await likes(keen, a)
    await likes(keen, b)
    expect((await view(a, keen)).likesYou).toBe(false)
    expect((await view(b, keen)).likesYou).toBe(true)
    await likes(a, keen)
    expect(await view(a, keen)).toMatchObject({ isLiked: true, likesYou: true, isMatch: true })
  })
})

test('asking for photos is remembered', async () => {
  await a.calls(requestPhoto, { body: { id: b.id } })
  expect((await view(a, b)).asking).toEqual({ for: 'toAddOne', isAsked: true })
  expect((await view(b, a)).asking).toEqual({ for: 'toAddOne', isAsked: false })
})

describe('writing', () => {
  test('takes premium on a subscription brand', async () => {
    expect((await view(a, b)).writing).toEqual({ may: false, price: 0, code: 'needsPremium' })
    await becomesPremium(app, a)
    expect((await view(a, b)).writing).toEqual({ may: true, price: 0, code: null })
  })

  test('takes credits on a credits brand', async () => {
    const { db } = app
    expect((await view(b, a)).writing).toEqual({ may: false, price: 1, code: 'noCredits' })
    const at = app.clock.now()
    const lot = await db
      .insertInto('credit_lots')
      .values({
        account_id: b.id,
        source: 'grant',
        expires_at: null,
        reference: 'test',
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('credit_entries')
      .values({
        account_id: b.id,
        lot_id: lot.id,
        amount: 3,
        reason: 'grant',
        reference: null,
        created_at: at,
      })
      .execute()
    expect((await view(b, a)).writing).toEqual({ may: true, price: 1, code: null })
  })
})

test('when somebody was here is said roughly', () => {
  const at = new Date(Date.UTC(2026, 10, 20, 12))
  expect(isOnline(later(at, -5 * MINUTE + 1), at)).toBe(true)
  expect(
    [MINUTE, HOUR, 2 * DAY, 20 * DAY, 200 * DAY].map((ago) => lastSeenInWords(later(at, -ago), at)),
  ).toEqual(['online now', 'here today', 'here this week', 'here this month', 'here some time ago'])
})
