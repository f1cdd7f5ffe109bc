import { afterAll, beforeAll, beforeEach } from 'vitest'
import { batchJob } from '../../../src/features/batches/batch-job.server.ts'
import type { gatherBatch, getBatch, getChoices, planBatch, runBatch } from '../../../src/features/batches/batches.contract.ts'
import type { BatchKind } from '../../../src/features/batches/batches.ts'
import type { appeal, decideAppeal, getStatement, takeAppeal } from '../../../src/features/enforcement/appeals.contract.ts'
import type { decideJob, getDecision } from '../../../src/features/enforcement/decide.contract.ts'
import { decisionJob } from '../../../src/features/enforcement/decide.server.ts'
import type { ReportReason } from '../../../src/features/moderation/report-reasons.ts'
import type { reportAbuse } from '../../../src/features/moderation/report.contract.ts'
import { openForStaff } from '../../../src/features/photos/hashes/jobs.server.ts'
import { leaseJob, openJob } from '../../../src/features/staff/jobs.sql.ts'
import type { Queue, Role } from '../../../src/features/staff/jobs.ts'
import { setRoles } from '../../../src/features/staff/roles.sql.ts'
import { DAY, later, SECOND } from '../../../src/lib/clock.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { asStaff, type CastMember, joins } from '../../support/cast.ts'
import { mailsTo } from '../../support/mail.ts'
import { verdictsTakeEffect } from '../../support/verdicts.ts'

/** Whom the tests of batches are about, and what staff do in them. */

export let app: TestApp
export let Eve: CastMember
export let Max: CastMember
let Rita: CastMember
let number = 0
export const next = () => (number += 1)

/** Eve and Max are staff, with empty queues, anew for each test. */
export function withStaff(): void {
  beforeAll(async () => {
    app = await startApp({ PHOTO_REVIEW: 'staff' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.advance(2 * DAY)
    await app.services.db.deleteFrom('staff_jobs').execute()
    ;[Eve, Max, Rita] = [await staff('Eve'), await staff('Max'), await somebody('Rita')]
  })
}

export const staff = async (name: string) => asStaff(app, await joins(app, { brand: 'adultcrush', username: `${name}${next()}`, staff: true }))
export const somebody = (name: string, brand = 'adultcrush') => joins(app, { brand, username: `${name}${next()}` })
export const ran = (job = batchJob) => job.start(app.services).run(new AbortController().signal)
export const takesEffect = async () => {
  app.clock.advance(11 * SECOND)
  await ran(decisionJob)
}

export const choices = (kind: BatchKind, who = Eve, about?: number) => who.send<typeof getChoices>('GET /staff/batchChoices', { query: { kind, about } })
export const gathers = async (kind: BatchKind, chosen: readonly number[], who = Eve, batch?: number) => {
  const { next } = await who.send<typeof gatherBatch>('POST /staff/gatherBatch', { body: { kind, chosen, batch } })
  return Number(/\d+$/.exec(next)?.[0])
}
export type Plan = Parameters<typeof Eve.send<typeof planBatch>>[1]['body']
export const warning = { act: 'warn', policy: 'spam', severity: 'low', note: 'You sent the same words to many.' } as const
export const plans = (id: number, plan: Omit<Plan, 'id'> = warning, who = Eve) => who.send<typeof planBatch>('POST /staff/planBatch', { body: { id, ...plan } })
export const runs = (id: number, count?: number, who = Eve) => who.send<typeof runBatch>('POST /staff/runBatch', { body: { id, count } })
export const shown = (id: number, who = Eve) => who.send<typeof getBatch>('GET /staff/batches/{id}', { params: { id } })
/** What is foreseen for each item, or became of it, by name. */
export const outcomes = async (id: number) =>
  Object.fromEntries((await shown(id)).items.map(({ username, foreseen, outcome, why }) => [username.replace(/\d+$/, ''), [outcome ?? foreseen, why]]))
export const reversals = async (id: number) =>
  Object.fromEntries((await shown(id)).items.map(({ username, reversal, reversalWhy }) => [username.replace(/\d+$/, ''), [reversal, reversalWhy]]))
export const stateOf = async (id: number) => (await shown(id)).batch.state

/** Rita reports somebody; the job of it. */
export async function reported(who: CastMember, reason: ReportReason = 'scam', by = Rita): Promise<number> {
  await by.send<typeof reportAbuse>('POST /profile/reportAbuse', { body: { id: who.id, reason, details: 'They sell something' } })
  return latestJob('reports')
}
export async function latestJob(queue: Queue): Promise<number> {
  return (await app.services.db.selectFrom('staff_jobs').select('id').where('queue', '=', queue).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
}
export async function openAbout(queue: Queue, who: CastMember): Promise<number> {
  const at = app.clock.now()
  const job = { queue, brand: 'adultcrush', accountId: who.id, subjectId: next(), priority: 0, dueAt: later(at, DAY), at }
  return app.services.db.transaction().execute((trx) => openJob(trx, job))
}
export const becomes = (roles: readonly Role[], who: CastMember) =>
  app.services.db.transaction().execute((trx) => setRoles(trx, who.id, roles, app.clock.now()))
export const decisionsAbout = ({ id }: CastMember) =>
  app.services.db
    .selectFrom('decisions')
    .select(['id', 'act', 'took_effect_at', 'undone_at', 'reversed_at', 'decided_by'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
export const reasonsTo = async ({ username }: CastMember) =>
  (await mailsTo(app, `${username.toLowerCase()}@example.org`)).filter(({ kind }) => kind === 'decision')
export const isOpen = async (jobId: number) =>
  (await app.services.db.selectFrom('staff_jobs').select('closed_at').where('id', '=', jobId).executeTakeFirstOrThrow()).closed_at === null
export const isIn = async (member: CastMember) => (await member.request('/profile/currentCreditsInfo')).status !== 401
export const saysOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: { code: string; message: string; errors?: Array<{ message: string }> }) => `${error.code}: ${error.errors?.[0]?.message ?? error.message}`,
  )

/** Warns some, each reported once. */
export async function warned(count: number, names = 'Ann'): Promise<{ id: number; people: CastMember[]; jobs: number[] }> {
  const people = await Promise.all(Array.from({ length: count }, () => somebody(names)))
  const jobs: number[] = []
  for (const one of people) jobs.push(await reported(one))
  const id = await gathers('reports', jobs)
  await plans(id)
  return { id, people, jobs }
}

export const openJobsOf = async (queue: Queue) =>
  app.services.db
    .selectFrom('staff_jobs')
    .select(['id', 'subject_id as subject'])
    .where('queue', '=', queue)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()

/** A photo that is approved waits once more, and Max approves it. */
export async function openPhotoAgain(photoId: number, who: CastMember | undefined): Promise<void> {
  const at = app.clock.now()
  const jobId = await app.services.db.transaction().execute(async (trx) => {
    await openForStaff(trx, { photoId, ownerId: who?.id ?? 0, brand: 'adultcrush', at })
    const job = await trx.selectFrom('staff_jobs').select('id').where('subject_id', '=', photoId).where('closed_at', 'is', null).executeTakeFirstOrThrow()
    await leaseJob(trx, job.id, Max.id, at)
    return job.id
  })
  await Max.send<typeof decideJob>('POST /staff/decide', { body: { jobId, act: 'none' } })
}

export const isBanned = async ({ id }: Pick<CastMember, 'id'>) =>
  (await app.services.db.selectFrom('accounts').select('banned_at').where('id', '=', id).executeTakeFirstOrThrow()).banned_at !== null

/** Objects to the decision that holds; Max decides. */
export async function objects(who: CastMember, outcome: 'uphold' | 'overturn'): Promise<void> {
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
  await verdictsTakeEffect(app)
}
