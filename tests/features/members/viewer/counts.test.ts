import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pushJobOver } from '#core/notifications/push-delivery.server.ts'
import { subscribeToPush } from '#core/notifications/push.contract.ts'
import { pushKinds } from '#core/notifications/push.ts'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { DAY, later, SECOND } from '#lib/clock.ts'
import { invitePartner } from '#members/likes/partners.contract.ts'
import { hideConversation } from '#members/messages/inbox/inbox.contract.ts'
import type { Show } from '#members/messages/inbox/inbox.ts'
import { whoWaits } from '#members/messages/inbox/waiting.contract.ts'
import { listPhotoRequests, requestPhoto } from '#members/photos/access/access.contract.ts'
import { home } from '#members/search/home/home.contract.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import type { ListName } from '#members/search/lists/lists.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { runJob, setsAccount, setsProfile, startApp, type TestApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  blocks,
  type CastMember,
  inboxOf,
  joins,
  likes,
  tickersOf,
  views,
  writesTo,
} from '#tests/support/cast.ts'
import { countedFor } from '#tests/support/counted.ts'
import { leave } from '#tests/support/leaving.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import { startPushService } from '#tests/support/push-service.ts'

/**
 * A counter counts whom one can meet, so that it is as long as the list behind it; and nobody is
 * called for nobody.
 */

let app: TestApp
let service: Awaited<ReturnType<typeof startPushService>>
let joined = 0
beforeAll(async () => {
  app = await startApp()
  service = await startPushService()
})
afterAll(async () => {
  await app.close()
  await service.stop()
})

/** Everybody of one test lives in a place of their own. */
let latitude = 0
beforeEach(() => void (latitude += 1))

async function person(name: string): Promise<CastMember> {
  joined += 1
  const member = await joins(app, { brand: 'adultcrush', username: `${name}${joined}`, latitude })
  await setsAccount(app, member, { created_at: later(app.clock.now(), -60 * DAY) })
  await becomesPremium(app, member)
  return member
}

type Happens = (one: CastMember, viewer: CastMember) => Promise<unknown>
const states: ReadonlyArray<readonly [state: string, happens: Happens]> = [
  ['blocked', (one, viewer) => blocks(viewer, one)],
  ['blocking', (one, viewer) => blocks(one, viewer)],
  ['banned', (one) => setsAccount(app, one, { banned_at: app.clock.now() })],
  ['hidden', (one) => setsProfile(app, one, { hidden_at: app.clock.now() })],
  ['deleted', (one) => leave(one)],
  ['paused', (one) => one.calls(setShownTo, { body: { to: 'nobody' } })],
]

const invite = (who: CastMember, whom: CastMember) =>
  who.calls(invitePartner, { body: { id: whom.id } })
const ask = (who: CastMember, whom: CastMember) =>
  who.calls(requestPhoto, { body: { id: whom.id } })

async function listed(viewer: CastMember, list: ListName): Promise<number> {
  return (await viewer.calls(widget, { params: { list, page: 1, count: 48 } })).members.length
}

/** Each counter beside the number of those whom the list behind it shows. */
async function counters(
  viewer: CastMember,
): Promise<Record<string, [count: number, listed: number]>> {
  const tickers = await tickersOf(viewer)
  const inbox = (show: Show) => inboxOf(viewer, { show })
  const [all, unread, matches, hidden] = [
    await inbox('all'),
    await inbox('unread'),
    await inbox('matches'),
    await inbox('hidden'),
  ]
  const { waiting, count } = await viewer.calls(whoWaits, { query: {} })
  const { news } = await viewer.calls(home)
  const given = { gender: ['woman'], radius: 10, country: 'any' } as const
  const found = await viewer.calls(searchUsers, { query: given })
  const counted = await countedFor(app, viewer, {
    gender: ['woman'],
    circle: { centre: { latitude, longitude: -74.01 }, km: 10 },
  })
  return {
    newMessages: [tickers.newMessages, all.conversations.reduce((sum, one) => sum + one.unread, 0)],
    newLikes: [tickers.newLikes, await listed(viewer, 'likesYou')],
    newMatches: [tickers.newMatches, await listed(viewer, 'matches')],
    newViews: [tickers.newViews, await listed(viewer, 'viewedYou')],
    newPhotoRequests: [
      tickers.newPhotoRequests,
      (await viewer.calls(listPhotoRequests)).asking.length,
    ],
    unread: [all.counts.unread, unread.conversations.length],
    openMatches: [all.counts.matches, matches.conversations.length],
    hidden: [all.counts.hidden, hidden.conversations.length],
    waiting: [count, waiting.length],
    search: [counted, found.members.length],
    ...Object.fromEntries(
      news.map((line) => [`home: ${line.kind}`, [line.count, line.people.length]]),
    ),
  }
}

/**
 * Four for each way to come across somebody: who writes, who is liked back, whose conversation is
 * hidden, who only likes, looks and asks.
 */
async function circle(viewer: CastMember): Promise<CastMember[]> {
  const [writer, match, put, liker] = [
    await person('Writer'),
    await person('Match'),
    await person('Put'),
    await person('Liker'),
  ]
  await writesTo(writer, viewer)
  await writesTo(put, viewer)
  await viewer.calls(hideConversation, { body: { id: put.id } })
  await likes(match, viewer)
  await likes(viewer, match)
  await likes(liker, viewer)
  await views(liker, viewer)
  await ask(liker, viewer)
  app.clock.advance(SECOND)
  return [writer, match, put, liker]
}

describe('a counter is as long as its list', () => {
  test('while all are there', async () => {
    const viewer = await person('Viewer')
    await upload(viewer, await aPhoto(), { isPrivate: 'on' })
    await circle(viewer)
    const found = await counters(viewer)
    for (const [name, [count, shown]] of Object.entries(found))
      expect([name, count]).toEqual([name, shown])
    expect(found).toMatchObject({
      newMessages: [1, 1],
      newLikes: [2, 2],
      newMatches: [1, 1],
      newViews: [1, 1],
      newPhotoRequests: [1, 1],
      hidden: [1, 1],
      waiting: [1, 1],
    })
  })

  test.each(states)('with somebody who is %s by then', async (_, happens) => {
    const viewer = await person('Viewer')
    await upload(viewer, await aPhoto(), { isPrivate: 'on' })
    const stay = await circle(viewer)
    for (const one of await circle(viewer)) await happens(one, viewer)
    const found = await counters(viewer)
    for (const [name, [count, shown]] of Object.entries(found))
      expect([name, count]).toEqual([name, shown])
    expect(stay).toHaveLength(4)
    expect(found).toMatchObject({
      newLikes: [2, 2],
      newMatches: [1, 1],
      newViews: [1, 1],
      newPhotoRequests: [1, 1],
      openMatches: [1, 1],
      waiting: [1, 1],
    })
  })
})

describe('nobody is called for somebody whom they cannot meet', () => {
  const deliver = () => runJob(app, pushJobOver(service.post))
  const acts: ReadonlyArray<
    readonly [(typeof pushKinds)[number], (one: CastMember, viewer: CastMember) => Promise<unknown>]
  > = [
    ['message', writesTo],
    ['like', likes],
    ['match', likes],
    ['visit', views],
    ['request', ask],
    ['partner', invite],
  ]

  test.each(
    acts.flatMap(([kind, act]) =>
      [...states, ['still there', async () => undefined] as const].map(
        ([state, happens]) => [kind, state, act, happens] as const,
      ),
    ),
  )(
    'by a push about a %s of somebody who is %s when it goes out',
    async (kind, state, act, happens) => {
      const [viewer, one] = [await person('Viewer'), await person('One')]
      if (kind === 'match') await likes(viewer, one)
      if (kind === 'request') await upload(viewer, await aPhoto(), { isPrivate: 'on' })
      await viewer.calls(subscribeToPush, { body: { ...service.browser(), kinds: [kind] } })
      service.received.length = 0
      await act(one, viewer)
      await happens(one, viewer)
      await deliver()
      // A conversation goes on during a break.
      const isCalled = state === 'still there' || (state === 'paused' && kind === 'message')
      expect(service.received.map(({ payload }) => payload.tag)).toEqual(isCalled ? [kind] : [])
    },
  )

  test('all kinds of pushes are in that table', () => {
    expect(acts.map(([kind]) => kind).toSorted()).toEqual([...pushKinds].toSorted())
  })

  test('by the one mail about what others do: the request to see photos', async () => {
    const sources = globSync('src/**/*.ts').map((file) => readFile(file, 'utf8'))
    const mails = (await Promise.all(sources)).flatMap((text) =>
      [
        ...text.matchAll(/kind: (?:\w+ \? )?'(\w+)'(?:(?!kind: )[^])*?list: '(?:activity|news)',/g),
      ].map(([, kind]) => kind),
    )
    // The others tell of decisions of staff, about the member's own photos.
    expect(mails.toSorted()).toEqual(['partnerInvitation', 'photoRequest', 'poseDecided'])
    const [viewer, hidden, seen] = [
      await person('Viewer'),
      await person('Hidden'),
      await person('Seen'),
    ]
    await upload(viewer, await aPhoto(), { isPrivate: 'on' })
    await setsProfile(app, hidden, { hidden_at: app.clock.now() })
    await setsAccount(app, viewer, { owns_email: true })
    const address = `${viewer.username.toLowerCase()}@example.org`
    await ask(hidden, viewer)
    expect(await mailsTo(app, address)).toEqual([])
    await ask(seen, viewer)
    expect((await mailsTo(app, address)).map(({ kind }) => kind)).toEqual(['photoRequest'])
  })
})
