import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberOf } from '../../../src/api/session.server.ts'
import { photoViewer } from '../../../src/features/photos/addresses.server.ts'
import { photosOf, picturesOf } from '../../../src/features/photos/photos.sql.ts'
import { MINUTE } from '../../../src/lib/clock.ts'
import { brandById } from '../../../src/sites/registry.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { alice, bob, type CastMember, dan, eve } from '../../support/cast.ts'
import { aPhoto, look, upload } from '../../support/photos.ts'

let app: TestApp
let owner: CastMember
let viewer: CastMember
let stranger: CastMember
let publicAddress: string

beforeAll(async () => {
  app = await startApp()
  owner = await alice(app)
  viewer = await bob(app)
  stranger = await dan(app)
  publicAddress = (await upload(owner, await aPhoto())).src
  await upload(owner, await aPhoto({ colour: '#4466aa' }), { isPrivate: 'true', description: 'For you' })
  await app.services.db
    .insertInto('photo_grants')
    .values({ owner_id: owner.id, viewer_id: viewer.id, requested_at: null, granted_at: app.clock.now(), refused_at: null })
    .execute()
})
afterAll(() => app.close())

async function eyesOf(member: CastMember, brandId = 'adultcrush') {
  const brand = brandById(brandId)
  const signedIn = brand && (await memberOf(app.services, member.cookies.get('session') ?? '', brand, app.clock.now()))
  if (!brand || !signedIn) throw new Error('not signed in')
  return photoViewer(app.services, { brand, member: signedIn, at: app.clock.now() })
}
const privateOf = async (member: CastMember, brandId?: string) =>
  (await photosOf(app.services.db, await eyesOf(member, brandId), owner.id)).filter((picture) => picture.isPrivate)
const addressFor = async (member: CastMember, brandId?: string) => (await privateOf(member, brandId))[0]?.src ?? ''

test('a public photo has one address for all, kept for ever by whoever got it', async () => {
  expect(publicAddress).toMatch(/^http:\/\/media\.adultcrush\.localhost:4321\/[0-9a-f]{32}-720\.webp$/)
  const response = await look(app, publicAddress)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.getSetCookie()).toEqual([])
  expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('Content-Length')))
})

test('HEAD tells the same without the pixels, and who has them already gets none', async () => {
  const head = await look(app, publicAddress, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(100)
  const again = await look(app, publicAddress, { headers: { 'If-None-Match': head.headers.get('ETag') ?? '' } })
  expect(again.status).toBe(304)
})

test('every photo is there as AVIF too', async () => {
  const response = await look(app, publicAddress.replace('.webp', '.avif'))
  expect(response.headers.get('Content-Type')).toBe('image/avif')
})

test.each(['/', '/x', '/../../etc/passwd', '/aaaaaaaa-640.webp', '/aaaaaaaaaaaa-320.webp', '/aaaaaaaaaaaa-320.svg', '/%00-320.webp'])(
  '%s is no photo',
  async (path) => {
    const response = await look(app, `http://media.adultcrush.localhost:4321${path}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  },
)

test('nothing can be sent there', async () => {
  expect((await look(app, publicAddress, { method: 'POST' })).status).toBe(404)
})

test('who was granted sees the private photo, at an address of their own', async () => {
  const address = await addressFor(viewer, 'wivesnow')
  expect(address).toMatch(/^http:\/\/media\.wivesnow\.localhost:4321\/.*viewer=\d+&until=\d+&signature=/)
  const response = await look(app, address)
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

test('who was not granted does not even learn that it is there', async () => {
  expect(await privateOf(stranger)).toEqual([])
  expect(await photosOf(app.services.db, await eyesOf(stranger), owner.id)).toHaveLength(1)
})

test('an address signed for one is nobody else’s, and not for ever', async () => {
  const address = new URL(await addressFor(viewer, 'wivesnow'))
  const changed = (name: string, value: string) => {
    const copy = new URL(address)
    copy.searchParams.set(name, value)
    return copy.href
  }
  const forged = [
    address.origin + address.pathname,
    changed('viewer', String(owner.id)),
    changed('viewer', String(stranger.id)),
    changed('until', String(Number(address.searchParams.get('until')) + 60)),
    changed('signature', 'A'.repeat(43)),
    changed('signature', ''),
  ]
  for (const one of forged) expect((await look(app, one)).status).toBe(404)

  app.clock.advance(5 * MINUTE)
  expect((await look(app, address.href)).status).toBe(404)
  expect((await look(app, await addressFor(viewer, 'wivesnow'))).status).toBe(200)
})

test('a grant taken back, a block or a ban holds at once, also for an address handed out before', async () => {
  const { db } = app.services
  const before = await addressFor(viewer, 'wivesnow')
  const seen = async () => (await look(app, before)).status

  await db.updateTable('photo_grants').set({ granted_at: null }).execute()
  expect(await seen()).toBe(404)
  await db.updateTable('photo_grants').set({ granted_at: app.clock.now() }).execute()
  expect(await seen()).toBe(200)

  await db.insertInto('blocks').values({ blocker_id: owner.id, blocked_id: viewer.id, created_at: app.clock.now() }).execute()
  expect(await seen()).toBe(404)
  await db.deleteFrom('blocks').execute()

  await db.updateTable('accounts').set({ banned_at: app.clock.now() }).where('id', '=', viewer.id).execute()
  expect(await seen()).toBe(404)
  await db.updateTable('accounts').set({ banned_at: null }).execute()
  expect(await seen()).toBe(200)
})

test('the photos of somebody who was banned or has left are gone, the public ones too', async () => {
  const { db } = app.services
  for (const column of ['banned_at', 'deleted_at'] as const) {
    await db
      .updateTable('accounts')
      .set({ [column]: app.clock.now() })
      .where('id', '=', owner.id)
      .execute()
    expect((await look(app, publicAddress)).status).toBe(404)
    await db
      .updateTable('accounts')
      .set({ [column]: null })
      .where('id', '=', owner.id)
      .execute()
  }
  expect((await look(app, publicAddress)).status).toBe(200)
})

test('staff sees what has to be judged', async () => {
  const staff = await eve(app)
  const eyes = await eyesOf(staff)
  const [row] = await app.services.db.selectFrom('photos').selectAll().where('is_private', '=', true).execute()
  const { pictureOf } = await import('../../../src/features/photos/addresses.server.ts')
  expect(row && (await look(app, pictureOf(row, eyes).src)).status).toBe(200)
})

test('a card shows the primary photo, or a granted one where there is no other', async () => {
  const { db } = app.services
  const eyes = { viewer: await eyesOf(viewer, 'wivesnow'), stranger: await eyesOf(stranger) }
  const cards = await picturesOf(db, [owner.id, viewer.id], eyes.viewer)
  expect([...cards.keys()]).toEqual([owner.id])
  expect(cards.get(owner.id)).toMatchObject({ isPrivate: false })
  expect(await picturesOf(db, [], eyes.viewer)).toEqual(new Map())

  await db.updateTable('photos').set({ approved_at: null, is_primary: false }).where('is_private', '=', false).execute()
  expect((await picturesOf(db, [owner.id], eyes.viewer)).get(owner.id)).toMatchObject({ description: 'For you', isPrivate: true })
  expect(await picturesOf(db, [owner.id], eyes.stranger)).toEqual(new Map())
})
