import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import type { Picture } from '#core/people/pictures/pictures.contract.ts'
import { type Crop, holds, turnedCrop, uprightCrop } from '#members/photos/crop/crops.ts'
import {
  editPhoto,
  listOwnPhotos,
  orderPhotos,
  type OwnPhoto,
  uploadPhoto,
} from '#members/photos/own/photos.contract.ts'
import { picturesOf } from '#members/photos/photos.sql.ts'
import { reviewPhoto } from '#members/photos/review.sql.ts'
import { viewProfile } from '#members/search/profile/profile.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, joins } from '#tests/support/cast.ts'
import {
  addressIn,
  aPhoto,
  keptBy,
  look,
  makesLaterFiles,
  photoRows,
  storedFiles,
  upload,
  uploadForm,
} from '#tests/support/photos.ts'

withApp()
let member: CastMember
let other: CastMember
let staff: CastMember
let named = 0
beforeAll(async () => {
  staff = await eve(app)
})
beforeEach(async () => {
  named += 1
  member = await joins(app, { brand: 'adultcrush', username: `Alice${named}` })
  other = await joins(app, { brand: 'wivesnow', username: `Bob${named}` })
})
afterEach(() => {
  vi.restoreAllMocks()
  app.services.settings.photoReview = 'auto'
})

const mine = (who = member) => who.calls(listOwnPhotos).then(({ photos }) => photos)
const order = (ids: number[], who = member) => who.calls(orderPhotos, { body: { ids } })
const edit = (
  id: number,
  body: { turns?: 0 | 1 | 2 | 3; crop?: Crop | null; card?: Crop | null },
  who = member,
) =>
  who
    .calls(editPhoto, { params: { id }, body: { turns: 0, crop: null, card: null, ...body } })
    .then(({ photo }) => photo)
const ids = (photos: readonly OwnPhoto[]) => photos.map(({ id }) => id)
const small = () => aPhoto({ width: 200, height: 240 })

/**
 * The colour in the middle of a quarter of the shown photo; `aPhoto` is blue in its top left
 * quarter only.
 */
async function isBlue(
  address: string,
  x: number,
  y: number,
  as: CastMember = member,
): Promise<boolean> {
  const bytes = await (await look(app, keptBy(app, as, address), as)).arrayBuffer()
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return (data[at + 2] ?? 0) > (data[at] ?? 0)
}

test('photos are kept in the order that their owner chose, and the first is the main one', async () => {
  const [a, b, c] = [
    await upload(member, await small()),
    await upload(member, await small()),
    await upload(member, await small()),
  ]
  const { photos } = await order([c.id, a.id, b.id])
  expect(ids(photos)).toEqual([c.id, a.id, b.id])
  expect(photos.map(({ isPrimary }) => isPrimary)).toEqual([true, false, false])
  expect(ids(await mine())).toEqual([c.id, a.id, b.id])
  const late = await upload(member, await small())
  expect(ids(await mine())).toEqual([c.id, a.id, b.id, late.id])
})

test('a photo that nobody else may see yet does not become the main one by being first, until it is approved', async () => {
  const shown = await upload(member, await small())
  app.services.settings.photoReview = 'staff'
  const waiting = await upload(member, await small())
  const { photos } = await order([waiting.id, shown.id])
  expect(photos.map(({ id, isPrimary }) => [id, isPrimary])).toEqual([
    [waiting.id, false],
    [shown.id, true],
  ])
  await app.transaction((trx) =>
    reviewPhoto(trx, waiting.id, { by: staff.id, at: app.clock.now(), approved: true }),
  )
  expect((await mine()).map(({ isPrimary }) => isPrimary)).toEqual([true, false])
})

test('an order that is not of exactly one’s own photos is refused, and changes nothing', async () => {
  const [a, b] = [await upload(member, await small()), await upload(member, await small())]
  const foreign = await upload(other, await small())
  for (const wrong of [[b.id], [b.id, a.id, foreign.id], [b.id, b.id], [b.id, 999_999]]) {
    await expect(order(wrong)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed meanwhile'),
    })
  }
  await expect(order([])).rejects.toMatchObject({ code: 'invalid' })
  expect(ids(await mine())).toEqual([a.id, b.id])
})

test('two tabs that reorder at once leave the order of one of them', async () => {
  const [a, b, c] = [
    await upload(member, await small()),
    await upload(member, await small()),
    await upload(member, await small()),
  ]
  const [one, two] = [
    [c.id, b.id, a.id],
    [b.id, a.id, c.id],
  ]
  await Promise.all([order(one), order(two)])
  expect([one, two]).toContainEqual(ids(await mine()))
  expect((await photoRows(app, member.id)).filter((row) => row.is_primary)).toHaveLength(1)
})

test('a photo is turned and cropped from its original, and what it was replaces itself', async () => {
  const photo = await upload(member, await aPhoto({ width: 800, height: 1000 }))
  const files = await storedFiles(app)
  expect(await isBlue(addressIn(photo), 0.25, 0.25)).toBe(true)

  const turned = await edit(photo.id, { turns: 1 })
  expect(turned).toMatchObject({
    id: photo.id,
    width: 1000,
    height: 800,
    isPrimary: true,
    edit: { turns: 1, crop: null, card: null },
  })
  expect([
    await isBlue(addressIn(turned), 0.25, 0.25),
    await isBlue(addressIn(turned), 0.75, 0.25),
  ]).toEqual([false, true])
  expect((await look(app, addressIn(photo), member)).status).toBe(404)
  expect(await storedFiles(app)).toHaveLength(files.length)

  const cropped = await edit(photo.id, {
    turns: 1,
    crop: { x: 0.5, y: 0, width: 0.5, height: 0.5 },
  })
  expect(cropped).toMatchObject({ width: 500, height: 400 })
  expect(await isBlue(addressIn(cropped), 0.1, 0.9)).toBe(true)

  const whole = await edit(photo.id, {})
  expect(whole).toMatchObject({ width: 800, height: 1000 })
  expect(await isBlue(addressIn(whole), 0.25, 0.25)).toBe(true)
  expect(await storedFiles(app)).toHaveLength(files.length)
})

test('cards show the part that was chosen for them; the profile shows all of the photo', async () => {
  const photo = await upload(member, await aPhoto({ width: 800, height: 1000 }))
  const viewer = {
    id: other.id,
    brand: 'wivesnow',
    isShownToFew: false,
    at: app.clock.now(),
    media: 'http://media',
    secret: 'x',
  }
  const card = async () => (await picturesOf(app.db, [member.id], viewer)).get(member.id)
  const part = { x: 0, y: 0, width: 0.5, height: 0.5 }
  const edited = await edit(photo.id, { card: part })
  expect(edited).toMatchObject({ base: photo.base, edit: { card: part } })
  expect(await card()).toMatchObject({ width: 400, height: 500 })
  const profile = () => other.calls(viewProfile, { params: { id: member.id } })
  const nameOf = (picture: Picture | null | undefined) => picture?.base.split('/').pop()
  const { photos, inLists } = await profile()
  expect(photos).toMatchObject([{ width: 800, height: 1000 }])
  expect(inLists).toMatchObject({ width: 400, height: 500 })
  // The file that the browser has from a list, which is shown until the whole photo is there.
  expect(nameOf(inLists)).toBe(nameOf(await card()))
  const src = addressIn(await card())
  expect([await isBlue(src, 0.1, 0.1, other), await isBlue(src, 0.9, 0.9, other)]).toEqual([
    true,
    true,
  ])

  await edit(photo.id, {})
  expect((await card())?.width).toBe(800)
  expect(nameOf((await profile()).inLists)).toBe(nameOf(photo))
  expect((await look(app, keptBy(app, other, src), other)).status).toBe(404)
})

test('the original is seen by its owner and staff alone, with an address of their own', async () => {
  const photo = await upload(member, await aPhoto())
  expect((await look(app, photo.original, member)).headers.get('Cache-Control')).toBe(
    'private, no-store',
  )
  expect((await look(app, photo.original, member)).status).toBe(200)
  expect((await look(app, photo.original.replace(/\?.*/, ''), member)).status).toBe(404)
  expect((await look(app, photo.original, other)).status).toBe(404)
  const original = await sharp(
    await (await look(app, photo.original, member)).arrayBuffer(),
  ).metadata()
  expect(original).toMatchObject({ width: 900, height: 1200 })
  app.clock.advance(6 * 60_000)
  expect((await look(app, photo.original, member)).status).toBe(404)
})

test('a photo from before there were originals is edited from its largest rendition', async () => {
  const photo = await upload(member, await aPhoto({ width: 800, height: 1000 }))
  await makesLaterFiles(app)
  await app.db
    .updateTable('photos')
    .set({ original_key: null })
    .where('id', '=', photo.id)
    .execute()
  expect((await look(app, (await mine())[0]?.original ?? '', member)).status).toBe(200)
  const half = await edit(photo.id, { crop: { x: 0, y: 0, width: 1, height: 0.5 } })
  expect(half).toMatchObject({ width: 800, height: 500 })
  expect(await edit(photo.id, {})).toMatchObject({ width: 800, height: 1000 })
})

test('where staff reviews, less of an approved photo stays approved, more of it waits again', async () => {
  app.services.settings.photoReview = 'staff'
  const photo = await upload(member, await aPhoto({ width: 800, height: 1000 }))
  const half = { x: 0.2, y: 0.2, width: 0.5, height: 0.5 }
  expect(await edit(photo.id, { crop: half })).toMatchObject({ status: 'waiting' })
  const judge = (approved: boolean) => {
    const verdict = approved
      ? ({ approved } as const)
      : ({ approved, reason: 'Somebody else is on it.' } as const)
    return app.transaction((trx) =>
      reviewPhoto(trx, photo.id, { by: staff.id, at: app.clock.now(), ...verdict }),
    )
  }
  await judge(true)
  expect(await edit(photo.id, { crop: { x: 0.3, y: 0.3, width: 0.3, height: 0.3 } })).toMatchObject(
    { status: 'approved', isPrimary: true },
  )
  expect(await edit(photo.id, { turns: 1, crop: turnedCrop(half, 1) })).toMatchObject({
    status: 'approved',
  })
  expect(await edit(photo.id, { crop: { ...half, width: 0.6 } })).toMatchObject({
    status: 'waiting',
    isPrimary: false,
  })
  await judge(false)
  expect(await mine()).toMatchObject([
    { status: 'rejected', rejectReason: 'Somebody else is on it.' },
  ])
  expect(await edit(photo.id, { crop: half })).toMatchObject({
    status: 'waiting',
    rejectReason: null,
  })
})

test.each([
  [{ crop: { x: 0.5, y: 0, width: 0.6, height: 1 } }, 'crop'],
  [{ crop: { x: -0.1, y: 0, width: 0.6, height: 1 } }, 'crop.x'],
  [{ crop: { x: 0, y: 0, width: 0, height: 1 } }, 'crop.width'],
  [{ crop: { x: 0, y: 0, width: 0.1, height: 1 } }, 'crop'],
  [{ card: { x: 0, y: 0, width: 0.1, height: 0.1 } }, 'card'],
  [
    {
      crop: { x: 0, y: 0, width: 0.5, height: 0.5 },
      card: { x: 0.4, y: 0.4, width: 0.4, height: 0.4 },
    },
    'card',
  ],
  [{ turns: 4 as 0 }, 'turns'],
])('refuses %j, and leaves the photo as it is', async (body, field) => {
  const photo = await upload(member, await aPhoto({ width: 800, height: 1000 }))
  const files = await storedFiles(app)
  await expect(edit(photo.id, body)).rejects.toMatchObject({ code: 'invalid', errors: [{ field }] })
  expect(ids(await mine())).toEqual([photo.id])
  expect(addressIn((await mine())[0])).toBe(addressIn(photo))
  expect(await storedFiles(app)).toEqual(files)
})

test('a photo of somebody else, and one deleted meanwhile, is not there to edit, and leaves no files', async () => {
  const photo = await upload(member, await small())
  await expect(edit(photo.id, { turns: 1 }, other)).rejects.toMatchObject({ code: 'notFound' })
  const files = await storedFiles(app)
  const write = app.services.photoFiles.write.bind(app.services.photoFiles)
  vi.spyOn(app.services.photoFiles, 'write').mockImplementationOnce(async (made) => {
    await write(made)
    await app.db.deleteFrom('photos').where('id', '=', photo.id).execute()
  })
  await expect(edit(photo.id, { turns: 1 })).rejects.toMatchObject({ code: 'notFound' })
  expect(await storedFiles(app)).toEqual(files)
})

test('two edits at once are one, and a word to the other', async () => {
  const photo = await upload(member, await small())
  const files = await storedFiles(app)
  const results = await Promise.allSettled([
    edit(photo.id, { turns: 1 }),
    edit(photo.id, { turns: 2 }),
  ])
  const refused = results.filter((result) => result.status === 'rejected')
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  for (const { reason } of refused)
    expect(reason).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed meanwhile'),
    })
  expect(await storedFiles(app)).toHaveLength(files.length)
  expect((await look(app, addressIn((await mine())[0]), member)).status).toBe(200)
})

test('a full disk leaves the photo as it was', async () => {
  const photo = await upload(member, await small())
  vi.spyOn(app.services.photoFiles, 'write').mockRejectedValueOnce(new ApiError('storageFull'))
  await expect(edit(photo.id, { turns: 1 })).rejects.toMatchObject({ code: 'storageFull' })
  expect((await look(app, addressIn(photo), member)).status).toBe(200)
})

test('an upload that is sent again with its key is one photo, also when both arrive at once', async () => {
  const bytes = await small()
  const send = (key: string, fields = {}) =>
    member
      .calls(uploadPhoto, { form: uploadForm(bytes, fields) }, { idempotencyKey: key })
      .then(({ photo }) => photo.id)
  const first = await send('one')
  const files = await storedFiles(app)
  expect(await send('one')).toBe(first)
  expect(await storedFiles(app)).toEqual(files)
  const both = await Promise.all([send('two'), send('two')])
  expect(new Set(both).size).toBe(1)
  expect(await mine()).toHaveLength(2)
  expect(await storedFiles(app)).toHaveLength(files.length + 2)
  await expect(send('one', { description: 'Another' })).rejects.toMatchObject({ code: 'conflict' })
  await app.db.deleteFrom('photos').where('id', '=', first).execute()
  await expect(send('one')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('deleted since'),
  })
})

test('an upload that was refused may be sent again with its key', async () => {
  vi.spyOn(app.services.photoFiles, 'write').mockRejectedValueOnce(new ApiError('storageFull'))
  const send = async () =>
    member.calls(uploadPhoto, { form: uploadForm(await small()) }, { idempotencyKey: 'again' })
  await expect(send()).rejects.toMatchObject({ code: 'storageFull' })
  await send()
  expect(await mine()).toHaveLength(1)
})

test('a part is the same part after four quarter turns, and holds what lies in it', () => {
  const part = { x: 0.1, y: 0.2, width: 0.3, height: 0.6 }
  expect(turnedCrop(part, 1)).toEqual({ x: expect.closeTo(0.2), y: 0.1, width: 0.6, height: 0.3 })
  for (const turns of [0, 1, 2, 3] as const) {
    const back = uprightCrop(turnedCrop(part, turns), turns)
    expect(
      [back?.x, back?.y, back?.width, back?.height].map((side) => Math.round((side ?? 0) * 1000)),
    ).toEqual([100, 200, 300, 600])
  }
  expect([
    holds(null, part),
    holds(part, part),
    holds(part, null),
    holds(part, { ...part, x: 0.05 }),
  ]).toEqual([true, true, false, false])
})
