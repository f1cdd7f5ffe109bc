import { beforeAll, expect, test } from 'vitest'
import { memberOf } from '#api/member.server.ts'
import { endSession, startSession } from '#api/sessions.sql.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { photoViewer } from '#members/photos/files/addresses.server.ts'
import { photosOf, picturesOf } from '#members/photos/photos.sql.ts'
import { brandById } from '#sites/registry.ts'
import { app, everythingHeard, setsAccount, statementsOf, withApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember, dan, eve, joins } from '#tests/support/cast.ts'
import { addressIn, aPhoto, look, makesLaterFiles, upload } from '#tests/support/photos.ts'

withApp()
let owner: CastMember
let viewer: CastMember
let stranger: CastMember
let others = 0

beforeAll(async () => {
  owner = await alice(app)
  viewer = await bob(app)
  stranger = await dan(app)
  await upload(owner, await aPhoto())
  await upload(owner, await aPhoto({ colour: '#4466aa' }), {
    isPrivate: 'true',
    description: 'For you',
  })
  await app.db
    .insertInto('photo_grants')
    .values({
      owner_id: owner.id,
      viewer_id: viewer.id,
      requested_at: null,
      granted_at: app.clock.now(),
      refused_at: null,
    })
    .execute()
})

async function eyesOf(member: CastMember, brandId = 'adultcrush') {
  const brand = brandById(brandId)
  const signedIn =
    brand &&
    (await memberOf(app.services, member.cookies.get('session') ?? '', brand, app.clock.now()))
  if (!brand || !signedIn) throw new Error('not signed in')
  return photoViewer(app.services, { brand, member: signedIn, at: app.clock.now() })
}
const privateOf = async (member: CastMember, brandId?: string) =>
  (await photosOf(app.db, await eyesOf(member, brandId), owner.id)).filter(
    (picture) => picture.isPrivate,
  )
const publicOf = async (member: CastMember, brandId?: string) =>
  addressIn(
    (await photosOf(app.db, await eyesOf(member, brandId), owner.id)).find(
      (picture) => !picture.isPrivate,
    ),
  )
const addressFor = async (member: CastMember, brandId?: string) =>
  addressIn((await privateOf(member, brandId))[0])

test('an approved photo has an address of its own for each viewer, which stays the same for a day and is kept for an hour', async () => {
  const address = await publicOf(viewer, 'wivesnow')
  expect(address).toMatch(
    /^http:\/\/media\.wivesnow\.localhost:4321\/[0-9a-f]{32}-720\.webp\?until=\d+&signature=[\w-]{22}$/,
  )
  const response = await look(app, address, viewer)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=3600',
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.getSetCookie()).toEqual([])
  expect((await response.arrayBuffer()).byteLength).toBe(
    Number(response.headers.get('Content-Length')),
  )
  expect(await publicOf(viewer, 'wivesnow')).toBe(address)
  expect(await publicOf(owner)).not.toContain(new URL(address).search)
  const addresses = new Set<string>()
  for (let hours = 0; hours < 24; hours += 6) {
    addresses.add(await publicOf(viewer, 'wivesnow'))
    app.clock.advance(6 * HOUR)
  }
  expect(addresses.size).toBeLessThanOrEqual(2)
  // An address from before still works a day later, and no longer after two.
  expect((await look(app, address, viewer)).status).toBe(200)
  app.clock.advance(DAY)
  expect((await look(app, address, viewer)).status).toBe(404)
})

test('an address copied from one’s page works for nobody else, and for nobody without a session', async () => {
  for (const address of [
    await publicOf(viewer, 'wivesnow'),
    await addressFor(viewer, 'wivesnow'),
  ]) {
    const seen = async (as: Pick<CastMember, 'cookies'> | null, at = address) =>
      (await look(app, at, as)).status
    expect(await seen(viewer)).toBe(200)
    expect(await seen(null)).toBe(404)
    expect(await seen({ cookies: new Map([['session', 'nonsense']]) })).toBe(404)
    // Somebody else on the same brand, and the owner.
    const other = await joins(app, { brand: 'wivesnow', username: `Other${(others += 1)}` })
    expect(await seen(other)).toBe(404)
    expect(await seen(owner)).toBe(404)
    // The same person with the cookie of another brand, and at another brand's host.
    const elsewhere = await startSession(app.db, {
      accountId: viewer.id,
      brand: 'adultcrush',
      device: 'x',
      at: app.clock.now(),
      replaces: null,
    })
    const withIt = { cookies: new Map([['session', elsewhere]]) }
    expect(await seen(withIt)).toBe(404)
    expect(await seen(withIt, address.replace('media.wivesnow', 'media.adultcrush'))).toBe(404)
    // Signed out.
    const own = await startSession(app.db, {
      accountId: viewer.id,
      brand: 'wivesnow',
      device: 'x',
      at: app.clock.now(),
      replaces: null,
    })
    expect(await seen({ cookies: new Map([['session', own]]) })).toBe(200)
    await endSession(app.db, own)
    await everythingHeard(app)
    expect(await seen({ cookies: new Map([['session', own]]) })).toBe(404)
  }
})

test('an approved photo is gone for whom its owner blocked, and for everybody once it is taken down', async () => {
  const { db } = app
  const address = await publicOf(viewer, 'wivesnow')
  const seen = async () => (await look(app, address, viewer)).status
  await db
    .insertInto('blocks')
    .values({ blocker_id: owner.id, blocked_id: viewer.id, created_at: app.clock.now() })
    .execute()
  expect(await seen()).toBe(404)
  expect(
    (
      await look(app, address, viewer, {
        headers: { 'If-None-Match': `"${new URL(address).pathname.slice(1)}"` },
      })
    ).status,
  ).toBe(404)
  await db.deleteFrom('blocks').execute()
  expect(await seen()).toBe(200)
  const takenDown = db.updateTable('photos').where('is_private', '=', false)
  await takenDown.set({ approved_at: null, rejected_at: app.clock.now() }).execute()
  expect(await seen()).toBe(404)
  await takenDown.set({ approved_at: app.clock.now(), rejected_at: null }).execute()
  expect(await seen()).toBe(200)
})

test('one statement answers for a picture, however many sessions there are', async () => {
  const address = await publicOf(viewer, 'wivesnow')
  await look(app, address, viewer)
  expect(await statementsOf(app, () => look(app, address, viewer))).toHaveLength(1)
})

test('HEAD tells the same without the pixels, and who has them already gets none', async () => {
  const head = await look(app, await publicOf(owner), owner, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(100)
  const again = await look(app, await publicOf(owner), owner, {
    headers: { 'If-None-Match': head.headers.get('ETag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('every photo is there as AVIF too', async () => {
  await makesLaterFiles(app)
  const response = await look(app, (await publicOf(owner)).replace('.webp', '.avif'), owner)
  expect(response.headers.get('Content-Type')).toBe('image/avif')
})

test.each([
  '/',
  '/x',
  '/../../etc/passwd',
  '/aaaaaaaa-640.webp',
  '/aaaaaaaaaaaa-320.webp',
  '/aaaaaaaaaaaa-320.svg',
  '/%00-320.webp',
])('%s is no photo', async (path) => {
  const response = await look(app, `http://media.adultcrush.localhost:4321${path}`, owner)
  expect(response.status).toBe(404)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

test('nothing can be sent there', async () => {
  expect((await look(app, await publicOf(owner), owner, { method: 'POST' })).status).toBe(404)
})

test('who was granted sees the private photo, at an address of their own', async () => {
  const address = await addressFor(viewer, 'wivesnow')
  expect(address).toMatch(/^http:\/\/media\.wivesnow\.localhost:4321\/.*until=\d+&signature=/)
  const response = await look(app, address, viewer)
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

test('who was not granted does not even learn that it is there', async () => {
  expect(await privateOf(stranger)).toEqual([])
  expect(await photosOf(app.db, await eyesOf(stranger), owner.id)).toHaveLength(1)
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
    changed('until', String(Number(address.searchParams.get('until')) + 60)),
    changed('signature', 'A'.repeat(22)),
    changed('signature', ''),
  ]
  for (const one of forged) expect((await look(app, one, viewer)).status).toBe(404)

  app.clock.advance(5 * MINUTE)
  expect((await look(app, address.href, viewer)).status).toBe(404)
  expect((await look(app, await addressFor(viewer, 'wivesnow'), viewer)).status).toBe(200)
})

test('a grant taken back, a block or a ban holds at once, also for an address handed out before', async () => {
  const { db } = app
  const before = await addressFor(viewer, 'wivesnow')
  const seen = async () => (await look(app, before, viewer)).status

  await db.updateTable('photo_grants').set({ granted_at: null }).execute()
  expect(await seen()).toBe(404)
  await db.updateTable('photo_grants').set({ granted_at: app.clock.now() }).execute()
  expect(await seen()).toBe(200)

  await db
    .insertInto('blocks')
    .values({ blocker_id: owner.id, blocked_id: viewer.id, created_at: app.clock.now() })
    .execute()
  expect(await seen()).toBe(404)
  await db.deleteFrom('blocks').execute()

  await setsAccount(app, viewer, { banned_at: app.clock.now() })
  await everythingHeard(app)
  expect(await seen()).toBe(404)
  await db.updateTable('accounts').set({ banned_at: null }).execute()
  await everythingHeard(app)
  expect(await seen()).toBe(200)
})

test('the photos of somebody who was banned or has left are gone, the public ones too', async () => {
  const address = await publicOf(viewer, 'wivesnow')
  for (const column of ['banned_at', 'deleted_at'] as const) {
    await setsAccount(app, owner, { [column]: app.clock.now() })
    expect((await look(app, address, viewer)).status).toBe(404)
    await setsAccount(app, owner, { [column]: null })
  }
  expect((await look(app, address, viewer)).status).toBe(200)
})

test('an address shows staff no photo that members may not see', async () => {
  const staff = await eve(app)
  const eyes = await eyesOf(staff)
  const [row] = await app.db
    .selectFrom('photos')
    .selectAll()
    .where('is_private', '=', true)
    .execute()
  const { pictureOf } = await import('#members/photos/files/addresses.server.ts')
  expect(row && (await look(app, addressIn(pictureOf(row, eyes)), staff)).status).toBe(404)
})

test('a card shows the primary photo, or a granted one where there is no other', async () => {
  const { db } = app
  const eyes = { viewer: await eyesOf(viewer, 'wivesnow'), stranger: await eyesOf(stranger) }
  const cards = await picturesOf(db, [owner.id, viewer.id], eyes.viewer)
  expect([...cards.keys()]).toEqual([owner.id])
  expect(cards.get(owner.id)).toEqual({
    base: expect.stringMatching(/^http:\/\/media\.wivesnow\.localhost:4321\/[0-9a-f]{32}$/),
    query: expect.stringMatching(/^until=\d+&signature=[\w-]{22}$/),
    width: 900,
    height: 1200,
    placeholder: expect.stringMatching(/^data:image\/bmp;base64,/),
    description: '',
  })
  expect(await picturesOf(db, [], eyes.viewer)).toEqual(new Map())

  await db
    .updateTable('photos')
    .set({ approved_at: null, is_primary: false })
    .where('is_private', '=', false)
    .execute()
  expect((await picturesOf(db, [owner.id], eyes.viewer)).get(owner.id)).toMatchObject({
    description: 'For you',
  })
  expect(await picturesOf(db, [owner.id], eyes.stranger)).toEqual(new Map())
})
