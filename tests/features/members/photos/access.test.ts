import { beforeEach, describe, expect, test } from 'vitest'
import { newNotifications, recordEvent } from '#core/live/tickers.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import {
  allowPhotos,
  listPhotoRequests,
  requestPhoto,
} from '#members/photos/access/access.contract.ts'
import { photoAccessSweepJob } from '#members/photos/access/access.server.ts'
import { type Lasts, whatToAsk } from '#members/photos/access/access.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { blocks, type CastMember, joins, tickersOf, views } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { addressIn, aPhoto, look, upload } from '#tests/support/photos.ts'

withApp()
let owner: CastMember
let viewer: CastMember
let named = 0
beforeEach(async () => {
  named += 1
  owner = await joins(app, { brand: 'adultcrush', username: `Alice${named}` })
  viewer = await joins(app, { brand: 'wivesnow', username: `Bob${named}` })
})

const ask = (id = owner.id, who = viewer) => who.calls(requestPhoto, { body: { id } })
const requests = (who = owner) => who.calls(listPhotoRequests)
const allow = (allowed: boolean, id = viewer.id, who = owner, lasts?: Lasts) =>
  who.calls(allowPhotos, { params: { id }, body: { allowed, lasts } })
const addPhoto = async (isPrivate: boolean) =>
  upload(owner, await aPhoto({ width: 200, height: 200 }), { isPrivate: String(isPrivate) })
const mails = () => mailsTo(app, `alice${named}@example.org`)

test.each([
  [{ publicPhotos: 2, privatePhotos: 0, isGranted: false }, null],
  [{ publicPhotos: 0, privatePhotos: 0, isGranted: false }, 'toAddOne'],
  [{ publicPhotos: 1, privatePhotos: 1, isGranted: false }, 'toSeePrivate'],
  [{ publicPhotos: 0, privatePhotos: 1, isGranted: true }, null],
] as const)('of a member with %j one asks %s', (seen, asked) => {
  expect(whatToAsk(seen)).toBe(asked)
})

test('somebody asks once, the owner hears of it by mail and allows it', async () => {
  await addPhoto(true)
  expect(await ask()).toMatchObject({ asked: 'toSeePrivate' })
  expect(await ask()).toMatchObject({ asked: 'toSeePrivate' })
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Somebody asks you for something')
  expect(mail?.text).toContain('http://www.adultcrush.localhost:4321/profile/edit/managePhotos')
  expect(mail?.headers).toHaveProperty('List-Unsubscribe')

  expect(await requests()).toMatchObject({
    asking: [{ id: viewer.id, username: viewer.username, picture: null }],
    allowed: [],
  })
  await allow(true)
  await allow(true)
  expect(await requests()).toMatchObject({ asking: [], allowed: [{ id: viewer.id }] })
  await expect(ask()).rejects.toMatchObject({ code: 'conflict' })
})

test('a no is not told, and ends the asking', async () => {
  await addPhoto(true)
  await ask()
  await allow(false)
  expect(await requests()).toEqual({ asking: [], allowed: [] })
  expect(await ask()).toMatchObject({ asked: 'toSeePrivate' })
  expect(await requests()).toEqual({ asking: [], allowed: [] })
  expect(await mails()).toHaveLength(1)
})

test('what was allowed can be taken back, also from somebody who is blocked by now', async () => {
  await addPhoto(true)
  await allow(true)
  await app.db
    .insertInto('blocks')
    .values({ blocker_id: viewer.id, blocked_id: owner.id, created_at: app.clock.now() })
    .execute()
  expect(await requests()).toEqual({ asking: [], allowed: [] })
  await allow(false)
  const row = await app.db
    .selectFrom('photo_grants')
    .selectAll()
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  expect(row.granted_at).toBeNull()
  await expect(allow(true)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a member without photos can be asked for one; one whose photos are all public, for none', async () => {
  expect(await ask()).toMatchObject({ asked: 'toAddOne' })
  await addPhoto(false)
  await expect(ask()).rejects.toMatchObject({ code: 'conflict' })
})

test('nobody can be asked who is not there for the one who asks', async () => {
  await app.db
    .insertInto('blocks')
    .values({ blocker_id: owner.id, blocked_id: viewer.id, created_at: app.clock.now() })
    .execute()
  for (const id of [owner.id, viewer.id, 999_999])
    await expect(ask(id)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(allow(true, 999_999)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await allow(false, 999_999)).toEqual({ ok: true, until: null })
})

test('asking is for members who have finished signing up, twenty times a day', async () => {
  const newcomer = await joins(app, {
    brand: 'adultcrush',
    username: `New${named}`,
    steps: ['uploadPhoto'],
  })
  await expect(ask(owner.id, newcomer)).rejects.toMatchObject({ code: 'onboarding' })
  for (let time = 0; time < 20; time += 1) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'tooMany' })
})

test('requests are counted until the page with them was seen or they are answered, and come as news', async () => {
  const counted = async () => (await tickersOf(owner)).newPhotoRequests
  await addPhoto(true)
  expect(await counted()).toBe(0)
  app.clock.advance(1000)
  await ask()
  await ask()
  expect(await counted()).toBe(1)
  const { notifications } = await owner.calls(newNotifications)
  expect(notifications).toMatchObject([{ kind: 'photoRequest', other: { userId: viewer.id } }])

  await allow(false)
  expect(await counted()).toBe(0)
  const another = await joins(app, { brand: 'adultcrush', username: `Cora${named}` })
  app.clock.advance(1000)
  await ask(owner.id, another)
  expect(await counted()).toBe(1)
  app.clock.advance(1000)
  await owner.calls(recordEvent, { params: { name: 'newPhotoRequests' } })
  expect(await counted()).toBe(0)
  expect((await requests()).asking).toMatchObject([{ id: another.id }])
})

describe('a time that somebody may see private photos', () => {
  const profile = () => views(viewer, owner)
  const secret = async () => (await profile()).photos.find(({ isPrivate }) => isPrivate)
  const sweep = () => runJob(app, photoAccessSweepJob)
  const grants = () =>
    app.db.selectFrom('photo_grants').selectAll().where('owner_id', '=', owner.id).execute()

  test.each([
    ['hour', HOUR],
    ['day', DAY],
    ['week', 7 * DAY],
  ] as const)(
    'of an %s ends by itself, at once and for both, and they may ask again',
    async (lasts, length) => {
      await addPhoto(true)
      await ask()
      const until = new Date(app.clock.now().getTime() + length).toISOString()
      expect(await allow(true, viewer.id, owner, lasts)).toEqual({ ok: true, until })
      expect(await requests()).toMatchObject({ asking: [], allowed: [{ id: viewer.id, until }] })
      expect(await profile()).toMatchObject({ privateUntil: until, asking: { for: null } })
      app.clock.advance(length - MINUTE)
      const src = addressIn(await secret())
      expect((await look(app, src, viewer)).status).toBe(200)
      // No job has run: the server's clock alone decides, also for an address that was made a
      // minute before.
      app.clock.advance(MINUTE)
      expect((await look(app, src, viewer)).status).toBe(404)
      expect(await secret()).toBeUndefined()
      expect(await profile()).toMatchObject({
        privateUntil: null,
        asking: { for: 'toSeePrivate', isAsked: false },
      })
      expect(await requests()).toEqual({ asking: [], allowed: [] })
      if (lasts !== 'hour') {
        await sweep()
        expect(await grants()).toEqual([])
      }
      expect(await ask()).toMatchObject({ asked: 'toSeePrivate' })
      expect(await requests()).toMatchObject({
        asking: [{ id: viewer.id, until: null }],
        allowed: [],
      })
      await sweep()
      expect(await grants()).toHaveLength(1)
    },
  )

  test('can be given without having been asked for, by a form on the profile, which says so then', async () => {
    const own = () => views(owner, viewer).then(({ ownPrivate }) => ownPrivate)
    expect(await own()).toEqual({ photos: 0, isShown: false, until: null })
    await addPhoto(true)
    expect(await own()).toEqual({ photos: 1, isShown: false, until: null })
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ id: String(viewer.id), ...fields })
      const { status, headers } = await owner.visit('/image/access', {
        method: 'POST',
        headers: { Origin: `http://${owner.host}` },
        body,
      })
      return [status, headers.get('Location')]
    }
    const back = `/profile/view/id/${viewer.id}#show-photos`
    expect(await post({ act: 'allow', lasts: 'day', back })).toEqual([303, back])
    expect(await own()).toEqual({
      photos: 1,
      isShown: true,
      until: new Date(app.clock.now().getTime() + DAY).toISOString(),
    })
    expect(await secret()).toBeDefined()
    expect(await post({ act: 'stop', back: '//elsewhere.example' })).toEqual([
      303,
      '/profile/edit/managePhotos#photo-requests',
    ])
    expect(await own()).toEqual({ photos: 1, isShown: false, until: null })
    expect(await secret()).toBeUndefined()
  })

  test('is made longer, endless or taken back while it runs', async () => {
    await addPhoto(true)
    await allow(true, viewer.id, owner, 'hour')
    app.clock.advance(30 * MINUTE)
    await allow(true, viewer.id, owner, 'day')
    app.clock.advance(2 * HOUR)
    expect(await secret()).toBeDefined()
    expect((await allow(true)).until).toBeNull()
    app.clock.advance(20 * DAY)
    await sweep()
    expect(await secret()).toBeDefined()
    expect((await profile()).privateUntil).toBeNull()
    await allow(true, viewer.id, owner, 'week')
    await allow(false)
    expect(await secret()).toBeUndefined()
    app.clock.advance(8 * DAY)
    await sweep()
    // A no is kept, and not asked again.
    expect(await grants()).toMatchObject([{ granted_at: null, ends_at: null }])
  })

  test('is not brought back by a clock that jumps over its end and back, once the job has run', async () => {
    await addPhoto(true)
    await allow(true, viewer.id, owner, 'hour')
    app.clock.advance(3 * HOUR)
    expect(await secret()).toBeUndefined()
    await sweep()
    app.clock.advance(-3 * HOUR)
    expect(await secret()).toBeUndefined()
    app.clock.advance(3 * HOUR)
  })

  test('is chosen by a form without script, too; nonsense is refused', async () => {
    await addPhoto(true)
    const post = (fields: Record<string, string>) =>
      owner.visit('/image/access', {
        method: 'POST',
        headers: { Origin: `http://${owner.host}` },
        body: new URLSearchParams(fields),
      })
    const answer = await post({ id: String(viewer.id), act: 'allow', lasts: 'day' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      '/profile/edit/managePhotos#photo-requests',
    ])
    expect((await requests()).allowed).toMatchObject([
      { until: new Date(app.clock.now().getTime() + DAY).toISOString() },
    ])
    expect((await post({ id: String(viewer.id), act: 'allow', lasts: 'century' })).status).toBe(422)
    expect((await post({ id: '999999', act: 'allow', lasts: 'day' })).status).toBe(404)
    await post({ id: String(viewer.id), act: 'stop' })
    expect(await requests()).toEqual({ asking: [], allowed: [] })
  })
})

test.each(['owner', 'viewer'] as const)(
  'what was allowed ends with a block by the %s, and does not come back with its end',
  async (by) => {
    await addPhoto(true)
    await allow(true)
    const [who, whom] = by === 'owner' ? [owner, viewer] : [viewer, owner]
    for (const action of ['block', 'unblock'] as const) await blocks(who, whom, action)
    expect(await requests()).toEqual({ asking: [], allowed: [] })
    expect((await views(viewer, owner)).photos).toEqual([])
    expect(await ask()).toMatchObject({ asked: 'toSeePrivate' })
  },
)

test('a no outlives a block', async () => {
  await addPhoto(true)
  await ask()
  await allow(false)
  for (const action of ['block', 'unblock'] as const) await blocks(owner, viewer, action)
  await ask()
  expect(await requests()).toEqual({ asking: [], allowed: [] })
})
