import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, SECOND } from '#lib/clock.ts'
import {
  openViewOnce,
  reportViewOnce,
  sendViewOnce,
  withdrawViewOnce,
} from '#members/messages/view-once/view-once.contract.ts'
import { viewOnceJob } from '#members/messages/view-once/view-once.server.ts'
import { addHashes, changeHashTable } from '#members/photos/hashes/hash-table.sql.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { balanceOf, giveBackSpent, grantCredits } from '#money/credits/credits.sql.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import type { PhotoVerdict } from '#staff/decisions/statements/refusal-reasons.ts'
import { actOnTask } from '#staff/desk/task.contract.ts'
import { getEvidence } from '#staff/evidence/reporters.contract.ts'
import { getFraudPage, judgeNewPhoto } from '#staff/queue/console.contract.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { asStaff, type CastMember, chatOf, joins, worksAs, writesTo } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import {
  appealOf,
  decidesAppeal,
  decisionsTakeEffect,
  queueOf,
  takesTask,
  verdictsTakeEffect,
} from '#tests/support/verdicts.ts'

/** Photos for one view, as staff check them and see what a report keeps of one. */

withApp({ PHOTO_REVIEW: 'staff' })
let Eve: CastMember
let Bob: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  for (const table of ['tasks', 'hash_table', 'photo_hashes'] as const)
    await app.db.deleteFrom(table).execute()
  number += 1
  Eve = await worksAs(app, `OnceEve${number}`)
  Bob = await joins(app, { brand: 'wivesnow', username: `OnceBob${number}`, gender: 'man' })
  Ann = await joins(app, { brand: 'wivesnow', username: `OnceAnn${number}` })
  const lot = {
    credits: 5,
    source: 'grant' as const,
    reference: 'test',
    expiresAt: new Date(app.clock.now().getTime() + DAY),
    at: app.clock.now(),
  }
  await app.transaction((trx) => grantCredits(trx, Bob.id, lot))
})

async function sends(photo?: Uint8Array): Promise<number> {
  const form = new FormData()
  form.set('id', String(Ann.id))
  form.set('rules', PHOTO_RULES)
  form.set(
    'photo',
    new File([new Uint8Array(photo ?? (await aPhoto({ width: 300, height: 400 })))], 'photo.jpg', {
      type: 'image/jpeg',
    }),
  )
  app.clock.advance(2 * SECOND)
  return (await Bob.calls(sendViewOnce, { form })).message.id
}
const opens = (messageId: number) => Ann.calls(openViewOnce, { body: { messageId } })
type Queue = 'viewOnce' | 'viewOnceMatches' | 'reports'
const takes = (queue: Queue = 'viewOnce') => takesTask(Eve, queue)
const room = (queue: Queue = 'viewOnce') => queueOf(Eve, queue)
const takesEffect = () => decisionsTakeEffect(app)
async function held(queue: Queue = 'viewOnce') {
  await takes(queue)
  const { held: task } = await room(queue)
  if (!task?.photo) throw new Error('no photo to take')
  return { id: task.id, key: task.photo.key, photo: task.photo }
}
const judges = ({ id, key }: { id: number; key: string }, verdict: PhotoVerdict) =>
  Eve.calls(judgeNewPhoto, { body: { queue: 'viewOnce', id, key, verdict } })
const state = async (id: number) =>
  (await chatOf(Bob, Ann)).messages.find((one) => one.id === id)?.viewOnce?.state
const credits = () => balanceOf(app.db, Bob.id, app.clock.now())
const sentAt = async (id: number) =>
  (
    await app.db
      .selectFrom('messages')
      .select('created_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).created_at

describe('a photo for one view', () => {
  test('is a task with the picture, of which each access is on record, and is opened once it is approved', async () => {
    const id = await sends()
    expect(
      (await Eve.calls(getFraudPage)).queues.find(({ queue }) => queue === 'viewOnce'),
    ).toMatchObject({ open: 1 })
    const task = await held()
    expect(task.photo).toMatchObject({
      src: expect.stringMatching(/^data:image\/webp;base64,UklGR/),
      isCompared: true,
      findings: [],
    })
    await Eve.calls(actOnTask, { body: { act: 'reveal', id: task.id } })
    expect((await judges(task, 'approve')).next).toMatch(
      /^\/staff\/queue\/viewOnce\?done=approved&undo=\d+$/,
    )
    await expect(opens(id)).rejects.toMatchObject({ code: 'conflict' })
    await takesEffect()
    expect((await opens(id)).width).toBe(300)
    const acts = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', Bob.id)
      .where('actor_id', '=', Eve.id)
      .execute()
    expect(acts.map(({ action }) => action).toSorted()).toEqual([
      'staff.decide',
      'staff.look',
      'staff.revealPicture',
      'staff.takeTask',
    ])
  })

  test('that is refused is shown to nobody, costs nothing, and its sender reads why, by which rule, and can object', async () => {
    const id = await sends()
    expect(await credits()).toBe(4)
    await judges(await held(), 'contact')
    await takesEffect()
    expect([await state(id), await credits()]).toEqual(['refused', 5])
    await expect(opens(id)).rejects.toMatchObject({ code: 'conflict' })
    const mails = (await mailsTo(app, `${Bob.username.toLowerCase()}@example.org`)).filter(
      ({ kind }) => kind === 'decision',
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/not shown a photo that you sent for one view/)
    // The credit's own lot would expire tomorrow.
    app.clock.advance(29 * DAY)
    expect(await credits()).toBe(1)
    await takesEffect()
    const entries = await app.db
      .selectFrom('credit_entries')
      .select('amount')
      .where('account_id', '=', Bob.id)
      .where('reason', '=', 'refund')
      .execute()
    expect(entries).toEqual([{ amount: 1 }])
  })

  test('that was refused wrongly is seen by whoever decides about the objection, and is sent after all, with the credits given back', async () => {
    const Max = await worksAs(app, `OnceMax${number}`)
    const id = await sends()
    await judges(await held(), 'contact')
    await takesEffect()
    const [, token = ''] =
      /\/decision\/([\w.-]+)/.exec(
        (await mailsTo(app, `${Bob.username.toLowerCase()}@example.org`)).at(-1)?.text ?? '',
      ) ?? []
    const body = JSON.stringify({ token, words: 'That is my own number on a shirt.' })
    const headers = { 'Content-Type': 'application/json' }
    expect(
      (await app.visitor('wivesnow').request('/decision/appeal', { method: 'POST', headers, body }))
        .status,
    ).toBe(200)
    await takesTask(Max, 'appeals')
    const { held: objection } = await appealOf(Max)
    expect(objection?.picture).toMatch(/^data:image\/webp;base64,UklGR/)
    const looks = await app.db
      .selectFrom('audit_log')
      .select('subject_id')
      .where('actor_id', '=', Max.id)
      .where('action', '=', 'staff.look')
      .execute()
    expect(looks).toEqual([{ subject_id: Bob.id }])
    app.clock.advance(3 * DAY)
    await app.db
      .updateTable('tasks')
      .set({ leased_until: new Date(app.clock.now().getTime() + DAY) })
      .execute()
    await asStaff(app, Max)
    await decidesAppeal(Max, { taskId: objection?.taskId ?? 0, outcome: 'overturn', note: '' })
    await verdictsTakeEffect(app)
    expect(await state(id)).toBe('waiting')
    app.clock.advance(6 * DAY)
    expect((await opens(id)).width).toBe(300)
    expect(await credits()).toBe(1)
  })

  test('that is refused gives back its own price, and not that of messages which were sent at the same moment', async () => {
    await sends()
    for (const body of ['Hello', 'Are you there?', 'Good evening']) {
      await writesTo(Bob, Ann, body)
    }
    expect(await credits()).toBe(1)
    await judges(await held(), 'contact')
    await takesEffect()
    expect(await credits()).toBe(2)
  })

  test('of which two that were sent at the same moment are refused gives back the price of both, once', async () => {
    const [first] = [await sends(), app.clock.advance(-2 * SECOND), await sends()]
    await writesTo(Bob, Ann)
    expect(await credits()).toBe(2)
    for (const _ of [1, 2]) {
      await judges(await held(), 'contact')
      await takesEffect()
    }
    expect(await credits()).toBe(4)
    const giveBack = {
      to: Ann.id,
      spentAt: await sentAt(first),
      message: null,
      at: app.clock.now(),
    }
    const back = () => app.transaction((trx) => giveBackSpent(trx, Bob.id, giveBack))
    // Of the whole moment, the rest.
    expect([await back(), await back(), await credits()]).toEqual([1, 0, 5])
  })

  test('that a list has is in a queue of its own, and what another account has is said with it', async () => {
    const picture = await aPhoto({ width: 310, height: 420 })
    await upload(Ann, picture)
    const { sha256 } = await app.db
      .selectFrom('photo_hashes')
      .select('sha256')
      .where('account_id', '=', Ann.id)
      .executeTakeFirstOrThrow()
    await bans(sha256)
    await sends()
    const id = await sends(picture)
    const task = await held('viewOnceMatches')
    expect(task.photo.findings).toMatchObject([
      { kind: 'hold', list: 'removed', why: 'Removed on request R-1.' },
      {
        kind: 'duplicate',
        other: {
          accountId: Ann.id,
          username: Ann.username,
          src: expect.stringMatching(/^data:image/),
        },
      },
    ])
    await Eve.calls(decideTask, {
      body: {
        taskId: task.id,
        photoKey: task.key,
        act: 'suspend',
        days: 7,
        policy: 'intimateImage',
        severity: 'high',
        note: 'She had it removed.',
      },
    })
    await takesEffect()
    expect(
      (
        await app.db
          .selectFrom('view_once_photos')
          .select('refused_at')
          .where('message_id', '=', id)
          .executeTakeFirstOrThrow()
      ).refused_at,
    ).not.toBeNull()
  })

  test('that a list knows since it was approved waits for staff again, and is not opened', async () => {
    const id = await sends()
    await judges(await held(), 'approve')
    await takesEffect()
    const { sha256 } = await app.db
      .selectFrom('view_once_photos')
      .select('sha256')
      .where('message_id', '=', id)
      .executeTakeFirstOrThrow()
    await bans(sha256 ?? new Uint8Array())
    app.clock.advance(6 * DAY)
    await expect(opens(id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This photo is still being checked.',
    })
    // Its days begin anew: those of the first approval end before staff have come to it.
    app.clock.advance(2 * DAY)
    await runJob(app, viewOnceJob)
    Eve = await worksAs(app, `OnceFay${number}`)
    const open = app.db
      .selectFrom('tasks')
      .select('queue')
      .where('subject_id', '=', id)
      .where('closed_at', 'is', null)
    expect(await open.execute()).toEqual([{ queue: 'viewOnceMatches' }])
    const task = await held('viewOnceMatches')
    expect(task.photo.findings).toMatchObject([{ kind: 'hold' }])
    await judges(task, 'approve')
    await takesEffect()
    expect((await opens(id)).width).toBe(300)
  })

  test('withdrawn is no task any more, also within the ten seconds', async () => {
    const [first, second] = [await sends(), await sends()]
    const withdraws = (messageId: number) => Bob.calls(withdrawViewOnce, { body: { messageId } })
    const task = await held()
    await withdraws(second)
    await judges(task, 'quality')
    await withdraws(first)
    await takesEffect()
    expect(await room()).toMatchObject({ open: 0, held: null })
    const [decided] = await app.db
      .selectFrom('decisions')
      .select('undone_at')
      .where('account_id', '=', Bob.id)
      .execute()
    expect(decided?.undone_at).not.toBeNull()
  })

  test('that is reported is seen by who holds the task of the report, as it was', async () => {
    const id = await sends()
    await judges(await held(), 'approve')
    await takesEffect()
    const { image } = await opens(id)
    await Ann.calls(reportViewOnce, { body: { messageId: id, reason: 'photos', details: '' } })
    await takes('reports')
    const { held: task } = await queueOf(Eve, 'reports')
    const { photos } = await Eve.calls(getEvidence, { query: { task: task?.id ?? 0 } })
    expect(photos[0]).toEqual({ id: null, isPrivate: true, src: image })
  })
})

async function bans(sha256: Uint8Array): Promise<void> {
  const about = {
    list: 'removed',
    action: 'hold',
    why: 'Removed on request R-1.',
    by: null,
    at: app.clock.now(),
  } as const
  await app.transaction(async (trx) => {
    await changeHashTable(trx)
    await addHashes(trx, [{ kind: 'sha256', hash: sha256 }], about)
  })
}
