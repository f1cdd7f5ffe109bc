import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LEASE, PAUSE } from '#core/tasks/tasks.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { keepFindings } from '#members/photos/hashes/findings.sql.ts'
import { addHashes, changeHashTable } from '#members/photos/hashes/hash-table.sql.ts'
import { hashesOfFile } from '#members/photos/hashes/picture-hashes.server.ts'
import { photoHashJob } from '#members/photos/hashes/stored.server.ts'
import { listOwnPhotos } from '#members/photos/own/photos.contract.ts'
import { reviewPhoto } from '#members/photos/review.sql.ts'
import type { StaffRole } from '#sites/staff-roles.ts'
import { appeal, getStatement } from '#staff/decisions/appeals/appeals.contract.ts'
import { decideTask, getDecision } from '#staff/decisions/deciding/decide.contract.ts'
import { decisionJob } from '#staff/decisions/deciding/decide.server.ts'
import type { PhotoVerdict } from '#staff/decisions/statements/refusal-reasons.ts'
import { actOnTask } from '#staff/desk/task.contract.ts'
import { getEvidence, getReporters, muteReporter } from '#staff/evidence/reporters.contract.ts'
import { getRuleHits, switchFraudRule } from '#staff/fraud/fraud-page.contract.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { decidePose } from '#staff/poses/pose-queue.contract.ts'
import { getFraudPage, judgeNewPhoto } from '#staff/queue/console.contract.ts'
import { app, runJob, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import {
  asStaff,
  type CastMember,
  givesRoles,
  joins,
  reportsMember,
  worksAs,
} from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import {
  answersApproval,
  appealOf,
  decidesAppeal,
  decisionsTakeEffect,
  queueOf,
  takesTask,
  undoesDecision,
  verdictsTakeEffect,
} from '#tests/support/verdicts.ts'

/** The queues of new photos and of reports, as staff work on them. */

withApp({ PHOTO_REVIEW: 'staff' })
let Eve: CastMember
let Ann: CastMember
let photo: Uint8Array
let number = 0
beforeAll(async () => {
  photo = await aPhoto({ width: 300, height: 400 })
})
beforeEach(async () => {
  app.clock.advance(DAY)
  await app.db.deleteFrom('tasks').execute()
  await app.db.deleteFrom('hash_table').execute()
  await app.db.deleteFrom('photo_hashes').execute()
  Eve = await staff('Eve')
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${(number += 1)}` })
})

const staff = (name: string) => worksAs(app, `${name}${(number += 1)}`)
const desk = (who = Eve) => who.calls(getFraudPage)
type Queue = 'photos' | 'matches' | 'reports'
const room = (who = Eve, queue: Queue = 'photos') => queueOf(who, queue)
const takes = (who = Eve, queue: Queue = 'photos') => takesTask(who, queue)
const judges = (task: { id: number; key: string }, verdict: PhotoVerdict, who = Eve) =>
  who.calls(judgeNewPhoto, { body: { ...task, verdict } })
const undoes = (id: number, who = Eve) => undoesDecision(who, id)
const becomes = (roles: readonly StaffRole[], who = Eve) => givesRoles(app, who, roles)
const takesEffect = () => decisionsTakeEffect(app)
const reasons = async (who = Ann) =>
  (await mailsTo(app, `${who.username.toLowerCase()}@example.org`)).filter(
    ({ kind }) => kind === 'decision',
  )
/** Of a decision that can be taken back, from where its answer leads. */
const undoable = ({ next }: { next: string }) =>
  Number(new URL(next, 'http://x').searchParams.get('undo'))
const decisionsAbout = (who = Ann) =>
  app.db
    .selectFrom('decisions')
    .leftJoin('strikes', 'strikes.decision_id', 'decisions.id')
    .select(['act', 'decisions.policy', 'source', 'weight', 'undone_at', 'decisions.reversed_at'])
    .where('decisions.account_id', '=', who.id)
    .orderBy('decisions.id')
    .execute()
const statusOf = async (id: number) => {
  const row = await app.db
    .selectFrom('photos')
    .select(['approved_at', 'approved_by', 'reject_reason'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.approved_at != null ? 'approved' : (row?.reject_reason ?? 'waiting')
}
const actsOf = async (who = Eve) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', who.id)
      .orderBy('id')
      .execute()
  )
    .map(({ action }) => action)
    .filter((action) => action !== 'staff.look')

async function held(who = Eve): Promise<{ id: number; key: string }> {
  await takes(who)
  const { held: task } = await room(who)
  if (!task?.photo) throw new Error('no photo to take')
  return { id: task.id, key: task.photo.key }
}

describe('a new photo', () => {
  test('is a task, shown within the answer, and is approved ten seconds after the decision', async () => {
    const { id } = await upload(Ann, photo)
    expect((await desk()).queues.find(({ queue }) => queue === 'photos')).toMatchObject({
      open: 1,
      oldest: app.clock.now().toISOString(),
    })
    const task = await held()
    const { held: shown } = await room()
    expect(shown).toMatchObject({
      member: { id: Ann.id },
      photos: { waiting: 1 },
      photo: { src: expect.stringMatching(/^data:image\/webp;base64,UklGR/) },
    })
    expect((await judges(task, 'approve')).next).toMatch(
      /^\/staff\/queue\/photos\?done=approved&undo=\d+$/,
    )
    expect(await statusOf(id)).toBe('waiting')
    await takesEffect()
    expect(await statusOf(id)).toBe('approved')
    expect(await actsOf()).toEqual(['staff.takeTask', 'staff.decide'])
    expect(await decisionsAbout()).toMatchObject([{ act: 'none', policy: 'none', weight: null }])
    expect(await reasons()).toEqual([])
  })

  test('that a report hides while its approval waits stays hidden', async () => {
    const { id } = await upload(Ann, photo)
    await judges(await held(), 'approve')
    const hidden = {
      accountId: Ann.id,
      act: 'hidePhoto',
      policy: 'nudity',
      about: 'photo',
      aboutId: id,
      note: 'Please look at our rules.',
    } as const
    await Eve.calls(decideTask, { body: hidden })
    await takesEffect()
    expect(await statusOf(id)).toBe('Please look at our rules.')
  })

  test('of somebody who is suspended is a task still, since a suspension ends', async () => {
    await upload(Ann, photo)
    const at = app.clock.now()
    await setsAccount(app, Ann, { banned_at: at, suspended_until: later(at, DAY) })
    expect(await held()).toMatchObject({ key: expect.any(String) })
  })

  test('that is refused has a rule, a strike and a statement of reasons, mailed once, and is given back by an objection', async () => {
    const { id } = await upload(Ann, photo)
    await judges(await held(), 'contact')
    expect(await reasons()).toEqual([])
    await Promise.all([takesEffect(), runJob(app, decisionJob)])
    expect(await statusOf(id)).toMatch(/an address or a number/)
    expect(await decisionsAbout()).toMatchObject([
      { act: 'hidePhoto', policy: 'photoRules', source: 'check', weight: 1 },
    ])
    const [own] = (await Ann.calls(listOwnPhotos)).photos
    expect(own).toMatchObject({
      status: 'rejected',
      statement: expect.stringMatching(/^\/decision\/\d+-/),
    })
    const mails = await reasons()
    expect(mails).toHaveLength(1)
    const [, token = ''] = /\/decision\/([\w.~-]+)/.exec(mails[0]?.text ?? '') ?? []
    expect(own?.statement).toBe(`/decision/${token}`)
    const guest = app.visitor('adultcrush')
    const { sections } = await guest.calls(getStatement, { query: { token } })
    const words = JSON.stringify(sections)
    for (const said of [
      'hidden one of your photos',
      'an address or a number',
      'It counts 1',
      'a check that everything of this kind goes through',
      'A person decided this',
    ]) {
      expect(words).toContain(said)
    }
    await guest.calls(appeal, { body: { token, words: 'It is the number of my house boat.' } })
    const Finn = await staff('Finn')
    await takesTask(Finn, 'appeals')
    const { held: objection } = await appealOf(Finn)
    await decidesAppeal(Finn, { taskId: objection?.taskId ?? 0, outcome: 'overturn', note: '' })
    await verdictsTakeEffect(app)
    expect(await statusOf(id)).toBe('approved')
    expect((await decisionsAbout())[0]?.reversed_at).not.toBeNull()
    expect((await Ann.calls(listOwnPhotos)).photos[0]?.statement).toBeNull()
  })

  test('whose task was closed with its owner’s account is a task again when the account is given back', async () => {
    const { id } = await upload(Ann, photo)
    const decides = (body: object) =>
      Eve.calls(decideTask, { body: { accountId: Ann.id, ...body } as never })
    await decides({
      act: 'ban',
      policy: 'spam',
      severity: 'high',
      note: 'You sent the same words to many.',
    })
    await takesEffect()
    await takes()
    expect(await room()).toMatchObject({ open: 0, held: null })
    await decides({ act: 'restore', note: 'We were wrong.' })
    await takesEffect()
    await judges(await held(), 'approve')
    await takesEffect()
    expect(await statusOf(id)).toBe('approved')
  })

  test('is what its task is about: a text is not removed with it', async () => {
    await upload(Ann, photo)
    const { id: taskId } = await held()
    await setsProfile(app, Ann, { about: 'Buy my things' })
    const body = {
      taskId,
      act: 'removeText',
      policy: 'spam',
      severity: 'low',
      text: 'about',
      note: 'Please do not advertise.',
    } as const
    await expect(Eve.calls(decideTask, { body })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect((await room()).held?.id).toBe(taskId)
  })

  test('that another account has is shown beside it, with what that means; staff looked at both', async () => {
    const Ben = await joins(app, { brand: 'wivesnow', username: `Ben${number}` })
    await upload(Ben, photo)
    await app.db.deleteFrom('tasks').execute()
    await upload(Ann, photo)
    await held()
    const { held: shown } = await room()
    expect(shown?.photo).toMatchObject({
      isCompared: true,
      findings: [
        {
          kind: 'duplicate',
          list: null,
          other: {
            accountId: Ben.id,
            username: Ben.username,
            src: expect.stringMatching(/^data:image/),
          },
        },
      ],
    })
    const looked = await app.db
      .selectFrom('audit_log')
      .select('subject_id')
      .where('actor_id', '=', Eve.id)
      .where('action', '=', 'staff.look')
      .execute()
    expect(looked.map(({ subject_id: subject }) => subject)).toEqual(
      expect.arrayContaining([Ann.id, Ben.id]),
    )
  })

  test('that was refused before is shown with what was said then', async () => {
    await upload(Ann, photo)
    await judges(await held(), 'contact')
    await takesEffect()
    const Ben = await joins(app, { brand: 'wivesnow', username: `Ben${number}` })
    await upload(Ben, photo)
    await held()
    expect((await room()).held?.photo?.findings).toMatchObject([
      {
        kind: 'review',
        list: 'refused',
        why: expect.stringMatching(/an address or a number/),
        other: null,
      },
      { kind: 'duplicate', other: { username: Ann.username } },
    ])
  })

  test('without hashes is said to be not compared', async () => {
    const { id } = await upload(Ann, photo)
    await app.db.deleteFrom('photo_hashes').where('photo_id', '=', id).execute()
    await held()
    expect((await room()).held?.photo).toMatchObject({ isCompared: false, findings: [] })
  })

  test('that only shows too little is refused without a strike', async () => {
    await upload(Ann, photo)
    await judges(await held(), 'quality')
    await takesEffect()
    expect(await decisionsAbout()).toMatchObject([
      { act: 'hidePhoto', policy: 'unfitPhoto', weight: null },
    ])
    expect(await reasons()).toHaveLength(1)
  })

  test('that stands for something graver goes with what is decided about the account', async () => {
    const { id } = await upload(Ann, photo)
    const { id: taskId, key } = await held()
    const suspended = {
      taskId,
      photoKey: key,
      act: 'suspend',
      days: 7,
      policy: 'minorInPhoto',
      severity: 'high',
      note: 'A child can be seen.',
    } as const
    await expect(
      Eve.calls(decideTask, { body: { ...suspended, photoKey: 'another' } }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/look at it again/),
    })
    await Eve.calls(decideTask, { body: suspended })
    await takesEffect()
    expect(await statusOf(id)).toBe('A child can be seen.')
    expect((await reasons())[0]?.text).toMatch(/is suspended until[^]*hidden one of your photos/)
  })

  test('is given back when the decision is taken back within ten seconds, and not after', async () => {
    const { id } = await upload(Ann, photo)
    const task = await held()
    const made = undoable(await judges(task, 'contact'))
    const Finn = await staff('Finn')
    await expect(undoes(made, Finn)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await undoes(made)).toEqual({ ok: true, next: '/staff/queue/photos?done=undone' })
    expect((await room()).held?.id).toBe(task.id)
    await takesEffect()
    expect(await statusOf(id)).toBe('waiting')
    expect(await reasons()).toEqual([])
    const again = undoable(await judges(task, 'approve'))
    await takesEffect()
    await expect(undoes(again)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/taken effect/),
    })
  })

  test('that was cropped anew since it was seen is looked at again', async () => {
    const { id } = await upload(Ann, photo)
    const task = await held()
    await judges(task, 'quality')
    const turned = { turns: 1, crop: null, card: null }
    await Ann.posts(`/image/edit/id/${id}`, turned)
    await takesEffect()
    expect(await statusOf(id)).toBe('waiting')
    expect([await reasons(), (await decisionsAbout())[0]?.undone_at]).toEqual([[], app.clock.now()])
    const again = await held()
    expect(again.key).not.toBe(task.key)
    await expect(judges({ ...again, key: task.key }, 'approve')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/look at it again/),
    })
  })

  test.each(['deleted by its owner', 'refused meanwhile', 'of somebody who was banned'])(
    '%s is no task any more',
    async (how) => {
      const { id } = await upload(Ann, photo)
      if (how.startsWith('deleted')) await Ann.request(`/image/delete/id/${id}`, { method: 'POST' })
      else if (how.startsWith('refused')) {
        await app.transaction((trx) =>
          reviewPhoto(trx, id, { by: null, at: app.clock.now(), approved: false, reason: 'No.' }),
        )
      } else await setsAccount(app, Ann, { banned_at: app.clock.now() })
      await takes()
      expect(await room()).toMatchObject({ open: 0, held: null })
    },
  )

  test('is decided neither with a lost lease nor once more, and nothing of that is left', async () => {
    const { id } = await upload(Ann, photo)
    const task = await held()
    app.clock.advance(LEASE)
    await expect(judges(task, 'contact')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/five minutes are over/),
    })
    expect([await decisionsAbout(), await statusOf(id)]).toEqual([[], 'waiting'])
    await judges(await held(), 'approve')
    await expect(judges(task, 'contact')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/closed already/),
    })
    await takesEffect()
    expect([
      (await decisionsAbout()).map(({ act }) => act),
      await statusOf(id),
      await reasons(),
    ]).toEqual([['none'], 'approved', []])
  })

  test('is decided once when two decide, one of them without the lease', async () => {
    await upload(Ann, photo)
    const Finn = await staff('Finn')
    const task = await held()
    await expect(judges(task, 'approve', Finn)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/do not hold/),
    })
    const both = await Promise.allSettled([judges(task, 'approve'), judges(task, 'quality')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a task', () => {
  test('is renewed, skipped and given back by who holds it, and each look at it sharp is on record', async () => {
    await upload(Ann, photo)
    const Finn = await staff('Finn')
    const { id } = await held()
    expect(await room(Finn)).toMatchObject({ held: null, others: [Eve.username] })
    app.clock.advance(LEASE - MINUTE)
    await Eve.calls(actOnTask, { body: { act: 'renew', id } })
    app.clock.advance(LEASE - MINUTE)
    for (let look = 0; look < 2; look += 1)
      await Eve.calls(actOnTask, { body: { act: 'reveal', id } })
    const releases = (queue: 'photos' | 'reports') =>
      Eve.calls(actOnTask, { body: { act: 'release', queue, id, skip: 'yes' } })
    await expect(releases('reports')).rejects.toMatchObject({ code: 'conflict' })
    await releases('photos')
    expect((await room()).held).toBeNull()
    expect((await held(Finn)).id).toBe(id)
    await expect(Eve.calls(actOnTask, { body: { act: 'renew', id } })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await actsOf()).toEqual([
      'staff.takeTask',
      'staff.revealPicture',
      'staff.revealPicture',
      'staff.skipTask',
    ])
  })

  test('is nothing for a member, nor for the support role, and is lost with the role', async () => {
    await upload(Ann, photo)
    const made = undoable(await judges(await held(), 'approve'))
    await undoes(made)
    const task = await held()
    await becomes(['support'])
    const decided = {
      act: 'warn',
      policy: 'harassment',
      severity: 'low',
      note: 'For what you wrote.',
    } as const
    for (const call of [
      () => room(),
      () => takes(),
      () => judges(task, 'approve'),
      () => undoes(made),
      () => Eve.calls(decideTask, { body: { accountId: Ann.id, ...decided } }),
      () => answersApproval(Eve, 'decision', 1, 'approved'),
      () => takesTask(Eve, 'appeals'),
      () => takesTask(Eve, 'removals'),
      () => Eve.calls(switchFraudRule, { body: { rule: 'money', shadow: 'yes' } }),
      () => Eve.calls(getRuleHits, { query: { id: 1 } }),
      () => Eve.calls(muteReporter, { body: { id: Ann.id, for: 'week' } }),
      () => Eve.calls(getReporters),
      () => takesTask(Eve, 'poses'),
      () => Eve.calls(decidePose, { body: { task: 1, verdict: 'pose' } }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'otherRole' })
    }
    expect((await desk()).queues).toEqual([])
    for (const call of [
      () => desk(Ann),
      () => room(Ann),
      () => takes(Ann),
      () => judges(task, 'approve', Ann),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 })
    }
    await becomes(['moderator'])
    await expect(judges(task, 'approve')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/do not hold/),
    })
  })
})

describe('a photo on a list', () => {
  test('is drawn by a lead alone, and by no moderator', async () => {
    await onList(photo)
    const { id } = await upload(Ann, photo)
    await becomes(['moderator'])
    await takes(Eve, 'photos')
    expect(await room()).toMatchObject({ open: 0, held: null })
    await expect(takes(Eve, 'matches')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(room(Eve, 'matches')).rejects.toMatchObject({ code: 'forbidden' })
    await becomes(['lead'])
    await takes(Eve, 'matches')
    const { held: task } = await room(Eve, 'matches')
    expect(task?.photo?.src).toMatch(/^data:image/)
    await judges({ id: task?.id ?? 0, key: task?.photo?.key ?? '' }, 'young')
    await takesEffect()
    expect(await statusOf(id)).not.toBe('waiting')
    expect((await room(Eve, 'matches')).open).toBe(0)
  })

  test('is in no picture of another task', async () => {
    await upload(Ann, photo)
    const { id } = await app.db
      .selectFrom('photos')
      .select('id')
      .where('account_id', '=', Ann.id)
      .executeTakeFirstOrThrow()
    const finding = {
      kind: 'hold' as const,
      hashId: null,
      otherPhotoId: null,
      list: 'file',
      why: 'On a list',
    }
    await app.transaction((trx) => keepFindings(trx, id, [finding], app.clock.now()))
    await app.db.deleteFrom('tasks').execute()
    await upload(await joins(app, { brand: 'adultcrush', username: `Ben${number}` }), photo)
    await takes()
    expect((await room()).held?.photo?.findings).toMatchObject([
      { kind: 'duplicate', other: { accountId: Ann.id, src: null } },
    ])
  })

  test('is not approved by a decision that was made before the list knew it', async () => {
    const { id } = await upload(Ann, photo)
    await judges(await held(), 'approve')
    await onList(photo)
    await runJob(app, photoHashJob)
    await takesEffect()
    expect(await statusOf(id)).toBe('waiting')
    expect((await room(Eve, 'matches')).open).toBe(1)
  })
})

/** Puts a picture on a list of those that nobody may see. */
async function onList(picture: Uint8Array): Promise<void> {
  const hashes = (await hashesOfFile(picture)) ?? expect.fail('the picture cannot be read')
  await app.transaction(async (trx) => {
    await changeHashTable(trx)
    const about = {
      list: 'file',
      action: 'hold',
      why: 'On a list',
      by: null,
      at: app.clock.now(),
    } as const
    await addHashes(
      trx,
      [
        { kind: 'pdq', hash: hashes.pdq },
        { kind: 'sha256', hash: hashes.sha256 },
      ],
      about,
    )
  })
}

describe('a report', () => {
  test('is a task, the most urgent first, and is decided once', async () => {
    const Ben = await joins(app, { brand: 'adultcrush', username: `Ben${number}` })
    const report = (reason: 'scam' | 'underage') =>
      reportsMember(Ben, Ann, { reason, details: 'Look' })
    await report('scam')
    await report('underage')
    await takes(Eve, 'reports')
    const { held: urgent, open } = await room(Eve, 'reports')
    expect({ about: urgent?.member?.id, open }).toEqual({ about: Ann.id, open: 2 })
    const reasonOf = async (task: number) =>
      (await Eve.calls(getEvidence, { query: { task } })).report.reason
    expect(await reasonOf(urgent?.id ?? 0)).toBe('underage')
    const breach = {
      act: 'warn',
      policy: 'harassment',
      severity: 'low',
      note: 'For what you wrote.',
    } as const
    const decides = (taskId: number, body: object) =>
      Eve.calls(decideTask, { body: { taskId, ...breach, ...body } })
    const { next: nextPage } = await decides(urgent?.id ?? 0, {})
    expect(nextPage).toMatch(/^\/staff\/queue\/reports\?done=decided&undo=\d+$/)
    await expect(decides(urgent?.id ?? 0, {})).rejects.toMatchObject({ code: 'conflict' })
    await takes(Eve, 'reports')
    const { held: next, decided } = await room(Eve, 'reports')
    expect(await reasonOf(next?.id ?? 0)).toBe('scam')
    expect(decided).toBe(1)
    await decides(next?.id ?? 0, { act: 'none', policy: 'none', note: '' })
    await takesEffect()
    const closed = await app.db
      .selectFrom('reports')
      .select(['reason', 'outcome'])
      .where('closed_by', '=', Eve.id)
      .orderBy('reason')
      .execute()
    expect(closed).toEqual([
      { reason: 'scam', outcome: 'noBreach' },
      { reason: 'underage', outcome: 'acted' },
    ])
  })
})

describe('what was decided before', () => {
  const restores = (taskId: number) => Eve.calls(decideTask, { body: { taskId, act: 'restore' } })
  const refused = {
    code: 'invalid',
    errors: [{ field: 'act', message: expect.stringMatching(/given back from the member’s file/) }],
  }

  test('is not given back with a photo that waits, which nobody would look at any more', async () => {
    const { id } = await upload(Ann, photo)
    await judges(await held(), 'quality')
    await takesEffect()
    const turned = { turns: 1, crop: null, card: null }
    await Ann.posts(`/image/edit/id/${id}`, turned)
    const task = await held()
    await expect(restores(task.id)).rejects.toMatchObject(refused)
    expect([await statusOf(id), (await room()).held?.id]).toEqual(['waiting', task.id])
  })

  test('is not given back with a report, whose author would be told that we acted', async () => {
    const warning = {
      act: 'warn',
      policy: 'spam',
      severity: 'low',
      note: 'The same words to many.',
    } as const
    await Eve.calls(decideTask, { body: { accountId: Ann.id, ...warning } })
    await takesEffect()
    const Ben = await joins(app, { brand: 'adultcrush', username: `Ben${number}` })
    await reportsMember(Ben, Ann, { reason: 'scam', details: 'Look' })
    await takes(Eve, 'reports')
    await expect(restores((await room(Eve, 'reports')).held?.id ?? 0)).rejects.toMatchObject(
      refused,
    )
    await takesEffect()
    expect(
      (await mailsTo(app, `${Ben.username.toLowerCase()}@example.org`)).map(({ kind }) => kind),
    ).toEqual([])
    expect((await decisionsAbout()).map(({ act, reversed_at: at }) => [act, at])).toEqual([
      ['warn', null],
    ])
  })
})

describe('the file of a member', () => {
  test('counts what is known, has no word of a message, and says who opened it', async () => {
    const file = (who: CastMember, id: number) =>
      who.calls(getMemberFile, { params: { id }, query: {} })
    const Ben = await joins(app, { brand: 'adultcrush', username: `Ben${number}` })
    await reportsMember(Ben, Ann, { reason: 'fake', details: 'A secret word' })
    await upload(Ann, photo)
    const found = await file(Eve, Ann.id)
    expect(found).toMatchObject({
      username: Ann.username,
      standing: 'open',
      photos: { approved: 0, waiting: 1, refused: 0 },
      reportsAbout: [{ reason: 'fake', count: 1, open: 1 }],
      browsers: 1,
      payments: { paid: 0, chargedBack: 0 },
      timeline: {
        entries: expect.any(Array) as unknown,
      },
    })
    expect(found.timeline.entries.map(({ kind, text, by }) => [kind, text, by])).toEqual([
      ['task', 'New photos: open', null],
      ['task', 'Reports: open', null],
      ['device', expect.stringMatching(/^Signed in on AdultCrush/), null],
      ['act', 'Opened this file', Eve.username],
    ])
    expect(JSON.stringify(found)).not.toContain('secret')
    expect((await file(Eve, Ben.id)).reportsBy).toEqual({ made: 1, decided: 0, acted: 0 })
    const decides = (body: object) =>
      Eve.calls(decideTask, {
        body: {
          accountId: Ann.id,
          act: 'warn',
          policy: 'spam',
          severity: 'medium',
          note: 'The same words to many.',
          ...body,
        },
      })
    const { id: first } = await decides({ internalNote: 'Second time this year.' })
    app.clock.advance(DAY)
    await asStaff(app, Eve)
    const { id: second } = await decides({ act: 'limit', days: 3, severity: 'critical' })
    const { strikes, timeline } = await file(Eve, Ann.id)
    expect(strikes).toEqual({
      counts: 10,
      given: [
        {
          decisionId: second,
          policy: 'spam',
          weight: 8,
          givenAt: app.clock.now().toISOString(),
          expiresAt: null,
          state: 'counts',
        },
        {
          decisionId: first,
          policy: 'spam',
          weight: 2,
          givenAt: new Date(app.clock.now().getTime() - DAY).toISOString(),
          expiresAt: new Date(app.clock.now().getTime() + 179 * DAY).toISOString(),
          state: 'counts',
        },
      ],
    })
    expect(timeline.entries.filter(({ kind }) => kind === 'decision')).toMatchObject([
      {
        href: `/staff/decision?id=${second}`,
        by: Eve.username,
        detail: 'The same words to many.',
      },
      {
        kind: 'decision',
        href: `/staff/decision?id=${first}`,
        by: Eve.username,
        detail: 'The same words to many.\nSecond time this year.',
      },
    ])
    await expect(file(Eve, 999_999)).rejects.toMatchObject({ code: 'notFound' })
    // Nor what colleagues noted about oneself, and who did.
    await expect(file(Eve, Eve.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/This is your own file/),
    })
    const Finn = await staff('Finn')
    const { id: about } = await decides({
      accountId: Finn.id,
      internalNote: 'Wrote to members from the desk.',
    })
    const opens = (who: CastMember) => who.calls(getDecision, { query: { id: about } })
    await expect(opens(Finn)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/about your own account/),
    })
    expect((await opens(Eve)).decision.internalNote).toBe('Wrote to members from the desk.')
    await expect(file(Ben, Ann.id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a shift', () => {
  test('has a pause due after an hour, and begins anew after a quarter of an hour away', async () => {
    await upload(Ann, photo)
    const { id } = await held()
    for (let step = 0; step < 6; step += 1) {
      app.clock.advance(10 * MINUTE)
      await takes()
    }
    expect(await room()).toMatchObject({ isPauseDue: true, held: { id } })
    app.clock.advance(PAUSE.away)
    await takes()
    expect(await desk()).toMatchObject({ isPauseDue: false, since: app.clock.now().toISOString() })
  })

  test('has a pause due after fifty decisions, of one person alone', async () => {
    const { id } = await upload(Ann, photo)
    const task = await held()
    const [at, Finn] = [app.clock.now(), await staff('Finn')]
    const closed = (by: number, subject: number) => ({
      queue: 'photos' as const,
      brand: 'adultcrush',
      account_id: Ann.id,
      subject_id: subject,
      due_at: at,
      opened_at: at,
      closed_at: at,
      closed_by: by,
      outcome: 'approved',
    })
    await app.db
      .insertInto('tasks')
      .values(
        Array.from({ length: PAUSE.decided - 1 }, (_, index) => closed(Eve.id, id + 1000 + index)),
      )
      .execute()
    await app.db
      .insertInto('tasks')
      .values(closed(Finn.id, id + 5000))
      .execute()
    expect(await room()).toMatchObject({ isPauseDue: false, decided: PAUSE.decided - 1 })
    await judges(task, 'approve')
    expect(await room()).toMatchObject({ isPauseDue: true, decided: PAUSE.decided })
    expect(await room(Finn)).toMatchObject({ isPauseDue: false })
    app.clock.advance(PAUSE.away)
    expect(await desk()).toMatchObject({ isPauseDue: false, decided: 0 })
  })

  test('can leave photos on a list, and reports about somebody who may be under 18, to others as well', async () => {
    const hides = (yes: 'yes' | 'no') =>
      Eve.calls(actOnTask, { body: { act: 'hideHard', hides: yes } })
    const Ben = await joins(app, { brand: 'adultcrush', username: `Ben${number}` })
    const report = (reason: 'scam' | 'underage') =>
      reportsMember(Ben, Ann, { reason, details: 'Look' })
    await report('underage')
    await onList(photo)
    await upload(Ann, photo)
    await hides('yes')
    expect((await desk()).queues.map(({ queue }) => queue)).not.toContain('matches')
    await expect(takes(Eve, 'matches')).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/hard queues/),
    })
    await takes(Eve, 'reports')
    expect((await room(Eve, 'reports')).held).toBeNull()
    await report('scam')
    await takes(Eve, 'reports')
    const { held: task } = await room(Eve, 'reports')
    expect((await Eve.calls(getEvidence, { query: { task: task?.id ?? 0 } })).report.reason).toBe(
      'scam',
    )
    await hides('no')
    await takes(Eve, 'matches')
    expect((await room(Eve, 'matches')).held?.photo?.findings).toMatchObject([{ kind: 'hold' }])
    // With what one holds of them, which need not wait for its five minutes; an ordinary report
    // stays.
    await hides('yes')
    const Finn = await staff('Finn')
    await takes(Finn, 'matches')
    expect((await room(Finn, 'matches')).held?.photo?.findings).toMatchObject([{ kind: 'hold' }])
    await takes(Eve, 'reports')
    await hides('yes')
    expect((await room(Eve, 'reports')).held?.id).toBe(task?.id)
  })

  test('can leave hard queues to others, until the day is over', async () => {
    const hides = (yes: 'yes' | 'no') =>
      Eve.calls(actOnTask, { body: { act: 'hideHard', hides: yes } })
    const sees = async () => (await desk()).queues.some(({ queue }) => queue === 'removals')
    expect(await sees()).toBe(true)
    await hides('yes')
    expect(await sees()).toBe(false)
    app.clock.advance(DAY / 2)
    await asStaff(app, Eve)
    expect(await sees()).toBe(true)
    await hides('yes')
    await hides('no')
    expect(await sees()).toBe(true)
  })
})
