import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { getTickers, newNotifications, recordEvent } from '../../../src/features/live/tickers.contract.ts'
import type { allowPhotos, listPhotoRequests, requestPhoto } from '../../../src/features/photos/access.contract.ts'
import { whatToAsk } from '../../../src/features/photos/access.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CastMember, joins } from '../../support/cast.ts'
import { mailsTo } from '../../support/mail.ts'
import { aPhoto, upload } from '../../support/photos.ts'

let app: TestApp
let owner: CastMember
let viewer: CastMember
let named = 0
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  named += 1
  owner = await joins(app, { brand: 'adultcrush', username: `Alice${named}` })
  viewer = await joins(app, { brand: 'wivesnow', username: `Bob${named}` })
})
afterAll(() => app.close())

const ask = (id = owner.id, who = viewer) => who.send<typeof requestPhoto>('POST /profile/requestPhoto', { body: { id } })
const requests = (who = owner) => who.send<typeof listPhotoRequests>('GET /image/requests', {})
const allow = (allowed: boolean, id = viewer.id, who = owner) =>
  who.send<typeof allowPhotos>('POST /image/allow/id/{id}', { params: { id }, body: { allowed } })
const addPhoto = async (isPrivate: boolean) => upload(owner, await aPhoto({ width: 200, height: 200 }), { isPrivate: String(isPrivate) })
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
  expect(await ask()).toEqual({ asked: 'toSeePrivate' })
  expect(await ask()).toEqual({ asked: 'toSeePrivate' })
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Somebody asks you for something')
  expect(mail?.text).toContain('http://www.adultcrush.localhost:4321/profile/edit/managePhotos')
  expect(mail?.headers).toHaveProperty('List-Unsubscribe')

  expect(await requests()).toMatchObject({ asking: [{ id: viewer.id, username: viewer.username, picture: null }], allowed: [] })
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
  expect(await ask()).toEqual({ asked: 'toSeePrivate' })
  expect(await requests()).toEqual({ asking: [], allowed: [] })
  expect(await mails()).toHaveLength(1)
})

test('what was allowed can be taken back, also from somebody who is blocked by now', async () => {
  await addPhoto(true)
  await allow(true)
  await app.services.db.insertInto('blocks').values({ blocker_id: viewer.id, blocked_id: owner.id, created_at: app.clock.now() }).execute()
  expect(await requests()).toEqual({ asking: [], allowed: [] })
  await allow(false)
  const row = await app.services.db.selectFrom('photo_grants').selectAll().where('owner_id', '=', owner.id).executeTakeFirstOrThrow()
  expect(row.granted_at).toBeNull()
  await expect(allow(true)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a member without photos can be asked for one; one whose photos are all public, for none', async () => {
  expect(await ask()).toEqual({ asked: 'toAddOne' })
  await addPhoto(false)
  await expect(ask()).rejects.toMatchObject({ code: 'conflict' })
})

test('nobody can be asked who is not there for the one who asks', async () => {
  await app.services.db.insertInto('blocks').values({ blocker_id: owner.id, blocked_id: viewer.id, created_at: app.clock.now() }).execute()
  for (const id of [owner.id, viewer.id, 999_999]) await expect(ask(id)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(allow(true, 999_999)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await allow(false, 999_999)).toEqual({ ok: true })
})

test('asking is for members who have finished signing up, twenty times a day', async () => {
  const newcomer = await joins(app, { brand: 'adultcrush', username: `New${named}`, steps: ['uploadPhoto'] })
  await expect(ask(owner.id, newcomer)).rejects.toMatchObject({ code: 'onboarding' })
  for (let time = 0; time < 20; time += 1) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'tooMany' })
})

test('requests are counted until the page with them was seen or they are answered, and come as news', async () => {
  const counted = async () => (await owner.send<typeof getTickers>('GET /event/tickers', {})).newPhotoRequests
  await addPhoto(true)
  expect(await counted()).toBe(0)
  app.clock.advance(1000)
  await ask()
  await ask()
  expect(await counted()).toBe(1)
  const { notifications } = await owner.send<typeof newNotifications>('GET /event/newNotifications', {})
  expect(notifications).toMatchObject([{ kind: 'photoRequest', other: { userId: viewer.id } }])

  await allow(false)
  expect(await counted()).toBe(0)
  const another = await joins(app, { brand: 'adultcrush', username: `Cora${named}` })
  app.clock.advance(1000)
  await ask(owner.id, another)
  expect(await counted()).toBe(1)
  app.clock.advance(1000)
  await owner.send<typeof recordEvent>('POST /event/{name}', { params: { name: 'newPhotoRequests' } })
  expect(await counted()).toBe(0)
  expect((await requests()).asking).toMatchObject([{ id: another.id }])
})
