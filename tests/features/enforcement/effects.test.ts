import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { changeUsername } from '../../../src/features/accounts/change-username.contract.ts'
import type { releaseJob } from '../../../src/features/console/console.contract.ts'
import type { decideAppeal, getAppeal, getStatement, takeAppeal } from '../../../src/features/enforcement/appeals.contract.ts'
import type { decideApproval, getApprovals } from '../../../src/features/enforcement/approvals.contract.ts'
import type { decideJob, getAdvice, getDecision, undoDecision } from '../../../src/features/enforcement/decide.contract.ts'
import { decisionJob, standingJob } from '../../../src/features/enforcement/decide.server.ts'
import { enforcementCollections } from '../../../src/features/enforcement/leaving.sql.ts'
import { REMOVED_KEPT_DAYS } from '../../../src/features/enforcement/statements.ts'
import type { sendMessage } from '../../../src/features/messaging/messages.contract.ts'
import type { reportAbuse } from '../../../src/features/moderation/report.contract.ts'
import { markRemoved } from '../../../src/features/photos/review.sql.ts'
import { leaseNext, openJob } from '../../../src/features/staff/jobs.sql.ts'
import type { Queue } from '../../../src/features/staff/jobs.ts'
import { setRoles } from '../../../src/features/staff/roles.sql.ts'
import { DAY, later, MINUTE, SECOND } from '../../../src/lib/clock.ts'
import { startApp, type TestApp, type Visitor } from '../../support/app.ts'
import { asStaff, becomesPremium, type CastMember, joins, PASSWORD } from '../../support/cast.ts'
import { mailsTo } from '../../support/mail.ts'
import { aPhoto, upload } from '../../support/photos.ts'

/** What a decision does, over the API: effects, time to take it back, reasons, objections, and the second person. */

let app: TestApp
let Eve: CastMember
let Max: CastMember
let Ann: CastMember
let photo: Uint8Array
let number = 0
beforeAll(async () => {
  app = await startApp()
  photo = await aPhoto({ width: 300, height: 400 })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance(2 * DAY)
  await app.services.db.deleteFrom('staff_jobs').execute()
  ;[Eve, Max] = [await staff('Eve'), await staff('Max')]
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${(number += 1)}` })
})

const staff = async (name: string) => asStaff(app, await joins(app, { brand: 'adultcrush', username: `${name}${(number += 1)}`, staff: true }))
const inTransaction = <T>(work: Parameters<ReturnType<typeof app.services.db.transaction>['execute']>[0]) =>
  app.services.db.transaction().execute(work) as Promise<T>

/** Opens a job about Ann, and gives it to somebody. */
async function held(by: CastMember, queue: Queue = 'reports', subjectId = (number += 1)): Promise<number> {
  const at = app.clock.now()
  return inTransaction<number>(async (trx) => {
    await openJob(trx, { queue, brand: 'adultcrush', accountId: Ann.id, subjectId, priority: 0, dueAt: later(at, DAY), at })
    return (await leaseNext(trx, queue, by.id, at))?.id ?? expect.fail('no job was free')
  })
}

const spam = { act: 'warn', policy: 'spam', severity: 'low', note: 'You sent the same words to many.' } as const
type Body = Parameters<typeof Eve.send<typeof decideJob>>[1]['body']
const decides = (by: CastMember, body: Body) => by.send<typeof decideJob>('POST /staff/decide', { body })
const about = (body: Partial<Body> = {}): Body => ({ accountId: Ann.id, ...spam, ...body })

const ran = (job = decisionJob) => job.start(app.services).run(new AbortController().signal)
/** The time to take a decision back passes, and the worker runs. */
async function takesEffect(): Promise<void> {
  app.clock.advance(11 * SECOND)
  await ran()
}

const isIn = async (member: CastMember = Ann) => (await member.request('/profile/currentCreditsInfo')).status !== 401
const signsIn = async (visitor: Visitor, { username }: CastMember = Ann) => {
  const response = await visitor.request('/site/signin', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login: username, password: PASSWORD }),
  })
  return (await response.json()) as { next?: string; detail?: string }
}
const tokenIn = (next: string | undefined) => next?.replace('/decision/', '') ?? ''
const statementOf = (token: string) => app.visitor('adultcrush').send<typeof getStatement>('GET /decision/statement', { query: { token } })
const statementOfLatest = async () => statementOf(tokenIn((await decision((await latest()).id)).statement ?? ''))
const decision = async (id: number) => (await Eve.send<typeof getDecision>('GET /staff/decision', { query: { id } })).decision
const latest = () =>
  app.services.db
    .selectFrom('decisions')
    .select(['id', 'act', 'days'])
    .where('account_id', '=', Ann.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const before = async () => (await Eve.send<typeof getAdvice>('GET /staff/advice', { query: { accountId: Ann.id } })).before
const mailKinds = async () => (await mailsTo(app, `${Ann.username.toLowerCase()}@example.org`)).map(({ kind }) => kind).toReversed()
const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no problem',
    (error: Error & { errors?: Array<{ message: string }> }) => error.errors?.[0]?.message ?? error.message,
  )

describe('a suspension', () => {
  test('ends every session on every brand once ten seconds are over, says why, and opens by itself', async () => {
    const elsewhere = await joins(app, { brand: 'wivesnow', username: `Bea${(number += 1)}` })
    await decides(Eve, about({ act: 'suspend', days: 7, severity: 'high' }))
    expect([await isIn(), await mailKinds()]).toEqual([true, []])
    await takesEffect()
    expect([await isIn(), await isIn(elsewhere), await mailKinds()]).toEqual([false, true, ['decision']])
    for (const brand of ['adultcrush', 'megaflirt']) {
      const { next } = await signsIn(app.visitor(brand))
      expect(next).toMatch(/^\/decision\/\d+-/)
      const { sections, appeal } = await statementOf(tokenIn(next))
      const words = sections.flatMap(({ paragraphs }) => paragraphs).join(' ')
      expect([appeal, words.includes('You sent the same words to many.'), words.includes('suspended until')]).toEqual(['open', true, true])
    }
    app.clock.advance(7 * DAY)
    expect((await signsIn(app.visitor('adultcrush'))).next).toBe('/dashboard')
  })

  test('is ended by the worker for those who do not come', async () => {
    await decides(Eve, about({ act: 'suspend', days: 1 }))
    await takesEffect()
    app.clock.advance(DAY)
    await ran(standingJob)
    const { banned_at: bannedAt } = await app.services.db.selectFrom('accounts').select('banned_at').where('id', '=', Ann.id).executeTakeFirstOrThrow()
    expect(bannedAt).toBeNull()
  })

  test('of one brand leaves the others open', async () => {
    await decides(Eve, about({ act: 'suspend', days: 7, scope: 'brand', brand: 'adultcrush' }))
    await takesEffect()
    expect([await isIn(), (await signsIn(app.visitor('adultcrush'))).next?.startsWith('/decision/'), (await signsIn(app.visitor('megaflirt'))).next]).toEqual([
      false,
      true,
      '/dashboard',
    ])
  })
})

describe('a limit', () => {
  const writes = (whom: CastMember, from = Ann) =>
    from.send<typeof sendMessage>('POST /message/chatMessages', { body: { id: whom.id, body: `Hello ${whom.username}` } })

  test('lets nobody be written to first, however many are tried at the same moment, and ends by itself', async () => {
    const people = []
    for (let one = 0; one < 6; one += 1) people.push(await joins(app, { brand: 'adultcrush', username: `Pal${(number += 1)}` }))
    const [known] = people as [CastMember]
    for (const one of [Ann, known]) await becomesPremium(app, one)
    await writes(Ann, known)
    await decides(Eve, about({ act: 'limit', days: 7 }))
    await takesEffect()
    const begun = () =>
      app.services.db
        .selectFrom('conversations')
        .select('id')
        .where((e) => e.or([e('low_id', '=', Ann.id), e('high_id', '=', Ann.id)]))
        .execute()
    const answers = await Promise.allSettled([writes(known), ...people.slice(1).flatMap((one) => [writes(one), writes(one)])])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', ...Array<string>(10).fill('rejected')])
    expect([(await begun()).length, await problem(writes(people[1] as CastMember))]).toEqual([1, expect.stringMatching(/first messages|begin/)])
    app.clock.advance(7 * DAY)
    await writes(people[1] as CastMember)
    expect((await begun()).length).toBe(2)
  })
})

describe('a decision of the last ten seconds', () => {
  test('is taken back by its author: nothing happens, its strikes do not count, and its job is open again', async () => {
    const { id } = await decides(Eve, { ...spam, jobId: await held(Eve) })
    expect(await before()).toBe(1)
    app.clock.advance(9 * SECOND)
    await Eve.send<typeof undoDecision>('POST /staff/undoDecision', { body: { id } })
    await takesEffect()
    const open = await app.services.db.selectFrom('staff_jobs').select('id').where('account_id', '=', Ann.id).where('closed_at', 'is', null).execute()
    expect([await before(), (await decision(id)).state, await mailKinds(), open.length]).toEqual([0, 'undone', [], 1])
  })

  test.each<[string, () => Promise<string | undefined>]>([
    ['later', async () => (app.clock.advance(11 * SECOND), problem(undo(Eve)))],
    ['by somebody else', () => problem(undo(Max))],
    ['twice', async () => (await undo(Eve), problem(undo(Eve)))],
  ])('is not taken back %s', async (_, tries) => {
    await decides(Eve, about())
    expect(await tries()).toMatch(/ten seconds are over|somebody else’s decision|taken back already/)
  })
  const undo = async (by: CastMember) => by.send<typeof undoDecision>('POST /staff/undoDecision', { body: { id: (await latest()).id } })

  test('is taken back or takes effect, never both, and takes effect once in two workers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await decides(Eve, about())
      app.clock.advance(10 * SECOND)
      await Promise.allSettled([Eve.send<typeof undoDecision>('POST /staff/undoDecision', { body: { id } }), ran(), ran()])
      const row = await app.services.db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect([row.undone_at === null, row.took_effect_at === null]).toContain(true)
      expect(row.undone_at === null).toBe(row.took_effect_at !== null)
    }
    expect((await mailKinds()).length).toBe(5)
  })
})

describe('a job', () => {
  test('is decided once by two who try at the same moment', async () => {
    const jobId = await held(Eve)
    const answers = await Promise.allSettled([decides(Eve, { ...spam, jobId }), decides(Eve, { ...spam, jobId }), decides(Max, { ...spam, jobId })])
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await before()).toBe(1)
  })

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'that was decided',
      async () => (await decides(Eve, { ...spam, jobId: await held(Eve) }), decides(Eve, { ...spam, jobId: (await jobs())[0] })),
      /closed already/,
    ],
    [
      'whose lease is over',
      async () => (await held(Eve), app.clock.advance(6 * MINUTE), decides(Eve, { ...spam, jobId: (await jobs())[0] })),
      /five minutes are over/,
    ],
    ['that somebody else holds', async () => decides(Max, { ...spam, jobId: await held(Eve) }), /do not hold this job/],
  ])('%s is refused in words, with nothing changed', async (_, tries, words) => {
    const count = async () => (await app.services.db.selectFrom('decisions').select('id').where('account_id', '=', Ann.id).execute()).length
    expect(await problem(tries())).toMatch(words)
    expect(await count()).toBeLessThanOrEqual(1)
    expect(await before()).toBe(await count())
  })
  const jobs = async () => (await app.services.db.selectFrom('staff_jobs').select('id').execute()).map(({ id }) => id)

  test('about one member’s photo lets no other one pass, not even a photo of whoever decides', async () => {
    const [his, hers] = [await upload(Eve, photo), await upload(Ann, photo)]
    await app.services.db.updateTable('photos').set({ approved_at: null }).where('id', 'in', [his.id, hers.id]).execute()
    const jobId = await held(Eve, 'photos', hers.id)
    for (const body of [
      { act: 'none', policy: 'none', note: '' },
      { act: 'hidePhoto', policy: 'nudity' },
    ] as const) {
      expect(await problem(decides(Eve, { ...spam, ...body, jobId, about: 'photo', aboutId: his.id }))).toMatch(/no photo of the member/)
    }
    await decides(Eve, { ...spam, act: 'none', policy: 'none', note: '', jobId })
    await takesEffect()
    const approved = await app.services.db.selectFrom('photos').select('id').where('id', 'in', [his.id, hers.id]).where('approved_at', 'is not', null).execute()
    expect(approved).toEqual([{ id: hers.id }])
  })

  test('about a report is not decided by the one who made it', async () => {
    await Eve.send<typeof reportAbuse>('POST /profile/reportAbuse', { body: { id: Ann.id, reason: 'fake', details: '' } })
    const { id: jobId } = await inTransaction<{ id: number }>(
      async (trx) => (await leaseNext(trx, 'reports', Eve.id, app.clock.now())) ?? expect.fail('no report waits'),
    )
    expect(await problem(decides(Eve, { ...spam, jobId }))).toMatch(/You made this report/)
    await app.services.db.updateTable('staff_jobs').set({ leased_by: Max.id }).where('id', '=', jobId).execute()
    expect(await problem(decides(Max, { ...spam, jobId }))).toBe('no problem')
  })

  test.each<[string, () => Promise<unknown>]>([
    ['banned', () => app.services.db.updateTable('accounts').set({ banned_at: app.clock.now() }).where('id', '=', Eve.id).execute()],
    ['no longer staff', () => app.services.db.updateTable('accounts').set({ staff_since: null }).where('id', '=', Eve.id).execute()],
    ['of another role', () => inTransaction((trx) => setRoles(trx, Eve.id, ['support'], app.clock.now()))],
  ])('is not decided by somebody who is %s meanwhile; the next one gets it at once', async (_, changes) => {
    const subject = (number += 1)
    const jobId = await held(Eve, 'reports', subject)
    await changes()
    await expect(decides(Eve, { ...spam, jobId })).rejects.toMatchObject({ status: expect.any(Number) as number })
    expect((await app.services.db.selectFrom('decisions').select('id').where('account_id', '=', Ann.id).execute()).length).toBe(0)
    expect(await inTransaction((trx) => leaseNext(trx, 'reports', Max.id, app.clock.now()))).toMatchObject({ id: jobId })
    await decides(Max, { ...spam, jobId })
  })

  test('that a report opened tells its author what came of it, once', async () => {
    for (const [act, kind] of [
      ['none', 'reportNoBreach'],
      ['warn', 'reportActed'],
    ] as const) {
      const reporter = await joins(app, { brand: 'wivesnow', username: `Rex${(number += 1)}` })
      await app.services.db.deleteFrom('staff_jobs').execute()
      const at = app.clock.now()
      const { id } = await app.services.db
        .insertInto('reports')
        .values({
          reporter_id: reporter.id,
          reported_id: Ann.id,
          brand: 'wivesnow',
          reason: 'scam',
          quoted: null,
          created_at: at,
          closed_at: null,
          closed_by: null,
          outcome: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await decides(Eve, { ...spam, act, policy: act === 'none' ? 'none' : 'spam', jobId: await held(Eve, 'reports', id) })
      await takesEffect()
      await ran()
      expect((await mailsTo(app, `${reporter.username.toLowerCase()}@example.org`)).map((mail) => mail.kind)).toEqual([kind])
    }
    const words = JSON.stringify(await statementOfLatest())
    expect(words).not.toMatch(/Rex/)
  })

  test('that found no breach is in the copy of one’s data after thirty days only: sooner it would tell that somebody reported one', async () => {
    const copied = async () => {
      const [decided] = enforcementCollections
      const rows = await Array.fromAsync(decided?.rows(app.services.db, Ann.id, app.clock.now()) ?? [])
      return rows.map(({ act }) => act)
    }
    await decides(Eve, { ...spam, act: 'none', policy: 'none', note: '', jobId: await held(Eve) })
    await decides(Eve, about())
    await takesEffect()
    expect(await copied()).toEqual(['warn'])
    app.clock.advance(30 * DAY)
    expect(await copied()).toEqual(['none', 'warn'])
  })
})

describe('an objection', () => {
  /** Kept to the letter, as all that people write (attacks/any-script.test.ts). */
  const WORDS = 'It was not me 👩🏽‍🌾 שלום tea\u200bcup Z̃oë'
  const objects = (token: string, words = WORDS) =>
    app
      .visitor('adultcrush')
      .request('/decision/appeal', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token, words }) })
  async function objected(body: Partial<Body>): Promise<{ id: number; jobId: number }> {
    await decides(Eve, about(body))
    await takesEffect()
    const { id } = await latest()
    await objects(tokenIn((await decision(id)).statement ?? ''))
    const jobId = await inTransaction<number>(
      async (trx) => (await leaseNext(trx, 'appeals', Max.id, app.clock.now()))?.id ?? expect.fail('no objection waits'),
    )
    return { id, jobId }
  }
  const answers = (by: CastMember, body: { jobId: number; outcome: 'uphold' | 'overturn' | 'adjust'; days?: number; note?: string }) =>
    by.send<typeof decideAppeal>('POST /staff/decideAppeal', { body })

  test.each<['uphold' | 'overturn' | 'adjust', string[], boolean, number]>([
    ['uphold', ['appeal.uphold'], false, 4],
    ['overturn', ['appeal.overturn'], true, 0],
    ['adjust', ['decision', 'appeal.adjust'], false, 2],
  ])('%s sends its own mail, and leaves the account and its strikes as it says', async (outcome, mails, mayComeIn, strikes) => {
    const { jobId } = await objected({ act: 'suspend', days: 7, severity: 'high' })
    await answers(Max, { jobId, outcome, note: 'We looked at it again.', ...(outcome === 'adjust' ? { days: 3 } : {}) })
    expect((await mailKinds()).slice(2)).toEqual(mails)
    expect([(await signsIn(app.visitor('adultcrush'))).next === '/dashboard', await before()]).toEqual([mayComeIn, strikes])
    app.clock.advance(4 * DAY)
    expect((await signsIn(app.visitor('adultcrush'))).next === '/dashboard').toBe(outcome !== 'uphold')
  })

  test('that shortens a suspension ends it to the minute, from the first decision on', async () => {
    const { id, jobId } = await objected({ act: 'suspend', days: 7, severity: 'high' })
    const { took_effect_at: since } = await app.services.db.selectFrom('decisions').select('took_effect_at').where('id', '=', id).executeTakeFirstOrThrow()
    app.clock.advance(1.5 * DAY)
    await app.services.db
      .updateTable('staff_jobs')
      .set({ leased_until: later(app.clock.now(), MINUTE) })
      .execute()
    await asStaff(app, Max)
    await answers(Max, { jobId, outcome: 'adjust', days: 3, note: 'We looked at it again.' })
    const { suspended_until: until } = await app.services.db.selectFrom('accounts').select('suspended_until').where('id', '=', Ann.id).executeTakeFirstOrThrow()
    expect(until?.getTime()).toBe((since?.getTime() ?? 0) + 3 * DAY)
    app.clock.advance(1.5 * DAY)
    expect((await signsIn(app.visitor('adultcrush'))).next).toBe('/dashboard')
  })

  test('is for somebody who did not decide, once, and within six months', async () => {
    const { id, jobId } = await objected({})
    await app.services.db.updateTable('staff_jobs').set({ leased_by: null, leased_until: null }).where('id', '=', jobId).execute()
    const shown = async (by: CastMember) => (await by.send<typeof getAppeal>('GET /staff/appeal', {})).held
    expect(await shown(Max)).toBeNull()
    await Max.send<typeof takeAppeal>('POST /staff/takeAppeal', {})
    expect(await shown(Max)).toMatchObject({ jobId, isOwnDecision: false, words: WORDS, decisionId: id })
    await app.services.db.updateTable('staff_jobs').set({ leased_by: Eve.id }).where('id', '=', jobId).execute()
    expect(await shown(Eve)).toMatchObject({ isOwnDecision: true })
    expect(await problem(answers(Eve, { jobId, outcome: 'uphold' }))).toMatch(/You decided this the first time/)
    const token = tokenIn((await decision(id)).statement ?? '')
    expect((await objects(token)).status).toBe(409)
    expect([(await objects(token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).status, (await objects('1-x')).status]).toEqual([404, 404])
    await decides(Eve, about())
    await takesEffect()
    const second = tokenIn((await decision((await latest()).id)).statement ?? '')
    app.clock.advance(185 * DAY)
    expect([(await objects(second)).status, (await statementOf(second)).appeal]).toEqual([409, 'over'])
  })

  test('is taken once by one who asks twice at the same moment', async () => {
    for (let count = 0; count < 2; count += 1) {
      const { jobId } = await objected({})
      await app.services.db.updateTable('staff_jobs').set({ leased_by: null, leased_until: null }).where('id', '=', jobId).execute()
    }
    // The connections are opened first, so that the requests meet.
    await Promise.all(Array.from({ length: 8 }, () => Max.send<typeof getAppeal>('GET /staff/appeal', {})))
    await Promise.all(Array.from({ length: 8 }, () => Max.send<typeof takeAppeal>('POST /staff/takeAppeal', {})))
    expect(await app.services.db.selectFrom('staff_jobs').select('id').where('leased_by', '=', Max.id).execute()).toHaveLength(1)
  })

  test.each([
    ['hidden by another decision', '#24508a'],
    ['removed on request', '#248a50'],
  ])('that is right shows no photo again that was %s since', async (how, colour) => {
    // A picture of its own: one that was refused before is hidden at upload.
    const { id, status } = await upload(Ann, await aPhoto({ width: 300, height: 400, colour }))
    expect(status).toBe('approved')
    const { jobId } = await objected({ act: 'hidePhoto', policy: 'nudity', about: 'photo', aboutId: id })
    if (how === 'removed on request') await inTransaction<void>((trx) => markRemoved(trx, Ann.id, id, app.clock.now()))
    else {
      await decides(Eve, about({ act: 'hidePhoto', policy: 'photoRules', about: 'photo', aboutId: id }))
      await takesEffect()
    }
    await answers(Max, { jobId, outcome: 'overturn' })
    expect(await app.services.db.selectFrom('photos').select('approved_at').where('id', '=', id).executeTakeFirstOrThrow()).toEqual({ approved_at: null })
  })

  test('that is right gives back no update that its author had deleted', async () => {
    const at = app.clock.now()
    const { id } = await app.services.db
      .insertInto('updates')
      .values({ account_id: Ann.id, body: 'Buy my things', created_at: at, deleted_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { jobId } = await objected({ act: 'removeText', about: 'update', aboutId: id })
    await answers(Max, { jobId, outcome: 'overturn' })
    expect(await app.services.db.selectFrom('updates').select('id').where('account_id', '=', Ann.id).execute()).toEqual([])
  })

  test('that is skipped waits for somebody else, and comes back to the same person after an hour', async () => {
    const { jobId } = await objected({})
    await app.services.db.updateTable('staff_jobs').set({ leased_by: null, leased_until: null }).where('id', '=', jobId).execute()
    const shown = () => Eve.send<typeof getAppeal>('GET /staff/appeal', {})
    const take = () => Eve.send<typeof takeAppeal>('POST /staff/takeAppeal', {})
    await take()
    expect(await shown()).toMatchObject({ waiting: 0, held: { jobId, accountId: Ann.id, username: Ann.username } })
    const { next } = await Eve.send<typeof releaseJob>('POST /staff/releaseJob', { body: { queue: 'appeals', id: jobId, skip: 'yes' } })
    expect([next, await shown()]).toEqual(['/staff/appeals', { waiting: 1, held: null }])
    await take()
    expect((await shown()).held).toBeNull()
    app.clock.advance(60 * MINUTE)
    await take()
    expect((await shown()).held).toMatchObject({ jobId })
  })

  test('that is right gives back a photo, a text and the time that was paid', async () => {
    await upload(Ann, photo)
    const { id: photoId } = await app.services.db.selectFrom('photos').select('id').where('account_id', '=', Ann.id).executeTakeFirstOrThrow()
    await app.services.db.updateTable('profiles').set({ about: 'Buy my things' }).where('account_id', '=', Ann.id).execute()
    await becomesPremium(app, Ann, 30)
    const paid = async () =>
      (await app.services.db.selectFrom('accounts').select('premium_until').where('id', '=', Ann.id).executeTakeFirstOrThrow()).premium_until
    const paidBefore = await paid()
    const profile = () => app.services.db.selectFrom('profiles').select(['about', 'has_photo']).where('account_id', '=', Ann.id).executeTakeFirstOrThrow()
    const cases: Array<Partial<Body>> = [
      { act: 'hidePhoto', policy: 'nudity', about: 'photo', aboutId: photoId },
      { act: 'removeText', about: 'about' },
      { act: 'suspend', days: 7 },
    ]
    const jobIds: number[] = []
    const shownBefore = await profile()
    for (const one of cases) jobIds.push((await objected(one)).jobId)
    expect(await profile()).toEqual({ about: '', has_photo: false })
    app.clock.advance(2 * DAY)
    await app.services.db
      .updateTable('staff_jobs')
      .set({ leased_until: later(app.clock.now(), MINUTE) })
      .execute()
    await asStaff(app, Max)
    await asStaff(app, Eve)
    for (const jobId of jobIds) await answers(Max, { jobId, outcome: 'overturn' })
    expect([await profile(), await before()]).toEqual([shownBefore, 0])
    expect((await paid())?.getTime()).toBe((paidBefore?.getTime() ?? 0) + 2 * DAY)
  })
})

test('a photo that was removed is kept with its files as long as it can be given back, and no longer', async () => {
  const at = app.clock.now()
  for (let one = 0; one < 2; one += 1) await upload(Ann, photo)
  const photos = () => app.services.db.selectFrom('photos').select(['id', 'key']).where('account_id', '=', Ann.id).orderBy('id').execute()
  const [removed, other] = await photos()
  const files = async () => {
    const names: string[] = []
    for await (const { name } of app.services.photoFiles.list()) names.push(name)
    return [removed, other].map((one) => names.some((name) => name.includes(one?.key ?? '-')))
  }
  await inTransaction((trx) => markRemoved(trx, Ann.id, removed?.id ?? 0, at))
  app.clock.advance((REMOVED_KEPT_DAYS - 1) * DAY)
  await ran(standingJob)
  expect([(await photos()).length, await files()]).toEqual([2, [true, true]])
  app.clock.advance(DAY)
  await Promise.all([ran(standingJob), ran(standingJob)])
  expect([await photos(), await files()]).toEqual([[other], [false, true]])
})

describe('a username that breaks the rules', () => {
  const renames = (username: string) => Ann.send<typeof changeUsername>('POST /profile/changeUsername', { body: { username } })
  const nameOf = async () => (await app.services.db.selectFrom('accounts').select('username').where('id', '=', Ann.id).executeTakeFirstOrThrow()).username
  const statement = async () => (await statementOfLatest()).sections.flatMap(({ paragraphs }) => paragraphs).join(' ')
  const removes = async () => {
    await decides(Eve, about({ act: 'removeText', policy: 'impersonation', text: 'username' }))
    await takesEffect()
  }

  test('is removed: the member gets a generated one, is told it, and may choose another at once, but not the same', async () => {
    const before = Ann.username
    await removes()
    const given = await nameOf()
    expect(given).toMatch(/^member\d{10}$/)
    expect(await statement()).toContain(`You are now called ${given}`)
    const [mail] = await mailsTo(app, `${before.toLowerCase()}@example.org`)
    expect(mail?.text).toContain(`Hello ${given},`)
    expect((await Eve.send<typeof getAdvice>('GET /staff/advice', { query: { accountId: Ann.id } })).texts.map(({ name }) => name)).not.toContain('username')
    expect(await problem(decides(Eve, about({ act: 'removeText', text: 'username' })))).toMatch(/generated one already/)
    for (const same of [before, before.toUpperCase()]) expect(await problem(renames(same))).toMatch(/taken/)
    await renames(`Nora${number}`)
    expect([await nameOf(), (await signsIn(app.visitor('adultcrush'), { ...Ann, username: `Nora${number}` })).next]).toEqual([`Nora${number}`, '/dashboard'])
  })

  test.each([
    ['is given back where the objection is right', false],
    ['is free for its member again where they chose another meanwhile', true],
  ])('%s', async (_, choseAnother) => {
    const before = Ann.username
    await removes()
    const { id } = await latest()
    if (choseAnother) await renames(`Other${number}`)
    await decides(Eve, about({ act: 'restore', text: undefined, about: 'username' }))
    await takesEffect()
    expect(await nameOf()).toBe(choseAnother ? `Other${number}` : before)
    if (choseAnother) await renames(before)
    expect([await nameOf(), (await decision(id)).state]).toEqual([before, 'takenBack'])
  })
})

describe('what cannot be undone', () => {
  const list = (by: CastMember) => by.send<typeof getApprovals>('GET /staff/approvals', {})
  const says = (by: CastMember, id: number, outcome: 'approved' | 'refused') =>
    by.send<typeof decideApproval>('POST /staff/decideApproval', { body: { id, outcome } })
  const asked = async () => (await list(Max)).approvals.find(({ decision: { accountId } }) => accountId === Ann.id)

  test('needs a second person: to close the account of a member who pays, and to open one that was closed for fraud', async () => {
    await becomesPremium(app, Ann, 30)
    await decides(Eve, about({ act: 'ban', policy: 'scam', severity: 'critical' }))
    await takesEffect()
    const first = await asked()
    expect([await isIn(), first?.before.startsWith('open; paid until'), first?.after]).toEqual([true, true, 'close the account for good'])
    expect(await problem(says(Eve, first?.id ?? 0, 'approved'))).toMatch(/your own decision/)
    const both = await Promise.allSettled([says(Max, first?.id ?? 0, 'approved'), says(Max, first?.id ?? 0, 'approved')])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect([await isIn(), await mailKinds()]).toEqual([false, ['decision']])
    await decides(Eve, about({ act: 'restore' }))
    await takesEffect()
    expect((await signsIn(app.visitor('adultcrush'))).next).toMatch(/^\/decision\//)
    await says(Max, (await asked())?.id ?? 0, 'approved')
    expect((await signsIn(app.visitor('adultcrush'))).next).toBe('/dashboard')
  })

  test('that is refused opens its job again for anybody, and leaves its decider the job that they hold by now', async () => {
    await becomesPremium(app, Ann, 30)
    const jobId = await held(Eve)
    await decides(Eve, { ...about({ act: 'ban', severity: 'critical' }), jobId })
    const other = await held(Eve)
    await says(Max, (await asked())?.id ?? 0, 'refused')
    const jobs = await app.services.db.selectFrom('staff_jobs').select(['id', 'leased_by', 'closed_at']).orderBy('id').execute()
    expect(jobs).toEqual([
      { id: jobId, leased_by: null, closed_at: null },
      { id: other, leased_by: Eve.id, closed_at: null },
    ])
  })

  test('of which one cannot be set aside keeps no other waiting, and is in the log', async () => {
    const Bea = await joins(app, { brand: 'adultcrush', username: `Bea${(number += 1)}` })
    const banned: number[] = []
    for (const one of [Ann, Bea]) {
      await becomesPremium(app, one, 30)
      banned.push((await decides(Eve, about({ accountId: one.id, act: 'ban', severity: 'critical' }))).id)
    }
    app.clock.advance(DAY)
    const failing = {
      ...app.services,
      passOnWithheld: (...call: Parameters<typeof app.services.passOnWithheld>) =>
        call[1] === banned[0] ? Promise.reject(new Error('a row that is broken')) : app.services.passOnWithheld(...call),
    }
    const logged = vi.spyOn(app.services.log, 'error').mockReturnValue()
    await standingJob.start(failing).run(new AbortController().signal)
    const said = logged.mock.calls.map(([about]) => about)
    logged.mockRestore()
    await asStaff(app, Eve)
    expect([(await decision(banned[0] ?? 0)).state, (await decision(banned[1] ?? 0)).state]).toEqual(['needsSecond', 'undone'])
    expect(said).toMatchObject([{ decision: banned[0] }])
  })

  test('is not agreed to by whom it is about', async () => {
    await becomesPremium(app, Max)
    await decides(Eve, about({ accountId: Max.id, act: 'ban', severity: 'critical' }))
    const request = (await list(Max)).approvals.find(({ decision: { accountId } }) => accountId === Max.id)
    expect(await problem(says(Max, request?.id ?? 0, 'approved'))).toMatch(/your own account/)
    expect((await list(Max)).approvals.some(({ id }) => id === request?.id)).toBe(true)
  })

  test.each(['refused', 'expired'] as const)('is set aside where the second person’s answer is %s', async (how) => {
    await becomesPremium(app, Ann, 30)
    const { id } = await decides(Eve, about({ act: 'ban', severity: 'critical' }))
    const request = await asked()
    if (how === 'refused') await says(Max, request?.id ?? 0, 'refused')
    else {
      app.clock.advance(DAY)
      await ran(standingJob)
      for (const one of [Eve, Max]) await asStaff(app, one)
      expect(await problem(says(Max, request?.id ?? 0, 'approved'))).toMatch(/ended already/)
    }
    await takesEffect()
    expect([
      (await decision(id)).state,
      await before(),
      (await app.services.db.selectFrom('accounts').select('banned_at').where('id', '=', Ann.id).executeTakeFirstOrThrow()).banned_at,
    ]).toEqual(['undone', 0, null])
  })
})
