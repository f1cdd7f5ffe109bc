import { sql } from 'kysely'
import { describe, expect, type MockInstance, test, vi } from 'vitest'
import { batchJob } from '../../../src/features/batches/batch-job.server.ts'
import type { reverseBatch, runBatch } from '../../../src/features/batches/batches.contract.ts'
import { TRY_AGAIN_AFTER } from '../../../src/features/batches/batches.ts'
import type { decideJob } from '../../../src/features/enforcement/decide.contract.ts'
import { leaseJob } from '../../../src/features/staff/jobs.sql.ts'
import { SECOND } from '../../../src/lib/clock.ts'
import { withStaff, app, Eve, Max, ran, takesEffect, gathers, warning, plans, runs, shown, stateOf, decisionsAbout, saysOf, warned } from './batch-cast.ts'

/** A batch decides each item as a single one would be. */

withStaff()

const reverses = (id: number, who = Eve) => who.send<typeof reverseBatch>('POST /staff/reverseBatch', { body: { id } })

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

  test('is what its maker saw last: not what they planned since in another window', async () => {
    const { id, people } = await warned(2)
    const { planned } = await shown(id)
    await plans(id, { act: 'ban', policy: 'scam', severity: 'critical', note: 'You asked people for money.' })
    const begins = (seen: string | null) => Eve.send<typeof runBatch>('POST /staff/runBatch', { body: { id, planned: seen ?? '' } })
    expect(await saysOf(begins(planned))).toMatch(/^conflict: This batch was planned anew/)
    expect(await stateOf(id)).toBe('planned')
    await plans(id, warning)
    await begins(planned)
    await ran()
    expect((await Promise.all(people.map((one) => decisionsAbout(one)))).map(([made]) => made?.act)).toEqual(['warn', 'warn'])
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

  /** The third of four fails by a fault of ours, after its decision, as often as it is tried. */
  async function failing(done: 'outcome' | 'reversal', jobId: number, work: (logged: MockInstance) => Promise<void>): Promise<void> {
    const { db, log } = app.services
    await sql`create function fail_third() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$`.execute(db)
    await sql`create trigger fail_third before update on batch_items for each row
      when (new.${sql.ref(done)} not in ('leftOut', 'left') and new.job_id = ${sql.lit(jobId)}) execute function fail_third()`.execute(db)
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    try {
      await work(logged)
    } finally {
      logged.mockRestore()
      await sql`drop trigger fail_third on batch_items`.execute(db)
      await sql`drop function fail_third`.execute(db)
    }
  }
  /** Each line of the log, and how often the item was tried by then. */
  const lines = ({ mock }: MockInstance) => mock.calls.map(([said, words]) => [words, (said as { tries: number }).tries])
  const inVain = [
    ['an item of a batch failed', 1],
    ['an item of a batch failed', 2],
    ['an item of a batch failed', 3],
    ['an item of a batch failed for the last time', 4],
  ]

  test('goes on past an item that fails, tries that again later, and leaves it to be decided singly after the last time', async () => {
    const { id, people, jobs } = await warned(4)
    await runs(id)
    const decided = async () => (await Promise.all(people.map((one) => decisionsAbout(one)))).map(({ length }) => length)
    await failing('outcome', jobs[2] ?? 0, async (logged) => {
      await ran()
      expect([await decided(), await stateOf(id), (await shown(id)).items[2]?.why]).toEqual([[1, 1, 0, 1], 'running', expect.stringMatching(/tried again/)])
      for (const pause of TRY_AGAIN_AFTER) {
        // Not before its time, and by one process.
        app.clock.advance(pause - 1)
        await ran()
        app.clock.advance(1)
        await Promise.all([ran(), ran()])
      }
      await ran()
      expect(lines(logged)).toEqual(inVain)
    })
    expect([await decided(), await stateOf(id)]).toEqual([[1, 1, 0, 1], 'ended'])
    expect((await shown(id)).items[2]).toMatchObject({ outcome: 'leftOut', why: expect.stringMatching(/failed 4 times.*singly/) })
    // Its job is free for anybody.
    const jobId = jobs[2] ?? 0
    await app.services.db.transaction().execute((trx) => leaseJob(trx, jobId, Max.id, app.clock.now()))
    await Max.send<typeof decideJob>('POST /staff/decide', { body: { jobId, ...warning } })
    expect(await decided()).toEqual([1, 1, 1, 1])
  })

  test('decides what failed once, where it is no fault any more', async () => {
    const { id, people, jobs } = await warned(4)
    await runs(id)
    await failing('outcome', jobs[2] ?? 0, async () => ran())
    app.clock.advance(TRY_AGAIN_AFTER[0] ?? 0)
    await Promise.all([ran(), ran()])
    expect((await shown(id)).batch).toMatchObject({ state: 'ended', count: { decided: 4, done: 4 } })
    expect((await Promise.all(people.map((one) => decisionsAbout(one)))).map(({ length }) => length)).toEqual([1, 1, 1, 1])
  })

  test.each([
    ['waits', false],
    ['holds', true],
  ])('is taken back but for an item that fails at that, where its decision %s', async (_, holds) => {
    const { id, jobs } = await warned(4)
    await runs(id)
    await ran()
    if (holds) await takesEffect()
    await failing('reversal', jobs[2] ?? 0, async (logged) => {
      await reverses(id)
      expect(lines(logged)).toEqual(holds ? [] : [['an item of a batch was not undone at once', undefined]])
      logged.mockClear()
      await ran()
      for (const pause of TRY_AGAIN_AFTER) {
        app.clock.advance(pause)
        await ran()
      }
      expect(lines(logged)).toEqual(inVain)
    })
    const word = holds ? 'takenBack' : 'undone'
    expect([(await shown(id)).items.map(({ reversal }) => reversal), await stateOf(id)]).toEqual([[word, word, 'left', word], 'reversed'])
  })

  test('is planned but for an item of which nobody can foresee what becomes', async () => {
    const { id, jobs } = await warned(2)
    const { db } = app.services
    const [item] = (await shown(id)).items
    await sql`create function fail_first() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$`.execute(db)
    await sql`create trigger fail_first before insert on decisions for each row when (new.job_id = ${sql.lit(jobs[0])}) execute function fail_first()`.execute(
      db,
    )
    const logged = vi.spyOn(app.services.log, 'error').mockReturnValue()
    await plans(id)
    expect(logged.mock.calls).toEqual([[expect.objectContaining({ batch: id, item: item?.id }), expect.any(String)]])
    logged.mockRestore()
    await sql`drop trigger fail_first on decisions`.execute(db)
    await sql`drop function fail_first`.execute(db)
    expect((await shown(id)).items.map(({ foreseen, why }) => [foreseen, why])).toEqual([
      ['leftOut', expect.stringMatching(/decide it singly/)],
      ['decided', expect.any(String)],
    ])
  })

  test('and whose maker is banned meanwhile decides nothing more', async () => {
    const { id, people } = await warned(2)
    await runs(id)
    await app.services.db.updateTable('accounts').set({ banned_at: app.clock.now() }).where('id', '=', Eve.id).execute()
    await ran()
    const { items } = await shown(id, Max)
    expect(items.map(({ outcome, why }) => [outcome, why])).toEqual(people.map(() => ['leftOut', 'Whoever asked for this may not decide here any more.']))
  })

  test('and cannot be ended is tried again after a pause, and keeps no other waiting', async () => {
    const { db, log } = app.services
    const [{ id }, { id: other }] = [await warned(1), await warned(1, 'Bea')]
    await sql`create function fail_end() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$`.execute(db)
    await sql`create trigger fail_end before update on batches for each row
      when (new.id = ${sql.lit(id)} and new.ended_at is not null) execute function fail_end()`.execute(db)
    await runs(id)
    await runs(other)
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const job = batchJob.start(app.services)
    const runsOn = () => job.run(new AbortController().signal)
    await runsOn()
    await runsOn()
    expect([await stateOf(id), await stateOf(other)]).toEqual(['running', 'ended'])
    app.clock.advance(4 * SECOND)
    await runsOn()
    await runsOn()
    expect(lines(logged)).toEqual([
      ['a batch did not go on', 1],
      ['a batch did not go on', 2],
    ])
    logged.mockRestore()
    await sql`drop trigger fail_end on batches`.execute(db)
    await sql`drop function fail_end`.execute(db)
    app.clock.advance(8 * SECOND)
    await runsOn()
    expect(await stateOf(id)).toBe('ended')
  })

  test('stops after the item at which the process is told to, and goes on with the next one', async () => {
    const [{ id, people }, { id: other, people: others }] = [await warned(2), await warned(2, 'Bea')]
    await runs(id)
    await runs(other)
    const decided = async () => (await Promise.all([...people, ...others].map((one) => decisionsAbout(one)))).map(({ length }) => length)
    const stopping = new AbortController()
    const begin = app.services.db.transaction.bind(app.services.db)
    // That of the first item.
    vi.spyOn(app.services.db, 'transaction').mockImplementationOnce(() => {
      stopping.abort()
      return begin()
    })
    await batchJob.start(app.services).run(stopping.signal)
    expect(await decided()).toEqual([1, 0, 0, 0])
    await ran()
    expect([await decided(), await stateOf(id), await stateOf(other)]).toEqual([[1, 1, 1, 1], 'ended', 'ended'])
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
