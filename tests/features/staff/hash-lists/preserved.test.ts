import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { features } from '#features.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { collectionsOf } from '#members/leaving/copy.server.ts'
import { sendViewOnce, withdrawViewOnce } from '#members/messages/view-once/view-once.contract.ts'
import { viewOnceName } from '#members/messages/view-once/view-once.ts'
import { serveMedia } from '#members/photos/files/media.server.ts'
import { photosToCopy } from '#members/photos/leaving.sql.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { editPhoto } from '#members/photos/own/photos.contract.ts'
import { originalName } from '#members/photos/photos.ts'
import { brandById } from '#sites/registry.ts'
import { getListFeedback } from '#staff/hash-lists/feedback.contract.ts'
import { askAboutCopy, openCopy } from '#staff/hash-lists/preserved.contract.ts'
import { preservedSweepJob } from '#staff/hash-lists/preserved.server.ts'
import { preservedName } from '#staff/hash-lists/preserved.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { asStaff, becomesPremium, type CastMember, givesRoles, joins } from '#tests/support/cast.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { datesFiles, deletesPhoto, photoRows, upload } from '#tests/support/photos.ts'
import { answersApproval, undoesDecision } from '#tests/support/verdicts.ts'
import {
  Ann,
  app,
  decides,
  Eve,
  Max,
  next,
  problem,
  ran,
  staff,
  takesEffect,
  withStaff,
} from '../decisions/decision-cast.ts'
import {
  confirmed,
  copyFiles,
  judges,
  listed,
  matches,
  preserved,
  runsJob,
  takes,
} from './matched.ts'

/** Copies that are kept of pictures on a list, and the two leads whom it takes to see one. */

withStaff()

beforeEach(async () => {
  for (const table of ['list_feedback', 'preserved_pictures'] as const)
    await app.services.db.deleteFrom(table).execute()
  await app.services.photoFiles.remove(await copyFiles())
})

const asks = (copy: number, who: CastMember = Eve, reason = 'The police ask for it, case 4711.') =>
  who.calls(askAboutCopy, { body: { act: 'ask', id: copy, reason } })
const answers = (
  ask: number,
  outcome: 'approved' | 'refused' = 'approved',
  who: CastMember = Max,
) => who.calls(askAboutCopy, { body: { act: 'answer', id: ask, outcome } })
const opens = (ask: number, who: CastMember = Eve) => who.calls(openCopy, { body: { id: ask } })
/** The number of what Eve asked. */
const asked = async (copy: number) => {
  await asks(copy)
  return (await preserved(Max)).asks[0]?.id ?? expect.fail('nobody asks')
}
/** The picture as somebody sees it in the end. */
async function seen(copy: number): Promise<Buffer> {
  const ask = await asked(copy)
  await answers(ask)
  const { src } = await opens(ask)
  return Buffer.from(src.replace(/^data:image\/\w+;base64,/, ''), 'base64')
}
const feedback = (who: CastMember = Eve) => who.calls(getListFeedback)
const rows = () =>
  app.services.db.selectFrom('preserved_pictures').selectAll().orderBy('id').execute()
const theRow = async () => (await rows())[0] ?? expect.fail('no copy is kept')
const original = async () => {
  const [photo] = await photoRows(app, Ann.id)
  return Buffer.from(
    (await app.services.photoFiles.read(originalName(photo?.original_key ?? ''))) ??
      expect.fail('the photo has no original'),
  )
}
const lastDecision = () =>
  app.services.db
    .selectFrom('decisions')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const undoes = async () => undoesDecision(Eve, (await lastDecision()).id)

describe('a copy of a picture on a list', () => {
  test('is kept once a lead confirms the match: the picture as it was uploaded, encrypted, with what it was', async () => {
    const picture = await listed()
    const match = await matches(picture)
    const bytes = await original()
    await judges(match, 'young')
    expect((await preserved()).copies).toEqual([])
    await takesEffect()
    const row = await theRow()
    const at = row.kept_at
    expect((await preserved()).copies).toEqual([
      {
        id: row.id,
        decisionId: row.decision_id,
        kind: 'photo',
        lists: ['file'],
        keptBy: Eve.username,
        keptAt: at.toISOString(),
        deletedOn: later(at, 365.25 * DAY).toISOString(),
        ask: null,
      },
    ])
    expect(row).toMatchObject({ account_id: Ann.id, about_id: match.photoId, kept_by: Eve.id })
    expect(Buffer.from(row.pdq ?? []).toString('hex')).toBe(picture.pdq)
    const [file] = await copyFiles()
    const stored = Buffer.from((await app.services.photoFiles.read(file ?? '')) ?? [])
    // Twelve bytes of nonce and sixteen of tag, and nothing of the picture.
    expect([
      stored.length,
      stored.includes(bytes.subarray(0, 64)),
      stored.includes('JFIF'),
    ]).toEqual([bytes.length + 28, false, false])
    expect((await seen(row.id)).equals(bytes)).toBe(true)
  })

  test('has no address', async () => {
    await confirmed()
    const [file = ''] = await copyFiles()
    const { key } = await theRow()
    const brand = brandById('adultcrush') ?? expect.fail('no brand')
    const headers = {
      Cookie: [...Eve.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    for (const name of [file, `${key}-1280.webp`, `${key}-original.jpg`]) {
      const answer = await serveMedia(
        app.services,
        new Request(`http://media.adultcrush.localhost:4321/${name}`, { headers }),
        brand,
      )
      expect(answer.status).toBe(404)
    }
  })

  test('cannot be read under another name', async () => {
    const { copy } = await confirmed()
    const [file = ''] = await copyFiles()
    const { id } = await theRow()
    const bytes = (await app.services.photoFiles.read(file)) ?? new Uint8Array()
    const key = 'f'.repeat(32)
    await app.services.photoFiles.write(new Map([[preservedName(key), bytes]]))
    await app.services.db
      .updateTable('preserved_pictures')
      .set({ key })
      .where('id', '=', id)
      .execute()
    await expect(seen(copy)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('outlives the photo and the account, and is in no copy of the member’s data', async () => {
    const match = await matches(await listed())
    const bytes = await original()
    await judges(match, 'young')
    await takesEffect()
    const { id, key } = await theRow()
    const told = []
    for (const { rows: rowsOf } of collectionsOf(features))
      for await (const row of rowsOf(app.services.db, Ann.id, app.clock.now())) told.push(row)
    expect(told.length).toBeGreaterThan(3)
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${key}|preserved|copy of a picture`, 'i'))
    await deletesPhoto(Ann, match.photoId)
    expect(await photosToCopy(app.services.db, Ann.id)).toEqual([])
    await leave(Ann)
    await erase(app)
    await runsJob()
    expect(await photoRows(app, Ann.id)).toEqual([])
    const again = await staff('Lea')
    await asks(id, again)
    const ask = (await preserved(await staff('Ida'))).asks[0]?.id ?? 0
    await answers(ask, 'approved', await staff('Una'))
    const { src } = await opens(ask, again)
    expect(Buffer.from(src.replace(/^data:image\/jpeg;base64,/, ''), 'base64').equals(bytes)).toBe(
      true,
    )
  })

  test('is deleted after a year, with what was asked about it, and not a day before', async () => {
    const { copy } = await confirmed()
    await asks(copy)
    const { deleted_on: until } = await theRow()
    app.clock.advance(until.getTime() - app.clock.now().getTime() - DAY)
    await runsJob()
    expect([await copyFiles(), await rows()].map(({ length }) => length)).toEqual([1, 1])
    app.clock.advance(DAY)
    await runsJob()
    expect([
      await copyFiles(),
      await rows(),
      await app.services.db.selectFrom('preserved_asks').selectAll().execute(),
    ]).toEqual([[], [], []])
  })

  test('is not kept of a match that is found wrong', async () => {
    await judges(await matches(await listed()), 'approve')
    await takesEffect()
    expect([await copyFiles(), await rows()]).toEqual([[], []])
  })

  test.each([
    ['StopNCII', 'whoever asked StopNCII wants it gone'],
    ['removed', 'it was removed because somebody asked us'],
  ])('is not kept of a picture that only the list %s knows: %s', async (list) => {
    await judges(await matches(await listed(list)), 'young')
    await takesEffect()
    expect([await copyFiles(), await rows()]).toEqual([[], []])
  })

  test('is not kept where the decision is taken back within the ten seconds; decided once more, one is', async () => {
    const match = await matches(await listed())
    await judges(match, 'young')
    expect(await copyFiles()).toHaveLength(1)
    await undoes()
    await runsJob()
    expect([await copyFiles(), await rows()]).toEqual([[], []])
    await judges(match, 'young')
    await takesEffect()
    await runsJob()
    expect(await copyFiles()).toHaveLength(1)
  })

  test('is not kept where a second person does not agree to what was decided, and is where they do', async () => {
    const decide = async () => {
      const { id: taskId } = await takes()
      await decides(Eve, {
        taskId,
        act: 'ban',
        policy: 'minorInPhoto',
        severity: 'critical',
        note: 'Somebody in it is young.',
      })
      return app.services.db
        .selectFrom('approvals')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    }
    await becomesPremium(app, Ann)
    await upload(Ann, (await listed()).bytes)
    const { id } = await decide()
    expect([(await copyFiles()).length, (await preserved()).copies]).toEqual([1, []])
    await answersApproval(Max, 'decision', id, 'refused')
    await runsJob()
    expect(await copyFiles()).toEqual([])
    const { id: other } = await decide()
    await answersApproval(Max, 'decision', other, 'approved')
    await runsJob()
    expect([(await copyFiles()).length, (await preserved()).copies.length]).toEqual([1, 1])
  })

  test.each(['young', 'nobody'] as const)(
    'stays where the owner deletes the photo within the ten seconds, refused as “%s”',
    async (verdict) => {
      const match = await matches(await listed())
      const bytes = await original()
      await judges(match, verdict)
      await deletesPhoto(Ann, match.photoId)
      await takesEffect()
      await runsJob()
      const [row] = (await preserved()).copies
      expect((await seen(row?.id ?? 0)).equals(bytes)).toBe(true)
    },
  )

  test('of one that its owner crops within the ten seconds is that of the next decision', async () => {
    const match = await matches(await listed())
    await judges(match, 'nobody')
    await Ann.calls(editPhoto, {
      params: { id: match.photoId },
      body: { turns: 1, crop: null, card: null },
    })
    await takesEffect()
    await runsJob()
    expect([await copyFiles(), await rows()]).toEqual([[], []])
    await judges(await takes(), 'nobody')
    await takesEffect()
    expect((await preserved()).copies).toHaveLength(1)
  })

  test('is kept of a photo for one view as well, also where it is withdrawn then', async () => {
    const Bob = await joins(app, { brand: 'adultcrush', username: `Bob${next()}`, gender: 'man' })
    await becomesPremium(app, Ann)
    const form = new FormData()
    form.set('id', String(Bob.id))
    form.set('rules', PHOTO_RULES)
    form.set(
      'photo',
      new File([new Uint8Array((await listed()).bytes)], 'photo.jpg', { type: 'image/jpeg' }),
    )
    const { message } = await Ann.calls(sendViewOnce, { form })
    const task = await takes('viewOnceMatches')
    const bytes = Buffer.from((await app.services.photoFiles.read(viewOnceName(task.key))) ?? [])
    await judges(task, 'nobody')
    await Ann.calls(withdrawViewOnce, { body: { messageId: message.id } })
    await takesEffect()
    await runsJob()
    const [copy] = (await preserved()).copies
    expect(copy).toMatchObject({ kind: 'viewOnce', lists: ['file'] })
    expect((await seen(copy?.id ?? 0)).equals(bytes)).toBe(true)
  })

  test('is one, however often the match is confirmed at the same moment', async () => {
    const match = await matches(await listed())
    const tries = await Promise.allSettled([
      judges(match, 'young'),
      judges(match, 'young'),
      judges(match, 'nobody'),
    ])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await takesEffect()
    expect(
      [await copyFiles(), await rows(), (await feedback()).waiting].map(({ length }) => length),
    ).toEqual([1, 1, 1])
  })

  test('that cannot be stored keeps the decision from being made', async () => {
    const match = await matches(await listed())
    const full = vi
      .spyOn(app.services.photoFiles, 'write')
      .mockRejectedValue(new ApiError('storageFull'))
    try {
      await expect(judges(match, 'young')).rejects.toMatchObject({ code: 'storageFull' })
      await expect(
        decides(Eve, {
          taskId: match.id,
          act: 'warn',
          policy: 'minorInPhoto',
          severity: 'medium',
          note: 'Somebody in it looks young.',
        }),
      ).rejects.toMatchObject({ code: 'storageFull' })
    } finally {
      full.mockRestore()
    }
    expect([await copyFiles(), await rows()]).toEqual([[], []])
    await judges(match, 'young')
    expect(await copyFiles()).toHaveLength(1)
  })

  test('is missing where the picture’s files are, which the log says', async () => {
    const match = await matches(await listed())
    const lost = vi.spyOn(app.services.photoFiles, 'read').mockResolvedValue(null)
    await judges(match, 'young').finally(() => lost.mockRestore())
    await takesEffect()
    expect([await copyFiles(), await rows()]).toEqual([[], []])
    expect(app.logged.some((line) => line.includes('no copy is kept of a picture on a list'))).toBe(
      true,
    )
  })

  test('without a row is swept after an hour; one with a row stays', async () => {
    await confirmed()
    const [kept] = await copyFiles()
    await app.services.photoFiles.write(
      new Map([[preservedName('0'.repeat(32)), new Uint8Array(40)]]),
    )
    await datesFiles(app)
    await ran(preservedSweepJob)
    expect(await copyFiles()).toHaveLength(2)
    app.clock.advance(HOUR + MINUTE)
    await ran(preservedSweepJob)
    expect(await copyFiles()).toEqual([kept])
  })
})

describe('to see a copy', () => {
  let copy: number
  beforeEach(async () => {
    copy = (await confirmed()).copy
  })

  test('one lead asks with a reason, another agrees, and the first may look for an hour; all of it is on record', async () => {
    const ask = await asked(copy)
    const { decision_id: decision } = await theRow()
    expect((await preserved(Max)).asks).toMatchObject([
      { id: ask, askedBy: Eve.username, reason: 'The police ask for it, case 4711.' },
    ])
    expect([(await preserved()).asks, (await preserved()).copies[0]?.ask]).toMatchObject([
      [],
      { id: ask, state: 'waits' },
    ])
    await answers(ask)
    const until = later(app.clock.now(), HOUR).toISOString()
    expect((await preserved()).copies[0]?.ask).toEqual({ id: ask, state: 'open', until })
    expect(await opens(ask)).toMatchObject({
      src: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
      lists: ['file'],
      decisionId: decision,
      until,
    })
    await opens(ask)
    const acts = await app.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'subject_id', 'details'])
      .where('action', 'in', ['staff.askForCopy', 'staff.answerCopyAsk', 'staff.openCopy'])
      .where('actor_id', 'in', [Eve.id, Max.id])
      .orderBy('id')
      .execute()
    const details = { copy, ask, decision }
    expect(acts).toEqual([
      { actor_id: Eve.id, action: 'staff.askForCopy', subject_id: null, details },
      {
        actor_id: Max.id,
        action: 'staff.answerCopyAsk',
        subject_id: null,
        details: { ...details, outcome: 'approved' },
      },
      { actor_id: Eve.id, action: 'staff.openCopy', subject_id: null, details },
      { actor_id: Eve.id, action: 'staff.openCopy', subject_id: null, details },
    ])
    app.clock.advance(HOUR)
    expect(await problem(opens(ask))).toMatch(/hour in which you could look is over/)
    expect((await preserved()).copies[0]?.ask).toBeNull()
  })

  test('is nothing that a browser keeps', async () => {
    const ask = await asked(copy)
    await answers(ask)
    const answer = await Eve.visit('/staff/openCopy', {
      method: 'POST',
      headers: { Origin: `http://${Eve.host}` },
      body: new URLSearchParams({ id: String(ask) }),
    })
    expect([answer.status, answer.headers.get('Cache-Control'), await answer.text()]).toEqual([
      200,
      'no-store',
      'page:/form/open-copy',
    ])
    const called = await Eve.posts('/staff/openCopy', { id: ask })
    expect(called.headers.get('Cache-Control')).toBe('no-store')
  })

  test('is for nobody before another lead agrees, nor after one refuses, nor for whoever agreed', async () => {
    const ask = await asked(copy)
    expect(await problem(opens(ask))).toMatch(/No other lead has agreed/)
    await answers(ask, 'refused')
    expect(await problem(opens(ask))).toMatch(/refused/)
    await asks(copy)
    const again = (await preserved(Max)).asks[0]?.id ?? 0
    await answers(again)
    await expect(opens(again, Max)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/Somebody else asked/),
    })
    const acts = await app.services.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'staff.openCopy')
      .where('actor_id', '=', Max.id)
      .execute()
    expect(acts).toEqual([])
  })

  test('is agreed to by nobody for themselves', async () => {
    const ask = await asked(copy)
    await expect(answers(ask, 'approved', Eve)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/asked for this yourself/),
    })
    await expect(
      app.services.db
        .updateTable('preserved_asks')
        .set({ outcome: 'approved', answered_by: Eve.id })
        .where('id', '=', ask)
        .execute(),
    ).rejects.toThrow(/preserved_asks_check/)
  })

  test('is agreed to or refused once, also by two leads at the same moment', async () => {
    const ask = await asked(copy)
    const Una = await staff('Una')
    const both = await Promise.allSettled([answers(ask), answers(ask, 'refused', Una)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const acts = await app.services.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'staff.answerCopyAsk')
      .where('actor_id', 'in', [Max.id, Una.id])
      .execute()
    expect(acts).toHaveLength(1)
    expect(await problem(answers(ask))).toMatch(/ended already/)
  })

  test('is asked for once at a time, also twice at the same moment, and with a reason', async () => {
    const both = await Promise.allSettled([asks(copy), asks(copy)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await preserved(Max)).asks).toHaveLength(1)
    expect(await problem(asks(copy))).toMatch(/asked for this copy already/)
    await expect(asks(copy, Max, 'because')).rejects.toMatchObject({ code: 'invalid' })
    await expect(asks(987_654)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('ends unanswered after 72 hours, and can be asked for again', async () => {
    const ask = await asked(copy)
    app.clock.advance(72 * HOUR - MINUTE)
    for (const lead of [Eve, Max]) await asStaff(app, lead)
    expect((await preserved(Max)).asks).toHaveLength(1)
    app.clock.advance(MINUTE)
    expect(await problem(answers(ask))).toMatch(/72 hours are over/)
    expect((await preserved(Max)).asks).toEqual([])
    const again = await asked(copy)
    expect(again).not.toBe(ask)
    await answers(again)
    expect((await opens(again)).src).toMatch(/^data:/)
  })

  test('takes two who are leads at that moment', async () => {
    const moderates = (who: CastMember) => givesRoles(app, who, ['moderator'])
    const isBanned = (who: CastMember) =>
      app.services.db
        .updateTable('accounts')
        .set({ banned_at: app.clock.now() })
        .where('id', '=', who.id)
        .execute()
    const ask = await asked(copy)
    await moderates(Max)
    await expect(answers(ask)).rejects.toMatchObject({ code: 'otherRole' })
    const Una = await staff('Una')
    await moderates(Eve)
    expect(await problem(answers(ask, 'approved', Una))).toMatch(/no lead any more/)
    await givesRoles(app, Eve, ['lead'])
    await answers(ask, 'approved', Una)
    await moderates(Eve)
    await expect(opens(ask)).rejects.toMatchObject({ code: 'otherRole' })
    const [Lea, Ida] = [await staff('Lea'), await staff('Ida')]
    const asksAs = async (who: CastMember) => {
      await asks(copy, who)
      return (await preserved(Una)).asks[0]?.id ?? expect.fail('nobody asks')
    }
    const agreed = await asksAs(Lea)
    await answers(agreed, 'approved', Una)
    await isBanned(Lea)
    await expect(opens(agreed, Lea)).rejects.toThrow('Page not found')
    const waits = await asksAs(Ida)
    await isBanned(Ida)
    expect(await problem(answers(waits, 'approved', Una))).toMatch(/no lead any more/)
  })

  test('is for leads alone, who alone know of it', async () => {
    const Mia = await staff('Mia')
    await givesRoles(app, Mia, ['moderator', 'support'])
    const ask = await asked(copy)
    for (const call of [
      () => preserved(Mia),
      () => feedback(Mia),
      () => asks(copy, Mia),
      () => answers(ask, 'approved', Mia),
      () => opens(ask, Mia),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'otherRole' })
    }
    const { timeline } = await Mia.calls(getMemberFile, { params: { id: Ann.id }, query: {} })
    expect(
      timeline.entries.map(({ kind, text, detail, href }) => [kind, text, detail, href]),
    ).toEqual([
      ['act', 'Opened this file', null, null],
      ['decision', expect.stringMatching(/^Hide the photo: [\w ]+$/), null, null],
      ['device', expect.stringMatching(/^Signed in on AdultCrush/), null, null],
    ])
  })

  test('is not for a lead whose picture it is', async () => {
    await app.services.db
      .updateTable('preserved_pictures')
      .set({ account_id: Max.id })
      .where('id', '=', copy)
      .execute()
    const ask = (await asks(copy),
    await app.services.db.selectFrom('preserved_asks').select('id').executeTakeFirstOrThrow()).id
    expect(await preserved(Max)).toEqual({ copies: [], next: null, asks: [] })
    await expect(asks(copy, Max)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(answers(ask)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('ends with the copy', async () => {
    const ask = await asked(copy)
    await answers(ask)
    await app.services.db
      .updateTable('preserved_pictures')
      .set({ deleted_on: app.clock.now() })
      .execute()
    await expect(opens(ask)).rejects.toMatchObject({ code: 'notFound' })
    await expect(asks(copy, Max)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('is listed a page at a time', async () => {
    const { db } = app.services
    const { id: _, ...values } = await theRow()
    const { id: __, ...same } = await db
      .selectFrom('decisions')
      .selectAll()
      .where('id', '=', values.decision_id)
      .executeTakeFirstOrThrow()
    for (let count = 0; count < 51; count += 1) {
      const { id: made } = await db
        .insertInto('decisions')
        .values(same)
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('preserved_pictures')
        .values({ ...values, decision_id: made, key: String(count).padStart(32, '0') })
        .execute()
    }
    const first = await preserved()
    expect([first.copies.length, first.next]).toEqual([50, first.copies.at(-1)?.id])
    const second = await preserved(Eve, { before: first.next ?? 0 })
    expect([second.copies.map(({ id }) => id).at(-1), second.copies.length, second.next]).toEqual([
      copy,
      2,
      null,
    ])
  })
})
