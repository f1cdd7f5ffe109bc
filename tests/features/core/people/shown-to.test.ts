import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { assertRefused } from '#api/client.ts'
import { getSettings, saveSettings } from '#core/accounts/settings/settings.contract.ts'
import { pushJobOver } from '#core/notifications/push-delivery.server.ts'
import type { PushTransport } from '#core/notifications/push-transport.server.ts'
import type { PushKind } from '#core/notifications/push.ts'
import { ownProfileToEdit } from '#core/people/edit/edit-profile.contract.ts'
import { setFirstMessages } from '#core/people/first-messages/first-messages.contract.ts'
import { changePrompts } from '#core/people/prompts/prompts.contract.ts'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import type { ShownTo } from '#core/people/shown-to/shown-to.ts'
import { DAY, later, MINUTE, SECOND } from '#lib/clock.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { answerPartner, invitePartner } from '#members/likes/partners.contract.ts'
import { listPhotoRequests, requestPhoto } from '#members/photos/access/access.contract.ts'
import { blockContacts } from '#members/reports/contacts/contacts.contract.ts'
import { home } from '#members/search/home/home.contract.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import { geoProfiles } from '#members/search/profile/geo-profiles.contract.ts'
import { setLastViewedUser } from '#members/search/profile/profile.contract.ts'
import {
  addUpdate,
  moreUpdatesDashboard,
  updatesOfMember,
} from '#members/updates/updates.contract.ts'
import { brandById } from '#sites/registry.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { standingJob } from '#staff/decisions/deciding/decide.server.ts'
import { app, runJob, setsAccount, withApp } from '#tests/support/app.ts'
import { blocksTakeEffect } from '#tests/support/blocked-addresses.ts'
import {
  becomesPremium,
  type CastMember,
  inboxOf,
  joins,
  tickersOf,
  views,
  worksAs,
  writesTo,
} from '#tests/support/cast.ts'
import { countedFor } from '#tests/support/counted.ts'
import { placesOf } from '#tests/support/leaving.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { addressIn, aPhoto, look, upload } from '#tests/support/photos.ts'
import { decisionsTakeEffect } from '#tests/support/verdicts.ts'

/**
 * Who finds a member (house: one rule of visibility), as one table: each setting, each surface,
 * each kind of viewer.
 */

const kinds = ['stranger', 'liked', 'correspondent'] as const
type Kind = (typeof kinds)[number]
const modes = ['everybody', 'liked', 'nobody'] as const satisfies readonly ShownTo[]
/** Those after which nobody of the test is seen anywhere: the viewer is on another site. */
const walls = [
  'their own site alone',
  'others than an address, which is the viewer’s',
  'others than a viewer who blocks their address',
] as const
const settings = [...modes, ...walls]
type Setting = (typeof settings)[number]

const ALL = 'stranger liked correspondent'
const KNOWN = 'liked correspondent'
/** Seen by whom, where the member is shown to everybody, to those they like, and to nobody new. */
const surfaces: ReadonlyArray<
  readonly [
    surface: string,
    everybody: string,
    liked: string,
    nobody: string,
    ...ownSiteAlone: string[],
  ]
> = [
  ['onlineNow', ALL, 'liked', ''],
  ['nearYou', ALL, 'liked', ''],
  ['newMembers', ALL, 'liked', ''],
  ['viewedYou', ALL, 'liked', ''],
  ['likesYou', 'liked', 'liked', ''],
  ['matches', 'liked', 'liked', ''],
  ['youLike', ALL, 'liked', ''],
  ['youViewed', ALL, 'liked', ''],
  ['search', ALL, 'liked', ''],
  ['count of a search', ALL, 'liked', ''],
  ['updates of those one likes', ALL, 'liked', ''],
  ['updates on the profile', ALL, 'liked', ''],
  ['notifications', ALL, KNOWN, 'correspondent'],
  ['profile', ALL, KNOWN, 'correspondent'],
  ['link to a partner', ALL, 'liked', ''],
  ['link on the partner’s profile', ALL, 'liked', ''],
  ['inbox', 'correspondent', 'correspondent', 'correspondent'],
  ['chat', ALL, KNOWN, 'correspondent'],
  ['message', ALL, KNOWN, 'correspondent'],
  ['like', ALL, KNOWN, 'correspondent'],
  ['answers on the profile', ALL, KNOWN, 'correspondent'],
  ['message about an answer', ALL, KNOWN, 'correspondent'],
  ['like of an answer', ALL, KNOWN, 'correspondent'],
  ['what they like of one’s profile', 'liked', 'liked', ''],
  ['photo of the profile', ALL, KNOWN, 'correspondent'],
  ['photo', ALL, KNOWN, 'correspondent'],
  ['ticker of visits', ALL, 'liked', ''],
  ['ticker of likes', 'liked', 'liked', ''],
  ['ticker of messages', 'correspondent', 'correspondent', 'correspondent'],
  ['push of a visit', ALL, 'liked', ''],
  ['push of a match', 'liked', 'liked', ''],
  ['push of a message', 'correspondent', 'correspondent', 'correspondent'],
  // By the site where the viewer joined, which is the member's own.
  ['mail about a request', ALL, 'liked', '', ALL],
]

/** A real key pair of a browser; what is sent to it is not read. */
const keys = {
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
}

withApp()

const setTo = (who: CastMember, to: ShownTo) => who.calls(setShownTo, { body: { to } })
const like = (
  who: CastMember,
  whom: CastMember,
  action: 'like' | 'unlike' = 'like',
  prompt?: number,
) => who.calls(matchAction, { params: { action }, body: { id: whom.id, prompt } })
async function answers(who: CastMember): Promise<number> {
  const prompt = brandById(who.host.split('.')[1] ?? '')?.prompts[0]?.key ?? ''
  await who.calls(changePrompts, { body: { act: 'add', prompt, answer: 'A long walk' } })
  const { prompts } = await who.calls(ownProfileToEdit)
  return prompts[0]?.id ?? 0
}
const write = (who: CastMember, whom: CastMember, prompt?: number) =>
  writesTo(who, whom, `From ${who.username}`, { prompt })
const works = (call: Promise<unknown>) =>
  call.then(
    () => true,
    (error: unknown) => {
      assertRefused(error)
      return false
    },
  )
function nullIfRefused(error: unknown): null {
  assertRefused(error)
  return null
}

const NEW_YORK = 40.725
let joined = 0
let pairs = 0
async function person(
  name: string,
  latitude: number,
  signsInOn = 'adultcrush',
): Promise<CastMember> {
  joined += 1
  const member = await joins(app, {
    brand: 'adultcrush',
    username: `${name}${joined}`,
    latitude,
    signsInOn,
  })
  // Home shows strangers to whoever is no newcomer.
  await setsAccount(app, member, { created_at: later(app.clock.now(), -60 * DAY) })
  await becomesPremium(app, member)
  return member
}

/** Two of a place of their own, who liked and visited while the member was shown to everybody. */
async function pair(
  kind: Kind,
  site?: string,
): Promise<{
  member: CastMember
  viewer: CastMember
  partner: CastMember
  photo: string
  prompt: number
}> {
  const latitude = 2 + (pairs += 2)
  const [member, viewer] = [await person('Mia', latitude), await person('Vera', latitude, site)]
  await setsAccount(app, viewer, { owns_email: true })
  await subscribes(viewer, ['visit', 'match', 'message'])
  const src = addressIn(await upload(member, await aPhoto()))
  app.clock.advance(MINUTE)
  await views(member, viewer)
  await views(viewer, member)
  await like(viewer, member)
  const [prompt, theirs] = [await answers(member), await answers(viewer)]
  if (kind === 'liked') await like(member, viewer, 'like', theirs)
  if (kind === 'correspondent') await write(member, viewer)
  // Far away, so that a search near the two finds one.
  const partner = await person('Pia', -latitude)
  await member.calls(invitePartner, { body: { id: partner.id } })
  await partner.calls(answerPartner, { body: { id: member.id, answer: 'accept' } })
  await member.calls(addUpdate, { body: { body: 'Reading' } })
  app.clock.advance(SECOND)
  return { member, viewer, partner, photo: src, prompt }
}

type Change = { firstMessagesFrom?: 'everybody' | 'verified'; closedOn?: string }

const set: Record<Setting, (member: CastMember, viewer: CastMember) => Promise<unknown>> = {
  everybody: (member) => setTo(member, 'everybody'),
  liked: (member) => setTo(member, 'liked'),
  nobody: (member) => setTo(member, 'nobody'),
  'their own site alone': (member) =>
    member.calls(saveSettings, {
      body: { section: 'visibility', shownOnOtherBrands: false } as never,
    }),
  'others than an address, which is the viewer’s': (member, viewer) =>
    blocksAddress(member, viewer),
  'others than a viewer who blocks their address': (member, viewer) =>
    blocksAddress(viewer, member),
}
async function blocksAddress(who: CastMember, whose: CastMember): Promise<void> {
  await who.calls(blockContacts, {
    body: { contacts: `${whose.username.toLowerCase()}@example.org` },
  })
  await blocksTakeEffect(app)
}

async function surfacesOf(
  setting: Setting,
  kind: Kind,
  { firstMessagesFrom = 'everybody', closedOn }: Change = {},
): Promise<Set<string>> {
  const { member, viewer, partner, photo, prompt } = await pair(
    kind,
    setting === 'their own site alone' ? 'steamyplay' : undefined,
  )
  const { id } = member
  await set[setting](member, viewer)
  await member.calls(setFirstMessages, { body: { from: firstMessagesFrom } })
  if (closedOn !== undefined) await isClosedTo(member, closedOn)
  const here = new Set<string>()
  const add = (surface: string, isThere: boolean) => void (isThere && here.add(surface))
  const tickers = await tickersOf(viewer)
  add('ticker of visits', tickers.newViews > 0)
  add('ticker of likes', tickers.newLikes > 0)
  add('ticker of messages', tickers.newMessages > 0)
  for (const topic of await delivered(viewer)) add(`push of a ${topic}`, true)
  add('mail about a request', await works(member.calls(requestPhoto, { body: { id: viewer.id } })))
  expect(
    (await mailsTo(app, `${viewer.username.toLowerCase()}@example.org`)).map(({ kind }) => kind),
  ).toEqual(here.has('mail about a request') ? ['photoRequest'] : [])
  const own = await app.db
    .selectFrom('profiles')
    .select(['latitude', 'longitude'])
    .where('account_id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  add(
    'count of a search',
    (await countedFor(app, viewer, { gender: ['woman'], circle: { centre: own, km: 10 } })) === 1,
  )
  const { updates } = await viewer.calls(moreUpdatesDashboard, { query: {} })
  add(
    'updates of those one likes',
    updates.some(({ author }) => author.userId === id),
  )
  const theirs = await viewer
    .calls(updatesOfMember, { params: { id }, query: {} })
    .catch(nullIfRefused)
  add('updates on the profile', (theirs?.updates.length ?? 0) > 0)
  const shown = await views(viewer, member).catch(nullIfRefused)
  add('link to a partner', shown?.partners.some((one) => one.id === partner.id) ?? false)
  add(
    'link on the partner’s profile',
    (await views(viewer, partner)).partners.some((one) => one.id === id),
  )
  add(
    'photo of the profile',
    shown !== null && (await look(app, addressIn(shown.photos[0]), viewer)).status === 200,
  )
  add('answers on the profile', shown !== null && shown.prompts.length === 1)
  add('like', await works(like(viewer, member)))
  add('like of an answer', await works(like(viewer, member, 'like', prompt)))
  const { members } = await viewer.calls(widget, {
    params: { list: 'likesYou', page: 1, count: 9 },
  })
  add(
    'what they like of one’s profile',
    members.some((card) => card.id === id && card.likedOfYours?.length === 1),
  )
  for (const place of await placesOf(app, viewer, member, photo)) here.add(place)
  // Last: a message makes a correspondent.
  add('message about an answer', await works(write(viewer, member, prompt)))
  return here
}

/** By a decision of staff, once its ten seconds are over. */
async function isClosedTo(member: CastMember, brand: string): Promise<void> {
  eve ??= await worksAs(app, 'EveCloses')
  const because = {
    policy: 'spam',
    severity: 'high',
    note: 'You sent the same words to many.',
  } as const
  await eve.calls(decideTask, {
    body: { accountId: member.id, act: 'suspend', days: 7, scope: 'brand', brand, ...because },
  })
  await decisionsTakeEffect(app)
}
let eve: CastMember | undefined

const seen = new Map<string, Set<string>>()
/** Looked at once, by the first test that asks. */
async function seenBy(setting: Setting, kind: Kind): Promise<Set<string>> {
  const key = `${setting} ${kind}`
  const found = seen.get(key) ?? (await surfacesOf(setting, kind))
  seen.set(key, found)
  return found
}

describe('a member to whom a brand is closed', () => {
  test.each(kinds)('is in no place of that brand for a %s', async (kind) => {
    expect([...(await surfacesOf('everybody', kind, { closedOn: 'adultcrush' }))]).toEqual([])
  })

  test.each(kinds)('is on the other brands as before for a %s', async (kind) => {
    expect(await surfacesOf('everybody', kind, { closedOn: 'wivesnow' })).toEqual(
      await seenBy('everybody', kind),
    )
  })

  test('is not around, at home or in the counters there, and again once it is open', async () => {
    const [Mia, Nina, Vera] = [
      await person('Mia', NEW_YORK),
      await person('Nina', NEW_YORK),
      await person('Vera', NEW_YORK),
    ]
    await like(Nina, Vera)
    await write(Nina, Vera)
    const places = async () => {
      const around = await Vera.calls(geoProfiles, { query: {} })
      const { news, people } = await Vera.calls(home)
      const { newMessages, newLikes } = await tickersOf(Vera)
      const { counts } = await inboxOf(Vera)
      const has = (members: ReadonlyArray<{ id: number }>) =>
        members.some(({ id }) => id === Mia.id)
      return {
        around: has(around.members),
        atHome: has([...people, ...news.flatMap((one) => one.people)]),
        newMessages,
        newLikes,
        unread: counts.unread,
      }
    }
    const before = { around: true, atHome: true, newMessages: 1, newLikes: 1, unread: 1 }
    expect(await places()).toEqual(before)
    for (const one of [Mia, Nina]) await isClosedTo(one, 'adultcrush')
    expect(await places()).toEqual({
      around: false,
      atHome: false,
      newMessages: 0,
      newLikes: 0,
      unread: 0,
    })
    app.clock.advance(7 * DAY)
    await runJob(app, standingJob)
    expect(await places()).toEqual(before)
  })
})

describe.each(settings)('a member shown to %s', (setting) => {
  test.each(surfaces)(`is in %s for whom it is for`, async (surface, ...expected) => {
    const by: Kind[] = []
    for (const kind of kinds) if ((await seenBy(setting, kind)).has(surface)) by.push(kind)
    expect(by.join(' ')).toBe(expected[settings.indexOf(setting)] ?? '')
  })
})

test.each(kinds)(
  'who takes first messages of verified members alone is found as before by a %s, and takes messages within a conversation alone',
  async (kind) => {
    const before = await seenBy('everybody', kind)
    const now = await surfacesOf('everybody', kind, { firstMessagesFrom: 'verified' })
    const left = surfaces
      .map(([surface]) => surface)
      .filter((surface) => before.has(surface) && !now.has(surface))
    expect(left).toEqual(kind === 'correspondent' ? [] : ['message', 'message about an answer'])
  },
)

test.each([
  ['everybody', ['stranger', 'liked']],
  ['liked', ['liked']],
  ['nobody', []],
] as const)(
  'people around, and those at home, whom one has not met: shown to %s',
  async (to, whom) => {
    const [found, atHome]: [string[], string[]] = [[], []]
    for (const kind of ['stranger', 'liked'] as const) {
      const [Mia, Vera] = [await person('Mia', NEW_YORK), await person('Vera', NEW_YORK)]
      if (kind === 'liked') await like(Mia, Vera)
      await setTo(Mia, to)
      const around = await Vera.calls(geoProfiles, { query: {} })
      const { news, people } = await Vera.calls(home)
      const has = (members: ReadonlyArray<{ id: number }>) =>
        members.some(({ id }) => id === Mia.id)
      if (has(around.members)) found.push(kind)
      if (has([...people, ...news.flatMap((one) => one.people)])) atHome.push(kind)
    }
    expect({ found, atHome }).toEqual({ found: whom, atHome: whom })
  },
)

test('a visit by a member whom not everybody finds leaves no trace, also for the time after', async () => {
  for (const to of ['liked', 'nobody'] as const) {
    const [Mia, Vera] = [await person('Mia', 10), await person('Vera', 10)]
    await subscribes(Vera)
    await like(Mia, Vera)
    await setTo(Mia, to)
    await views(Mia, Vera)
    await Mia.calls(setLastViewedUser, { body: { id: Vera.id } })
    await setTo(Mia, 'everybody')
    expect(await tracesAt(Vera)).toEqual({ visits: 0, pushed: ['like'] })
    await views(Mia, Vera)
    expect(await tracesAt(Vera)).toEqual({ visits: 1, pushed: ['like', 'visit'] })
  }
})

test('a like from a break calls nobody to look for somebody who is in no list', async () => {
  const [Mia, Vera] = [await person('Mia', 12), await person('Vera', 12)]
  await subscribes(Vera)
  await setTo(Mia, 'nobody')
  await like(Mia, Vera)
  expect(await tracesAt(Vera)).toEqual({ visits: 0, pushed: [] })
})

test('a like taken back hides the member, and a photo at the address that the other kept', async () => {
  const { member, viewer } = await pair('liked')
  await setTo(member, 'liked')
  const kept = addressIn((await views(viewer, member)).photos[0])
  expect((await look(app, kept, viewer)).status).toBe(200)
  await like(member, viewer, 'unlike')
  expect((await look(app, kept, viewer)).status).toBe(404)
  await expect(views(viewer, member)).rejects.toMatchObject({ code: 'unavailable' })
})

test('of two who are shown only to those they like, neither finds the other', async () => {
  const { member, viewer } = await pair('stranger')
  await like(viewer, member, 'unlike')
  for (const one of [member, viewer]) await setTo(one, 'liked')
  await expect(views(viewer, member)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(views(member, viewer)).rejects.toMatchObject({ code: 'unavailable' })
})

test('whoever is not found by somebody cannot give themselves away by asking for photos', async () => {
  const [Mia, Vera] = [await person('Mia', 11), await person('Vera', 11)]
  const asks = () => Mia.calls(requestPhoto, { body: { id: Vera.id } })
  const asking = async () => (await Vera.calls(listPhotoRequests)).asking.length
  await setTo(Mia, 'nobody')
  await expect(asks()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('End the break first') as string,
  })
  await setTo(Mia, 'liked')
  await expect(asks()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Like them first') as string,
  })
  expect(await asking()).toBe(0)
  await like(Mia, Vera)
  await asks()
  expect(await asking()).toBe(1)
})

test('the setting is one of three, and says since when', async () => {
  const Mia = await person('Mia', 13)
  const of = async () => (await Mia.calls(getSettings)).shownTo
  expect(await of()).toEqual({ to: 'everybody', since: null })
  const { next, ...first } = await setTo(Mia, 'liked')
  expect(next).toBe('/profile/edit/settings?screen=shown-to&saved=shown-to#shown-to')
  app.clock.advance(MINUTE)
  expect(await setTo(Mia, 'liked')).toEqual({ ...first, next })
  expect(await of()).toEqual(first)
  expect(await setTo(Mia, 'nobody')).toEqual({
    to: 'nobody',
    since: app.clock.now().toISOString(),
    next,
  })
  expect(await setTo(Mia, 'everybody')).toEqual({ to: 'everybody', since: null, next })
  await expect(setTo(Mia, 'somebody' as ShownTo)).rejects.toMatchObject({
    errors: [{ field: 'to', message: 'Please choose one.' }],
  })
})

/** What the push service gets for somebody's browser now. */
async function delivered(who: CastMember): Promise<string[]> {
  const topics: string[] = []
  const post: PushTransport = async (endpoint, { headers }) => {
    if (endpoint.pathname === `/${who.id}`) topics.push(headers['topic'] ?? '')
    return 201
  }
  await runJob(app, pushJobOver(post))
  return topics
}

async function subscribes(
  who: CastMember,
  kinds: PushKind[] = ['visit', 'like', 'match', 'request'],
): Promise<void> {
  const { db } = app
  const { id, brand } = await db
    .selectFrom('sessions')
    .select(['id', 'brand'])
    .where('account_id', '=', who.id)
    .executeTakeFirstOrThrow()
  const device = {
    account_id: who.id,
    session_id: id,
    brand,
    endpoint: `https://push.example/${who.id}`,
    ...keys,
  }
  await db
    .insertInto('push_subscriptions')
    .values({ ...device, kinds, created_at: app.clock.now() })
    .execute()
}

async function tracesAt(who: CastMember): Promise<{ visits: number; pushed: string[] }> {
  const { db } = app
  const visits = await db
    .selectFrom('views')
    .select('viewer_id')
    .where('viewed_id', '=', who.id)
    .execute()
  const pushes = db
    .selectFrom('pushes')
    .innerJoin('push_subscriptions as device', 'device.id', 'pushes.subscription_id')
    .select('kind')
  const pushed = await pushes.where('device.account_id', '=', who.id).orderBy('kind').execute()
  return { visits: visits.length, pushed: pushed.map(({ kind }) => kind) }
}
