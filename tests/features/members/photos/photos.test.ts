import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { sourcesOf } from '#core/people/pictures/pictures.ts'
import {
  describePhoto,
  listOwnPhotos,
  setPrimaryPhoto,
} from '#members/photos/own/photos.contract.ts'
import { reviewPhoto } from '#members/photos/review.sql.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, joins } from '#tests/support/cast.ts'
import {
  addressIn,
  aPhoto,
  deletesPhoto,
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
let named = 0

beforeEach(async () => {
  named += 1
  member = await joins(app, { brand: 'adultcrush', username: `Alice${named}` })
  other = await joins(app, { brand: 'wivesnow', username: `Bob${named}` })
})
afterEach(() => vi.restoreAllMocks())

const mine = (who = member) => who.calls(listOwnPhotos).then(({ photos }) => photos)
const remove = (id: number, who = member) => deletesPhoto(who, id)
const makeFirst = (id: number, who = member) => who.calls(setPrimaryPhoto, { params: { id } })
const change = (id: number, body: { description?: string; isPrivate?: boolean }, who = member) =>
  who.calls(describePhoto, { params: { id }, body })
const hasPhoto = async (who = member) =>
  (
    await app.db
      .selectFrom('profiles')
      .select('has_photo')
      .where('account_id', '=', who.id)
      .executeTakeFirstOrThrow()
  ).has_photo

test('an uploaded photo is kept in three widths and two formats, and shown to its owner', async () => {
  const photo = await upload(member, await aPhoto({ width: 3000, height: 2000 }), {
    description: 'On the pier',
  })
  expect(photo).toMatchObject({
    width: 1280,
    height: 853,
    status: 'approved',
    isPrimary: true,
    description: 'On the pier',
  })
  expect(photo.placeholder).toMatch(/^data:image\/bmp;base64,/)

  await makesLaterFiles(app)
  const addresses = sourcesOf(photo).flatMap(({ srcSet }) =>
    srcSet.split(', ').map((one) => one.split(' ') as [string, string]),
  )
  expect(addresses.map(([, width]) => width)).toEqual([
    '320w',
    '720w',
    '1280w',
    '320w',
    '720w',
    '1280w',
  ])
  for (const [address, width] of addresses) {
    const response = await look(app, address, member)
    const seen = await sharp(await response.arrayBuffer()).metadata()
    expect(seen.width).toBe(Number.parseInt(width, 10))
  }
  expect(await mine()).toEqual([photo])
})

test('nothing of the original survives: no place, no name, no comment, no profile', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const original = await aPhoto({ format })
    const before = await sharp(original).metadata()
    expect(before.exif ?? before.xmp).toBeDefined()
    await upload(member, original)
  }
  await makesLaterFiles(app)
  const [row] = await photoRows(app, member.id)
  expect((await storedFiles(app)).filter((name) => name.startsWith(row?.key ?? '-'))).toHaveLength(
    6,
  )
  for (const name of await storedFiles(app)) {
    const bytes = (await app.services.photoFiles.read(name)) ?? new Uint8Array()
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, icc }).toEqual({})
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(
      /Exif|SecretCamera|Realname|SecretXmp|xmpmeta|GPS/i,
    )
  }
})

test('a photo taken sideways is stored upright', async () => {
  const photo = await upload(member, await aPhoto({ width: 900, height: 600, orientation: 6 }))
  expect([photo.width, photo.height]).toEqual([600, 900])
})

test('a narrow photo is neither enlarged nor kept twice', async () => {
  const photo = await upload(member, await aPhoto({ width: 300, height: 400 }))
  expect(photo).toMatchObject({ width: 300, height: 400 })
  expect(sourcesOf(photo).at(-1)?.srcSet).toMatch(/-320\.webp\?\S+ 300w$/)
})

test('the log says that a photo was approved without anybody looking', async () => {
  await upload(member, await aPhoto())
  expect(app.logged.join('')).toContain('photo approved unseen: PHOTO_REVIEW is auto')
})

test('the first photo is primary; when it goes, the next takes its place, and none after the last', async () => {
  const first = await upload(member, await aPhoto())
  const second = await upload(member, await aPhoto())
  expect(await hasPhoto()).toBe(true)
  await remove(first.id)
  expect((await mine()).map(({ id, isPrimary }) => [id, isPrimary])).toEqual([[second.id, true]])
  await remove(second.id)
  expect(await mine()).toEqual([])
  expect(await hasPhoto()).toBe(false)
})

test('another photo can be made primary, also twice', async () => {
  await upload(member, await aPhoto())
  const second = await upload(member, await aPhoto())
  await makeFirst(second.id)
  await makeFirst(second.id)
  expect((await mine())[0]?.id).toBe(second.id)
  expect((await photoRows(app, member.id)).filter((row) => row.is_primary)).toHaveLength(1)
})

test('a photo made private steps down, and back up when it is the only one', async () => {
  const only = await upload(member, await aPhoto())
  expect((await change(only.id, { isPrivate: true })).photo).toMatchObject({
    isPrivate: true,
    isPrimary: false,
  })
  expect(await hasPhoto()).toBe(false)
  await expect(makeFirst(only.id)).rejects.toMatchObject({ code: 'conflict' })
  const back = await change(only.id, { isPrivate: false, description: '  The same  ' })
  expect(back.photo).toMatchObject({ isPrivate: false, isPrimary: true, description: 'The same' })
})

test('two uploads at once leave one primary', async () => {
  const bytes = await aPhoto()
  await Promise.all([upload(member, bytes), upload(member, bytes)])
  expect((await photoRows(app, member.id)).filter((row) => row.is_primary)).toHaveLength(1)
})

test('deleting a photo deletes its files', async () => {
  const photo = await upload(member, await aPhoto())
  const [row] = await photoRows(app, member.id)
  await remove(photo.id)
  expect((await storedFiles(app)).filter((name) => name.startsWith(row?.key ?? '-'))).toEqual([])
  expect((await look(app, addressIn(photo), member)).status).toBe(404)
})

test('somebody else’s photo is not there: not to delete, choose or describe', async () => {
  const photo = await upload(member, await aPhoto())
  for (const act of [
    remove,
    makeFirst,
    (id: number, who: CastMember) => change(id, { description: 'mine now' }, who),
  ]) {
    await expect(act(photo.id, other)).rejects.toMatchObject({ code: 'notFound', status: 404 })
  }
  await expect(remove(999_999)).rejects.toMatchObject({ code: 'notFound' })
  expect(await mine()).toMatchObject([{ id: photo.id, isPrimary: true, description: '' }])
})

test('twenty photos are enough', async () => {
  const bytes = await aPhoto({ width: 130, height: 130 })
  for (let number = 0; number < 19; number += 1) await upload(member, bytes)
  const filesBefore = (await storedFiles(app)).length
  const results = await Promise.allSettled([upload(member, bytes), upload(member, bytes)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(upload(member, bytes)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('20 photos'),
  })
  expect(await photoRows(app, member.id)).toHaveLength(20)
  // A rendition and the original.
  expect((await storedFiles(app)).length).toBe(filesBefore + 2)
})

test('uploading thirty-one times in half an hour is too often', async () => {
  const noPhoto = new TextEncoder().encode('not a photo')
  for (let number = 0; number < 30; number += 1)
    await expect(upload(member, noPhoto)).rejects.toMatchObject({ code: 'invalid' })
  await expect(upload(member, noPhoto)).rejects.toMatchObject({
    code: 'tooMany',
    retryAfter: expect.any(Number),
  })
})

test('a full disk is said so, and leaves nothing behind', async () => {
  vi.spyOn(app.services.photoFiles, 'write').mockRejectedValueOnce(new ApiError('storageFull'))
  const before = await storedFiles(app)
  await expect(upload(member, await aPhoto())).rejects.toMatchObject({
    code: 'storageFull',
    status: 507,
  })
  expect(await photoRows(app, member.id)).toEqual([])
  expect(await storedFiles(app)).toEqual(before)
})

test('a database that refuses the row leaves no files', async () => {
  const before = await storedFiles(app)
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
    app.db,
  )
  await sql`create trigger refuse before insert on photos execute function refuse()`.execute(app.db)
  await expect(upload(member, await aPhoto())).rejects.toMatchObject({ code: 'internal' })
  await sql`drop trigger refuse on photos`.execute(app.db)
  await sql`drop function refuse()`.execute(app.db)
  expect(await storedFiles(app)).toEqual(before)
  expect(await photoRows(app, member.id)).toEqual([])
})

test('a guest uploads nothing', async () => {
  await expect(upload(app.visitor('adultcrush'), await aPhoto())).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a form posted without script uploads as well, and leads back to the photos', async () => {
  const origin = `http://${member.host}`
  const response = await member.visit('/image/upload', {
    method: 'POST',
    headers: { Origin: origin },
    body: uploadForm(await aPhoto(), { isPrivate: 'on', description: 'By hand' }),
  })
  expect(response.headers.get('Location')).toBe('/profile/edit/managePhotos')
  expect(await mine()).toMatchObject([{ description: 'By hand', isPrivate: true }])

  const refused = await member.visit('/image/upload', {
    method: 'POST',
    headers: { Origin: origin },
    body: uploadForm(new Uint8Array(), {}, ''),
  })
  expect(refused.status).toBe(422)
})

test('where staff reviews, a photo waits, is seen by its owner and staff alone, and then by everybody', async () => {
  app.services.settings.photoReview = 'staff'
  const photo = await upload(member, await aPhoto())
  app.services.settings.photoReview = 'auto'
  expect(photo).toMatchObject({ status: 'waiting', isPrimary: false })
  expect(await hasPhoto()).toBe(false)
  expect(addressIn(photo)).toContain('signature=')
  expect((await look(app, addressIn(photo), member)).status).toBe(200)
  expect((await look(app, addressIn(photo).replace(/\?.*/, ''), member)).status).toBe(404)
  expect(
    await app.db
      .selectFrom('photos')
      .select(['approved_at', 'rejected_at'])
      .where('id', '=', photo.id)
      .executeTakeFirst(),
  ).toEqual({ approved_at: null, rejected_at: null })
  await expect(makeFirst(photo.id)).rejects.toMatchObject({ code: 'conflict' })

  const staff = await eve(app)
  const at = app.clock.now()
  const judge = (verdict: { approved: true } | { approved: false; reason: string }) =>
    app.transaction((trx) => reviewPhoto(trx, photo.id, { by: staff.id, at, ...verdict }))
  expect(await judge({ approved: false, reason: 'Nobody can be seen on it.' })).toBe(member.id)
  expect(await mine()).toMatchObject([
    { status: 'rejected', rejectReason: 'Nobody can be seen on it.', isPrimary: false },
  ])
  expect(await judge({ approved: true })).toBe(member.id)
  const [approved] = await mine()
  expect(approved).toMatchObject({ status: 'approved', rejectReason: null, isPrimary: true })
  expect(await hasPhoto()).toBe(true)
  expect((await look(app, addressIn(approved), member)).status).toBe(200)
})
