import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { findingsOf } from '#members/photos/hashes/findings.sql.ts'
import {
  addHashes,
  changeHashTable,
  withdrawHashes,
} from '#members/photos/hashes/hash-table.sql.ts'
import { storedHashes } from '#members/photos/hashes/photo-hashes.sql.ts'
import { hashesOfFile } from '#members/photos/hashes/picture-hashes.server.ts'
import { copiesOf, photoHashJob } from '#members/photos/hashes/stored.server.ts'
import { editPhoto } from '#members/photos/own/photos.contract.ts'
import { reviewPhoto } from '#members/photos/review.sql.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import {
  addressIn,
  deletesPhoto,
  drawnPhoto,
  keptBy,
  look,
  photoRows,
  upload,
} from '#tests/support/photos.ts'

withApp()
let alice: CastMember
let bob: CastMember
let named = 0
let original: Uint8Array

beforeEach(async () => {
  named += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${named}` })
  bob = await joins(app, { brand: 'wivesnow', username: `Bob${named}` })
  // A picture of its own for every test: what one has found is unknown to the next.
  original = await drawnPhoto(named)
})

const change =
  (by: (image: ReturnType<typeof sharp>) => ReturnType<typeof sharp>) =>
  async (bytes: Uint8Array) =>
    new Uint8Array(await by(sharp(bytes)).jpeg().toBuffer())

async function hashesIn(bytes: Uint8Array) {
  const hashes = await hashesOfFile(bytes)
  if (!hashes) throw new Error('the picture cannot be read')
  return hashes
}

/** Puts a picture into the hash table. */
async function ban(
  bytes: Uint8Array,
  kinds: ReadonlyArray<'sha256' | 'pdq'> = ['pdq'],
): Promise<void> {
  const hashes = await hashesIn(bytes)
  await app.transaction(async (trx) => {
    await changeHashTable(trx)
    const added = kinds.map((kind) => ({ kind, hash: hashes[kind] }))
    await addHashes(trx, added, {
      list: 'test',
      action: 'hold',
      why: 'On the list.',
      by: null,
      at: app.clock.now(),
    })
  })
}

const runJob = () => photoHashJob.start(app.services).run(new AbortController().signal)

const tasksAbout = (photoId: number) =>
  app.db
    .selectFrom('tasks')
    .select(['queue', 'brand', 'account_id', 'priority', 'due_at'])
    .where('subject_id', '=', photoId)
    .where('closed_at', 'is', null)
    .execute()

const kindsFound = async (photoId: number) =>
  (await findingsOf(app.db, photoId)).map(({ kind }) => kind)

async function judge(
  photoId: number,
  verdict: { approved: true } | { approved: false; reason: string },
): Promise<void> {
  await app.transaction((trx) =>
    reviewPhoto(trx, photoId, { by: null, at: app.clock.now(), ...verdict }),
  )
}

const isSeenBy = async (viewer: CastMember, address: string) =>
  (await look(app, keptBy(app, viewer, address), viewer)).status === 200

test('hashes are kept with a photo, and go with it', async () => {
  const photo = await upload(alice, original)
  const rows = () =>
    app.db
      .selectFrom('photo_hashes')
      .select(['account_id', 'sha256', 'pdq', 'quality'])
      .where('photo_id', '=', photo.id)
      .execute()
  const { sha256, pdq, quality } = await hashesIn(original)
  expect(
    (await rows()).map((row) => ({ ...row, sha256: hex(row.sha256), pdq: hex(row.pdq) })),
  ).toEqual([{ account_id: alice.id, sha256: hex(sha256), pdq: hex(pdq), quality }])
  expect(quality).toBeGreaterThanOrEqual(50)
  await deletesPhoto(alice, photo.id)
  expect(await rows()).toEqual([])
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('a picture of the hash table', () => {
  test.each<[string, ReadonlyArray<'sha256' | 'pdq'>, (bytes: Uint8Array) => Promise<Uint8Array>]>([
    ['itself', ['sha256'], async (bytes) => bytes],
    ['smaller and compressed again', ['pdq'], change((image) => image.resize(300))],
    ['turned', ['pdq'], change((image) => image.rotate(90))],
    ['mirrored', ['pdq'], change((image) => image.flop())],
  ])(
    'is held, %s: seen by its owner alone, never approved unseen, and urgent',
    async (_, kinds, changed) => {
      await ban(original, kinds)
      const photo = await upload(alice, await changed(original))
      expect(photo).toMatchObject({ status: 'waiting', isPrimary: false })
      expect([
        await isSeenBy(alice, addressIn(photo)),
        await isSeenBy(bob, addressIn(photo)),
      ]).toEqual([true, false])
      expect(await findingsOf(app.db, photo.id)).toMatchObject([
        { kind: 'hold', list: 'test', why: 'On the list.' },
      ])
      const due_at = new Date(app.clock.now().getTime() + 4 * 3_600_000)
      expect(await tasksAbout(photo.id)).toEqual([
        { queue: 'matches', brand: 'adultcrush', account_id: alice.id, priority: 90, due_at },
      ])
    },
  )

  test('is like no other picture, and like none once its hash is withdrawn', async () => {
    await ban(original)
    expect(await upload(alice, await drawnPhoto(1000 + named))).toMatchObject({
      status: 'approved',
    })
    const { pdq } = await hashesIn(original)
    await app.transaction((trx) => withdrawHashes(trx, 'test', [pdq], app.clock.now()))
    expect(await upload(alice, original)).toMatchObject({ status: 'approved' })
  })

  test('is found among the stored photos, once: what staff decide then stays', async () => {
    const photo = await upload(alice, original)
    const other = await upload(alice, await drawnPhoto(2000 + named))
    expect(await isSeenBy(bob, addressIn(photo))).toBe(true)
    await ban(original)
    await runJob()
    expect(
      (await photoRows(app, alice.id)).map(({ id, approved_at, is_primary }) => [
        id,
        approved_at !== null,
        is_primary,
      ]),
    ).toEqual([
      [photo.id, false, false],
      [other.id, true, true],
    ])
    expect(await isSeenBy(bob, addressIn(photo))).toBe(false)
    expect(await tasksAbout(photo.id)).toMatchObject([{ priority: 90 }])
    await judge(photo.id, { approved: true })
    await app.db.updateTable('hash_searches').set({ finished_at: null, done_to: 0 }).execute()
    await runJob()
    expect(await isSeenBy(bob, addressIn(photo))).toBe(true)
  })

  test('is in no ordinary queue, also where a task about it was open before the list knew it, and once it is cropped', async () => {
    await upload(alice, original)
    const photo = await upload(bob, original)
    expect(await tasksAbout(photo.id)).toMatchObject([{ queue: 'photos' }])
    await ban(original)
    await runJob()
    expect(await tasksAbout(photo.id)).toMatchObject([{ queue: 'matches', priority: 90 }])
    await bob.calls(editPhoto, {
      params: { id: photo.id },
      body: { turns: 1, crop: null, card: null },
    })
    expect(await tasksAbout(photo.id)).toMatchObject([{ queue: 'matches' }])
  })

  test('is not shown if it is added at the very moment of the upload', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 4 }, (_, index) => drawnPhoto(3000 + index)),
    )
    const members = await Promise.all(
      pictures.map((_, index) => joins(app, { brand: 'adultcrush', username: `Racer${index}` })),
    )
    await Promise.all(
      pictures.flatMap((picture, index) => [
        upload(members[index] ?? alice, picture),
        ban(picture),
      ]),
    )
    await runJob()
    const rows = await Promise.all(members.map(({ id }) => photoRows(app, id)))
    expect(rows.flat().map(({ approved_at }) => approved_at)).toEqual([null, null, null, null])
  })

  test('is sought by a picture turned any way, as a removal does', async () => {
    const photo = await upload(alice, original)
    const mirrored = await change((image) => image.flop().rotate(90))(original)
    const stored = (await storedHashes(app.db, photo.id)) ?? expect.fail('the photo has no hashes')
    expect([
      copiesOf(await hashesIn(mirrored))(stored),
      copiesOf(await hashesIn(await drawnPhoto(5000)))(stored),
    ]).toEqual([true, false])
  })
})

describe('the same picture', () => {
  test('on a second account is a question to staff, and blocks nothing', async () => {
    const first = await upload(alice, original)
    const second = await upload(bob, await change((image) => image.resize(400))(original))
    expect(second.status).toBe('approved')
    expect(await findingsOf(app.db, second.id)).toMatchObject([
      { kind: 'duplicate', otherPhotoId: first.id, otherAccountId: alice.id },
    ])
    expect(await tasksAbout(second.id)).toMatchObject([{ account_id: bob.id, priority: 20 }])
    expect(await kindsFound(first.id)).toEqual([])
  })

  test('twice on one account, or of linked partners, is none', async () => {
    await upload(alice, original)
    const again = await upload(alice, original)
    const at = app.clock.now()
    await app.db
      .insertInto('partner_links')
      .values({
        inviter_id: bob.id,
        invitee_id: alice.id,
        invited_at: at,
        accepted_at: at,
        declined_at: null,
        withdrawn_at: null,
      })
      .execute()
    const shared = await upload(bob, original)
    expect([
      await kindsFound(again.id),
      await kindsFound(shared.id),
      await tasksAbout(shared.id),
    ]).toEqual([[], [], []])
  })

  test('of a banned account is seen by nobody before staff decide', async () => {
    await upload(alice, original)
    await setsAccount(app, alice, { banned_at: app.clock.now() })
    const photo = await upload(bob, original)
    expect([photo.status, await kindsFound(photo.id)]).toEqual(['waiting', ['banned']])
    expect(await tasksAbout(photo.id)).toMatchObject([{ priority: 60 }])
  })

  test('as one that was refused is shown to staff with the reason, also after that one is deleted, until it is approved', async () => {
    const refused = await upload(alice, original)
    await judge(refused.id, { approved: false, reason: 'Somebody else is on it.' })
    await deletesPhoto(alice, refused.id)
    const again = await upload(alice, original)
    expect(again.status).toBe('waiting')
    expect(
      (await findingsOf(app.db, again.id)).map(({ kind, list, why }) => [kind, list, why]),
    ).toContainEqual(['review', 'refused', 'Somebody else is on it.'])
    await judge(again.id, { approved: true })
    expect(await upload(alice, original)).toMatchObject({ status: 'approved' })
  })
})
