import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { takenLikeSweepJob } from '#members/likes/likes.server.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  type CastMember,
  inboxOf,
  joins,
  tickersOf,
  views,
  writesTo,
} from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'

withApp()
let Alice: CastMember
let Dan: CastMember
let count = 0

const act = (
  who: CastMember,
  action: 'like' | 'unlike',
  whom: { id: number },
  part: { photo?: number } = {},
) => who.calls(matchAction, { params: { action }, body: { id: whom.id, ...part } })
const rows = async () => {
  const { db } = app
  const both = [Alice.id, Dan.id]
  return {
    likes: await db
      .selectFrom('likes')
      .selectAll()
      .where('liker_id', 'in', both)
      .orderBy('liker_id')
      .execute(),
    matches: await db.selectFrom('matches').selectAll().where('low_id', 'in', both).execute(),
    parts: await db
      .selectFrom('liked_parts')
      .select(['liker_id', 'photo_id'])
      .where('liker_id', 'in', both)
      .execute(),
  }
}

describe('a match that ends and is taken up again at once', () => {
  beforeEach(async () => {
    count += 1
    Alice = await joins(app, { brand: 'adultcrush', username: `Alice${count}` })
    Dan = await joins(app, { brand: 'adultcrush', username: `Dan${count}`, gender: 'man' })
    await becomesPremium(app, Alice)
    await becomesPremium(app, Dan)
    const photo = await upload(Dan, await aPhoto({ width: 400, height: 500 }))
    await act(Alice, 'like', Dan, { photo: photo.id })
    app.clock.advance(MINUTE)
    await act(Dan, 'like', Alice)
    await writesTo(Dan, Alice, 'Good morning.')
    app.clock.advance(HOUR)
  })

  test('is as before: since when, with what is liked, in lists, inbox and counters', async () => {
    const shown = async () => ({
      rows: await rows(),
      profile: await views(Alice, Dan),
      matches: await Dan.calls(widget, { params: { list: 'matches', page: 1, count: 9 } }),
      inbox: await inboxOf(Alice, { show: 'matches' }),
      counters: [await tickersOf(Alice), await tickersOf(Dan)],
    })
    await shown()
    const before = await shown()
    expect(before).toMatchObject({
      rows: { likes: [{}, {}], matches: [{}], parts: [{}] },
      profile: { isMatch: true },
    })
    const ended = await act(Alice, 'unlike', Dan)
    expect(ended).toEqual({ liked: false, isMatch: false })
    expect(await rows()).toMatchObject({ likes: [{ liker_id: Dan.id }], matches: [], parts: [] })
    expect(await act(Alice, 'like', Dan)).toEqual({ liked: true, isMatch: true, isRestored: true })
    expect(await shown()).toEqual(before)
  })

  test('is told to nobody as a match, by no event and in no counter', async () => {
    const told = async () =>
      (await app.db.selectFrom('member_events').selectAll().execute()).filter(
        ({ member_id, event }) =>
          [Alice.id, Dan.id].includes(member_id) && JSON.stringify(event).includes('match'),
      ).length
    const before = await told()
    expect(before).toBe(2)
    await act(Alice, 'unlike', Dan)
    await act(Alice, 'like', Dan)
    expect(await told()).toBe(before)
    expect(await tickersOf(Dan)).toMatchObject({ newMatches: 1 })
  })

  test('is one match, however often it is done, and when both do it at once', async () => {
    const before = await rows()
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([act(Alice, 'unlike', Dan), act(Dan, 'unlike', Alice)])
      await Promise.all([act(Alice, 'like', Dan), act(Dan, 'like', Alice), act(Alice, 'like', Dan)])
    }
    const after = await rows()
    expect(after.likes).toEqual(before.likes)
    expect(after.matches).toHaveLength(1)
  })

  test('is a new one after a minute, and nothing of the old one is kept', async () => {
    await act(Alice, 'unlike', Dan)
    app.clock.advance(MINUTE + SECOND)
    await runJob(app, takenLikeSweepJob)
    expect(await app.db.selectFrom('taken_likes').selectAll().execute()).toEqual([])
    expect(await act(Alice, 'like', Dan)).toEqual({ liked: true, isMatch: true })
    expect(await rows()).toMatchObject({
      matches: [{ created_at: app.clock.now() }],
      parts: [],
    })
  })
})

test('a like that is given again tells nobody twice, but a match that is new is told', async () => {
  const Mia = await joins(app, { brand: 'adultcrush', username: 'Mia' })
  const Tom = await joins(app, { brand: 'adultcrush', username: 'Tom', gender: 'man' })
  await act(Mia, 'like', Tom)
  await act(Mia, 'unlike', Tom)
  expect(await act(Mia, 'like', Tom)).toEqual({ liked: true, isMatch: false, isRestored: true })
  await act(Mia, 'unlike', Tom)
  await act(Tom, 'like', Mia)
  const heard: string[] = []
  const stop = app.services.events.subscribe(Tom.id, ({ type }) => void heard.push(type))
  expect(await act(Mia, 'like', Tom)).toEqual({ liked: true, isMatch: true })
  await expect.poll(() => heard).toContain('match')
  stop()
})
