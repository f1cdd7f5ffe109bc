import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endVisiting, getVisiting, setVisiting } from '#core/accounts/changes/visiting.contract.ts'
import { staySweepJob } from '#core/accounts/changes/visiting.server.ts'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { dayOf, MOST_AHEAD, MOST_DAYS } from '#core/people/shown-to/visiting.ts'
import { resolvePlace } from '#core/places/places.server.ts'
import { cellOf, type Point } from '#core/places/places.ts'
import { DAY, later } from '#lib/clock.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { brands } from '#sites/registry.ts'
import { app, runJob, setsAccount, withApp } from '#tests/support/app.ts'
import { becomesPremium, blocks, type CastMember, joins, views } from '#tests/support/cast.ts'
import { countedFor } from '#tests/support/counted.ts'

withApp()
/** Lives in New York. */
let mia: CastMember
/** Looks for people in London. */
let viewer: CastMember
let joined = 0
beforeAll(async () => {
  viewer = await joins(app, { brand: 'adultcrush', username: 'Viewer' })
})
beforeEach(async () => {
  joined += 1
  await app.db.deleteFrom('stays').execute()
  mia = await joins(app, { brand: 'adultcrush', username: `Mia${joined}` })
  await becomesPremium(app, mia)
})

const day = (ahead: number) => dayOf(later(app.clock.now(), ahead * DAY))
const visit = (more: Record<string, unknown> = {}, who = mia) =>
  who.calls(setVisiting, {
    body: { country: 'GB', place: 'London', from: day(0), until: day(3), ...more },
  })
const search = (query: Record<string, string | string[]> = {}) =>
  viewer.calls(searchUsers, {
    query: { gender: ['woman'], country: 'GB', place: 'London', radius: '25', ...query },
  })
const finds = async (query?: Record<string, string | string[]>) =>
  (await search(query)).members.filter(({ id }) => id === mia.id).length
const london = cellOf(resolvePlace('GB', 'London') as Point)
const counts = () =>
  countedFor(app, viewer, { gender: ['woman'], circle: { centre: london, km: 25 } })
const profile = (who = viewer) => views(who, mia)

describe('a visit', () => {
  test('is found by searches around its place and around the own place, each once, and counted', async () => {
    expect([await finds(), await counts()]).toEqual([0, 0])
    await visit()
    expect([await finds(), await counts()]).toEqual([1, 1])
    for (const sort of ['newest', 'nearest'])
      expect([sort, await finds({ sort })]).toEqual([sort, 1])
    expect(await finds({ country: 'US', place: 'New York City' })).toBe(1)
    expect(await finds({ country: 'DE', place: 'Berlin' })).toBe(0)
    const [card] = (await search()).members.filter(({ id }) => id === mia.id)
    // New York is nearer to the viewer, who lives there.
    expect(card).toMatchObject({ placeName: 'New York City', visiting: null })
  })

  test('is found once by the nearest, whichever of the two places is nearer', async () => {
    await visit({ place: 'Reading' })
    for (const place of ['London', 'Reading']) {
      const all = await search({ sort: 'nearest', place, radius: 'any', country: 'GB' })
      expect([place, all.members.filter(({ id }) => id === mia.id).length]).toEqual([place, 1])
    }
    await visit({ country: 'US', place: 'Newark' })
    for (const place of ['New York City', 'Newark']) {
      expect([
        place,
        await finds({ sort: 'nearest', country: 'US', place, radius: 'any' }),
      ]).toEqual([place, 1])
      expect([place, await finds({ country: 'US', place, radius: '50' })]).toEqual([place, 1])
    }
  })

  test('is on the profile until its last day, and on the card of whoever is nearer to it', async () => {
    const local = await joins(app, {
      brand: 'adultcrush',
      username: `Local${joined}`,
      latitude: 51.5,
      longitude: -0.1,
    })
    await visit()
    expect((await profile(local)).visiting).toEqual({
      placeName: 'London',
      until: day(3),
      distance: expect.any(String) as string,
    })
    expect((await profile(mia)).visiting).toEqual({
      placeName: 'London',
      until: day(3),
      distance: null,
    })
    const near = await local.calls(widget, { params: { list: 'nearYou', page: 1, count: 48 } })
    expect(near.members.find(({ id }) => id === mia.id)).toMatchObject({
      visiting: { placeName: 'London', until: day(3) },
    })
  })

  test('keeps to the wishes of the search', async () => {
    await visit()
    expect(await finds({ gender: ['man'] })).toBe(0)
    expect([
      await finds({ ageFrom: '30', ageTo: '40' }),
      await finds({ ageFrom: '50', ageTo: '60' }),
    ]).toEqual([1, 0])
    expect(await finds({ withPhoto: 'on' })).toBe(0)
    app.clock.advance(DAY)
    expect(await finds({ online: 'on' })).toBe(0)
  })

  test('is of whole cells: neither place is known better than to five kilometres', async () => {
    await visit()
    const { latitude, longitude, place_name } = await app.db
      .selectFrom('stays')
      .selectAll()
      .where('account_id', '=', mia.id)
      .executeTakeFirstOrThrow()
    const { latitude: cell } = await cellOfLondon()
    expect([place_name, latitude]).toEqual(['London', cell])
    expect(JSON.stringify([await profile(), await search()])).not.toContain(String(longitude))
  })

  async function cellOfLondon() {
    const mover = await joins(app, { brand: 'wivesnow', username: `Mover${joined}` })
    await becomesPremium(app, mover)
    await mover.posts('/profile/changeLocation', { country: 'GB', place: 'London' })
    return app.db
      .selectFrom('profiles')
      .select('latitude')
      .where('account_id', '=', mover.id)
      .executeTakeFirstOrThrow()
  }

  test.each<[string, () => Promise<unknown>]>([
    ['whoever is blocked', () => blocks(viewer, mia)],
    ['whoever takes a break', () => mia.calls(setShownTo, { body: { to: 'nobody' } })],
    ['a banned member', () => setsAccount(app, mia, { banned_at: app.clock.now() })],
  ])('of %s is found by nobody', async (_, happens) => {
    const before = await counts()
    await visit()
    expect([await finds(), await counts()]).toEqual([1, before + 1])
    await happens()
    expect([await finds(), await counts()]).toEqual([0, before])
  })
})

describe('the days of a visit', () => {
  test('begin and end at once, also for a clock that jumps over the end and a job that has not run', async () => {
    const before = await counts()
    await visit({ from: day(2), until: day(4) })
    expect([await finds(), (await profile()).visiting]).toEqual([0, null])
    app.clock.advance(2 * DAY)
    expect([await finds(), (await profile()).visiting?.placeName]).toEqual([1, 'London'])
    app.clock.advance(10 * DAY)
    expect([await finds(), await counts(), (await profile()).visiting]).toEqual([0, before, null])
    expect((await mia.calls(getVisiting)).visiting).toBeNull()
    await runJob(app, staySweepJob)
    expect(
      await app.db
        .selectFrom('stays')
        .select('account_id')
        .where('account_id', '=', mia.id)
        .execute(),
    ).toEqual([])
  })

  test('are one visit at a time: another replaces it, and it can be ended', async () => {
    await visit()
    await visit({ place: 'Leeds' })
    expect([await finds(), await finds({ place: 'Leeds' })]).toEqual([0, 1])
    expect(await mia.calls(endVisiting, { body: {} })).toEqual({
      ended: true,
    })
    expect(await finds({ place: 'Leeds' })).toBe(0)
    expect(await mia.calls(endVisiting, { body: {} })).toEqual({
      ended: false,
    })
  })

  test.each<[string, () => Record<string, unknown>, string]>([
    ['the last before the first', () => ({ from: day(3), until: day(2) }), 'until'],
    ['days that have passed', () => ({ from: day(-5), until: day(-1) }), 'until'],
    ['a day that does not exist', () => ({ from: '2026-02-30' }), 'from'],
    ['words', () => ({ until: 'tomorrow' }), 'until'],
    ['nothing', () => ({ from: '' }), 'from'],
    ['too long a visit', () => ({ until: day(MOST_DAYS) }), 'until'],
    ['too far ahead', () => ({ from: day(MOST_AHEAD + 1), until: day(MOST_AHEAD + 2) }), 'from'],
    ['a place that nobody knows', () => ({ place: 'Atlantis' }), 'place'],
  ])('are refused if they are %s', async (_, more, field) => {
    await expect(visit(more())).rejects.toMatchObject({ status: 422, errors: [{ field }] })
    expect((await mia.calls(getVisiting)).visiting).toBeNull()
  })

  test('may be the longest, and a single one', async () => {
    await visit({ until: day(MOST_DAYS - 1) })
    await visit({ until: day(0) })
    expect(await finds()).toBe(1)
  })
})

test('a visit is shown by premium members alone where the brand says so of places', async () => {
  const closed = brands.filter(({ flags }) => flags.locationChangeNeedsPremium)
  expect(closed.length).toBeGreaterThan(0)
  for (const { id } of brands) {
    const member = await joins(app, { brand: id, username: `At${id}` })
    const isClosed = closed.some((brand) => brand.id === id)
    const made = visit({}, member)
    if (isClosed) await expect(made).rejects.toMatchObject({ code: 'needsPremium' })
    else await made
  }
})
