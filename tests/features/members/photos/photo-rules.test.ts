import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { photoCollections } from '#members/photos/leaving.sql.ts'
import { PHOTO_RULES, photoRules } from '#members/photos/own/photo-rules.ts'
import { listOwnPhotos } from '#members/photos/own/photos.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, joins } from '#tests/support/cast.ts'
import {
  aPhoto,
  deletesPhoto,
  photoRows,
  storedFiles,
  upload,
  uploadForm,
} from '#tests/support/photos.ts'
import { queueOf, takesTask } from '#tests/support/verdicts.ts'

/** Who adds photos confirms once whom they show, and again where the rules are others. */

withApp()
let member: CastMember
let bytes: Uint8Array
let named = 0
beforeAll(async () => {
  bytes = await aPhoto({ width: 200, height: 240 })
})
beforeEach(async () => {
  member = await joins(app, { brand: 'adultcrush', username: `Alice${(named += 1)}` })
})

const asks = async () => (await member.calls(listOwnPhotos)).asksRules
const versions = async () =>
  (await photoRows(app, member.id)).map(({ rules_version: version }) => version)
const unticked = {
  code: 'invalid',
  status: 422,
  errors: [{ field: 'rules', message: photoRules.missing }],
}

test('other words are another version', () => {
  const words = createHash('sha256').update(photoRules.tick).digest('hex').slice(0, 16)
  expect([PHOTO_RULES, words]).toEqual(['2026-11-23', '555effeb6f55c132'])
})

test('without the tick a photo is refused, and nothing of it is stored', async () => {
  const files = await storedFiles(app)
  for (const rules of ['', '2025-01-01', 'on'])
    await expect(upload(member, bytes, { rules })).rejects.toMatchObject(unticked)
  expect([await versions(), await storedFiles(app), await asks()]).toEqual([[], files, true])
})

test('with it, the version is stored; a second photo needs none, and has it too', async () => {
  await upload(member, bytes)
  expect([await versions(), await asks()]).toEqual([[PHOTO_RULES], false])
  await upload(member, bytes, { rules: '' })
  expect(await versions()).toEqual([PHOTO_RULES, PHOTO_RULES])
  const copy = await Array.fromAsync(
    photoCollections
      .find(({ name }) => name === 'photos')
      ?.rows(app.db, member.id, app.clock.now()) ?? [],
  )
  expect(copy).toMatchObject([{ rulesConfirmed: PHOTO_RULES }, { rulesConfirmed: PHOTO_RULES }])
})

test('other rules ask again, and so does a member who has no photo any more', async () => {
  const { id } = await upload(member, bytes)
  await sql`update photos set rules_version = '2025-01-01' where id = ${id}`.execute(app.db)
  expect(await asks()).toBe(true)
  await expect(upload(member, bytes, { rules: '' })).rejects.toMatchObject(unticked)
  const next = await upload(member, bytes)
  expect([await versions(), await asks()]).toEqual([['2025-01-01', PHOTO_RULES], false])
  await deletesPhoto(member, next.id)
  expect(await asks()).toBe(true)
  await expect(upload(member, bytes, { rules: '' })).rejects.toMatchObject(unticked)
})

describe('without script', () => {
  const post = (fields: Record<string, string>, to = '/image/upload') =>
    member.visit(to, {
      method: 'POST',
      headers: { Origin: `http://${member.host}` },
      body: uploadForm(bytes, fields),
    })

  test('a photo is refused without the tick, and added with it', async () => {
    expect((await post({ rules: '' })).status).toBe(422)
    expect(await versions()).toEqual([])
    expect((await post({})).headers.get('Location')).toBe('/profile/edit/managePhotos')
    expect(await versions()).toEqual([PHOTO_RULES])
  })

  test('so is a newcomer’s first one, whose words are not saved alone', async () => {
    member = await joins(app, {
      brand: 'adultcrush',
      username: `Nora${named}`,
      steps: ['uploadPhoto'],
    })
    expect((await post({ about: 'I sail.', rules: '' }, '/registration/uploadStep')).status).toBe(
      422,
    )
    const about = () =>
      app.db
        .selectFrom('profiles')
        .select('about')
        .where('account_id', '=', member.id)
        .executeTakeFirstOrThrow()
    expect([await versions(), await about()]).toEqual([[], { about: '' }])
    expect((await post({ about: 'I sail.' }, '/registration/uploadStep')).status).toBe(303)
    expect([await versions(), await about()]).toEqual([[PHOTO_RULES], { about: 'I sail.' }])
  })
})

test('staff read by which rules a photo was added', async () => {
  app.services.settings.photoReview = 'staff'
  await upload(member, bytes)
  app.services.settings.photoReview = 'auto'
  const judge = await eve(app)
  await takesTask(judge, 'photos')
  const { held } = await queueOf(judge, 'photos')
  expect(held?.photo).toMatchObject({ rules: PHOTO_RULES })
})
