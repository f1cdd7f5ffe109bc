import { describe, expect, test } from 'vitest'
import type { releaseJob } from '../../../src/features/console/console.contract.ts'
import type { decideAppeal, getAppeal, takeAppeal } from '../../../src/features/enforcement/appeals.contract.ts'
import type { decideApproval, getApprovals } from '../../../src/features/enforcement/approvals.contract.ts'
import { markRemoved } from '../../../src/features/photos/review.sql.ts'
import { leaseNext } from '../../../src/features/staff/jobs.sql.ts'
import { reportOf } from '../../../src/features/transparency/report.server.ts'
import { DAY, later, MINUTE } from '../../../src/lib/clock.ts'
import { mainBrand } from '../../../src/sites/registry.ts'
import { asStaff, becomesPremium, type CastMember } from '../../support/cast.ts'
import { aPhoto, upload } from '../../support/photos.ts'
import {
  withStaff,
  staff,
  app,
  Eve,
  Max,
  Ann,
  photo,
  inTransaction,
  decides,
  about,
  takesEffect,
  signsIn,
  tokenIn,
  statementOf,
  statementOfLatest,
  decision,
  latest,
  before,
  mailKinds,
  problem,
  type Body,
} from './decision-cast.ts'

/** A member objects to a decision. */

withStaff()

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

  test('that is right in part is counted once: what holds instead is no measure of its own', async () => {
    const day = app.clock.now().toISOString().slice(0, 10)
    const { jobId } = await objected({ act: 'suspend', days: 7, severity: 'high' })
    const counted = async () => (await reportOf(app.services.db, mainBrand, { from: day, to: day, at: app.clock.now() })).key
    const measures = { decisions: 1, ownInitiative: 1, suspensions: 1, complaints: 1 }
    expect(await counted()).toMatchObject({ ...measures, reversed: 0, overturned: 0 })
    await answers(Max, { jobId, outcome: 'adjust', days: 3, note: 'We looked at it again.' })
    expect(await counted()).toMatchObject({ ...measures, reversed: 1, overturned: 1 })
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

  test.each([
    ['a warning, which holds on all sites', undefined, 'It holds on all sites of our network'],
    ['a shorter time, which holds on that site still', 3, 'It holds on AdultCrush alone'],
  ])('to a suspension on one site is answered by %s', async (_, days, where) => {
    const { jobId } = await objected({ act: 'suspend', days: 7, scope: 'brand', brand: 'adultcrush' })
    await answers(Max, { jobId, outcome: 'adjust', note: 'We looked at it again.', ...(days === undefined ? {} : { days }) })
    expect((await statementOfLatest()).sections[0]?.paragraphs.join(' ')).toContain(where)
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

  test('is for nobody who agreed to the decision as the second person', async () => {
    await becomesPremium(app, Ann, 30)
    const { id } = await decides(Eve, about({ act: 'ban', policy: 'scam', severity: 'critical' }))
    const { approvals } = await Max.send<typeof getApprovals>('GET /staff/approvals', {})
    const asked = approvals.find(({ decision: made }) => made.id === id)?.id ?? expect.fail('nobody was asked to agree')
    await Max.send<typeof decideApproval>('POST /staff/decideApproval', { body: { id: asked, outcome: 'approved' } })
    await objects(tokenIn((await decision(id)).statement ?? ''))
    await Max.send<typeof takeAppeal>('POST /staff/takeAppeal', {})
    const { held } = await Max.send<typeof getAppeal>('GET /staff/appeal', {})
    expect(held).toMatchObject({ decisionId: id, isOwnDecision: true })
    const jobId = held?.jobId ?? 0
    expect(await problem(answers(Max, { jobId, outcome: 'overturn' }))).toMatch(/or agreed to it/)
    const Zoe = await staff('Zoe')
    await app.services.db.updateTable('staff_jobs').set({ leased_by: Zoe.id }).where('id', '=', jobId).execute()
    expect(await problem(answers(Zoe, { jobId, outcome: 'overturn' }))).toBe('no problem')
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
    const { sections } = await statementOfLatest()
    expect(sections[0]?.paragraphs[0]).toContain('an update of yours, which you have deleted or changed since. We have removed nothing')
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
