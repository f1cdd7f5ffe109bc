import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { listAccesses } from '#core/audit/accesses.contract.ts'
import { accessesOf } from '#core/audit/accesses.sql.ts'
import { saveProfile } from '#core/people/edit/edit-profile.contract.ts'
import { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { photoSweepJob } from '#members/photos/files/sweep.server.ts'
import { EVIDENCE_DAYS, urgencyOf } from '#members/reports/evidence.ts'
import { listOwnReports } from '#members/reports/own-reports/own-reports.contract.ts'
import { reportAbuse } from '#members/reports/report.contract.ts'
import { closeReport } from '#members/reports/report.sql.ts'
import { reportReasons } from '#members/reports/reporting/report-reasons.ts'
import { getEvidence, getReporters, muteReporter } from '#staff/evidence/reporters.contract.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { app, refusedWith, runJob, type Visitor, withApp } from '#tests/support/app.ts'
import { asStaff, becomesPremium, type CastMember, joins, writesTo } from '#tests/support/cast.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { aPhoto, datesFiles, deletesPhoto, storedFiles, upload } from '#tests/support/photos.ts'

/** What a report keeps, for whom, and until when; and whose reports are no longer looked at. */

withApp()
let Eve: CastMember
let Finn: CastMember
let Alice: CastMember
let Dan: CastMember
let named = 0
const newcomer = () => joins(app, { brand: 'adultcrush', username: `Reported${(named += 1)}` })
beforeAll(async () => {
  Eve = await joins(app, { brand: 'adultcrush', username: 'Eve', staff: true })
  Finn = await joins(app, { brand: 'adultcrush', username: 'Finn', staff: true })
  for (const { id } of [Eve, Finn])
    await app.transaction((trx) =>
      setRoles(trx, id, id === Eve.id ? ['lead'] : ['moderator'], app.clock.now()),
    )
})
beforeEach(async () => {
  app.clock.advance(HOUR)
  const { db } = app
  for (const table of ['reports', 'tasks', 'muted_reporters', 'rate_limits'] as const)
    await db.deleteFrom(table).execute()
  await forgetActs(db)
  for (const person of [Eve, Finn]) await asStaff(app, person)
  ;[Alice, Dan] = [await newcomer(), await newcomer()]
})

const reports = (who: Visitor, id: number, more: Partial<Given<typeof reportAbuse>['body']> = {}) =>
  who.calls(reportAbuse, { body: { id, reason: 'harassment', ...more } })
const reads = (who: Visitor, task: number) => who.calls(getEvidence, { query: { task } })
const mutes = (id: number, length: Given<typeof muteReporter>['body']['for'], who: Visitor = Eve) =>
  who.calls(muteReporter, { body: { id, for: length } })
const reporters = async () => (await Eve.calls(getReporters)).reporters
const runs = (job: Job) => runJob(app, job)
/** What somebody reported before, of which nothing was a breach. */
const wasWrong = (id: number) =>
  app.db
    .insertInto('reports')
    .values(
      Array.from({ length: 5 }, () => ({
        reporter_id: id,
        reported_id: Dan.id,
        brand: 'adultcrush',
        reason: 'other',
        created_at: app.clock.now(),
        closed_at: app.clock.now(),
        outcome: 'noBreach' as const,
      })),
    )
    .execute()
const rowsOf = () =>
  app.db.selectFrom('reports').select(['id', 'outcome', 'closed_at']).orderBy('id').execute()
const tasks = () =>
  app.db
    .selectFrom('tasks')
    .select(['subject_id', 'account_id', 'priority', 'due_at'])
    .where('queue', '=', 'reports')
    .orderBy('id')
    .execute()
const leases = async (who: CastMember = Eve) => {
  const task = await app.transaction((trx) => leaseNext(trx, 'reports', who.id, app.clock.now()))
  return task?.id ?? expect.fail('there is no task')
}
const decides = (id: number, outcome: 'acted' | 'noBreach') =>
  app.transaction((trx) => closeReport(trx, id, { by: Eve.id, at: app.clock.now(), outcome }))

const refusal = async (call: Promise<unknown>) =>
  (await refusedWith(call))?.code ?? 'was not refused'

describe('a report', () => {
  test('keeps the last twenty messages as its reporter reads them, the profile’s words, and its photos', async () => {
    for (const one of [Alice, Dan]) await becomesPremium(app, one)
    await Dan.calls(saveProfile, {
      body: { section: 'about', headline: 'Call me', about: 'Rich and lonely' },
    })
    await upload(Dan, await aPhoto({ width: 300, height: 400 }))
    await upload(Dan, await aPhoto({ width: 300, height: 400, colour: '#123456' }), {
      isPrivate: 'true',
    })
    for (let n = 1; n <= 12; n += 1) {
      await writesTo(Dan, Alice, `Threat ${n}`)
      await writesTo(Alice, Dan, `Stop ${n}`)
      app.clock.advance(MINUTE)
    }
    await reports(Alice, Dan.id, { details: 'Look at this' })
    await writesTo(Dan, Alice, 'Said after the report')
    const { report, messages, words, photos } = await reads(Eve, await leases())
    expect(report).toMatchObject({
      reason: 'harassment',
      details: 'Look at this',
      reporter: { id: Alice.id },
      reported: { id: Dan.id, username: Dan.username },
    })
    expect(messages.map(({ isMine, text }) => `${isMine ? 'Alice' : 'Dan'}: ${text}`)).toEqual(
      Array.from({ length: 10 }, (_, n) => [`Dan: Threat ${n + 3}`, `Alice: Stop ${n + 3}`]).flat(),
    )
    expect(words).toEqual([
      { label: 'Headline', text: 'Call me' },
      { label: 'About', text: 'Rich and lonely' },
    ])
    // The private one was not Alice's to see.
    expect(photos.map(({ isPrivate, src }) => [isPrivate, src?.slice(0, 23)])).toEqual([
      [false, 'data:image/webp;base64,'],
    ])
  })

  test('does not keep what its reporter could not read, and nothing where the two never wrote', async () => {
    await becomesPremium(app, Dan)
    await writesTo(Dan, Alice, 'Masked for Alice')
    await reports(Alice, Dan.id)
    expect((await reads(Eve, await leases())).messages).toMatchObject([
      { isMine: false, text: null },
    ])
    const other = await newcomer()
    await reports(other, Dan.id)
    expect((await reads(Finn, await leases(Finn))).messages).toEqual([])
    expect(
      JSON.stringify(await app.db.selectFrom('report_evidence').select('messages').execute()),
    ).not.toContain('Masked for Alice')
  })

  test('is a task, as urgent as its reason, in which children and threats come first', async () => {
    for (const { value } of reportReasons)
      await reports(await newcomer(), Dan.id, { reason: value, details: 'Something' })
    expect(await tasks()).toEqual(
      (await rowsOf()).map(({ id }, index) => {
        const { priority, within } = urgencyOf[reportReasons[index]?.value ?? 'other']
        return {
          subject_id: id,
          account_id: Dan.id,
          priority,
          due_at: new Date(app.clock.now().getTime() + within),
        }
      }),
    )
    const order = reportReasons
      .toSorted((a, b) => urgencyOf[b.value].priority - urgencyOf[a.value].priority)
      .map(({ value }) => value)
    expect(order.slice(0, 2)).toEqual(['underage', 'harassment'])
  })

  test('of somebody who never was leaves nothing, also when it is sent at once', async () => {
    await Promise.all([reports(Alice, 999_999), reports(Alice, 999_998)])
    expect([await rowsOf(), await tasks()]).toEqual([[], []])
  })
})

describe('what a report keeps', () => {
  test('is read only by whoever holds the task, and each reading is on record', async () => {
    await reports(Alice, Dan.id)
    const task = await leases()
    expect(await refusal(reads(Finn, task))).toBe('conflict')
    expect(await refusal(reads(Alice, task))).toBe('notFound')
    expect(await refusal(reads(Eve, task + 1000))).toBe('notFound')
    await reads(Eve, task)
    await reads(Eve, task)
    app.clock.advance(6 * MINUTE)
    expect(await refusal(reads(Eve, task))).toBe('conflict')
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id', 'action'])
      .where('action', '=', 'staff.readEvidence')
      .execute()
    expect(acts).toEqual(
      [1, 2].map(() => ({ actor_id: Eve.id, subject_id: Dan.id, action: 'staff.readEvidence' })),
    )
  })

  test('is read, and both whose messages it shows find that among what support looked at: whoever reported at once, the other after thirty days', async () => {
    for (const one of [Alice, Dan]) await becomesPremium(app, one)
    await writesTo(Dan, Alice, 'A threat')
    await writesTo(Alice, Dan, 'Stop it')
    await upload(Dan, await aPhoto({ width: 300, height: 400 }))
    await reports(Alice, Dan.id)
    await reads(Eve, await leases())
    const day = app.clock.now().toISOString().slice(0, 10)
    const looks = async (who: CastMember) => (await who.calls(listAccesses)).looks
    expect([await looks(Alice), await looks(Dan)]).toEqual([[{ day, what: 'messages' }], []])
    const later30 = (who: CastMember) =>
      accessesOf(app.db, who.id, later(app.clock.now(), 30 * DAY))
    expect(await later30(Dan)).toEqual(
      ['account', 'messages', 'photos'].map((what) => ({ day, what })),
    )
  })

  test('is read, and nobody finds messages among what support looked at whose words it does not show', async () => {
    await becomesPremium(app, Dan)
    await writesTo(Dan, Alice, 'Masked for Alice')
    await reports(Alice, Dan.id)
    await reads(Eve, await leases())
    const looks = await app.db
      .selectFrom('audit_log')
      .select(['subject_id', 'details'])
      .where('action', '=', 'staff.look')
      .execute()
    expect(looks.map(({ subject_id: id, details }) => [id, details['what']])).toEqual([
      [Dan.id, 'account'],
    ])
  })

  test('holds a photo that is deleted at the same moment, or was deleted before', async () => {
    const photo = await upload(Dan, await aPhoto({ width: 300, height: 400 }))
    await Promise.all([reports(Alice, Dan.id), deletesPhoto(Dan, photo.id)])
    const { photos } = await reads(Eve, await leases())
    expect(photos.every(({ src }) => src !== null)).toBe(true)
  })
})

describe('a muted reporter', () => {
  test('reports on, which is kept, and opens no task until the time is over', async () => {
    await wasWrong(Alice.id)
    await mutes(Alice.id, 'week')
    await reports(Alice, Dan.id)
    expect([await tasks(), (await rowsOf()).slice(5)]).toEqual([
      [],
      [{ id: expect.any(Number) as number, outcome: 'setAside', closed_at: app.clock.now() }],
    ])
    // Nothing is said that is not so: nobody looks at it.
    expect(await Alice.calls(listOwnReports)).toMatchObject({
      reports: expect.arrayContaining([
        expect.objectContaining({ reason: 'harassment', outcome: 'received' }),
      ]) as unknown[],
    })
    app.clock.advance(7 * DAY)
    await reports(Alice, Dan.id)
    expect(await tasks()).toHaveLength(1)
  })

  test('is heard again when staff end it; both are on record, and nobody mutes themselves', async () => {
    await wasWrong(Alice.id)
    await mutes(Alice.id, 'quarter')
    await mutes(Alice.id, 'end')
    await mutes(Alice.id, 'end')
    await reports(Alice, Dan.id)
    expect(await tasks()).toHaveLength(1)
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id'])
      .where('action', 'like', 'staff.%')
      .orderBy('id')
      .execute()
    expect(acts).toEqual(
      ['staff.muteReporter', 'staff.unmuteReporter'].map((action) => ({
        action,
        subject_id: Alice.id,
      })),
    )
    expect(await refusal(mutes(Eve.id, 'week'))).toBe('forbidden')
    expect(await refusal(mutes(999_999, 'week'))).toBe('unavailable')
    expect(await refusal(mutes(Dan.id, 'week', Alice))).toBe('notFound')
  })

  test.each([
    [5, 4, true],
    [4, 4, false],
    [10, 7, true],
    [10, 6, false],
  ])(
    'of %i decided reports %i were no breach: staff see it: %s',
    async (decided, wrong, isShown) => {
      for (let n = 0; n < decided; n += 1) {
        await reports(Alice, Dan.id)
        const last = (await rowsOf()).at(-1)
        await decides(last?.id ?? 0, n < wrong ? 'noBreach' : 'acted')
      }
      await reports(Alice, Dan.id)
      const accuracy = { made: decided + 1, decided, acted: decided - wrong }
      expect(await reporters()).toEqual(
        isShown
          ? [{ id: Alice.id, username: Alice.username, accuracy, mutedUntil: null, mayMute: true }]
          : [],
      )
    },
  )
})

// Last, since sessions end meanwhile.
test('what a report keeps stays when the photo, the messages and the account are gone, until its time after the decision is over', async () => {
  for (const one of [Alice, Dan]) await becomesPremium(app, one)
  await writesTo(Dan, Alice, 'A threat')
  const first = await upload(Dan, await aPhoto({ width: 300, height: 400 }))
  await upload(Dan, await aPhoto({ width: 320, height: 400 }))
  await datesFiles(app)
  await reports(Alice, Dan.id)
  const [report] = await rowsOf()
  const keys = (await app.db.selectFrom('photo_holds').select('key').execute()).map(
    ({ key }) => key,
  )
  const files = async () =>
    (await storedFiles(app)).filter((name) => keys.some((key) => name.startsWith(key)))
  await deletesPhoto(Dan, first.id)
  await leave(Dan)
  app.clock.advance(15 * DAY)
  await erase(app)
  await runs(photoSweepJob)
  await asStaff(app, Eve)
  const { messages, photos } = await reads(Eve, await leases())
  expect(messages).toMatchObject([{ text: 'A threat' }])
  expect(photos.map(({ src }) => src === null)).toEqual([false, false])

  await decides(report?.id ?? 0, 'acted')
  expect(await decides(report?.id ?? 0, 'noBreach')).toBe(false)
  app.clock.advance((EVIDENCE_DAYS - 1) * DAY)
  await runs(retentionJob)
  await runs(photoSweepJob)
  expect(new Set((await files()).map((name) => name.slice(0, 32))).size).toBe(2)
  app.clock.advance(DAY)
  await runs(retentionJob)
  await runs(photoSweepJob)
  expect(await app.db.selectFrom('report_evidence').select('report_id').execute()).toEqual([])
  expect(await files()).toEqual([])
  expect(await rowsOf()).toMatchObject([{ outcome: 'acted' }])
})
