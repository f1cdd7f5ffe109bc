import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { batchJob } from '../../../src/features/batches/batch-job.server.ts'
import type {
  agreeBatch,
  gatherBatch,
  getBatch,
  getBatches,
  getChoices,
  planBatch,
  reverseBatch,
  runBatch,
} from '../../../src/features/batches/batches.contract.ts'
import { batchById } from '../../../src/features/batches/batches.sql.ts'
import { BATCH_LIMIT, type BatchKind, TYPED_ABOVE } from '../../../src/features/batches/batches.ts'
import type { appeal, decideAppeal, getStatement, takeAppeal } from '../../../src/features/enforcement/appeals.contract.ts'
import type { decideApproval, getApprovals } from '../../../src/features/enforcement/approvals.contract.ts'
import type { decideJob, getDecision, undoDecision } from '../../../src/features/enforcement/decide.contract.ts'
import { decisionJob } from '../../../src/features/enforcement/decide.server.ts'
import type { openViewOnce, sendViewOnce } from '../../../src/features/messaging/view-once.contract.ts'
import type { ReportReason } from '../../../src/features/moderation/report-reasons.ts'
import type { reportAbuse } from '../../../src/features/moderation/report.contract.ts'
import { addHashes, bankWith, REFUSED } from '../../../src/features/photos/hashes/bank.sql.ts'
import { keepFindings } from '../../../src/features/photos/hashes/findings.sql.ts'
import { openForStaff } from '../../../src/features/photos/hashes/jobs.server.ts'
import { PHOTO_RULES } from '../../../src/features/photos/photo-rules.ts'
import { leaseJob, openJob } from '../../../src/features/staff/jobs.sql.ts'
import type { Queue, Role } from '../../../src/features/staff/jobs.ts'
import { setRoles } from '../../../src/features/staff/roles.sql.ts'
import { DAY, HOUR, later, SECOND } from '../../../src/lib/clock.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { asStaff, becomesPremium, type CastMember, joins } from '../../support/cast.ts'
import { mailsTo } from '../../support/mail.ts'
import { aPhoto, upload } from '../../support/photos.ts'

/** One decision about many: seen before, decided as single ones are, and taken back as a whole. */

let app: TestApp
let Eve: CastMember
let Max: CastMember
let Rita: CastMember
let number = 0
beforeAll(async () => {
  app = await startApp({ PHOTO_REVIEW: 'staff' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance(2 * DAY)
  await app.services.db.deleteFrom('staff_jobs').execute()
  ;[Eve, Max, Rita] = [await staff('Eve'), await staff('Max'), await somebody('Rita')]
})

const staff = async (name: string) => asStaff(app, await joins(app, { brand: 'adultcrush', username: `${name}${(number += 1)}`, staff: true }))
const somebody = (name: string, brand = 'adultcrush') => joins(app, { brand, username: `${name}${(number += 1)}` })
const ran = (job = batchJob) => job.start(app.services).run(new AbortController().signal)
const takesEffect = async () => {
  app.clock.advance(11 * SECOND)
  await ran(decisionJob)
}

const choices = (kind: BatchKind, who = Eve, about?: number) => who.send<typeof getChoices>('GET /staff/batchChoices', { query: { kind, about } })
const gathers = async (kind: BatchKind, chosen: readonly number[], who = Eve, batch?: number) => {
  const { next } = await who.send<typeof gatherBatch>('POST /staff/gatherBatch', { body: { kind, chosen, batch } })
  return Number(/\d+$/.exec(next)?.[0])
}
type Plan = Parameters<typeof Eve.send<typeof planBatch>>[1]['body']
const warning = { act: 'warn', policy: 'spam', severity: 'low', note: 'You sent the same words to many.' } as const
const plans = (id: number, plan: Omit<Plan, 'id'> = warning, who = Eve) => who.send<typeof planBatch>('POST /staff/planBatch', { body: { id, ...plan } })
const runs = (id: number, count?: number, who = Eve) => who.send<typeof runBatch>('POST /staff/runBatch', { body: { id, count } })
const reverses = (id: number, who = Eve) => who.send<typeof reverseBatch>('POST /staff/reverseBatch', { body: { id } })
const shown = (id: number, who = Eve) => who.send<typeof getBatch>('GET /staff/batches/{id}', { params: { id } })
/** What is foreseen for each item, or became of it, by name. */
const outcomes = async (id: number) =>
  Object.fromEntries((await shown(id)).items.map(({ username, foreseen, outcome, why }) => [username.replace(/\d+$/, ''), [outcome ?? foreseen, why]]))
const reversals = async (id: number) =>
  Object.fromEntries((await shown(id)).items.map(({ username, reversal, reversalWhy }) => [username.replace(/\d+$/, ''), [reversal, reversalWhy]]))
const stateOf = async (id: number) => (await shown(id)).batch.state

/** Rita reports somebody; the job of it. */
async function reported(who: CastMember, reason: ReportReason = 'scam', by = Rita): Promise<number> {
  await by.send<typeof reportAbuse>('POST /profile/reportAbuse', { body: { id: who.id, reason, details: 'They sell something' } })
  return latestJob('reports')
}
async function latestJob(queue: Queue): Promise<number> {
  return (await app.services.db.selectFrom('staff_jobs').select('id').where('queue', '=', queue).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
}
async function openAbout(queue: Queue, who: CastMember): Promise<number> {
  const at = app.clock.now()
  const job = { queue, brand: 'adultcrush', accountId: who.id, subjectId: (number += 1), priority: 0, dueAt: later(at, DAY), at }
  return app.services.db.transaction().execute((trx) => openJob(trx, job))
}
const becomes = (roles: readonly Role[], who: CastMember) => app.services.db.transaction().execute((trx) => setRoles(trx, who.id, roles, app.clock.now()))
const decisionsAbout = ({ id }: CastMember) =>
  app.services.db
    .selectFrom('decisions')
    .select(['id', 'act', 'took_effect_at', 'undone_at', 'reversed_at', 'decided_by'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
const reasonsTo = async ({ username }: CastMember) => (await mailsTo(app, `${username.toLowerCase()}@example.org`)).filter(({ kind }) => kind === 'decision')
const isOpen = async (jobId: number) =>
  (await app.services.db.selectFrom('staff_jobs').select('closed_at').where('id', '=', jobId).executeTakeFirstOrThrow()).closed_at === null
const isIn = async (member: CastMember) => (await member.request('/profile/currentCreditsInfo')).status !== 401
const saysOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: { code: string; message: string; errors?: Array<{ message: string }> }) => `${error.code}: ${error.errors?.[0]?.message ?? error.message}`,
  )

/** Warns some, each reported once. */
async function warned(count: number, names = 'Ann'): Promise<{ id: number; people: CastMember[]; jobs: number[] }> {
  const people = await Promise.all(Array.from({ length: count }, () => somebody(names)))
  const jobs: number[] = []
  for (const one of people) jobs.push(await reported(one))
  const id = await gathers('reports', jobs)
  await plans(id)
  return { id, people, jobs }
}

describe('a batch', () => {
  test('is what was chosen, with what becomes of each and why the others are left out', async () => {
    const [Ann, Bea, Cleo, Dora, Finn, Gus] = [
      await somebody('Ann'),
      await somebody('Bea', 'wivesnow'),
      await somebody('Cleo'),
      await somebody('Dora'),
      await somebody('Finn'),
      await somebody('Gus'),
    ]
    const jobs = {
      Ann: await reported(Ann),
      again: await reported(Ann, 'fake', Bea),
      Bea: await reported(Bea),
      Cleo: await reported(Cleo, 'underage'),
      Dora: await reported(Dora),
      mine: await reported(Finn, 'scam', Eve),
      Gus: await reported(Gus),
      Eve: await reported(Eve),
    }
    await app.services.db.transaction().execute((trx) => leaseJob(trx, jobs.Dora, Max.id, app.clock.now()))
    await openAbout('removals', Gus)
    await becomesPremium(app, Bea)
    const id = await gathers('reports', Object.values(jobs))
    await plans(id, { act: 'ban', policy: 'scam', severity: 'critical', note: 'You asked people for money.' })
    const expected = [
      ['decided', 'Counts 8 with this.'],
      ['leftOut', expect.stringMatching(/about the same member already/)],
      ['needsSecond', 'Counts 8 with this.'],
      ['leftOut', expect.stringMatching(/under 18/)],
      ['leftOut', 'Somebody else works on this job.'],
      ['leftOut', expect.stringMatching(/You made this report/)],
      ['leftOut', expect.stringMatching(/urgent removal/)],
      ['leftOut', expect.stringMatching(/your own account/)],
    ]
    expect((await shown(id)).items.map(({ foreseen, why }) => [foreseen, why])).toEqual(expected)
    expect((await shown(id)).batch).toMatchObject({ state: 'planned', count: { items: 8, decided: 1, needsSecond: 1, leftOut: 6, done: 0 } })
    // Nothing is decided by looking.
    expect([await decisionsAbout(Ann), await isOpen(jobs.Ann)]).toEqual([[], true])

    await runs(id)
    await ran()
    const { batch, items } = await shown(id)
    expect(batch).toMatchObject({ state: 'ended', madeBy: Eve.username, count: { decided: 1, needsSecond: 1, leftOut: 6, done: 8, toDo: 8 } })
    expect(items.map(({ outcome }) => outcome)).toEqual(expected.map(([outcome]) => outcome))
    expect([await isOpen(jobs.Ann), await isOpen(jobs.Bea), await isOpen(jobs.again), await isOpen(jobs.Dora)]).toEqual([false, false, true, true])
    await takesEffect()
    expect([await isIn(Ann), await isIn(Bea), await isIn(Dora)]).toEqual([false, true, true])
    // What a second person must agree to is no decision that waits its ten seconds.
    expect((await shown(id)).items.map(({ decision }) => decision)).toEqual(['holds', null, 'needsSecond', null, null, null, null, null])
    expect([(await reasonsTo(Ann)).length, (await reasonsTo(Bea)).length]).toEqual([1, 0])
    const acts = await app.services.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id', sql<number>`(details ->> 'batch')::int`.as('batch')])
      .where('actor_id', '=', Eve.id)
      .where('action', 'in', ['staff.runBatch', 'staff.decide'])
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { action: 'staff.runBatch', subject_id: null, batch: id },
      { action: 'staff.decide', subject_id: Ann.id, batch: id },
      { action: 'staff.decide', subject_id: Bea.id, batch: id },
    ])
  })

  test('of a spammer’s photos refuses each, but not the one that is on a list', async () => {
    const Ann = await somebody('Ann')
    const photo = await aPhoto({ width: 300, height: 400 })
    const ids = [(await upload(Ann, photo)).id, (await upload(Ann, photo)).id, (await upload(Ann, photo)).id]
    await app.services.db
      .transaction()
      .execute((trx) => keepFindings(trx, ids[1] ?? 0, [{ kind: 'hold', hashId: null, otherPhotoId: null, list: 'file', why: 'On a list' }], app.clock.now()))
    const { choices: offered } = await choices('photos', Eve, Ann.id)
    expect(offered.map(({ src, refused: why }) => [src?.slice(0, 22) ?? null, why])).toEqual([
      ['data:image/webp;base64', null],
      [null, expect.stringMatching(/on a list/)],
      ['data:image/webp;base64', null],
    ])
    const id = await gathers(
      'photos',
      offered.map((one) => one.id),
    )
    await plans(id, { act: 'hidePhoto', policy: 'photoRules', severity: 'low', note: 'These photos advertise a shop.' })
    await runs(id)
    await ran()
    await takesEffect()
    const verdicts = await app.services.db.selectFrom('photos').select('reject_reason as why').where('account_id', '=', Ann.id).orderBy('id').execute()
    expect(verdicts.map(({ why }) => why)).toEqual(['These photos advertise a shop.', null, 'These photos advertise a shop.'])
    expect((await reasonsTo(Ann)).length).toBe(2)
  })

  test('of a photo that was cropped meanwhile leaves it out', async () => {
    const Ann = await somebody('Ann')
    const { id: photoId } = await upload(Ann, await aPhoto({ width: 300, height: 400 }))
    const id = await gathers('photos', [await latestJob('photos')])
    await plans(id, { act: 'none' })
    await app.services.db
      .updateTable('photos')
      .set({ key: 'f'.repeat(32) })
      .where('id', '=', photoId)
      .execute()
    await runs(id)
    await ran()
    expect(await outcomes(id)).toEqual({ Ann: ['leftOut', expect.stringMatching(/changed meanwhile/)] })
  })

  test('of accounts that share a device decides about all of them', async () => {
    const ring = [await somebody('Ann'), await somebody('Bea', 'megaflirt'), await somebody('Cleo', 'wivesnow')]
    const device_hash = Buffer.alloc(32, (number += 1))
    await app.services.db
      .insertInto('known_devices')
      .values(ring.map(({ id: account_id }) => ({ device_hash, account_id, seen_at: app.clock.now() })))
      .execute()
    const { choices: alike } = await choices('accounts', Eve, ring[0]?.id)
    expect(alike.map(({ id, facts }) => [id, facts])).toEqual([
      [ring[0]?.id, ['The account itself']],
      [ring[1]?.id, ['Used the same device']],
      [ring[2]?.id, ['Used the same device']],
    ])
    const id = await gathers(
      'accounts',
      alike.map((one) => one.id),
    )
    await plans(id, { act: 'ban', policy: 'scam', severity: 'critical', note: 'You asked people for money.' })
    await runs(id)
    await ran()
    await takesEffect()
    expect(await Promise.all(ring.map((one) => isIn(one)))).toEqual([false, false, false])
  })

  test('of accounts that share a device is chosen page by page where they are more than fit in one', async () => {
    const Ann = await somebody('Ann')
    const { db } = app.services
    const device_hash = Buffer.alloc(32, (number += 1))
    const seen_at = app.clock.now()
    const { rows: others } = await sql<{ id: number }>`
      insert into accounts (brand, username, username_key, username_look, email, email_key, password_hash, sensitive_data_accepted_at, created_at)
      select 'adultcrush', 'Ring' || n, 'ring' || n, 'ring' || n, 'ring' || n || '@example.org', 'ring' || n || '@example.org', 'x', ${seen_at}::timestamptz, ${seen_at}::timestamptz
      from generate_series(1, 130) n returning id`.execute(db)
    const ring = others.map(({ id }) => id).toSorted((a, b) => a - b)
    await db
      .insertInto('known_devices')
      .values([Ann.id, ...ring].map((account_id) => ({ device_hash, account_id, seen_at })))
      .execute()
    const page = (after?: number) => Eve.send<typeof getChoices>('GET /staff/batchChoices', { query: { kind: 'accounts', about: Ann.id, after } })
    const first = await page()
    const second = await page(first.next ?? 0)
    expect([first.choices.length, second.choices.length, second.next]).toEqual([BATCH_LIMIT, 31, null])
    expect([...first.choices, ...second.choices].map(({ id }) => id)).toEqual([Ann.id, ...ring])
  })

  test('of photos shows none that is on a list, also where that is found after it was chosen', async () => {
    const Ann = await somebody('Ann')
    const ids = [(await upload(Ann, await aPhoto({ width: 300, height: 400 }))).id, (await upload(Ann, await aPhoto({ width: 320, height: 400 }))).id]
    const { choices: offered } = await choices('photos', Eve, Ann.id)
    const id = await gathers(
      'photos',
      offered.map((one) => one.id),
    )
    await app.services.db
      .transaction()
      .execute((trx) => keepFindings(trx, ids[1] ?? 0, [{ kind: 'hold', hashId: null, otherPhotoId: null, list: 'file', why: 'On a list' }], app.clock.now()))
    expect((await shown(id)).items.map(({ src }) => src?.slice(0, 22) ?? null)).toEqual(['data:image/webp;base64', null])
  })

  test('that is added to while it is planned decides nothing that was not foreseen', async () => {
    const Ann = await somebody('Ann')
    const jobs: number[] = []
    for (let index = 0; index < 14; index += 1) jobs.push(await openAbout('fraud', Ann))
    const id = await gathers('fraud', jobs.slice(2))
    const planned = plans(id, { act: 'none' }).catch(() => {})
    for (const job of jobs.slice(0, 2)) await gathers('fraud', [job], Eve, id)
    await planned
    const { batch, items } = await shown(id)
    expect(items).toHaveLength(14)
    expect(batch.act === null || items.every(({ foreseen }) => foreseen !== null)).toBe(true)
  })

  test('that is added to is planned anew, and never changed once it began', async () => {
    const { id } = await warned(1)
    const job = await reported(await somebody('Bea'))
    expect(await gathers('reports', [job], Eve, id)).toBe(id)
    expect((await shown(id)).batch).toMatchObject({ state: 'gathered', act: null, count: { items: 2 } })
    expect(await saysOf(runs(id))).toMatch(/^conflict: Please say first/)
    await plans(id)
    await runs(id)
    const more = await reported(await somebody('Cleo'))
    expect([await saysOf(gathers('reports', [more], Eve, id)), await saysOf(plans(id, { act: 'none' }))]).toEqual([
      expect.stringMatching(/^conflict: This batch has begun/),
      expect.stringMatching(/^conflict: This batch has begun/),
    ])
    await expect(sql`update batches set note = 'Nothing happened.' where id = ${id}`.execute(app.services.db)).rejects.toThrow(/never changed/)
    await expect(sql`delete from batches where id = ${id}`.execute(app.services.db)).rejects.toThrow(/never deleted/)
  })

  test('is chosen from all that waits, page by page, in the order of the queue', async () => {
    const Ann = await somebody('Ann')
    const at = app.clock.now()
    const jobs: Array<{ id: number; order: string }> = []
    for (let index = 0; index < 70; index += 1) {
      const [hours, priority] = [1 + (index % 3), index % 2]
      const job = { queue: 'fraud' as const, brand: 'adultcrush', accountId: Ann.id, subjectId: (number += 1), priority, dueAt: later(at, hours * HOUR), at }
      const id = await app.services.db.transaction().execute((trx) => openJob(trx, job))
      jobs.push({ id, order: `${hours} ${1 - priority} ${String(id).padStart(9, '0')}` })
    }
    const page = (after?: number) => Eve.send<typeof getChoices>('GET /staff/batchChoices', { query: { kind: 'fraud', after } })
    const first = await page()
    const second = await page(first.next ?? 0)
    expect([first.choices.length, second.choices.length, second.next]).toEqual([60, 10, null])
    const inOrder = jobs.toSorted((a, b) => a.order.localeCompare(b.order)).map(({ id }) => id)
    expect([...first.choices, ...second.choices].map(({ id }) => id)).toEqual(inOrder)
  })

  test('leaves out what its maker takes out again', async () => {
    const { id, people } = await warned(2)
    const [first] = (await shown(id)).items
    await plans(id, { ...warning, leaveOut: [first?.id ?? 0] })
    await runs(id)
    await ran()
    expect((await Promise.all(people.map((one) => decisionsAbout(one)))).map(({ length }) => length)).toEqual([0, 1])
  })

  test('that nobody begins is forgotten after a day', async () => {
    const { id } = await warned(1)
    app.clock.advance(DAY + SECOND)
    await ran()
    expect(await batchById(app.services.db, id)).toBeUndefined()
  })
})

describe('what is refused', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['nothing', () => gathers('reports', []), /^invalid: Please choose at least one/],
    [
      'a bulk over the limit',
      () =>
        gathers(
          'accounts',
          Array.from({ length: BATCH_LIMIT + 1 }, (_, index) => index + 1),
        ),
      /^invalid: A batch is of 100 .* these are 101/,
    ],
    ['a job that is not there', () => gathers('reports', [999_999]), /^notFound: One of these jobs/],
    ['urgent removals', () => gathers('removals' as BatchKind, [1]), /^invalid: This is decided one by one/],
    ['objections', () => gathers('appeals' as BatchKind, [1]), /^invalid: This is decided one by one/],
  ])('%s is, in words', async (_, call, words) => {
    expect(await saysOf(call())).toMatch(words)
  })

  test('a bulk that grows over the limit is, and stays as it was', async () => {
    const accounts = await app.services.db.selectFrom('accounts').select('id').orderBy('id').limit(3).execute()
    const ids = accounts.map(({ id }) => id)
    const id = await gathers('accounts', ids.slice(0, 1))
    // Ninety-nine more, without as many people.
    await sql`insert into batch_items (batch_id, account_id, subject_id, brand) select ${id}, ${ids[0]}, -n, 'adultcrush' from generate_series(1, 98) n`.execute(
      app.services.db,
    )
    expect(await saysOf(gathers('accounts', ids.slice(1), Eve, id))).toMatch(/these are 101/)
    expect((await shown(id)).batch.count.items).toBe(99)
  })

  test.each<[string, Omit<Plan, 'id'>, RegExp]>([
    ['without a reason', { ...warning, note: '' }, /tell the member/],
    ['without a rule', { ...warning, policy: undefined }, /choose the rule/],
    ['by a rule about minors', { ...warning, policy: 'minorInPhoto' }, /one by one/],
    ['by a rule about intimate pictures', { ...warning, policy: 'intimateImage' }, /one by one/],
    ['to remove texts', { ...warning, act: 'removeText' }, /one by one/],
    ['to suspend without an end', { ...warning, act: 'suspend' }, /how many days/],
  ])('a plan %s is, and the batch has none', async (_, plan, words) => {
    const id = await gathers('reports', [await reported(await somebody('Ann'))])
    expect(await saysOf(plans(id, plan))).toMatch(words)
    expect(await stateOf(id)).toBe('gathered')
  })

  test('above twenty, a count that is not typed or wrong is, and nothing begins', async () => {
    const Ann = await somebody('Ann')
    const jobs: number[] = []
    for (let index = 0; index <= TYPED_ABOVE; index += 1) jobs.push(await openAbout('fraud', Ann))
    const id = await gathers('fraud', jobs)
    await plans(id, { act: 'none' })
    expect([await saysOf(runs(id)), await saysOf(runs(id, 20))]).toEqual([
      expect.stringMatching(/^invalid: Please type 21/),
      expect.stringMatching(/^invalid: Please type 21/),
    ])
    expect(await stateOf(id)).toBe('planned')
    await runs(id, 21)
    await ran()
    expect((await shown(id)).batch.count).toMatchObject({ decided: 21, done: 21 })
  })

  test('somebody of support is, everywhere', async () => {
    const { id } = await warned(1)
    const Sue = await staff('Sue')
    await becomes(['support'], Sue)
    const calls = [choices('reports', Sue), gathers('reports', [1], Sue), plans(id, warning, Sue), runs(id, undefined, Sue), reverses(id, Sue), shown(id, Sue)]
    expect(await Promise.all([...calls, Sue.send<typeof getBatches>('GET /staff/batches', { query: {} })].map(saysOf))).toEqual(
      Array.from({ length: 7 }, () => expect.stringMatching(/^forbidden/)),
    )
  })

  test('another moderator’s batch is theirs to begin', async () => {
    const { id } = await warned(1)
    expect([await saysOf(runs(id, undefined, Max)), await saysOf(plans(id, warning, Max))]).toEqual([
      expect.stringMatching(/^forbidden: This is somebody else/),
      expect.stringMatching(/^forbidden: This is somebody else/),
    ])
  })
})

describe('a batch that runs', () => {
  test('sent twice at the same moment begins once', async () => {
    const { id, people } = await warned(2)
    await Promise.all([runs(id), runs(id)])
    await Promise.all([ran(), ran(), ran()])
    app.clock.advance(SECOND)
    await runs(id)
    await ran()
    expect((await Promise.all(people.map((one) => decisionsAbout(one)))).map(({ length }) => length)).toEqual([1, 1])
  })

  test('leaves to another moderator what they decided or took meanwhile', async () => {
    const { id, people, jobs } = await warned(3)
    const [first = 0, second = 0] = jobs
    await app.services.db.transaction().execute((trx) => leaseJob(trx, first, Max.id, app.clock.now()))
    await Max.send<typeof decideJob>('POST /staff/decide', { body: { jobId: first, act: 'none' } })
    await app.services.db.transaction().execute((trx) => leaseJob(trx, second, Max.id, app.clock.now()))
    await runs(id)
    await ran()
    expect((await shown(id)).items.map(({ outcome, why }) => [outcome, why])).toEqual([
      ['leftOut', 'This job is closed already. Nothing was changed.'],
      ['leftOut', 'Somebody else works on this job.'],
      ['decided', ''],
    ])
    expect(await Promise.all(people.map(async (one) => (await decisionsAbout(one)).map((made) => [made.act, made.decided_by])))).toEqual([
      [['none', Max.id]],
      [],
      [['warn', Eve.id]],
    ])
  })

  test('that a crash interrupts goes on, and decides nothing twice or half', async () => {
    const { id, people, jobs } = await warned(4)
    await runs(id)
    // The process dies between two items, and in the third one after its decision.
    const stops = new AbortController()
    const { db } = app.services
    await sql`create function fail_third() returns trigger language plpgsql as $$ begin raise exception 'the process died'; end $$`.execute(db)
    await sql`create trigger fail_third before update on batch_items for each row when (new.outcome is not null and new.job_id = ${sql.lit(jobs[2])}) execute function fail_third()`.execute(
      db,
    )
    await batchJob.start({ ...app.services, log: { ...app.services.log, error: () => stops.abort() } as typeof app.services.log }).run(stops.signal)
    await sql`drop trigger fail_third on batch_items`.execute(db)
    await sql`drop function fail_third`.execute(db)
    expect(stops.signal.aborted).toBe(true)
    expect((await shown(id)).batch).toMatchObject({ state: 'running', count: { done: 2, toDo: 4 } })
    expect((await Promise.all(people.map((one) => decisionsAbout(one)))).map(({ length }) => length)).toEqual([1, 1, 0, 0])
    expect(await isOpen(jobs[2] ?? 0)).toBe(true)
    await ran()
    expect((await shown(id)).batch).toMatchObject({ state: 'ended', count: { decided: 4, done: 4 } })
    expect((await Promise.all(people.map((one) => decisionsAbout(one)))).map(({ length }) => length)).toEqual([1, 1, 1, 1])
  })

  test('and whose maker is banned meanwhile decides nothing more', async () => {
    const { id, people } = await warned(2)
    await runs(id)
    await app.services.db.updateTable('accounts').set({ banned_at: app.clock.now() }).where('id', '=', Eve.id).execute()
    await ran()
    const { items } = await shown(id, Max)
    expect(items.map(({ outcome, why }) => [outcome, why])).toEqual(people.map(() => ['leftOut', 'Whoever asked for this may not decide here any more.']))
  })

  test('beside another over the same jobs decides each job once', async () => {
    const { id, people, jobs } = await warned(4)
    const other = await gathers('reports', jobs.toReversed(), Max)
    await plans(other, warning, Max)
    await Promise.all([runs(id), runs(other, undefined, Max)])
    await Promise.all([ran(), ran()])
    expect((await Promise.all(people.map((one) => decisionsAbout(one)))).map(({ length }) => length)).toEqual([1, 1, 1, 1])
    const counts = [(await shown(id)).batch.count, (await shown(other)).batch.count]
    expect([counts.reduce((sum, { decided }) => sum + decided, 0), counts.reduce((sum, { leftOut }) => sum + leftOut, 0)]).toEqual([4, 4])
  })
})

describe('what a batch leaves to a second person', () => {
  const agrees = (id: number, who: CastMember, count?: number) => who.send<typeof agreeBatch>('POST /staff/agreeBatch', { body: { id, count } })
  const closing = { act: 'ban', policy: 'scam', severity: 'critical', note: 'You asked people for money.' } as const
  async function closes(people: readonly CastMember[], who = Eve, count?: number): Promise<number> {
    const id = await gathers(
      'accounts',
      people.map((one) => one.id),
      who,
    )
    await plans(id, closing, who)
    await runs(id, count, who)
    await ran()
    return id
  }
  async function paying(...names: string[]): Promise<CastMember[]> {
    const people = await Promise.all(names.map((name) => somebody(name)))
    for (const one of people) await becomesPremium(app, one)
    return people
  }
  const areBanned = (people: readonly CastMember[]) => Promise.all(people.map((one) => isBanned(one)))

  test('is agreed to at once by somebody else, never by its maker, and never about oneself', async () => {
    const people = [...(await paying('Ann', 'Bea')), Max]
    await becomesPremium(app, Max)
    const id = await closes(people)
    const Zoe = await staff('Zoe')
    expect([(await shown(id)).seconds, (await shown(id, Max)).seconds, (await shown(id, Zoe)).seconds]).toEqual([
      { mine: 0, others: 3 },
      { mine: 2, others: 1 },
      { mine: 3, others: 0 },
    ])
    expect(await saysOf(agrees(id, Eve))).toMatch(/^conflict: Nothing in this batch waits for you/)
    expect(await areBanned(people)).toEqual([false, false, false])
    expect((await agrees(id, Max)).agreed).toBe(2)
    expect(await areBanned(people)).toEqual([true, true, false])
    const seconds = new Map((await shown(id)).items.map(({ accountId, second }) => [accountId, second]))
    expect(people.map((one) => seconds.get(one.id))).toEqual(['approved', 'approved', 'waits'])
    expect((await Promise.all(people.map((one) => reasonsTo(one)))).map(({ length }) => length)).toEqual([1, 1, 0])
    const acts = await app.services.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id', sql<number>`(details ->> 'batch')::int`.as('batch')])
      .where('actor_id', '=', Max.id)
      .where('action', 'in', ['staff.agreeBatch', 'staff.decideApproval'])
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { action: 'staff.agreeBatch', subject_id: null, batch: id },
      { action: 'staff.decideApproval', subject_id: people[0]?.id, batch: id },
      { action: 'staff.decideApproval', subject_id: people[1]?.id, batch: id },
    ])
  })

  test('is agreed to once by two who do so at the same moment, without what was refused alone, and goes on after a crash', async () => {
    const people = await paying('Ann', 'Bea', 'Cleo')
    const id = await closes(people)
    const Zoe = await staff('Zoe')
    const { approvals } = await Zoe.send<typeof getApprovals>('GET /staff/approvals', {})
    const cleos = approvals.find(({ decision }) => decision.accountId === people[2]?.id)
    await Zoe.send<typeof decideApproval>('POST /staff/decideApproval', { body: { id: cleos?.id ?? 0, outcome: 'refused' } })
    // The process dies after the first of them.
    const { db } = app.services
    await sql`create function fail_second() returns trigger language plpgsql as $$ begin raise exception 'the process died'; end $$`.execute(db)
    await sql`create trigger fail_second before update on accounts for each row when (new.banned_at is not null and new.id = ${sql.lit(people[1]?.id ?? 0)}) execute function fail_second()`.execute(
      db,
    )
    expect(await saysOf(agrees(id, Max))).toMatch(/^internal|^http|^unexpected/)
    await sql`drop trigger fail_second on accounts`.execute(db)
    await sql`drop function fail_second`.execute(db)
    expect([await areBanned(people), (await shown(id)).items.map(({ second }) => second)]).toEqual([
      [true, false, false],
      ['approved', 'waits', 'refused'],
    ])
    const both = await Promise.all([agrees(id, Max).catch(() => ({ agreed: 0 })), agrees(id, Zoe).catch(() => ({ agreed: 0 }))])
    expect(both.reduce((sum, { agreed }) => sum + agreed, 0)).toBe(1)
    expect([await areBanned(people), (await reasonsTo(people[1] as CastMember)).length]).toEqual([[true, true, false], 1])
    expect(await saysOf(agrees(id, Max))).toMatch(/^conflict: Nothing in this batch waits/)
  })

  test('is agreed to above twenty only with the number typed', async () => {
    const at = app.clock.now()
    const mark = `many${(number += 1)}x`
    await sql`insert into accounts (brand, username, username_key, username_look, email, email_key, password_hash, email_confirmed_at, sensitive_data_accepted_at, created_at, premium_until)
      select 'adultcrush', ${mark} || n, ${mark} || n, ${mark} || n, ${mark} || n || '@example.org', ${mark} || n || '@example.org', 'x', ${at}, ${at}, ${at}, ${later(at, DAY)}::timestamptz from generate_series(1, 21) n`.execute(
      app.services.db,
    )
    const ids = (await app.services.db.selectFrom('accounts').select('id').where('username', 'like', `${mark}%`).orderBy('id').execute()).map((one) => one.id)
    const id = await closes(
      ids.map((one) => ({ id: one }) as CastMember),
      Eve,
      21,
    )
    const banned = async () =>
      (await app.services.db.selectFrom('accounts').select('id').where('id', 'in', ids).where('banned_at', 'is not', null).execute()).length
    expect([await saysOf(agrees(id, Max)), await saysOf(agrees(id, Max, 20)), await banned()]).toEqual([
      expect.stringMatching(/^invalid: Please type 21/),
      expect.stringMatching(/^invalid: Please type 21/),
      0,
    ])
    await agrees(id, Max, 21)
    expect(await banned()).toBe(21)
  })

  test('also opens accounts again that it closed for fraud, where the batch is taken back', async () => {
    const people = [await somebody('Ann'), await somebody('Bea')]
    const id = await closes(people)
    await takesEffect()
    await reverses(id)
    await ran()
    expect(await areBanned(people)).toEqual([true, true])
    expect(await saysOf(agrees(id, Eve))).toMatch(/^conflict: Nothing in this batch waits for you/)
    await agrees(id, Max)
    expect([await areBanned(people), (await shown(id)).items.map(({ second }) => second)]).toEqual([
      [false, false],
      ['approved', 'approved'],
    ])
  })

  test('that nobody answered within a day is agreed to no more', async () => {
    const people = await paying('Ann')
    const id = await closes(people)
    app.clock.advance(DAY)
    expect(await saysOf(agrees(id, await asStaff(app, Max)))).toMatch(/^conflict: Nothing in this batch waits/)
    expect(await areBanned(people)).toEqual([false])
  })
})

describe('a batch that is taken back', () => {
  test('within ten seconds is undone: nothing leaves, and its jobs are open again', async () => {
    const { id, people, jobs } = await warned(3)
    await runs(id)
    await ran()
    app.clock.advance(9 * SECOND)
    await reverses(id)
    // By the request itself: whoever lets decisions take effect may come before the worker.
    await takesEffect()
    await ran()
    expect(await stateOf(id)).toBe('reversed')
    expect((await shown(id)).items.map(({ reversal }) => reversal)).toEqual(['undone', 'undone', 'undone'])
    expect(await Promise.all(people.map(async (one) => (await reasonsTo(one)).length))).toEqual([0, 0, 0])
    expect(await Promise.all(jobs.map((job) => isOpen(job)))).toEqual([true, true, true])
  })

  test('by one of those whom it is about is undone for the others alone', async () => {
    const Ann = await somebody('Ann')
    const id = await gathers('reports', [await reported(Ann), await reported(Max)])
    await plans(id)
    await runs(id)
    await ran()
    await reverses(id, Max)
    await ran()
    expect(await reversals(id)).toEqual({ Ann: ['undone', ''], Max: ['left', expect.stringMatching(/about whoever takes/)] })
  })

  test('before it came to all leaves the rest alone', async () => {
    const { id, people, jobs } = await warned(3)
    await runs(id)
    await reverses(id, Max)
    await ran()
    expect((await shown(id)).items.map(({ outcome, why }) => [outcome, why])).toEqual(
      people.map(() => ['leftOut', 'The batch was stopped before it came to this.']),
    )
    expect(await Promise.all(jobs.map((job) => isOpen(job)))).toEqual([true, true, true])
    expect(await stateOf(id)).toBe('reversed')
  })

  test('later gives everything back, once, and leaves what was decided since', async () => {
    const names = ['Ann', 'Bea', 'Cleo', 'Dora', 'Finn']
    const people = await Promise.all(names.map((name) => somebody(name)))
    const [Ann, Bea, Cleo, Dora, Finn] = people as [CastMember, CastMember, CastMember, CastMember, CastMember]
    const jobs: number[] = []
    for (const one of people) jobs.push(await reported(one))
    const id = await gathers('reports', jobs)
    await plans(id, { act: 'suspend', days: 9, policy: 'spam', severity: 'low', note: 'You sent the same words to many.' })
    await runs(id)
    await ran()
    const [undone] = await decisionsAbout(Finn)
    await Eve.send<typeof undoDecision>('POST /staff/undoDecision', { body: { id: undone?.id ?? 0 } })
    expect((await shown(id)).items.map(({ decision }) => decision)).toEqual(['waits', 'waits', 'waits', 'waits', 'undone'])
    await takesEffect()
    expect(await Promise.all(people.map((one) => isIn(one)))).toEqual([false, false, false, false, true])
    await objects(Bea, 'uphold')
    await objects(Cleo, 'overturn')
    // Decided anew, for another reason.
    await Max.send<typeof decideJob>('POST /staff/decide', {
      body: { accountId: Dora.id, act: 'suspend', days: 3, policy: 'harassment', note: 'You went on after a no.' },
    })
    await takesEffect()
    await Promise.all([reverses(id, Max), reverses(id)])
    await Promise.all([ran(), ran()])
    await takesEffect()
    await reverses(id)
    await ran()
    expect(await reversals(id)).toEqual({
      Ann: ['takenBack', ''],
      Bea: ['left', expect.stringMatching(/upheld it/)],
      Cleo: ['left', expect.stringMatching(/taken back already/)],
      Dora: ['takenBack', ''],
      Finn: ['left', expect.stringMatching(/undone alone/)],
    })
    expect((await decisionsAbout(Ann)).map(({ act, reversed_at }) => [act, reversed_at !== null])).toEqual([
      ['suspend', true],
      ['restore', false],
    ])
    const closed = async ({ id: accountId }: CastMember) =>
      (await app.services.db.selectFrom('accounts').select('suspended_until').where('id', '=', accountId).executeTakeFirstOrThrow()).suspended_until !== null
    expect(await Promise.all([Ann, Bea, Cleo, Dora, Finn].map(closed))).toEqual([false, true, false, true, false])
  })

  test('opens nothing alone that two persons open: each waits for the second', async () => {
    const Ann = await somebody('Ann')
    const id = await gathers('reports', [await reported(Ann)])
    await plans(id, { act: 'ban', policy: 'scam', severity: 'critical', note: 'You asked people for money.' })
    await runs(id)
    await ran()
    await takesEffect()
    await reverses(id)
    await ran()
    await takesEffect()
    expect([await reversals(id), await isBanned(Ann)]).toEqual([{ Ann: ['needsSecond', ''] }, true])
    const { approvals } = await Max.send<typeof getApprovals>('GET /staff/approvals', {})
    await Max.send<typeof decideApproval>('POST /staff/decideApproval', {
      body: { id: approvals.find(({ decision }) => decision.accountId === Ann.id)?.id ?? 0, outcome: 'approved' },
    })
    expect(await isBanned(Ann)).toBe(false)
  })

  test('hides the photos that it approved, and has staff look at each once more', async () => {
    const photo = await aPhoto({ width: 300, height: 400 })
    const people = [await somebody('Ann'), await somebody('Bea'), await somebody('Cleo'), await somebody('Dora')]
    const photos: number[] = []
    for (const one of people) photos.push((await upload(one, photo)).id)
    const [, , third = 0, fourth = 0] = photos
    const id = await gathers(
      'photos',
      (await openJobsOf('photos')).map((one) => one.id),
    )
    await plans(id, { act: 'none' })
    await runs(id)
    await ran()
    await takesEffect()
    const states = async () => {
      const rows = await app.services.db.selectFrom('photos').select(['id', 'approved_at', 'rejected_at', 'is_primary']).where('id', 'in', photos).execute()
      return photos.map((one) => {
        const row = rows.find((photo) => photo.id === one)
        return row === undefined ? 'gone' : row.approved_at ? (row.is_primary ? 'shown first' : 'shown') : row.rejected_at ? 'refused' : 'waits'
      })
    }
    expect(await states()).toEqual(['shown first', 'shown first', 'shown first', 'shown first'])
    expect(await openJobsOf('photos')).toEqual([])
    // Deleted, and looked at once more by somebody else, since.
    await people[3]?.request(`/image/delete/id/${fourth}`, { method: 'POST' })
    await openPhotoAgain(third, people[2])
    await takesEffect()

    await reverses(id, Max)
    await Promise.all([ran(), ran()])
    await ran()
    expect(await reversals(id)).toEqual({
      Ann: ['takenBack', ''],
      Bea: ['takenBack', ''],
      Cleo: ['left', expect.stringMatching(/looked at it again since/)],
      Dora: ['left', expect.stringMatching(/deleted since/)],
    })
    expect(await states()).toEqual(['waits', 'waits', 'shown first', 'gone'])
    expect((await openJobsOf('photos')).map(({ subject }) => subject).toSorted((one, other) => one - other)).toEqual(photos.slice(0, 2))
    // With a record: whose approval was taken back, by whom.
    expect((await decisionsAbout(people[0] as CastMember)).map(({ act, decided_by: by, reversed_at: at }) => [act, by, at !== null])).toEqual([
      ['none', Eve.id, true],
      ['restore', Max.id, false],
    ])
    expect((await reasonsTo(people[0] as CastMember)).length).toBe(0)
    // What staff see then is a new job like any other.
    const again = await gathers(
      'photos',
      (await openJobsOf('photos')).map((one) => one.id),
    )
    await plans(again, { act: 'none' })
    await runs(again)
    await ran()
    await takesEffect()
    expect(await states()).toEqual(['shown first', 'shown first', 'shown first', 'gone'])
  })

  test('has photos for one view checked again that nobody has opened, and knows refused pictures again that it approved', async () => {
    const [Ann, Bea] = [await somebody('Ann'), await somebody('Bea')]
    await becomesPremium(app, Ann)
    await becomesPremium(app, Bea)
    const sends = async (to: CastMember) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ id: String(to.id), rules: PHOTO_RULES })) form.set(field, value)
      form.set('photo', new File([new Uint8Array(await aPhoto({ width: 300, height: 400 }))], 'photo.jpg', { type: 'image/jpeg' }))
      app.clock.advance(2 * SECOND)
      return (await Ann.send<typeof sendViewOnce>('POST /message/viewOnce', { form })).message.id
    }
    const [first, second] = [await sends(Bea), await sends(Bea)]
    const id = await gathers(
      'viewOnce',
      (await openJobsOf('viewOnce')).map((one) => one.id),
    )
    await plans(id, { act: 'none' })
    await runs(id)
    await ran()
    await takesEffect()
    const opens = (messageId: number) => Bea.send<typeof openViewOnce>('POST /message/openViewOnce', { body: { messageId } })
    await opens(first)
    await reverses(id)
    await ran()
    expect((await shown(id)).items.map(({ reversal, reversalWhy }) => [reversal, reversalWhy])).toEqual([
      ['left', expect.stringMatching(/was opened/)],
      ['takenBack', ''],
    ])
    expect(await saysOf(opens(second))).toMatch(/still being checked/)
    expect((await openJobsOf('viewOnce')).map(({ subject }) => subject)).toEqual([second])

    await upload(Bea, await aPhoto({ width: 320, height: 400, colour: '#806020' }))
    const { sha256 } = await app.services.db.selectFrom('photo_hashes').select('sha256').where('account_id', '=', Bea.id).executeTakeFirstOrThrow()
    const refused = { list: REFUSED, action: 'review', why: 'Not of herself.', by: null, at: app.clock.now() } as const
    await app.services.db.transaction().execute((trx) => addHashes(trx, [{ kind: 'sha256', hash: sha256 }], refused))
    const isKnown = async () => (await bankWith(app.services.db, sha256)).length === 1
    const other = await gathers(
      'photos',
      (await openJobsOf('photos')).map((one) => one.id),
    )
    await plans(other, { act: 'none' })
    await runs(other)
    await ran()
    await takesEffect()
    expect(await isKnown()).toBe(false)
    await reverses(other)
    await ran()
    expect(await isKnown()).toBe(true)
  })

  test('is listed with who did it', async () => {
    const { id } = await warned(1)
    expect((await Max.send<typeof getBatches>('GET /staff/batches', { query: {} })).batches.map((one) => one.id)).not.toContain(id)
    await runs(id)
    await ran()
    await reverses(id, Max)
    await ran()
    const { batches } = await Max.send<typeof getBatches>('GET /staff/batches', { query: {} })
    expect(batches.find((one) => one.id === id)).toMatchObject({ madeBy: Eve.username, reversedBy: Max.username, state: 'reversed', act: 'warn' })
  })
})

const openJobsOf = async (queue: Queue) =>
  app.services.db
    .selectFrom('staff_jobs')
    .select(['id', 'subject_id as subject'])
    .where('queue', '=', queue)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()

/** A photo that is approved waits once more, and Max approves it. */
async function openPhotoAgain(photoId: number, who: CastMember | undefined): Promise<void> {
  const at = app.clock.now()
  const jobId = await app.services.db.transaction().execute(async (trx) => {
    await openForStaff(trx, { photoId, ownerId: who?.id ?? 0, brand: 'adultcrush', at })
    const job = await trx.selectFrom('staff_jobs').select('id').where('subject_id', '=', photoId).where('closed_at', 'is', null).executeTakeFirstOrThrow()
    await leaseJob(trx, job.id, Max.id, at)
    return job.id
  })
  await Max.send<typeof decideJob>('POST /staff/decide', { body: { jobId, act: 'none' } })
}

const isBanned = async ({ id }: Pick<CastMember, 'id'>) =>
  (await app.services.db.selectFrom('accounts').select('banned_at').where('id', '=', id).executeTakeFirstOrThrow()).banned_at !== null

/** Objects to the decision that holds; Max decides. */
async function objects(who: CastMember, outcome: 'uphold' | 'overturn'): Promise<void> {
  const [made] = await decisionsAbout(who)
  const { decision } = await Eve.send<typeof getDecision>('GET /staff/decision', { query: { id: made?.id ?? 0 } })
  const token = decision.statement?.replace('/decision/', '') ?? ''
  await app.visitor('adultcrush').send<typeof getStatement>('GET /decision/statement', { query: { token } })
  await app
    .visitor('adultcrush')
    .send<typeof appeal>('POST /decision/appeal', { body: { token, words: 'I wrote each of these words myself, to each of them.' } })
  await Max.send<typeof takeAppeal>('POST /staff/takeAppeal', {})
  await Max.send<typeof decideAppeal>('POST /staff/decideAppeal', {
    body: { jobId: await latestJob('appeals'), outcome, note: 'We looked at it again.' },
  })
}
