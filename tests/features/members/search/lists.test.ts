import { beforeAll, describe, expect, test } from 'vitest'
import { cellOf } from '#core/places/places.ts'
import { MINUTE } from '#lib/clock.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import { listNames, listPages, type ListName } from '#members/search/lists/lists.ts'
import { pageRoutes } from '#sites/routes.ts'
import { app, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import {
  alice,
  becomesPremium,
  blocks,
  bob,
  carol,
  type CastMember,
  dan,
  likes,
  views,
} from '#tests/support/cast.ts'

withApp()
let a: CastMember, b: CastMember, c: CastMember, d: CastMember

beforeAll(async () => {
  for (const join of [alice, bob, carol, dan]) {
    const member = await join(app)
    if (member.username === 'Alice') a = member
    else if (member.username === 'Bob') b = member
    else if (member.username === 'Carol') c = member
    else d = member
    app.clock.advance(MINUTE)
  }
})

const list = (who: CastMember, name: ListName, page = 1, count = 24) =>
  who.calls(widget, { params: { list: name, page, count } })
const names = async (who: CastMember, name: ListName, page = 1, count = 24) =>
  (await list(who, name, page, count)).members.map((member) => member.username)

describe('whom one looks for', () => {
  test('is new: the last to join first', async () => {
    expect(await names(a, 'newMembers')).toEqual(['Dan', 'Carol', 'Bob'])
    expect(await names(b, 'newMembers')).toEqual(['Carol', 'Alice'])
  })

  test('is near: within 50 km', async () => {
    expect((await names(b, 'nearYou')).toSorted()).toEqual(['Alice', 'Carol'])
    await setsProfile(app, c, cellOf({ latitude: 41.7, longitude: -74 }))
    expect(await names(b, 'nearYou')).toEqual(['Alice'])
  })

  test('is online: seen in the last five minutes', async () => {
    expect(await names(b, 'onlineNow')).toEqual(['Alice', 'Carol'])
    app.clock.advance(10 * MINUTE)
    expect(await names(b, 'onlineNow')).toEqual([])
    await names(c, 'onlineNow')
    expect(await names(b, 'onlineNow')).toEqual(['Carol'])
  })
})

describe('what is between people', () => {
  test('is who looked at whom, the latest look first', async () => {
    await views(b, a)
    app.clock.advance(MINUTE)
    await views(d, a)
    expect(await names(a, 'viewedYou')).toEqual(['Dan', 'Bob'])
    app.clock.advance(10 * MINUTE)
    await views(b, a)
    expect(await names(a, 'viewedYou')).toEqual(['Bob', 'Dan'])
    expect(await names(b, 'youViewed')).toEqual(['Alice'])
  })

  test('is who likes whom, and with whom it is a match', async () => {
    await likes(b, a)
    app.clock.advance(MINUTE)
    await likes(b, c)
    expect(await names(b, 'youLike')).toEqual(['Carol', 'Alice'])
    await likes(a, b)
    expect(await names(a, 'matches')).toEqual(['Bob'])
    expect(await names(b, 'matches')).toEqual(['Alice'])
    expect((await list(b, 'youLike')).members.every((member) => member.isLiked)).toBe(true)
  })

  test('is full where support is among them', async () => {
    await setsAccount(app, c, { staff_since: app.clock.now() })
    for (const name of listNames)
      expect([name, await names(b, name)]).toEqual([name, expect.not.arrayContaining(['Carol'])])
    // Carol, whom Bob likes last, does not take the place of Alice.
    expect(await list(b, 'youLike', 1, 1)).toMatchObject({
      members: [{ username: 'Alice' }],
      hasMore: false,
    })
    await setsAccount(app, c, { staff_since: null })
  })

  test('comes in pages', async () => {
    expect(await list(b, 'youLike', 1, 1)).toMatchObject({
      members: [{ username: 'Carol' }],
      hasMore: true,
    })
    expect(await list(b, 'youLike', 2, 1)).toMatchObject({
      members: [{ username: 'Alice' }],
      hasMore: false,
    })
    expect(await list(b, 'youLike', 3, 1)).toEqual({
      members: [],
      hidden: 0,
      page: 3,
      hasMore: false,
    })
    expect(await list(b, 'youLike', 99_999_999, 1)).toMatchObject({ members: [], hasMore: false })
  })

  test('ends in all lists when one blocks the other', async () => {
    await blocks(b, d)
    await blocks(d, a)
    for (const name of listNames) {
      expect([name, await names(a, name)]).toEqual([name, expect.not.arrayContaining(['Dan'])])
      expect([name, await names(d, name)]).toEqual([
        name,
        expect.not.arrayContaining(['Alice', 'Bob']),
      ])
    }
  })
})

describe('who likes you', () => {
  test('is told everybody on a credits brand', async () => {
    await likes(c, b)
    expect(await list(b, 'likesYou')).toMatchObject({
      members: [{ username: 'Carol' }, { username: 'Alice' }],
      hidden: 0,
    })
  })

  test('is a number, and not a word about anybody, for a standard member elsewhere', async () => {
    const answer = await a.request('/widget/likesYou/page/1/count/24')
    // Bob and Alice like each other, so she knows about him anyway; Carol stays hidden.
    await likes(c, a)
    expect(await list(a, 'likesYou')).toMatchObject({ members: [{ username: 'Bob' }], hidden: 1 })
    expect(await answer.text()).not.toContain('Carol')
    const hidden = await (await a.request('/widget/likesYou/page/1/count/1')).text()
    expect(JSON.parse(hidden)).toEqual({ members: [], hidden: 1, page: 1, hasMore: true })
  })

  test('is told with a premium membership', async () => {
    await becomesPremium(app, a)
    expect(await list(a, 'likesYou')).toMatchObject({
      members: [{ username: 'Carol' }, { username: 'Bob' }],
      hidden: 0,
    })
  })
})

describe('an address of no list', () => {
  test.each([
    '/widget/everybody/page/1/count/9',
    '/widget/matches/page/0/count/9',
    '/widget/matches/page/x/count/9',
    '/widget/matches/page/1/count/0',
  ])('%s is not found', async (path) => {
    expect((await a.request(path)).status).toBe(404)
  })

  test('asks for more cards than there may be: it gets the most', async () => {
    expect((await a.request('/widget/matches/page/1/count/100000')).status).toBe(200)
  })
})

test('every list page is a route of the specification, and the other way round', () => {
  const routes = pageRoutes.flatMap(
    ({ pattern }) => /^\/plist\/(\w+)\/:page$/.exec(pattern)?.[1] ?? [],
  )
  expect(listPages.map((page) => page.slug).toSorted()).toEqual(routes.toSorted())
  expect(listPages.every((page) => listNames.includes(page.list))).toBe(true)
})
