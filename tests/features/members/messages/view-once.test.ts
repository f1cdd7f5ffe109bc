import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '#lib/clock.ts'
import { revealMessage } from '#members/messages/messages.contract.ts'
import {
  closeViewOnce,
  openViewOnce,
  reportViewOnce,
  sendViewOnce,
  withdrawViewOnce,
} from '#members/messages/view-once/view-once.contract.ts'
import { viewOnceJob, viewOnceSweepJob } from '#members/messages/view-once/view-once.server.ts'
import {
  giveViewOnceBack,
  judgeViewOnce,
  viewOnceToCheck,
} from '#members/messages/view-once/view-once.sql.ts'
import { viewOnceInWords, viewOnceName } from '#members/messages/view-once/view-once.ts'
import { photoSweepJob } from '#members/photos/files/sweep.server.ts'
import {
  addHashes,
  changeHashTable,
  withdrawHashes,
} from '#members/photos/hashes/hash-table.sql.ts'
import { storedHashes } from '#members/photos/hashes/photo-hashes.sql.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { editPhoto } from '#members/photos/own/photos.contract.ts'
import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'
import { app, everythingHeard, setsAccount, withApp } from '#tests/support/app.ts'
import { blocks, type CastMember, chatOf, inboxOf, joins, writesTo } from '#tests/support/cast.ts'
import { creditsOf, givesCredits } from '#tests/support/credits.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { aPhoto, datesFiles, photoRows, upload } from '#tests/support/photos.ts'

withApp()
let Bob: CastMember
let Alice: CastMember
let named = 0
const newcomer = (brand = 'wivesnow') => joins(app, { brand, username: `Guest${(named += 1)}` })
beforeAll(async () => {
  ;[Bob, Alice] = [
    await joins(app, { brand: 'wivesnow', username: 'Bob' }),
    await joins(app, { brand: 'wivesnow', username: 'Alice' }),
  ]
  await givesCredits(app, Bob, 100)
})
afterEach(() => {
  vi.restoreAllMocks()
  app.services.settings.photoReview = 'auto'
})

type Sent = { photo?: Uint8Array | null; ownPhoto?: number; key?: string; rules?: string }
async function shows(
  from: CastMember,
  to: CastMember,
  { photo, ownPhoto, key, rules = PHOTO_RULES }: Sent = {},
) {
  const form = new FormData()
  form.set('id', String(to.id))
  form.set('rules', rules)
  const bytes =
    photo === undefined && ownPhoto === undefined
      ? await aPhoto({ width: 300, height: 400 })
      : photo
  if (bytes)
    form.set('photo', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }))
  if (ownPhoto !== undefined) form.set('ownPhoto', String(ownPhoto))
  app.clock.advance(2 * SECOND)
  const { message, currentCredits } = await from.calls(
    sendViewOnce,
    { form },
    key === undefined ? {} : { idempotencyKey: key },
  )
  return { ...message, currentCredits }
}
const opens = (who: CastMember, messageId: number) =>
  who.calls(openViewOnce, { body: { messageId } })
const closes = (who: CastMember, messageId: number) =>
  who.calls(closeViewOnce, { body: { messageId } })
const withdraws = (who: CastMember, messageId: number) =>
  who.calls(withdrawViewOnce, { body: { messageId } })
const reports = (who: CastMember, messageId: number) =>
  who.calls(reportViewOnce, { body: { messageId, reason: 'scam', details: 'Not theirs' } })
const tile = async (reader: CastMember, other: CastMember, id: number) =>
  (await chatOf(reader, other)).messages.find((one) => one.id === id)
const balance = (member: CastMember) => creditsOf(app, member)
const files = async () =>
  (await readdir(`${app.dataDir}/photos`, { recursive: true }))
    .map((name) => name.split('/').at(-1) ?? '')
    .filter((name) => /-(once|report)\.webp$/.test(name))
const fileOf = async (id: number) => {
  const row = await app.db
    .selectFrom('view_once_photos')
    .select('key')
    .where('message_id', '=', id)
    .executeTakeFirst()
  return row ? (await files()).includes(viewOnceName(row.key)) : false
}
const run = (job: Job, services = app.services) =>
  job.start(services).run(new AbortController().signal)
const pixels = (image: string) =>
  Buffer.from(image.replace('data:image/webp;base64,', ''), 'base64')

describe('a photo for one view', () => {
  test('is paid for like a message, is covered for both, and is seen once, without anything that the camera wrote', async () => {
    const before = await balance(Bob)
    const sent = await shows(Bob, Alice, { photo: await aPhoto() })
    expect(sent).toMatchObject({
      isMine: true,
      kind: 'viewOnce',
      body: '',
      viewOnce: { state: 'waiting', at: null },
      currentCredits: before - 1,
    })
    expect(await tile(Alice, Bob, sent.id)).toMatchObject({
      isMine: false,
      viewOnce: { state: 'waiting' },
    })
    const inbox = await inboxOf(Alice)
    expect(inbox.conversations[0]).toMatchObject({
      snippet: { text: 'Photo for one view' },
      unread: 1,
    })
    expect(JSON.stringify([inbox, await tile(Alice, Bob, sent.id)])).not.toMatch(/-once/)

    const opened = await opens(Alice, sent.id)
    expect(opened).toMatchObject({
      username: 'Bob',
      width: 900,
      height: 1200,
      seenAt: app.clock.now().toISOString(),
    })
    const shown = pixels(opened.image)
    expect(await sharp(shown).metadata()).toMatchObject({
      format: 'webp',
      width: 900,
      height: 1200,
    })
    expect((await sharp(shown).metadata()).exif).toBeUndefined()
    expect(shown.includes('SecretCamera') || shown.includes('SecretXmp')).toBe(false)

    await expect(opens(Alice, sent.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('seen already') as string,
    })
    const seen = { viewOnce: { state: 'seen', at: opened.seenAt } }
    expect([await tile(Bob, Alice, sent.id), await tile(Alice, Bob, sent.id)]).toMatchObject([
      seen,
      seen,
    ])
  })

  test('is answered with no-store, and by no address', async () => {
    const { id } = await shows(Bob, Alice)
    const answer = await Alice.posts('/message/openViewOnce', { messageId: id })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  })

  test.each([2, 12])('fetched by %i at the same moment is got by exactly one', async (many) => {
    const { id } = await shows(Bob, Alice)
    const tries = await Promise.allSettled(Array.from({ length: many }, () => opens(Alice, id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
  })

  test('opened and withdrawn at the same moment is one of the two', async () => {
    const { id } = await shows(Bob, Alice)
    const tries = await Promise.allSettled([opens(Alice, id), withdraws(Bob, id)])
    const won = tries.map(({ status }) => status === 'fulfilled')
    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await tile(Bob, Alice, id))?.viewOnce?.state).toBe(won[0] ? 'seen' : 'withdrawn')
  })

  test('is for the other alone: not for its sender, a third person or another brand’s stranger', async () => {
    const { id } = await shows(Bob, Alice)
    const third = await newcomer()
    for (const nobody of [Bob, third, await newcomer('adultcrush')])
      await expect(opens(nobody, id)).rejects.toMatchObject({ code: 'notFound' })
    for (const nobody of [Alice, third])
      await expect(withdraws(nobody, id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(reports(third, id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(opens(Alice, 987_654)).rejects.toMatchObject({ code: 'notFound' })
    await closes(third, id)
    await closes(Alice, id)
    expect((await opens(Alice, id)).username).toBe('Bob')
    // A text is no photo.
    const { message } = await writesTo(Bob, Alice)
    await expect(opens(Alice, message.id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(withdraws(Bob, message.id)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('is not seen after a block either way or a ban, and can still be withdrawn', async () => {
    const [sender, other] = [await newcomer(), await newcomer()]
    await givesCredits(app, sender, 2)
    const { id } = await shows(sender, other)
    for (const [who, whom] of [
      [other, sender],
      [sender, other],
    ] as const) {
      await blocks(who, whom, 'block')
      await expect(opens(other, id)).rejects.toMatchObject({ code: 'notFound' })
      await blocks(who, whom, 'unblock')
    }
    await setsAccount(app, sender, { banned_at: app.clock.now() })
    await everythingHeard(app)
    await expect(opens(other, id)).rejects.toMatchObject({ code: 'notFound' })
    await setsAccount(app, sender, { banned_at: null })
    await everythingHeard(app)
    await blocks(other, sender, 'block')
    expect(await withdraws(sender, id)).toMatchObject({ ok: true })
    await blocks(other, sender, 'unblock')
    await expect(opens(other, id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This photo was withdrawn.',
    })
    await expect(shows(sender, { id: 987_654 } as CastMember)).rejects.toMatchObject({
      code: 'unavailable',
    })
    await blocks(other, sender, 'block')
    await expect(shows(sender, other)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await balance(sender)).toBe(1)
  })

  test('is hidden where messages are, until it is revealed', async () => {
    const reader = await newcomer('adultcrush')
    const { id } = await shows(Bob, reader)
    expect(await tile(reader, Bob, id)).toMatchObject({ isMasked: true, viewOnce: null })
    await expect(opens(reader, id)).rejects.toMatchObject({ code: 'needsPremium' })
    const revealed = await reader.calls(revealMessage, { body: { messageId: id } })
    expect(revealed.viewOnce).toMatchObject({ state: 'waiting' })
    expect((await opens(reader, id)).username).toBe('Bob')
    await expect(shows(reader, Bob)).rejects.toMatchObject({ code: 'needsPremium' })
  })

  test('of one’s own photos is a copy of what was approved, and nobody else’s', async () => {
    const own = await upload(Bob, await aPhoto({ width: 500, height: 500 }), { isPrivate: 'true' })
    app.services.settings.photoReview = 'staff'
    const waiting = await upload(Bob, await aPhoto({ width: 300, height: 300, colour: '#335577' }))
    await expect(shows(Bob, Alice, { ownPhoto: waiting.id })).rejects.toMatchObject({
      code: 'conflict',
    })
    const theirs = await upload(Alice, await aPhoto({ width: 300, height: 300 }))
    await expect(shows(Bob, Alice, { ownPhoto: theirs.id })).rejects.toMatchObject({
      code: 'notFound',
    })
    // It was checked before, so that it does not wait once more.
    const { id } = await shows(Bob, Alice, { ownPhoto: own.id })
    expect(await opens(Alice, id)).toMatchObject({ width: 500, height: 500 })
  })
})

describe('of one’s own photo, in the second before its larger files are made', () => {
  test('it is as large as it will be, and as it was turned and cropped', async () => {
    const { id: ownPhoto } = await upload(Bob, await aPhoto({ width: 1600, height: 1200 }))
    const opened = await opens(Alice, (await shows(Bob, Alice, { ownPhoto })).id)
    const { width, height } = await sharp(pixels(opened.image)).metadata()
    expect([opened.width, opened.height, width, height]).toEqual([1280, 960, 1280, 960])
    const crop = { x: 0, y: 0, width: 0.5, height: 1 }
    await Bob.calls(editPhoto, { params: { id: ownPhoto }, body: { turns: 1, crop, card: null } })
    const edited = await opens(Alice, (await shows(Bob, Alice, { ownPhoto })).id)
    const turned = await sharp(pixels(edited.image)).metadata()
    expect([edited.width, edited.height, turned.width, turned.height]).toEqual([
      600, 1600, 600, 1600,
    ])
  })

  test('it is the smaller one, and says so, where the original is damaged', async () => {
    const { id: ownPhoto } = await upload(Bob, await aPhoto({ width: 1600, height: 1200 }))
    const row = (await photoRows(app, Bob.id)).find(({ id }) => id === ownPhoto)
    await app.services.photoFiles.write(
      new Map([[`${row?.original_key}-original.jpg`, new Uint8Array(99)]]),
    )
    const opened = await opens(Alice, (await shows(Bob, Alice, { ownPhoto })).id)
    const { width, height } = await sharp(pixels(opened.image)).metadata()
    expect([opened.width, opened.height, width, height]).toEqual([720, 540, 720, 540])
  })
})

describe('where staff checks photos', () => {
  test('it waits, is not shown before, and its days begin with the approval', async () => {
    app.services.settings.photoReview = 'staff'
    const { id, viewOnce } = await shows(Bob, Alice)
    expect(viewOnce?.state).toBe('checking')
    await expect(opens(Alice, id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This photo is still being checked.',
    })
    const { db } = app
    expect((await viewOnceToCheck(db, Bob.id)).map(({ messageId }) => messageId)).toEqual([id])
    app.clock.advance(6 * DAY)
    expect(
      await db
        .transaction()
        .execute((trx) => judgeViewOnce(trx, id, Bob.id, true, app.clock.now())),
    ).toMatchObject({ otherId: Alice.id })
    app.clock.advance(6 * DAY)
    await run(viewOnceJob)
    expect((await opens(Alice, id)).width).toBe(300)
    expect(await viewOnceToCheck(db, Bob.id)).toEqual([])
  })

  test('what is refused is shown to nobody, its file goes when nobody can object any more, or when its sender withdraws it', async () => {
    app.services.settings.photoReview = 'staff'
    const { id } = await shows(Bob, Alice)
    const judge = (approved: boolean, owner = Bob.id) =>
      app.transaction((trx) => judgeViewOnce(trx, id, owner, approved, app.clock.now()))
    expect(await judge(true, Alice.id)).toBeUndefined()
    expect(await judge(false)).toMatchObject({ otherId: Alice.id })
    expect(await judge(true)).toBeUndefined()
    await expect(opens(Alice, id)).rejects.toMatchObject({ code: 'conflict' })
    expect((await tile(Bob, Alice, id))?.viewOnce?.state).toBe('refused')
    const { id: other } = await shows(Bob, Alice)
    await app.transaction((trx) => judgeViewOnce(trx, other, Bob.id, false, app.clock.now()))
    await withdraws(Bob, other)
    const refused = app.clock.now()
    const runsAfter = (days: number) =>
      run(viewOnceJob, { ...app.services, clock: { now: () => later(refused, days * DAY) } })
    await runsAfter(EVIDENCE_DAYS - 1)
    expect([await fileOf(id), await fileOf(other)]).toEqual([true, false])
    await runsAfter(EVIDENCE_DAYS)
    expect(await fileOf(id)).toBe(false)
    expect(
      await app.transaction((trx) => giveViewOnceBack(trx, id, Bob.id, app.clock.now())),
    ).toBeUndefined()
  })
})

describe('one that the hash table knows', () => {
  test('waits for the check also where others are approved unseen, says why, and no more once the hash is withdrawn', async () => {
    const [Uma, bytes] = [await newcomer(), await aPhoto({ width: 310, height: 420 })]
    await givesCredits(app, Uma, 10)
    const { db } = app
    const { sha256 } =
      (await storedHashes(db, (await upload(Uma, bytes)).id)) ??
      expect.fail('the photo has no hashes')
    await db.transaction().execute(async (trx) => {
      await changeHashTable(trx)
      await addHashes(trx, [{ kind: 'sha256', hash: sha256 }], {
        list: 'removed',
        action: 'hold',
        why: 'Removed on request R-1.',
        by: null,
        at: app.clock.now(),
      })
    })
    const { id, viewOnce } = await shows(Uma, Alice, { photo: bytes })
    expect(viewOnce?.state).toBe('checking')
    await expect(opens(Alice, id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This photo is still being checked.',
    })
    expect(await viewOnceToCheck(db, Uma.id)).toMatchObject([
      {
        messageId: id,
        findings: [{ kind: 'hold', list: 'removed', why: 'Removed on request R-1.' }],
      },
    ])
    expect((await shows(Uma, Alice)).viewOnce?.state).toBe('waiting')
    await db
      .transaction()
      .execute((trx) => withdrawHashes(trx, 'removed', [sha256], app.clock.now()))
    expect((await shows(Uma, Alice, { photo: bytes })).viewOnce?.state).toBe('waiting')
  })
})

describe('the file', () => {
  test('is deleted as soon as the photo is closed, withdrawn or ends, and otherwise a quarter of an hour after it was opened', async () => {
    const [closed, left, withdrawn, unopened] = [
      await shows(Bob, Alice),
      await shows(Bob, Alice),
      await shows(Bob, Alice),
      await shows(Bob, Alice),
    ]
    const there = async () =>
      Promise.all([closed, left, withdrawn, unopened].map(({ id }) => fileOf(id)))
    const hashed = async () => {
      const ids = [closed, left, withdrawn, unopened].map(({ id }) => id)
      const rows = await app.db
        .selectFrom('view_once_photos')
        .select(['sha256', 'pdq', 'quality'])
        .where('message_id', 'in', ids)
        .orderBy('message_id')
        .execute()
      return rows.map((row) => Object.values(row).some((value) => value !== null))
    }
    expect([await there(), await hashed()]).toEqual([
      [true, true, true, true],
      [true, true, true, true],
    ])
    await opens(Alice, closed.id)
    await closes(Alice, closed.id)
    await opens(Alice, left.id)
    await withdraws(Bob, withdrawn.id)
    expect(await there()).toEqual([false, true, false, true])
    app.clock.advance(15 * MINUTE)
    await run(viewOnceJob)
    expect(await there()).toEqual([false, false, false, true])
    await expect(withdraws(Bob, withdrawn.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(withdraws(Bob, left.id)).rejects.toMatchObject({ code: 'conflict' })

    // The end holds although no job has run since, and whichever way the clock jumps over it.
    app.clock.advance(7 * DAY)
    await expect(opens(Alice, unopened.id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This photo has ended.',
    })
    expect((await tile(Bob, Alice, unopened.id))?.viewOnce).toMatchObject({ state: 'ended' })
    app.clock.advance(-2 * HOUR)
    expect((await tile(Bob, Alice, unopened.id))?.viewOnce).toMatchObject({ state: 'waiting' })
    app.clock.advance(2 * HOUR)
    await run(viewOnceJob)
    expect([await there(), await hashed()]).toEqual([
      [false, false, false, false],
      [false, false, false, false],
    ])
    app.clock.advance(-2 * HOUR)
    await expect(opens(Alice, unopened.id)).rejects.toMatchObject({ code: 'notFound' })
    app.clock.advance(2 * HOUR)
  })

  test('stays a photo for one view where the store fails: nothing counts as seen', async () => {
    const { id } = await shows(Bob, Alice)
    vi.spyOn(app.services.photoFiles, 'read').mockRejectedValueOnce(new Error('the store is down'))
    await expect(opens(Alice, id)).rejects.toMatchObject({ code: 'internal' })
    expect((await opens(Alice, id)).username).toBe('Bob')
    vi.spyOn(app.services.photoFiles, 'remove').mockRejectedValueOnce(
      new Error('the store is down'),
    )
    await closes(Alice, id)
    expect(await fileOf(id)).toBe(true)
    app.clock.advance(16 * MINUTE)
    await run(viewOnceJob)
    expect(await fileOf(id)).toBe(false)
  })

  test('is kept with a report from the open view, which no closing undoes, and goes with the report', async () => {
    const { id } = await shows(Bob, Alice)
    await expect(reports(Alice, id)).rejects.toMatchObject({ code: 'notFound' })
    await opens(Alice, id)
    expect(await reports(Alice, id)).toEqual({ ok: true, isKept: true })
    await closes(Alice, id)
    expect(await fileOf(id)).toBe(false)
    const { db } = app
    const kept = await db
      .selectFrom('report_photos')
      .innerJoin('reports', 'reports.id', 'report_id')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({
      reporter_id: Alice.id,
      reported_id: Bob.id,
      reason: 'scam',
      quoted: expect.stringContaining(`${kept.key}-report.webp`) as string,
    })
    await datesFiles(app)
    app.clock.advance(2 * HOUR)
    for (const job of [viewOnceJob, photoSweepJob, viewOnceSweepJob]) await run(job)
    expect(await files()).toContain(`${kept.key}-report.webp`)
    // Later there is nothing left to keep, which the report says.
    expect(await reports(Alice, id)).toEqual({ ok: true, isKept: false })
    await db.deleteFrom('reports').execute()
    await run(viewOnceSweepJob)
    expect(await files()).not.toContain(`${kept.key}-report.webp`)
  })

  test('goes when its sender leaves, and one that a crash left is swept', async () => {
    const sender = await newcomer()
    await givesCredits(app, sender, 1)
    const { id } = await shows(sender, Alice)
    const orphan = viewOnceName('a'.repeat(32))
    await app.services.photoFiles.write(new Map([[orphan, new Uint8Array(10)]]))
    await leave(sender)
    await expect(opens(Alice, id)).rejects.toMatchObject({ code: 'notFound' })
    app.clock.advance(15 * DAY)
    await erase(app)
    expect(await fileOf(id)).toBe(false)
    expect(
      await app.db
        .selectFrom('view_once_photos')
        .select('key')
        .where('message_id', '=', id)
        .execute(),
    ).toEqual([])
    await datesFiles(app)
    app.clock.advance(2 * HOUR)
    await run(photoSweepJob)
    expect(await files()).toContain(orphan)
    await run(viewOnceSweepJob)
    expect(await files()).not.toContain(orphan)
  })
})

describe('nothing is sent, paid or stored', () => {
  test.each([
    [
      'of no picture at all',
      async () => Buffer.from('<html>This is no picture, and it is longer than a header.</html>'),
      'invalid',
    ],
    ['of half a picture', async () => (await aPhoto()).subarray(0, 2000), 'invalid'],
    ['of a tiny picture', () => aPhoto({ width: 60, height: 60 }), 'invalid'],
    ['of an empty file', async () => new Uint8Array(), 'invalid'],
    ['of nothing', async () => null, 'invalid'],
    ['ten times too large', async () => new Uint8Array(150 * 1024 * 1024), 'tooLarge'],
  ])('%s', async (_, photo, code) => {
    const [before, stored] = [await balance(Bob), await files()]
    await expect(shows(Bob, Alice, { photo: await photo() })).rejects.toMatchObject({ code })
    expect([await balance(Bob), await files()]).toEqual([before, stored])
  })

  test('without credits, nor to oneself', async () => {
    const poor = await newcomer()
    const stored = await files()
    await expect(shows(poor, Alice)).rejects.toMatchObject({ code: 'noCredits' })
    await givesCredits(app, poor, 1)
    await expect(shows(poor, poor)).rejects.toMatchObject({ code: 'forbidden' })
    expect([await balance(poor), await files()]).toEqual([1, stored])
  })

  test('twice with the same key, by five at once', async () => {
    const [Zoe, Max] = [await newcomer(), await newcomer()]
    await givesCredits(app, Max, 5)
    const before = (await files()).length
    const photo = await aPhoto({ width: 200, height: 200 })
    // Two of one member's pictures are prepared at once; the others are told to wait.
    const sent = await Promise.allSettled(
      Array.from({ length: 5 }, () => shows(Max, Zoe, { photo, key: 'once' })),
    )
    const ids = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    for (const one of sent)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'busy' })
    expect(new Set(ids).size).toBe(1)
    expect(await balance(Max)).toBe(4)
    expect(await files()).toHaveLength(before + 1)
    expect((await shows(Max, Zoe, { photo, key: 'once' })).id).toBe(ids[0])
    await expect(shows(Max, Zoe, { key: 'once' })).rejects.toMatchObject({ code: 'conflict' })
  })
})

test.each([
  ['waiting', true, 'Not seen yet. It ends Friday.'],
  ['waiting', false, 'You can see it once, until Friday.'],
  ['seen', true, 'Seen Friday. It is deleted.'],
  ['withdrawn', false, 'It was withdrawn.'],
] as const)('a tile of a photo that is %s says so (mine: %s)', (state, isMine, words) => {
  expect(viewOnceInWords(state, isMine, 'Friday')).toBe(words)
})

test('without the tick of whom it shows, a photo from the device is refused before it is read, and none is stored', async () => {
  const [from, to] = [await newcomer(), await newcomer()]
  await givesCredits(app, from, 10)
  const before = await files()
  await expect(shows(from, to, { rules: '' })).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ field: 'rules' }],
  })
  expect([await files(), await balance(from)]).toEqual([before, 10])
  const { id } = await shows(from, to)
  const row = await app.db
    .selectFrom('view_once_photos')
    .select('rules_version')
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.rules_version).toBe(PHOTO_RULES)
  // Who has a photo by these rules is not asked, and neither is one of one's own.
  const { id: ownPhoto } = await upload(from, await aPhoto({ width: 200, height: 240 }))
  await shows(from, to, { rules: '' })
  await shows(from, to, { ownPhoto, rules: '' })
})
