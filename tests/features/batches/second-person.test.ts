import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { batchJob } from '../../../src/features/batches/batch-job.server.ts'
import type { reverseBatch, agreeBatch } from '../../../src/features/batches/batches.contract.ts'
import type { decideApproval, getApprovals } from '../../../src/features/enforcement/approvals.contract.ts'
import { DAY, later } from '../../../src/lib/clock.ts'
import { asStaff, becomesPremium, type CastMember } from '../../support/cast.ts'
import {
  withStaff,
  app,
  Eve,
  Max,
  next,
  staff,
  somebody,
  ran,
  takesEffect,
  gathers,
  plans,
  runs,
  shown,
  reported,
  reasonsTo,
  saysOf,
  isBanned,
  objects,
} from './batch-cast.ts'

/** What a batch leaves to a second person. */

withStaff()

const reverses = (id: number, who = Eve) => who.send<typeof reverseBatch>('POST /staff/reverseBatch', { body: { id } })

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
    expect([(await shown(id)).seconds, (await shown(id, Max)).seconds, (await shown(id, Zoe)).seconds]).toMatchObject([
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

  test('is agreed to once by two who do so at the same moment, without what was refused alone, past those that fail', async () => {
    const people = await paying('Ann', 'Bea', 'Cleo', 'Dora')
    const [Ann, , , Dora] = people
    const id = await closes(people)
    const Zoe = await staff('Zoe')
    const { approvals } = await Zoe.send<typeof getApprovals>('GET /staff/approvals', {})
    const cleos = approvals.find(({ decision }) => decision.accountId === people[2]?.id)
    await Zoe.send<typeof decideApproval>('POST /staff/decideApproval', { body: { id: cleos?.id ?? 0, outcome: 'refused' } })
    // The first and the last of them fail by a fault of ours.
    const { db, log } = app.services
    await sql`create function fail_second() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$`.execute(db)
    await sql`create trigger fail_second before update on accounts for each row when (new.banned_at is not null and new.id in (${sql.lit(Ann?.id ?? 0)}, ${sql.lit(Dora?.id ?? 0)})) execute function fail_second()`.execute(
      db,
    )
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    expect(await saysOf(agrees(id, Max))).toMatch(/^internal|^http|^unexpected/)
    const lines = logged.mock.calls.filter(([, words]) => words === 'a decision of a batch was not agreed to').map(([said]) => said as { approval: number })
    expect(lines).toEqual([expect.objectContaining({ batch: id }), expect.objectContaining({ batch: id })])
    const failed = approvals.filter((one) => lines.some(({ approval }) => approval === one.id)).map(({ decision }) => decision.accountId)
    expect(failed.toSorted()).toEqual([Ann?.id, Dora?.id].toSorted())
    logged.mockRestore()
    await sql`drop trigger fail_second on accounts`.execute(db)
    await sql`drop function fail_second`.execute(db)
    expect([await areBanned(people), (await shown(id)).items.map(({ second }) => second)]).toEqual([
      [false, true, false, false],
      ['waits', 'approved', 'refused', 'waits'],
    ])
    const both = await Promise.all([agrees(id, Max).catch(() => ({ agreed: 0 })), agrees(id, Zoe).catch(() => ({ agreed: 0 }))])
    expect(both.reduce((sum, { agreed }) => sum + agreed, 0)).toBe(2)
    expect([await areBanned(people), (await reasonsTo(Ann as CastMember)).length]).toEqual([[true, true, false, true], 1])
    expect(await saysOf(agrees(id, Max))).toMatch(/^conflict: Nothing in this batch waits/)
  })

  test('is agreed to above twenty only with the number typed', async () => {
    const at = app.clock.now()
    const mark = `many${next()}x`
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

  test('is agreed to as far as it was shown: what the batch came to since waits on', async () => {
    const people = await paying('Ann', 'Bea')
    const id = await gathers(
      'accounts',
      people.map((one) => one.id),
    )
    await plans(id, closing)
    await runs(id)
    const stopping = new AbortController()
    const begin = app.services.db.transaction.bind(app.services.db)
    vi.spyOn(app.services.db, 'transaction').mockImplementationOnce(() => {
      stopping.abort()
      return begin()
    })
    await batchJob.start(app.services).run(stopping.signal)
    const { mine, upTo } = (await shown(id, Max)).seconds
    await ran()
    expect([mine, (await shown(id, Max)).seconds.mine]).toEqual([1, 2])
    const { agreed } = await Max.send<typeof agreeBatch>('POST /staff/agreeBatch', { body: { id, upTo } })
    expect([agreed, await areBanned(people)]).toEqual([1, [true, false]])
    expect((await shown(id, Max)).seconds.mine).toBe(1)
  })

  test('is agreed to by nobody who had reported it', async () => {
    const [Ann, Bea] = (await paying('Ann', 'Bea')) as [CastMember, CastMember]
    const id = await gathers('reports', [await reported(Ann, 'scam', Max), await reported(Bea)])
    await plans(id, closing)
    await runs(id)
    await ran()
    expect((await shown(id, Max)).seconds).toMatchObject({ mine: 1, others: 1 })
    const { approvals } = await Max.send<typeof getApprovals>('GET /staff/approvals', {})
    const anns = approvals.find(({ decision }) => decision.accountId === Ann.id)?.id ?? 0
    const alone = Max.send<typeof decideApproval>('POST /staff/decideApproval', { body: { id: anns, outcome: 'approved' } })
    expect(await saysOf(alone)).toMatch(/^forbidden: You made the report/)
    expect((await agrees(id, Max)).agreed).toBe(1)
    expect(await areBanned([Ann, Bea])).toEqual([false, true])
    await agrees(id, await staff('Zoe'))
    expect(await areBanned([Ann, Bea])).toEqual([true, true])
    expect(await saysOf(objects(Ann, 'uphold'))).toMatch(/^forbidden: .*or reported it/)
  })

  test('is no objection for whoever agreed to it', async () => {
    const people = await paying('Ann')
    await agrees(await closes(people), Max)
    expect(await saysOf(objects(people[0] as CastMember, 'overturn'))).toMatch(/^forbidden: .*agreed to it/)
    expect(await areBanned(people)).toEqual([true])
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
