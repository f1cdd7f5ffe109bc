import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { getChoices } from '../../../src/features/batches/batches.contract.ts'
import { batchById } from '../../../src/features/batches/batches.sql.ts'
import { BATCH_LIMIT } from '../../../src/features/batches/batches.ts'
import { keepFindings } from '../../../src/features/photos/hashes/findings.sql.ts'
import type { askForRemoval, decideRemoval, getRemoval, takeRemoval } from '../../../src/features/removals/removals.contract.ts'
import { leaseJob, openJob } from '../../../src/features/staff/jobs.sql.ts'
import { DAY, HOUR, later, SECOND } from '../../../src/lib/clock.ts'
import { becomesPremium } from '../../support/cast.ts'
import { aPhoto, upload } from '../../support/photos.ts'
import { verdictsTakeEffect } from '../../support/verdicts.ts'
import {
  withStaff,
  warning,
  app,
  Eve,
  Max,
  next,
  somebody,
  ran,
  takesEffect,
  choices,
  gathers,
  plans,
  runs,
  shown,
  outcomes,
  reported,
  latestJob,
  openAbout,
  decisionsAbout,
  reasonsTo,
  isOpen,
  isIn,
  saysOf,
  warned,
} from './batch-cast.ts'

/** One decision about many: what it is made of, and seen before. */

withStaff()

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
    const device_hash = Buffer.alloc(32, next())
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
    const device_hash = Buffer.alloc(32, next())
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

  test('of photos shows none that is decided: one that was removed on request since is seen by nobody', async () => {
    const Ann = await somebody('Ann')
    const { id: photoId } = await upload(Ann, await aPhoto({ width: 300, height: 420, colour: '#335577' }))
    const job = await latestJob('photos')
    const id = await gathers('photos', [job])
    expect((await shown(id)).items.map(({ src }) => src === null)).toEqual([false])
    await app.visitor('adultcrush').send<typeof askForRemoval>('POST /site/reportContent', {
      body: { kind: 'intimate', targets: Ann.username, goodFaith: 'on', name: 'Ann', email: `${Ann.username.toLowerCase()}@example.org` },
    })
    await Max.send<typeof takeRemoval>('POST /staff/takeRemoval', {})
    const { held } = await Max.send<typeof getRemoval>('GET /staff/removal', {})
    const answer = { id: held?.id ?? 0, job: held?.job ?? 0, verdict: 'remove', photos: [photoId], reason: 'She did not agree to it.' } as const
    await Max.send<typeof decideRemoval>('POST /staff/decideRemoval', { body: answer })
    await verdictsTakeEffect(app)
    for (const batch of [id, await gathers('photos', [job])]) expect((await shown(batch)).items.map(({ src }) => src)).toEqual([null])
  })

  test('is offered nothing about whoever chooses, not even that it waits', async () => {
    const Ann = await somebody('Ann')
    const jobs = [await reported(Eve), await reported(Ann)]
    expect((await choices('reports')).choices.map((one) => one.id)).toEqual(jobs.slice(1))
    expect((await choices('reports', Eve, Eve.id)).choices).toEqual([])
    expect((await choices('reports', Max)).choices.map((one) => one.id)).toEqual(jobs)
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
      const job = { queue: 'fraud' as const, brand: 'adultcrush', accountId: Ann.id, subjectId: next(), priority, dueAt: later(at, hours * HOUR), at }
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
