import { beforeEach, describe, expect, test } from 'vitest'
import type { getQueue, judgeNewPhoto, releaseJob, takeJob } from '../../../src/features/console/console.contract.ts'
import type { decideApproval, getApprovals } from '../../../src/features/enforcement/approvals.contract.ts'
import type { decideBlindReview, getBlindReview, getDifferences, takeBlindReview } from '../../../src/features/enforcement/blind-reviews.contract.ts'
import { blindReviewJob } from '../../../src/features/enforcement/blind-reviews.server.ts'
import { agree, DRAWN_SHARE, REVIEW_WITHIN } from '../../../src/features/enforcement/blind-reviews.ts'
import type { decideJob, undoDecision } from '../../../src/features/enforcement/decide.contract.ts'
import { EVIDENCE_DAYS } from '../../../src/features/moderation/evidence.ts'
import type { reportAbuse } from '../../../src/features/moderation/report.contract.ts'
import { keepFindings } from '../../../src/features/photos/hashes/findings.sql.ts'
import type { deletePhoto } from '../../../src/features/photos/photos.contract.ts'
import { markRemoved } from '../../../src/features/photos/review.sql.ts'
import { leaseNext } from '../../../src/features/staff/jobs.sql.ts'
import { setRoles } from '../../../src/features/staff/roles.sql.ts'
import type { getFigures } from '../../../src/features/transparency/queue-figures.contract.ts'
import { chance } from '../../../src/lib/chance.server.ts'
import { DAY, HOUR, MINUTE } from '../../../src/lib/clock.ts'
import { asStaff, becomesPremium, type CastMember, joins } from '../../support/cast.ts'
import { upload } from '../../support/photos.ts'
import {
  about,
  Ann,
  app,
  decides,
  Eve,
  inTransaction,
  mailKinds,
  Max,
  next,
  photo,
  problem,
  ran,
  spam,
  staff,
  takesEffect,
  withStaff,
} from './decision-cast.ts'

/** Of the decisions of staff some are drawn by chance, and judged by somebody else who sees the same and not the decision. */

withStaff()

const noBreach = { act: 'none', policy: 'none', note: '' } as const
let Rex: CastMember
let asked: number[]
/** Whether the next decisions are drawn. */
let isDrawn: boolean

beforeEach(async () => {
  // Of staff, nobody but Eve and Max is left of the test before.
  await app.services.db.deleteFrom('staff_roles').where('account_id', 'not in', [Eve.id, Max.id]).execute()
  await app.services.db.deleteFrom('blind_reviews').execute()
  Rex = await joins(app, { brand: 'adultcrush', username: `Rex${next()}` })
  asked = []
  isDrawn = true
  app.services.chance = (share) => (asked.push(share), isDrawn)
})

const reports = (by: CastMember = Rex) =>
  by.send<typeof reportAbuse>('POST /profile/reportAbuse', { body: { id: Ann.id, reason: 'harassment', details: 'Rude.' } })
const leased = (who: CastMember, queue: 'reports' | 'photos' | 'blindReviews') =>
  inTransaction<{ id: number } | undefined>((trx) => leaseNext(trx, queue, who.id, app.clock.now()))

type Choice = Partial<Parameters<typeof Eve.send<typeof decideJob>>[1]['body']>
/** Rex reports Ann, and somebody decides about it. */
async function decidesReport(by: CastMember = Eve, choice: Choice = noBreach): Promise<number> {
  await reports()
  const job = (await leased(by, 'reports')) ?? expect.fail('no report waits')
  const { id } = await decides(by, { ...spam, ...choice, jobId: job.id })
  await takesEffect()
  return id
}

type Verdict = 'approve' | 'nobody' | 'young' | 'contact'
/** Ann adds a photo, and somebody decides about it. */
async function decidesPhoto(by: CastMember, verdict: Verdict = 'approve'): Promise<number> {
  const id = await judgesPhoto(by, verdict)
  await takesEffect()
  return id
}

async function judgesPhoto(by: CastMember, verdict: Verdict): Promise<number> {
  app.services.settings.photoReview = 'staff'
  const { id } = await upload(Ann, photo)
  app.services.settings.photoReview = 'auto'
  await by.send<typeof takeJob>('POST /staff/takeJob', { body: { queue: 'photos' } })
  const { held } = await by.send<typeof getQueue>('GET /staff/queue/{queue}', { params: { queue: 'photos' } })
  await by.send<typeof judgeNewPhoto>('POST /staff/judgePhoto', { body: { id: held?.id ?? 0, key: held?.photo?.key ?? '', verdict } })
  return id
}

const drawn = () => app.services.db.selectFrom('blind_reviews').selectAll().orderBy('id').execute()
const seen = (who: CastMember) => who.send<typeof getBlindReview>('GET /staff/blindReview', {})
const takes = async (who: CastMember) => {
  const { next: path } = await who.send<typeof takeBlindReview>('POST /staff/takeBlindReview', {})
  return { path, held: (await seen(who)).held }
}
type Answer = Parameters<typeof Eve.send<typeof decideBlindReview>>[1]['body']
const answers = (who: CastMember, body: Answer) => who.send<typeof decideBlindReview>('POST /staff/decideBlindReview', { body })
const reviews = async (who: CastMember, choice: Omit<Answer, 'jobId'>) => {
  const jobId = (await takes(who)).held?.jobId ?? expect.fail('nothing was drawn')
  return (await answers(who, { ...choice, jobId })).next
}
const differences = (who: CastMember, query: { before?: number } = {}) => who.send<typeof getDifferences>('GET /staff/blindDifferences', { query })
const figures = (who: CastMember) => who.send<typeof getFigures>('GET /staff/figures', { query: { days: '7' } })
const evidenceClosed = async () =>
  (await app.services.db.selectFrom('report_evidence').select('closed_at').orderBy('report_id', 'desc').limit(1).executeTakeFirstOrThrow()).closed_at

describe('what is drawn', () => {
  test('is two in a hundred, by chance, once the decision has taken effect', async () => {
    isDrawn = false
    await decidesReport()
    expect([asked, await drawn()]).toEqual([[0.02], []])
    const tossed = Array.from({ length: 20_000 }, () => chance(DRAWN_SHARE)).filter(Boolean).length
    expect(tossed).toBeGreaterThan(250)
    expect(tossed).toBeLessThan(600)
    expect([chance(0), chance(1)]).toEqual([false, true])
  })

  test('is not decided before the ten seconds are over, nor where the decision is taken back in them', async () => {
    await reports()
    const job = await leased(Eve, 'reports')
    const { id } = await decides(Eve, { ...spam, jobId: job?.id })
    expect(asked).toEqual([])
    await Eve.send<typeof undoDecision>('POST /staff/undoDecision', { body: { id } })
    await takesEffect()
    expect([asked, await drawn()]).toEqual([[], []])
  })

  test('is a decision about a report or a new photo, that found no breach as well', async () => {
    await decidesReport()
    await decidesReport(Max, { ...spam })
    await decidesPhoto(Eve)
    await decidesPhoto(Max, 'nobody')
    expect((await drawn()).length).toBe(4)
    const jobs = await app.services.db.selectFrom('staff_jobs').select(['account_id', 'priority', 'barred']).where('queue', '=', 'blindReviews').execute()
    expect(jobs.map(({ account_id: id, priority }) => [id, priority])).toEqual(Array.from({ length: 4 }, () => [Ann.id, 0]))
  })

  test('is no decision of one’s own accord, of a rule, or about a photo of somebody who may be young', async () => {
    await decides(Eve, about())
    await takesEffect()
    expect(asked).toEqual([])
    await decidesPhoto(Eve, 'young')
    expect(await drawn()).toEqual([])
  })

  test('is nothing that is gone when the decision takes effect', async () => {
    await reports()
    const job = await leased(Eve, 'reports')
    await decides(Eve, { ...spam, jobId: job?.id })
    await app.services.db.deleteFrom('report_evidence').execute()
    await takesEffect()
    const id = await judgesPhoto(Eve, 'contact')
    await Ann.send<typeof deletePhoto>('POST /image/delete/id/{id}', { params: { id } })
    await takesEffect()
    expect([asked.length, await drawn()]).toEqual([2, []])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['deleted by its owner', (id) => Ann.send<typeof deletePhoto>('POST /image/delete/id/{id}', { params: { id } })],
    [
      'cropped',
      (id) =>
        app.services.db
          .updateTable('photos')
          .set({ key: `${id}`.padStart(32, 'c') })
          .where('id', '=', id)
          .execute(),
    ],
    ['removed on request', (id) => inTransaction((trx) => markRemoved(trx, Ann.id, id, app.clock.now()))],
    [
      'found on a list',
      (id) =>
        inTransaction((trx) => keepFindings(trx, id, [{ kind: 'hold', hashId: null, otherPhotoId: null, list: 'file', why: 'On a list' }], app.clock.now())),
    ],
  ])('lapses where the photo is %s before anybody takes it, or while somebody holds it', async (_, happens) => {
    const first = await decidesPhoto(Eve)
    await happens(first)
    expect((await takes(Max)).held).toBe(null)
    const second = await decidesPhoto(Eve)
    const { held } = await takes(Max)
    await happens(second)
    expect((await seen(Max)).held).toBe(null)
    expect((await answers(Max, { jobId: held?.jobId ?? 0, act: 'none' })).next).toBe('/staff/blind-reviews?done=gone')
    expect((await drawn()).map(({ reviewed_at: answered, lapsed_at: lapsed }) => [answered, lapsed !== null])).toEqual([
      [null, true],
      [null, true],
    ])
  })

  test('is nothing where nobody but whoever decided could look at it', async () => {
    await inTransaction((trx) => setRoles(trx, Max.id, ['support'], app.clock.now()))
    await decidesReport()
    expect([asked.length, await drawn()]).toEqual([1, []])
  })

  test('is drawn once by two processes at once', async () => {
    await reports()
    const job = await leased(Eve, 'reports')
    await decides(Eve, { ...spam, jobId: job?.id })
    app.clock.advance(11_000)
    await Promise.all([ran(), ran(), ran()])
    expect([asked.length, (await drawn()).length]).toEqual([1, 1])
    const jobs = await app.services.db.selectFrom('staff_jobs').select('id').where('queue', '=', 'blindReviews').execute()
    expect(jobs.length).toBe(1)
  })
})

describe('who judges a decision a second time', () => {
  test('sees what the report kept, and nothing of what was decided, by whom, or how right the reporter was', async () => {
    await decidesReport(Eve, { act: 'warn', policy: 'harassment', severity: 'high', note: 'You were plainly rude.', internalNote: 'Third time.' })
    const { held } = await takes(Max)
    expect(held).toMatchObject({
      acts: ['none', 'hidePhoto', 'removeText', 'warn', 'limit', 'suspend', 'ban'],
      // As it was before the decision, whose strikes would tell of it.
      before: 0,
      photo: null,
      evidence: { report: { reason: 'harassment', details: 'Rude.', reporter: { username: Rex.username }, reported: { username: Ann.username } } },
    })
    expect(Object.keys(held?.evidence?.report.reporter ?? {})).toEqual(['username'])
    const { acts: _, bySeverity: __, ...rest } = held ?? expect.fail('nothing is held')
    expect(JSON.stringify(rest)).not.toMatch(new RegExp(`plainly|Third time|"high"|warn|${Eve.username}|decision|decided|accuracy|muted`, 'i'))
    const looks = await app.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('actor_id', '=', Max.id)
      .where('subject_id', '=', Ann.id)
      .execute()
    expect(looks.map(({ action }) => action)).toEqual(expect.arrayContaining(['staff.takeBlindReview', 'staff.readEvidence', 'staff.look']))
  })

  test.each(['approve', 'nobody'] as const)('sees a photo, %s or not, as whoever decided saw it', async (verdict) => {
    await decidesPhoto(Eve, verdict)
    const { held } = await takes(Max)
    expect(held).toMatchObject({ acts: ['none', 'hidePhoto', 'warn', 'limit', 'suspend', 'ban'], before: 0, evidence: null })
    expect(held?.photo?.src).toMatch(/^data:image\//)
    const { acts: _, bySeverity: __, ...rest } = held ?? expect.fail('nothing is held')
    expect(JSON.stringify({ ...rest, photo: { ...held?.photo, src: null } })).not.toMatch(/approve|refus|reject|unfit|hide|decision|decided/i)
    expect(Object.keys(held?.photo ?? {}).toSorted()).toEqual(['description', 'findings', 'isCompared', 'isPrivate', 'owner', 'rules', 'src'])
  })

  test('is never whoever decided, agreed to it, reported it, or is whom it is about', async () => {
    await decidesReport()
    expect(await takes(Eve)).toEqual({ path: '/staff/blind-reviews?done=none', held: null })
    expect((await seen(Eve)).waiting).toBe(1)
    const { id } = await app.services.db.selectFrom('staff_jobs').select('id').where('queue', '=', 'blindReviews').executeTakeFirstOrThrow()
    // Not even where the lease is put in their hands.
    await app.services.db
      .updateTable('staff_jobs')
      .set({ leased_by: Eve.id, leased_until: new Date(app.clock.now().getTime() + MINUTE) })
      .where('id', '=', id)
      .execute()
    expect(await problem(answers(Eve, { jobId: id, act: 'none' }))).toMatch(/took part/)
    await app.services.db.updateTable('staff_jobs').set({ leased_by: null, leased_until: null }).where('id', '=', id).execute()
    expect((await takes(Max)).held?.jobId).toBe(id)
  })

  test('is neither of two who agreed on a ban', async () => {
    const Kim = await staff('Kim')
    await inTransaction((trx) => setRoles(trx, Kim.id, ['moderator'], app.clock.now()))
    await becomesPremium(app, Ann, 30)
    await decidesReport(Eve, { act: 'ban', policy: 'scam', severity: 'critical' })
    expect(await drawn()).toEqual([])
    const [request] = (await Max.send<typeof getApprovals>('GET /staff/approvals', {})).approvals.filter(({ decision }) => decision.accountId === Ann.id)
    await Max.send<typeof decideApproval>('POST /staff/decideApproval', { body: { id: request?.id ?? 0, outcome: 'approved' } })
    expect([(await takes(Eve)).held, (await takes(Max)).held]).toEqual([null, null])
    expect((await takes(Kim)).held).toMatchObject({ before: 0, bySeverity: expect.any(Array) as unknown[] })
  })

  test('is nobody of staff without that queue, and of those with it one at a time', async () => {
    const Kim = await staff('Kim')
    await decidesReport()
    const [his, hers] = await Promise.all([takes(Max), takes(Kim)])
    expect([his.held, hers.held].filter((one) => one !== null).length).toBe(1)
    await inTransaction((trx) => setRoles(trx, Max.id, ['support'], app.clock.now()))
    expect(await problem(seen(Max))).toMatch(/not open to you/)
    await expect(differences(Max)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('can skip it, and is given it no more for an hour', async () => {
    await decidesReport()
    const { held } = await takes(Max)
    const { next: path } = await Max.send<typeof releaseJob>('POST /staff/releaseJob', { body: { queue: 'blindReviews', id: held?.jobId ?? 0, skip: 'yes' } })
    expect([path, (await takes(Max)).held]).toEqual(['/staff/blind-reviews', null])
    app.clock.advance(HOUR)
    await asStaff(app, Max)
    expect((await takes(Max)).held?.jobId).toBe(held?.jobId)
  })
})

describe('an answer', () => {
  test('changes nothing for the member, nor how long what the report keeps is kept', async () => {
    const id = await decidesReport()
    const before = [await mailKinds(), await app.services.db.selectFrom('decisions').selectAll().where('account_id', '=', Ann.id).execute()]
    const strikes = async () => (await app.services.db.selectFrom('strikes').select('decision_id').where('account_id', '=', Ann.id).execute()).length
    app.clock.advance(MINUTE)
    expect(await reviews(Max, { act: 'ban', policy: 'scam', severity: 'critical' })).toBe('/staff/blind-reviews?done=differs')
    await takesEffect()
    expect([await mailKinds(), await app.services.db.selectFrom('decisions').selectAll().where('account_id', '=', Ann.id).execute()]).toEqual(before)
    expect([await strikes(), (await Ann.request('/profile/currentCreditsInfo')).status]).toEqual([0, 200])
    const { closed_at: closedAt } = await app.services.db.selectFrom('reports').select('closed_at').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect([await evidenceClosed(), closedAt === null]).toEqual([closedAt, false])
    expect(await drawn()).toMatchObject([{ decision_id: id, act: 'ban', policy: 'scam', severity: 'critical', reviewed_by: Max.id, agrees: false }])
  })

  test.each<[string, Omit<Answer, 'jobId'>, RegExp]>([
    ['a breach without a rule', { act: 'warn', severity: 'low' }, /choose the rule/],
    ['a breach without a severity', { act: 'warn', policy: 'spam' }, /how severe/],
    ['a rule without a breach', { act: 'none', policy: 'spam' }, /there is no rule/],
    ['what is no decision about a report', { act: 'restore', policy: 'spam', severity: 'low' }, /cannot be decided/],
  ])('is refused in words where it is %s', async (_, choice, words) => {
    await decidesReport()
    const jobId = (await takes(Max)).held?.jobId ?? 0
    expect(await problem(answers(Max, { ...choice, jobId }))).toMatch(words)
    expect(await drawn()).toMatchObject([{ reviewed_at: null }])
  })

  test('is given once', async () => {
    await decidesReport()
    const jobId = (await takes(Max)).held?.jobId ?? 0
    const both = await Promise.allSettled([answers(Max, { jobId, act: 'none' }), answers(Max, { jobId, act: 'warn', policy: 'spam', severity: 'low' })])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await problem(answers(Max, { jobId, act: 'none' }))).toMatch(/closed already/)
  })

  test('is asked for no longer than a fortnight, in which what the report keeps is there', async () => {
    await decidesReport()
    await takes(Max)
    app.clock.advance(14 * DAY)
    await Promise.all([ran(blindReviewJob), ran(blindReviewJob)])
    expect(await drawn()).toMatchObject([{ reviewed_at: null, lapsed_at: app.clock.now() }])
    expect(REVIEW_WITHIN).toBeLessThan(EVIDENCE_DAYS * DAY)
    const open = await app.services.db.selectFrom('staff_jobs').select('id').where('queue', '=', 'blindReviews').where('closed_at', 'is', null).execute()
    expect(open).toEqual([])
  })
})

describe('how often two agree', () => {
  test('is among the figures, by rule, and of one’s own decisions for oneself alone', async () => {
    await decidesReport()
    await reviews(Max, { act: 'none' })
    await decidesReport()
    await reviews(Max, { act: 'warn', policy: 'harassment', severity: 'low' })
    await decidesReport(Eve, { ...spam })
    await reviews(Max, { act: 'warn', policy: 'spam', severity: 'low' })
    isDrawn = false
    await decidesReport(Max)
    const ofEve = await figures(Eve)
    const counted = (all: typeof ofEve) => all.policies.map(({ policy, reviewed, agreed }) => [policy, reviewed, agreed])
    expect(counted(ofEve)).toEqual(
      expect.arrayContaining([
        ['none', 2, 1],
        ['spam', 1, 1],
      ]),
    )
    expect(ofEve.own).toMatchObject({ decisions: 3, reviewed: 3, agreed: 2 })
    expect((await figures(Max)).own).toMatchObject({ decisions: 1, reviewed: 0, agreed: 0 })
    const [header = '', ...lines] = ofEve.csv.split('\r\n')
    expect(header).toMatch(/,reviewed,agreed$/)
    expect(lines).toContainEqual(expect.stringMatching(/^policy,none,.*,2,1$/))
  })

  test('is shown to leads where they do not, with a way to the decision', async () => {
    const id = await decidesReport(Max)
    await reviews(Eve, { act: 'warn', policy: 'harassment', severity: 'medium' })
    await decidesReport(Max)
    await reviews(Eve, { act: 'none' })
    const { differences: shown, next: more } = await differences(Eve)
    expect([shown, more]).toEqual([
      [
        {
          id: expect.any(Number) as number,
          decisionId: id,
          state: 'holds',
          first: { act: 'none', policy: 'none', severity: 'low', by: Max.username, at: expect.any(String) as string },
          second: { act: 'warn', policy: 'harassment', severity: 'medium', by: Eve.username, at: expect.any(String) as string },
        },
      ],
      null,
    ])
    expect((await differences(Eve, { before: shown[0]?.id ?? 0 })).differences).toEqual([])
  })

  const warn = { act: 'warn', policy: 'spam', severity: 'low' } as const
  test.each([
    ['the same', warn, true],
    ['another act', { ...warn, act: 'limit' as const }, false],
    ['another rule', { ...warn, policy: 'scam' as const }, false],
    ['another severity', { ...warn, severity: 'high' as const }, false],
  ])('is by act, rule and severity: %s', (_, second, is) => expect(agree(warn, second)).toBe(is))

  test('asks for no severity where it counts nothing', () => {
    const none = { act: 'none', policy: 'none', severity: 'low' } as const
    expect(agree(none, { ...none, severity: 'high' })).toBe(true)
    const unfit = { act: 'hidePhoto', policy: 'unfitPhoto', severity: 'low' } as const
    expect(agree(unfit, { ...unfit, severity: 'medium' })).toBe(true)
  })
})
