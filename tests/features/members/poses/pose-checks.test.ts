import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAccesses } from '#core/audit/accesses.contract.ts'
import { LEASE } from '#core/tasks/tasks.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { photoSweepJob } from '#members/photos/files/sweep.server.ts'
import {
  beginPoseCheck,
  getPoseCheck,
  sendPose,
  withdrawPoseCheck,
} from '#members/poses/pose-checks.contract.ts'
import { POSE_FOR, TRIES } from '#members/poses/pose-checks.ts'
import { poseIds } from '#members/poses/poses.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { undoDecided } from '#staff/desk/task.contract.ts'
import { decidePose, getPose } from '#staff/poses/pose-queue.contract.ts'
import { poseSweepJob } from '#staff/poses/pose-queue.server.ts'
import { app, runJob, setsAccount, withApp } from '#tests/support/app.ts'
import { asStaff, type CastMember, givesRoles, joins, views, worksAs } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, datesFiles, look, storedFiles, upload, uploadForm } from '#tests/support/photos.ts'
import { takesTask, verdictsTakeEffect } from '#tests/support/verdicts.ts'

/**
 * A photo in a pose, which staff compare with the main photo: what the mark says, and when it falls
 * away.
 */

withApp()
let Eve: CastMember
let Ann: CastMember
let photo: Uint8Array
let number = 0
beforeAll(async () => {
  photo = await aPhoto({ width: 300, height: 400 })
})
beforeEach(async () => {
  app.clock.advance(8 * DAY)
  await app.db.deleteFrom('pose_checks').execute()
  await app.db.deleteFrom('tasks').execute()
  await app.services.photoFiles.remove(await poseFiles())
  Eve = await staff()
  Ann = await withPhoto('Ann')
})

const staff = () => worksAs(app, `Eve${(number += 1)}`)

async function withPhoto(name: string): Promise<CastMember> {
  const member = await joins(app, { brand: 'adultcrush', username: `${name}${(number += 1)}` })
  await upload(member, photo)
  return member
}
const state = (who: CastMember) => who.calls(getPoseCheck)
const begins = (who: CastMember) => who.calls(beginPoseCheck)
const sends = (who: CastMember, bytes = photo) => who.calls(sendPose, { form: uploadForm(bytes) })
const withdraws = (who: CastMember) => who.calls(withdrawPoseCheck)
const queue = (staff = Eve) => staff.calls(getPose)
const takes = (staff = Eve) => takesTask(staff, 'poses')
type Verdict = 'approve' | 'pose' | 'face'
const says = (task: number, verdict: Verdict, mainPhotoId?: number | null, staff = Eve) =>
  staff.calls(decidePose, { body: { task, verdict, ...(mainPhotoId ? { mainPhotoId } : {}) } })
const decides = async (...given: Parameters<typeof says>) => {
  await says(...given)
  await verdictsTakeEffect(app)
}
const poseFiles = async () => (await storedFiles(app)).filter((name) => name.endsWith('-pose.webp'))

async function sent(who = Ann): Promise<void> {
  await begins(who)
  await sends(who)
}
async function taken(staff = Eve) {
  await takes(staff)
  const { held } = await queue(staff)
  if (!held) throw new Error('nothing to take')
  return held
}
async function approved(who = Ann): Promise<void> {
  await sent(who)
  const held = await taken()
  await decides(held.task, 'approve', held.mainPhotoId)
}

describe('a photo check', () => {
  test('leads from a pose to the mark, which says when, on profile and tile, and the photo is gone', async () => {
    expect(await state(Ann)).toMatchObject({ state: 'none', triesLeft: 3, hasMainPhoto: true })
    await begins(Ann)
    const { pose, until } = await state(Ann)
    expect(poseIds).toContain(pose)
    expect(Date.parse(until ?? '') - app.clock.now().getTime()).toBe(POSE_FOR)
    await sends(Ann)
    expect(await state(Ann)).toMatchObject({ state: 'waiting', pose: null, triesLeft: 2 })
    expect(await poseFiles()).toHaveLength(1)
    app.clock.advance(HOUR)
    const held = await taken()
    expect(held).toMatchObject({
      username: Ann.username,
      pose,
      tries: 1,
      profilePhotos: [{ isMain: true }],
    })
    expect(held.photo).toMatch(/^data:image\/webp;base64,UklGR/)
    await decides(held.task, 'approve', held.mainPhotoId)

    const at = app.clock.now().toISOString()
    expect(await state(Ann)).toMatchObject({ state: 'approved', at })
    expect(await poseFiles()).toEqual([])
    const Ben = await withPhoto('Ben')
    expect((await views(Ben, Ann)).verifiedAt).toBe(at)
    const found = await Ben.calls(searchUsers, {
      query: { verified: 'on', radius: 'any', country: 'any' },
    })
    expect(found.members).toMatchObject([{ username: Ann.username, verifiedAt: at }])
    expect(found.filters.verified).toBe(true)
    const mails = (await mailsTo(app, `${Ann.username.toLowerCase()}@example.org`)).filter(
      ({ kind }) => kind === 'poseDecided',
    )
    expect(mails).toHaveLength(1)
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'details'])
      .where('subject_id', '=', Ann.id)
      .execute()
    expect(acts).toContainEqual({
      action: 'staff.takeTask',
      actor_id: Eve.id,
      details: { task: held.task, queue: 'poses' },
    })
    expect(acts).toContainEqual({
      action: 'staff.decidePose',
      actor_id: Eve.id,
      details: { check: held.id, verdict: 'approve' },
    })
  })

  test('that is refused says why, and may be tried again with another pose, three times in seven days', async () => {
    const asked: Array<string | null> = []
    for (let tries = 0; tries < TRIES.most; tries += 1) {
      await begins(Ann)
      asked.push((await state(Ann)).pose)
      await sends(Ann)
      await decides((await taken()).task, 'face')
      expect(await state(Ann)).toMatchObject({
        state: 'refused',
        reason: expect.stringMatching(/face cannot be seen/),
        triesLeft: 2 - tries,
      })
    }
    expect(asked[1]).not.toBe(asked[0])
    await expect(begins(Ann)).rejects.toMatchObject({ status: 429 })
    app.clock.advance(TRIES.within + MINUTE)
    await begins(Ann)
    const [mail] = (await mailsTo(app, `${Ann.username.toLowerCase()}@example.org`)).filter(
      ({ kind }) => kind === 'poseDecided',
    )
    expect(JSON.stringify(mail)).toContain('face cannot be seen')
  })

  test('gives the same pose until it ends, so that nobody waits for an easy one', async () => {
    await begins(Ann)
    const first = await state(Ann)
    app.clock.advance(MINUTE)
    await begins(Ann)
    expect(await state(Ann)).toEqual(first)
    app.clock.advance(POSE_FOR)
    await begins(Ann)
    expect((await state(Ann)).pose).not.toBe(first.pose)
  })
})

describe('is refused', () => {
  test('without a main photo', async () => {
    const bare = await joins(app, { brand: 'adultcrush', username: `Bare${number}` })
    await expect(begins(bare)).rejects.toMatchObject({ code: 'conflict' })
    expect(await state(bare)).toMatchObject({ hasMainPhoto: false })
  })

  test('what is no picture, and keeps nothing of it', async () => {
    await begins(Ann)
    await expect(sends(Ann, new TextEncoder().encode('hello'))).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'photo' }],
    })
    expect(await poseFiles()).toEqual([])
    expect(await state(Ann)).toMatchObject({ state: 'asked', triesLeft: 3 })
  })

  test('a pose that was not asked for, or that has ended', async () => {
    await expect(sends(Ann)).rejects.toMatchObject({ code: 'conflict' })
    await begins(Ann)
    app.clock.advance(POSE_FOR)
    await expect(sends(Ann)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/ended/),
    })
    expect(await poseFiles()).toEqual([])
  })

  test('a second photo while one waits, also at the same moment', async () => {
    await begins(Ann)
    const both = await Promise.allSettled([sends(Ann), sends(Ann)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await poseFiles()).toHaveLength(1)
    await expect(begins(Ann)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('the desk', () => {
  test('never gives one check to two, and gives it on when five minutes are over', async () => {
    const other = await staff()
    await sent()
    await Promise.all([takes(Eve), takes(other)])
    const both = [await queue(Eve), await queue(other)]
    expect(both.filter(({ held }) => held !== null)).toHaveLength(1)
    const [first, second] = both[0]?.held ? [Eve, other] : [other, Eve]
    const lost = (await queue(first)).held
    app.clock.advance(LEASE)
    for (const one of [Eve, other]) await asStaff(app, one)
    const held = await taken(second)
    expect(held.id).toBe(lost?.id)
    await expect(decides(held.task, 'approve', held.mainPhotoId, first)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/do not hold/),
    })
    await decides(held.task, 'approve', held.mainPhotoId, second)
    await expect(decides(held.task, 'pose', null, second)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/closed already/),
    })
    expect(await state(Ann)).toMatchObject({ state: 'approved' })
  })

  test.each<[string, code: string, (staff: CastMember) => Promise<unknown>]>([
    ['their role', 'otherRole', (staff) => givesRoles(app, staff, ['support'])],
    [
      'their account',
      'notFound',
      (staff) => setsAccount(app, staff, { banned_at: app.clock.now() }),
    ],
  ])(
    'is seen no more by whoever loses %s, and given to somebody else at once',
    async (_, code, lose) => {
      await sent()
      const held = await taken()
      await lose(Eve)
      await expect(queue()).rejects.toMatchObject({ code })
      expect((await taken(await staff())).id).toBe(held.id)
    },
  )

  test('is on record with each look of staff at it, and read by its member', async () => {
    await sent()
    const { task } = await taken()
    app.clock.advance(HOUR + MINUTE)
    await takes()
    const { held } = await queue()
    expect(held?.task).toBe(task)
    const looked = await app.db
      .selectFrom('audit_log')
      .select(['subject_id as subject', 'details'])
      .where('actor_id', '=', Eve.id)
      .where('action', '=', 'staff.look')
      .execute()
    const look = { subject: Ann.id, details: { what: 'photoCheck', task } }
    expect(looked).toEqual([look, look])
    const { looks } = await Ann.calls(listAccesses)
    expect([...new Set(looks.map(({ what }) => what))]).toEqual(['photoCheck'])
  })

  test('is held alone by whoever takes a decision back: what they took since is given to others', async () => {
    await sent()
    const first = await taken()
    await says(first.task, 'pose')
    await sent(await withPhoto('Ben'))
    const second = await taken()
    const { id } = await app.db
      .selectFrom('waiting_verdicts')
      .select('id')
      .executeTakeFirstOrThrow()
    await Eve.calls(undoDecided, { body: { kind: 'verdict', id } })
    expect((await queue()).held?.id).toBe(first.id)
    expect((await taken(await staff())).id).toBe(second.id)
  })

  test('decides once when the button is pressed twice', async () => {
    await sent()
    const held = await taken()
    const both = await Promise.allSettled([
      decides(held.task, 'approve', held.mainPhotoId),
      decides(held.task, 'approve', held.mainPhotoId),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(
      (await mailsTo(app, `${Ann.username.toLowerCase()}@example.org`)).filter(
        ({ kind }) => kind === 'poseDecided',
      ),
    ).toHaveLength(1)
  })

  test('shows no check of a banned member, and marks nobody who was banned meanwhile', async () => {
    await sent()
    const held = await taken()
    await setsAccount(app, Ann, { banned_at: app.clock.now() })
    expect(await queue()).toEqual({ held: null })
    await expect(decides(held.task, 'approve', held.mainPhotoId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/closed/),
    })
    expect(await poseFiles()).toEqual([])
    expect(
      (
        await app.db
          .selectFrom('profiles')
          .select('verified_at')
          .where('account_id', '=', Ann.id)
          .executeTakeFirstOrThrow()
      ).verified_at,
    ).toBeNull()
    await expect(begins(Ann)).rejects.toMatchObject({ status: 401 })
  })

  test('approves only what it has compared with: another main photo meanwhile is no match', async () => {
    await sent()
    const held = await taken()
    const second = await upload(Ann, photo)
    await Ann.request(`/image/setPrimary/id/${second.id}`, { method: 'POST' })
    await expect(decides(held.task, 'approve', held.mainPhotoId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/compare again/),
    })
    const again = await queue()
    expect(again.held?.mainPhotoId).toBe(second.id)
    await decides(held.task, 'approve', again.held?.mainPhotoId)
    expect(await state(Ann)).toMatchObject({ state: 'approved' })
  })

  test('is decided once ten seconds are over: until then it is taken back, nobody learns of it, and the photo is kept', async () => {
    await sent()
    const held = await taken()
    const { next } = await says(held.task, 'face')
    const id = Number(/^\/staff\/queue\/poses\?done=refusedPose&verdict=(\d+)$/.exec(next)?.[1])
    const undoes = (staff: CastMember) =>
      staff.calls(undoDecided, { body: { kind: 'verdict', id } })
    expect([await queue(), (await poseFiles()).length, (await state(Ann)).state]).toEqual([
      { held: null },
      1,
      'waiting',
    ])
    await expect(undoes(await staff())).rejects.toMatchObject({ code: 'forbidden' })
    expect(await undoes(Eve)).toMatchObject({ next: '/staff/queue/poses?done=undone' })
    await verdictsTakeEffect(app)
    expect([
      (await queue()).held?.id,
      (await poseFiles()).length,
      (await state(Ann)).state,
    ]).toEqual([held.id, 1, 'waiting'])
    await decides(held.task, 'approve', held.mainPhotoId)
    expect([await poseFiles(), (await state(Ann)).state]).toEqual([[], 'approved'])
  })

  test('waits again, for anybody, where the main photo is changed within the ten seconds, and ends where it is withdrawn', async () => {
    await sent()
    const held = await taken()
    await says(held.task, 'approve', held.mainPhotoId)
    const second = await upload(Ann, photo)
    await Ann.request(`/image/setPrimary/id/${second.id}`, { method: 'POST' })
    await verdictsTakeEffect(app)
    expect([await queue(), (await state(Ann)).state]).toEqual([{ held: null }, 'waiting'])
    const again = await taken()
    expect(again.mainPhotoId).toBe(second.id)
    await says(again.task, 'approve', second.id)
    await withdraws(Ann)
    await verdictsTakeEffect(app)
    expect([await poseFiles(), (await state(Ann)).state]).toEqual([[], 'none'])
  })

  test('knows no other check, and is closed to members', async () => {
    await expect(decides(999_999, 'approve', 1)).rejects.toMatchObject({ code: 'notFound' })
    for (const call of [() => queue(Ann), () => takes(Ann), () => decides(1, 'pose', null, Ann)])
      await expect(call()).rejects.toMatchObject({ status: 404 })
  })
})

describe('the mark', () => {
  test('falls away with the main photo, and stays when another photo is added behind it', async () => {
    await approved()
    const second = await upload(Ann, photo)
    expect(await state(Ann)).toMatchObject({ state: 'approved' })
    await Ann.request(`/image/setPrimary/id/${second.id}`, { method: 'POST' })
    expect(await state(Ann)).toMatchObject({ state: 'fallen' })
    const Ben = await withPhoto('Ben')
    expect((await views(Ben, Ann)).verifiedAt).toBeNull()
  })

  test.each(['delete', 'private'])('falls away when the main photo is made %s', async (act) => {
    await approved()
    const { id } = await app.db
      .selectFrom('photos')
      .select('id')
      .where('account_id', '=', Ann.id)
      .executeTakeFirstOrThrow()
    const given =
      act === 'delete'
        ? {}
        : {
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ isPrivate: true }),
          }
    await Ann.request(act === 'delete' ? `/image/delete/id/${id}` : `/image/describe/id/${id}`, {
      method: 'POST',
      ...given,
    })
    expect(await state(Ann)).toMatchObject({ state: 'fallen', hasMainPhoto: false })
  })

  test('is withdrawn by its member, as is a photo that waits', async () => {
    await sent()
    await withdraws(Ann)
    expect(await poseFiles()).toEqual([])
    expect(await state(Ann)).toMatchObject({ state: 'none', triesLeft: 2 })
    expect(await queue()).toEqual({ held: null })
    await approved()
    await withdraws(Ann)
    expect(await state(Ann)).toMatchObject({ state: 'none' })
  })
})

describe('the photo', () => {
  test('has no address, not even for staff', async () => {
    await sent()
    const [name] = await poseFiles()
    for (const path of [`/${name}`, `/${name?.replace('-pose', '-720')}`]) {
      expect((await look(app, `http://media.adultcrush.localhost:4321${path}`, Eve)).status).toBe(
        404,
      )
    }
  })

  test('is deleted after a month in which nobody decided, and a file without a check at once', async () => {
    await sent()
    await app.services.photoFiles.write(new Map([[`${'a'.repeat(32)}-pose.webp`, photo]]))
    await datesFiles(app)
    app.clock.advance(28 * DAY)
    const runs = () => runJob(app, poseSweepJob)
    await runJob(app, photoSweepJob)
    expect(await poseFiles()).toHaveLength(2)
    await runs()
    expect(await poseFiles()).toHaveLength(1)
    app.clock.advance(2 * DAY)
    await runs()
    expect(await poseFiles()).toEqual([])
    expect(await app.db.selectFrom('pose_checks').select(['outcome', 'key']).execute()).toEqual([
      { outcome: 'lapsed', key: null },
    ])
  })
})
