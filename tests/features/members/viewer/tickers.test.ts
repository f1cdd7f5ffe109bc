import { beforeAll, describe, expect, test } from 'vitest'
import { newNotifications, recordEvent } from '#core/live/tickers.contract.ts'
import { eventNames, type EventName, tickersSeenBy } from '#core/live/tickers.ts'
import { SECOND } from '#lib/clock.ts'
import { setLastViewedUser } from '#members/search/profile/profile.contract.ts'
import { updateLastViewedOneclickPopupOnExit } from '#money/ads/popunder/popunder.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  alice,
  becomesPremium,
  type CastMember,
  dan,
  joins,
  parametersFor,
  tickersOf,
  writesTo,
} from '#tests/support/cast.ts'

withApp()
let Alice: CastMember
let Dan: CastMember
let Ned: CastMember
beforeAll(async () => {
  Alice = await alice(app)
  Dan = await dan(app)
  Ned = await joins(app, { brand: 'adultcrush', username: 'Ned', gender: 'man' })
  await becomesPremium(app, Dan)
})

const reports = (member: CastMember, name: EventName) =>
  member.calls(recordEvent, { params: { name } })
const notificationsOf = async (member: CastMember) =>
  (await member.calls(newNotifications)).notifications

/** Written past the product, without the event that tells of it. */
const happensTo = (...members: CastMember[]) =>
  members.forEach(({ id }) => app.services.remembered.forget(id))

async function likes(liker: CastMember, liked: CastMember): Promise<void> {
  app.clock.advance(SECOND)
  const at = app.clock.now()
  await app.db
    .insertInto('likes')
    .values({ liker_id: liker.id, liked_id: liked.id, created_at: at })
    .execute()
  happensTo(liked)
}
async function views(viewer: CastMember, viewed: CastMember): Promise<void> {
  app.clock.advance(SECOND)
  const at = app.clock.now()
  await app.db
    .insertInto('views')
    .values({ viewer_id: viewer.id, viewed_id: viewed.id, viewed_at: at })
    .execute()
  happensTo(viewed)
}
async function matches(a: CastMember, b: CastMember): Promise<void> {
  app.clock.advance(SECOND)
  const [low_id, high_id] = a.id < b.id ? [a.id, b.id] : [b.id, a.id]
  await app.db
    .insertInto('matches')
    .values({ low_id, high_id, created_at: app.clock.now() })
    .execute()
  happensTo(a, b)
}
async function writes(from: CastMember, to: CastMember): Promise<void> {
  app.clock.advance(SECOND)
  await writesTo(from, to)
}

describe('an answer that one has already', () => {
  test('is not sent again, until something is new', async () => {
    const first = await Alice.request('/event/tickers')
    const etag = first.headers.get('ETag') ?? ''
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
    const ask = () => Alice.request('/event/tickers', { headers: { 'If-None-Match': etag } })
    const known = await ask()
    expect([known.status, await known.text(), known.headers.get('ETag')]).toEqual([304, '', etag])
    await views(Dan, Alice)
    const news = await ask()
    expect([news.status, news.headers.get('ETag') === etag]).toEqual([200, false])
    expect(await news.json()).toMatchObject({ newViews: 1 })
    await reports(Alice, 'newViews')
  })

  test('is sent again where it leads elsewhere now', async () => {
    const member = await joins(app, { brand: 'adultcrush', username: 'Toni' })
    const first = await member.request('/event/tickers')
    await app.db.deleteFrom('terms_acceptances').where('account_id', '=', member.id).execute()
    const moved = await member.request('/event/tickers', {
      headers: { 'If-None-Match': first.headers.get('ETag') ?? '' },
    })
    expect([moved.status, moved.headers.get('X-Dating-Filter-Redirect')]).toEqual([
      200,
      expect.stringContaining('/dashboard'),
    ])
  })
})

describe('the counters', () => {
  test('count what is there, and nothing else', async () => {
    expect(await tickersOf(Alice)).toEqual({
      newMessages: 0,
      newLikes: 0,
      newMatches: 0,
      newViews: 0,
      newPhotoRequests: 0,
      newPartnerInvitations: 0,
    })
    await writes(Dan, Alice)
    await writes(Dan, Alice)
    await likes(Dan, Alice)
    await likes(Ned, Alice)
    await matches(Alice, Dan)
    await views(Ned, Alice)
    expect(await tickersOf(Alice)).toEqual({
      newMessages: 2,
      newLikes: 2,
      newMatches: 1,
      newViews: 1,
      newPhotoRequests: 0,
      newPartnerInvitations: 0,
    })
    expect(await tickersOf(Dan)).toEqual({
      newMessages: 0,
      newLikes: 0,
      newMatches: 1,
      newViews: 0,
      newPhotoRequests: 0,
      newPartnerInvitations: 0,
    })
  })

  test('start again from what was seen, each by itself', async () => {
    app.clock.advance(SECOND)
    await reports(Alice, 'newLikes')
    expect(await tickersOf(Alice)).toEqual({
      newMessages: 2,
      newLikes: 0,
      newMatches: 1,
      newViews: 1,
      newPhotoRequests: 0,
      newPartnerInvitations: 0,
    })
    await reports(Alice, 'newMessages')
    await writes(Dan, Alice)
    expect(await tickersOf(Alice)).toMatchObject({ newMessages: 1, newLikes: 0 })
  })

  test('are the same news that notifications list', async () => {
    expect(await notificationsOf(Alice)).toMatchObject([
      { kind: 'message', other: { username: 'Dan' } },
      { kind: 'view', other: { username: 'Ned' } },
      { kind: 'match', other: { username: 'Dan' } },
    ])
  })

  test('never tell a standard member of a subscription brand who it was that liked them', async () => {
    await joins(app, { brand: 'adultcrush', username: 'Liker' }).then((liker) =>
      likes(liker, Alice),
    )
    expect((await notificationsOf(Alice))[0]).toMatchObject({ kind: 'like', other: null })
    await becomesPremium(app, Alice)
    expect((await notificationsOf(Alice))[0]).toMatchObject({
      kind: 'like',
      other: { username: 'Liker' },
    })
  })

  test('leave out whoever one has blocked', async () => {
    expect(await tickersOf(Alice)).toMatchObject({ newMessages: 1, newMatches: 1 })
    const block = { blocker_id: Alice.id, blocked_id: Dan.id, created_at: app.clock.now() }
    await app.db.insertInto('blocks').values(block).execute()
    expect(await tickersOf(Alice)).toEqual({
      newMessages: 0,
      newLikes: 1,
      newMatches: 0,
      newViews: 1,
      newPhotoRequests: 0,
      newPartnerInvitations: 0,
    })
    await app.db.deleteFrom('blocks').execute()
  })

  test('are all seen at once with the notifications', async () => {
    app.clock.advance(SECOND)
    await reports(Alice, 'newNotifications')
    expect(await tickersOf(Alice)).toEqual({
      newMessages: 0,
      newLikes: 0,
      newMatches: 0,
      newViews: 0,
      newPhotoRequests: 0,
      newPartnerInvitations: 0,
    })
  })

  test('are all seen by the form of home without script, too', async () => {
    const liked = await joins(app, { brand: 'adultcrush', username: 'Liked' })
    await views(await joins(app, { brand: 'adultcrush', username: 'Looker' }), liked)
    app.clock.advance(SECOND)
    const { status, headers } = await liked.visit('/event/newNotifications', {
      method: 'POST',
      headers: { Origin: `http://${liked.host}` },
      body: new URLSearchParams(),
    })
    expect([status, headers.get('Location')]).toEqual([303, '/dashboard?saved=seen#news-title'])
    expect((await tickersOf(liked)).newViews).toBe(0)
  })

  test('stop at a hundred', async () => {
    const star = await joins(app, { brand: 'adultcrush', username: 'Star' })
    for (let n = 0; n < 105; n += 1)
      await views(await joins(app, { brand: 'adultcrush', username: `Fan${n}` }), star)
    expect(await tickersOf(star)).toMatchObject({ newViews: 100 })
    expect(await notificationsOf(star)).toHaveLength(20)
  })
})

describe('a member who loses access while a page is open', () => {
  const leadsTo = async (who: CastMember) =>
    (await who.request('/event/tickers')).headers.get('X-Dating-Filter-Redirect')

  test('is led to the dashboard, where the terms that changed are shown', async () => {
    const member = await joins(app, { brand: 'wivesnow', username: 'Terry' })
    expect(await leadsTo(member)).toBeNull()
    await app.db.deleteFrom('terms_acceptances').where('account_id', '=', member.id).execute()
    expect(await leadsTo(member)).toBe('http://www.wivesnow.localhost:4321/dashboard')
  })

  test('is led there by a step that has to be taken first', async () => {
    const newcomer = await joins(app, {
      brand: 'adultcrush',
      username: 'Nora',
      steps: ['uploadPhoto'],
    })
    expect(await leadsTo(newcomer)).toBe('http://www.adultcrush.localhost:4321/dashboard')
  })
})

describe('events', () => {
  test('of a known name are kept; any other is not there', async () => {
    await reports(Alice, 'clickRevealLocation')
    const kept = await app.db
      .selectFrom('events')
      .select('name')
      .where('account_id', '=', Alice.id)
      .execute()
    expect(kept).toEqual([{ name: 'clickRevealLocation' }])
    const refused = await Alice.request('/event/__proto__', { method: 'POST' })
    expect(refused.status).toBe(404)
  })

  test.each(eventNames.map((name) => [name, tickersSeenBy(name)]))(
    '%s marks as seen: %o',
    (name, seen) => {
      expect(seen).toEqual(
        name === 'newNotifications'
          ? [
              'newMessages',
              'newLikes',
              'newMatches',
              'newViews',
              'newPhotoRequests',
              'newPartnerInvitations',
            ]
          : name.startsWith('new')
            ? [name]
            : [],
      )
    },
  )

  test('a look at somebody who was shown outside their page counts like any other look', async () => {
    const Lou = await joins(app, { brand: 'adultcrush', username: 'Lou' })
    await Ned.calls(setLastViewedUser, { body: { id: Lou.id } })
    expect(await tickersOf(Lou)).toMatchObject({ newViews: 1 })
    const nobody = Ned.calls(setLastViewedUser, { body: { id: 999_999 } })
    await expect(nobody).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('the exit popunder is due until it was seen', async () => {
    const Kim = await joins(app, { brand: 'adultcrush', username: 'Kim' })
    const flag = async () => (await parametersFor(Kim)).displayOneclickPopupOnExit
    expect(await flag()).toBe('true')
    await Kim.calls(updateLastViewedOneclickPopupOnExit)
    expect(await flag()).toBe('false')
  })
})
