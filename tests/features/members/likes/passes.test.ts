import { beforeEach, describe, expect, test } from 'vitest'
import { handedIn } from '#api/feature.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { newNotifications } from '#core/live/tickers.contract.ts'
import { features } from '#features.server.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { listPhotoRequests, requestPhoto } from '#members/photos/access/access.contract.ts'
import { home } from '#members/search/home/home.contract.ts'
import { passedPeople, widget } from '#members/search/lists/lists.contract.ts'
import { listNames, type ListName } from '#members/search/lists/lists.ts'
import { countUsers, searchUsers } from '#members/search/search.contract.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import {
  alice,
  becomesPremium,
  blocks,
  bob,
  type CastMember,
  dan,
  inboxOf,
  joins,
  tickersOf,
  views,
  writesTo,
} from '#tests/support/cast.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'

withApp()
let Alice: CastMember
let Bob: CastMember

type Action = 'like' | 'unlike' | 'pass' | 'unpass'
const act = (who: CastMember, action: Action, whom: { id: number }) =>
  who.calls(matchAction, { params: { action }, body: { id: whom.id } })
const list = (who: CastMember, name: ListName) =>
  who.calls(widget, { params: { list: name, page: 1, count: 24 } })
const passedBy = (who: CastMember) => who.calls(passedPeople, { query: {} })
const passesOf = () => app.db.selectFrom('passes').selectAll().execute()

/** Everywhere that shows the second to the first. */
async function placesOf(who: CastMember, whom: CastMember): Promise<string[]> {
  const name = whom.username
  const found = await Promise.all([
    ...listNames.map(async (one) => [one, await list(who, one)]),
    passedBy(who).then((answer) => ['passed', answer]),
    who.calls(searchUsers, { query: { country: 'any' } }).then((answer) => ['search', answer]),
    who.calls(home).then((answer) => ['home', answer]),
    who.calls(newNotifications).then((answer) => ['notifications', answer]),
    who.calls(listPhotoRequests).then((answer) => ['photo requests', answer]),
    inboxOf(who).then((answer) => ['inbox', answer]),
  ])
  return found.flatMap(([place, answer]) =>
    JSON.stringify(answer).includes(`"${name}"`) ? [place as string] : [],
  )
}

describe('a pass', () => {
  beforeEach(async () => {
    await app.db.updateTable('profiles').set({ hidden_at: app.clock.now() }).execute()
    const count = (await app.db.selectFrom('accounts').select('id').execute()).length
    Alice = await joins(app, { brand: 'adultcrush', username: `Alice${count}`, gender: 'woman' })
    Bob = await joins(app, { brand: 'adultcrush', username: `Bob${count}`, gender: 'man' })
    await becomesPremium(app, Alice)
  })

  test('leaves somebody out of lists, search, home, news and counters, until it is taken back', async () => {
    await upload(Alice, await aPhoto(), { isPrivate: 'on' })
    await act(Bob, 'like', Alice)
    await views(Bob, Alice)
    await views(Alice, Bob)
    await Bob.calls(requestPhoto, { body: { id: Alice.id } })
    const before = await placesOf(Alice, Bob)
    expect(before).toEqual([
      'onlineNow',
      'nearYou',
      'newMembers',
      'viewedYou',
      'likesYou',
      'youViewed',
      'search',
      'home',
      'notifications',
      'photo requests',
    ])
    expect(await tickersOf(Alice)).toMatchObject({ newLikes: 1, newViews: 1, newPhotoRequests: 1 })

    expect(await act(Alice, 'pass', Bob)).toEqual({ liked: false, isMatch: false })
    expect(await placesOf(Alice, Bob)).toEqual(['passed'])
    expect(await tickersOf(Alice)).toMatchObject({ newLikes: 0, newViews: 0, newPhotoRequests: 0 })
    expect(await list(Alice, 'likesYou')).toMatchObject({ members: [], hidden: 0 })
    expect(await views(Alice, Bob)).toMatchObject({ isPassed: true })

    expect(await act(Alice, 'unpass', Bob)).toEqual({ liked: false, isMatch: false })
    expect(await placesOf(Alice, Bob)).toEqual(before)
    expect(await views(Alice, Bob)).toMatchObject({ isPassed: false })
  })

  test('leaves no hidden like behind for somebody who may not see who likes them', async () => {
    const standard = await joins(app, { brand: 'adultcrush', username: `Std${Bob.id}` })
    await act(Bob, 'like', standard)
    expect(await list(standard, 'likesYou')).toMatchObject({ members: [], hidden: 1 })
    await act(standard, 'pass', Bob)
    expect(await list(standard, 'likesYou')).toMatchObject({ members: [], hidden: 0 })
  })

  test('is not counted by a search either', async () => {
    const men = await Promise.all(
      Array.from({ length: 11 }, (_, n) =>
        joins(app, { brand: 'adultcrush', username: `Man${Bob.id}x${n}`, gender: 'man' }),
      ),
    )
    const count = async () =>
      (await Alice.calls(countUsers, { query: { country: 'any', gender: ['man'] } })).count
    const before = await count()
    expect(before).toBe(12)
    await act(Alice, 'pass', men[0] as CastMember)
    expect(await count()).toBe(11)
  })

  test('is told to nobody: the other sees, hears and is counted as before', async () => {
    await views(Alice, Bob)
    await views(Bob, Alice)
    const heard: unknown[] = []
    const stop = app.services.events.subscribe(Bob.id, (event) => void heard.push(event))
    // What was said before comes first.
    await app.transaction((trx) => notifyMember(trx, Bob.id, { type: 'credits' }))
    await expect.poll(() => heard).toContainEqual({ type: 'credits' })
    heard.length = 0
    const of = async () => [
      await placesOf(Bob, Alice),
      await tickersOf(Bob),
      { ...(await views(Bob, Alice)), lastSeen: null },
    ]
    const before = await of()
    expect(JSON.stringify(before)).toContain('viewedYou')
    await act(Alice, 'pass', Bob)
    await act(Alice, 'unpass', Bob)
    await act(Alice, 'pass', Bob)
    expect(await of()).toEqual(before)
    stop()
    expect(heard).toEqual([])
    // A like finds them as ever, and makes no match.
    expect(await act(Bob, 'like', Alice)).toEqual({ liked: true, isMatch: false })
  })

  test('leaves a conversation as it is, in the inbox and in its counters', async () => {
    await becomesPremium(app, Bob)
    await writesTo(Bob, Alice)
    await act(Alice, 'pass', Bob)
    expect(await placesOf(Alice, Bob)).toEqual(['passed', 'home', 'notifications', 'inbox'])
    expect(await tickersOf(Alice)).toMatchObject({ newMessages: 1 })
    await writesTo(Alice, Bob)
    await writesTo(Bob, Alice)
  })

  test('is refused for whom one likes, so that neither a like nor a match ends by it', async () => {
    await act(Alice, 'like', Bob)
    await expect(act(Alice, 'pass', Bob)).rejects.toMatchObject({ code: 'conflict', status: 409 })
    await act(Bob, 'like', Alice)
    await expect(act(Alice, 'pass', Bob)).rejects.toMatchObject({ code: 'conflict' })
    expect(await list(Alice, 'matches')).toMatchObject({ members: [{ id: Bob.id }] })
  })

  test('ends with a like', async () => {
    await act(Alice, 'pass', Bob)
    expect(await act(Alice, 'like', Bob)).toEqual({ liked: true, isMatch: false })
    expect(await passedBy(Alice)).toMatchObject({ members: [] })
    expect(await list(Alice, 'youLike')).toMatchObject({ members: [{ id: Bob.id }] })
  })

  test('is one when made twice, and either a pass or a like when both come at once', async () => {
    const before = (await passesOf()).length
    await Promise.all([act(Alice, 'pass', Bob), act(Alice, 'pass', Bob)])
    await act(Alice, 'pass', Bob)
    expect(await passesOf()).toHaveLength(before + 1)
    await Promise.all([act(Alice, 'unpass', Bob), act(Alice, 'unpass', Bob)])
    for (let round = 0; round < 6; round += 1) {
      await Promise.allSettled([act(Alice, 'like', Bob), act(Alice, 'pass', Bob)])
      const likes = await app.db
        .selectFrom('likes')
        .select('liked_id')
        .where('liker_id', '=', Alice.id)
        .execute()
      expect([likes.length, (await passesOf()).length - before]).toEqual([1, 0])
      await act(Alice, 'unlike', Bob)
    }
  })

  test('is refused for whom one does not see, as a like is, and taken back for anybody', async () => {
    const Dan = await joins(app, { brand: 'adultcrush', username: `Dan${Bob.id}`, gender: 'man' })
    await blocks(Dan, Alice)
    await setsAccount(app, Bob, { banned_at: app.clock.now() })
    for (const whom of [Dan, Bob, Alice, { id: 999_999 }])
      await expect(act(Alice, 'pass', whom)).rejects.toMatchObject({
        code: 'unavailable',
        status: 404,
      })
    for (const whom of [Dan, Alice, { id: 999_999 }])
      expect(await act(Alice, 'unpass', whom)).toEqual({ liked: false, isMatch: false })
  })
})

test('a copy of one’s data has one’s own passes, and none by others', async () => {
  const [a, b, d] = [await alice(app), await bob(app), await dan(app)]
  await act(a, 'pass', b)
  await act(d, 'pass', a)
  const collection = handedIn(features, 'collections').find(({ name }) => name === 'passes')
  const copyOf = async (who: CastMember) => {
    const rows: unknown[] = []
    for await (const row of collection?.rows(app.db, who.id, app.clock.now()) ?? []) rows.push(row)
    return JSON.stringify(rows)
  }
  expect(await copyOf(a)).toContain('"Bob"')
  expect(await copyOf(a)).not.toContain('"Dan"')
  expect(await copyOf(b)).toBe('[]')
})

test('an erasure deletes the passes of both sides', async () => {
  const [Uma, Vic, Wes] = await Promise.all(
    ['Uma', 'Vic', 'Wes'].map((username) => joins(app, { brand: 'adultcrush', username })),
  )
  if (!Uma || !Vic || !Wes) throw new Error('nobody joined')
  await act(Uma, 'pass', Vic)
  await act(Wes, 'pass', Uma)
  await act(Wes, 'pass', Vic)
  await leave(Uma)
  app.clock.advance(60 * 24 * 3600 * 1000)
  await erase(app)
  const left = (await passesOf()).filter(({ passer_id }) => [Uma.id, Wes.id].includes(passer_id))
  expect(left).toMatchObject([{ passer_id: Wes.id, passed_id: Vic.id }])
})
